#include "run/block_devices.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <sys/sysmacros.h>

namespace fathom {

std::string unescape_path(const std::string& text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned code = 0;
        const char* const digits = text.data() + i + 1;
        if (text[i] == '\\' && i + 3 < text.size() &&
            std::from_chars(digits, digits + 3, code, 8).ptr == digits + 3) {
            plain += static_cast<char>(code);
            i += 3;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

std::string device_numbers(dev_t device) {
    return std::to_string(major(device)) + ":" + std::to_string(minor(device));
}

dev_t parse_device_numbers(std::string_view text) {
    unsigned major_number = 0, minor_number = 0;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, major_number);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ':') return 0;
    const auto second = std::from_chars(first.ptr + 1, end, minor_number);
    return second.ec == std::errc{} ? makedev(major_number, minor_number) : 0;
}

std::string first_line(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    return line;
}

std::vector<Mount> read_mounts(const std::string& path) {
    std::vector<Mount> mounts;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string id, parent, device, base, place, options, word, type, source;
        words >> id >> parent >> device >> base >> place >> options;
        while (words >> word && word != "-") {
        }
        words >> type >> source;
        mounts.push_back({parse_device_numbers(device), unescape_path(place), unescape_path(source),
                          type, options});
    }
    return mounts;
}

std::string whole_disk_directory(const std::string& root, const std::string& numbers) {
    std::error_code error;
    const std::filesystem::path directory =
        std::filesystem::canonical(root + "/sys/dev/block/" + numbers, error);
    if (error) return {};
    const bool is_partition = std::filesystem::exists(directory / "partition", error);
    return is_partition ? directory.parent_path() : directory;
}

}  // namespace fathom
