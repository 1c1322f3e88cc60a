#include "disk/named_drive.h"

#include <filesystem>
#include <vector>

#include "base/read_all.h"
#include "disk/built_in.h"

namespace fathom::disk {

std::string drive_names() {
    std::string names;
    for (const BuiltIn& one : built_in_drives())
        names += (names.empty() ? "" : ", ") + std::string(one.name);
    return names;
}

Parameters named_drive(const std::string& name, const std::string& what, const Origin& origin) {
    if (const BuiltIn* built_in = find_built_in(name)) return read_parameters(built_in->text, name);
    std::error_code unreadable;
    if (!std::filesystem::exists(name, unreadable)) {
        throw Error(what + ": there is no such drive and no such file", origin,
                    "built in: " + drive_names());
    }
    if (!std::filesystem::is_regular_file(name, unreadable))
        throw Error(what + ": only a regular file can hold parameters", origin);
    return read_parameters(read_whole(name, most_parameter_bytes), name);
}

}  // namespace fathom::disk
