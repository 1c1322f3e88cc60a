// --inflate-log=FILE: a log that was stored compressed (log_store_compressed=1), as text. Used by
// cli/fio_command.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace fathom {

/// Hands the lines over in pieces. Throws Error naming the file when it is no such log.
void inflate_log(const std::string& path, const std::function<void(std::string_view)>& write);

}  // namespace fathom
