// A drive by its name: built in, or the parameter file at a path.
#pragma once

#include <string>

#include "base/error.h"
#include "disk/parameters.h"

namespace fathom::disk {

/// The names of the built-in drives, "a, b, c".
std::string drive_names();

/// Throws Error naming `what` ("disk=NAME") when there is no such drive and no such file, and with
/// everything that is wrong in a file.
Parameters named_drive(const std::string& name, const std::string& what, const Origin& origin = {});

}  // namespace fathom::disk
