#include "report/json_text.h"

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace fathom {

namespace {

using Json = nlohmann::ordered_json;

/// Text as a JSON string; bytes that are not UTF-8 (a file's name) become the replacement sign.
std::string quoted(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void write(std::string& out, const Json& value, std::size_t level) {
    if (value.is_structured()) {
        const bool object = value.is_object();
        out += object ? "{\n" : "[\n";
        const std::string indent(2 * (level + 1), ' ');
        bool first = true;
        for (const auto& [key, item] : value.items()) {
            if (!first) out += ",\n";
            first = false;
            out += indent;
            if (object) out += quoted(key) + " : ";
            write(out, item, level + 1);
        }
        if (!first) out += '\n';
        out += std::string(2 * level, ' ') + (object ? "}" : "]");
    } else if (value.is_number_float()) {
        const auto number = value.get<double>();
        out += fmt::format("{:f}", std::isfinite(number) ? number : 0.0);
    } else if (value.is_string()) {
        out += quoted(value.get_ref<const std::string&>());
    } else {
        out += value.dump();
    }
}

}  // namespace

std::string json_text(const Json& document) {
    std::string out;
    write(out, document, 0);
    out += '\n';
    return out;
}

}  // namespace fathom
