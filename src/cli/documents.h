// The documents made from the option table: docs/options.md, the manual page, the completion.
// Used by fathom_docs, which writes them, and by the test that compares them with what is kept.
#pragma once

#include <string>
#include <vector>

#include "job/option.h"

namespace fathom {

struct Document {
    std::string file;  ///< name within docs/
    std::string text;
};

/// All of them. `table` has every engine.
std::vector<Document> documents(const OptionTable& table);

std::string options_page(const OptionTable& table);       ///< Markdown
std::string compare_page();                               ///< Markdown
std::string manual_page(const OptionTable& table);        ///< troff, section 1
std::string completion_script(const OptionTable& table);  ///< for bash

}  // namespace fathom
