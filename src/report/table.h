// A small table as text or markdown: a line before it that says what its cells mean, columns, rows,
// lines after it. Knows nothing of what is in it. Used by comparisons and sweeps.
#pragma once

#include <string>
#include <vector>

namespace fathom {

struct TableColumn {
    std::string name;
    bool left = false;  ///< aligned; numbers stand at the right
};

struct Table {
    std::string caption;  ///< what the cells mean; may be empty
    std::vector<TableColumn> columns;
    std::vector<std::vector<std::string>> rows;  ///< as many cells as columns
    std::vector<std::string> notes;
};

/// Columns two blanks apart, one where `width` is too narrow for two; never cut.
std::string as_text(const Table& table, std::size_t width = 80);

/// Columns padded, so that it reads as plain text in a mail as well.
std::string as_markdown(const Table& table);

/// `text` in lines of at most `width` columns, broken at blanks; lines after the first begin with
/// `indent` blanks. Ends with a line end.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

/// Characters of UTF-8 text, each taken for one column.
std::size_t columns_of(const std::string& text);

}  // namespace fathom
