#include "job/spec.h"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "base/read_all.h"
#include "job/number.h"

namespace fathom {

namespace {

constexpr int deepest_include = 16;
/// Two in each file would come to 2^16 at that depth, ten to more than anyone waits for.
constexpr int most_includes = 1000;
/// Beyond these it is no job file but something named by mistake.
constexpr std::size_t largest_file = std::size_t{64} << 20;
constexpr std::size_t most_problems = 100;

/// `text` up to a '#' or ';'. There is no escape: fio has none.
std::string_view without_comment(std::string_view text) {
    return text.substr(0, text.find_first_of("#;"));
}

/// Each ${NAME} replaced by the environment's value, nothing when it is not set.
std::string with_environment(std::string_view text) {
    std::string result;
    for (;;) {
        const auto begin = text.find("${");
        const auto end = begin == std::string_view::npos ? begin : text.find('}', begin);
        if (end == std::string_view::npos) break;
        result += text.substr(0, begin);
        const std::string name(text.substr(begin + 2, end - begin - 2));
        if (const char* value = std::getenv(name.c_str())) result += value;
        text.remove_prefix(end + 1);
    }
    result += text;
    return result;
}

class Parser {
  public:
    explicit Parser(const IncludeReader& include) : include_(include) {}

    void read(std::string_view text, const std::string& file, int depth) {
        int line_number = 0;
        if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
        while (!text.empty()) {
            const auto end = text.find('\n');
            ++line_number;
            line(text.substr(0, end), {file, line_number}, depth);
            if (end == std::string_view::npos) break;
            text.remove_prefix(end + 1);
        }
    }
    Spec finish() && {
        if (!problems_.empty()) throw Error(std::move(problems_));
        return std::move(spec_);
    }

  private:
    void problem(std::string what, const Origin& where, std::string hint = {}) {
        if (problems_.size() == most_problems) what = "and more";
        if (problems_.size() > most_problems) return;
        problems_.push_back({std::move(what), where, std::move(hint)});
    }

    void line(std::string_view raw, const Origin& where, int depth) {
        const std::string_view text = trimmed(without_comment(raw));
        if (text.empty()) return;
        if (text.find('\0') != std::string_view::npos) {
            problem("a zero byte: this is no job file", where);
        } else if (text.front() == '[') {
            section(text, where, depth);
        } else if (is_include(text)) {
            include(with_environment(trimmed(text.substr(8))), where, depth);
        } else {
            option(text, where);
        }
    }

    void section(std::string_view text, const Origin& where, int depth) {
        const auto close = text.find(']');
        if (close == std::string_view::npos) {
            problem("no ']' after " + std::string(text.substr(0, 80)), where);
        } else if (!trimmed(text.substr(close + 1)).empty()) {
            problem("text after ']': " + std::string(text.substr(close + 1, 80)), where);
        } else if (depth > 0) {
            problem("a section in an included file: " + std::string(text.substr(0, 80)), where,
                    "included files hold options only");
        }
        // The section is opened all the same, so that its options are not reported as homeless.
        if (depth > 0) return;
        const std::string name(trimmed(
            text.substr(1, close == std::string_view::npos ? std::string_view::npos : close - 1)));
        spec_.sections.push_back({name, lower_case(name) == "global", {}, where});
    }

    /// "include FILE" or "include=FILE".
    static bool is_include(std::string_view text) {
        constexpr std::string_view word = "include";
        if (!text.starts_with(word) || text.size() == word.size()) return false;
        const char next = text[word.size()];
        return next == '=' || std::isspace(static_cast<unsigned char>(next)) != 0;
    }

    void option(std::string_view text, const Origin& where) {
        if (spec_.sections.empty()) {
            problem("option <" + std::string(text.substr(0, 80)) + "> outside of [] job section",
                    where, "options stand after a line such as [global] or [name]");
            return;
        }
        RawOption option;
        const auto equals = text.find('=');
        option.name = std::string(trimmed(text.substr(0, equals)));
        option.has_value = equals != std::string_view::npos;
        if (option.has_value) {
            option.value = with_environment(trimmed(text.substr(equals + 1)));
        }
        option.origin = where;
        if (option.name.empty()) {
            problem("no option before '='", where);
            return;
        }
        spec_.sections.back().options.push_back(std::move(option));
    }

    void include(const std::string& path, const Origin& where, int depth) {
        if (spec_.sections.empty()) {
            problem("option <include " + path + "> outside of [] job section", where);
            return;
        }
        if (depth >= deepest_include) {
            problem("include " + path + ": files include each other too deeply", where);
            return;
        }
        if (++includes_ > most_includes) {
            problem("include " + path + ": more than 1000 files are included", where);
            return;
        }
        std::string text;
        std::string file = path;
        try {
            text = include_(path);
        } catch (const Error& failure) {
            // Not where the program runs: beside the file that asks for it, then.
            const auto slash = where.file.rfind('/');
            if (path.starts_with('/') || slash == std::string::npos) {
                problem("include " + path + ": " + failure.problems().front().what, where);
                return;
            }
            try {
                file = where.file.substr(0, slash + 1) + path;
                text = include_(file);
            } catch (const Error&) {
                problem("include " + path + ": " + failure.problems().front().what, where);
                return;
            }
        }
        read(text, file, depth + 1);
    }

    const IncludeReader& include_;
    int includes_ = 0;
    Spec spec_;
    std::vector<Problem> problems_;
};

std::string read_stream(std::FILE* stream, const std::string& name) {
    std::optional<std::string> text = read_all(stream, name, largest_file);
    if (!text) throw Error("'" + name + "' is too large for a job file");
    return std::move(*text);
}

std::string read_file(const std::string& path) {
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) throw system_error("unable to open '" + path + "' job file", errno);
    return read_stream(file.get(), path);
}

}  // namespace

Spec parse_job_text(std::string_view text, const std::string& file_name,
                    const IncludeReader& include) {
    Parser parser(include);
    parser.read(text, file_name, 0);
    return std::move(parser).finish();
}

std::string to_job_text(const Spec& spec) {
    std::string text;
    for (const Section& section : spec.sections) {
        text += "[" + section.name + "]\n";
        for (const RawOption& option : section.options) {
            text += option.name;
            if (option.has_value) text += "=" + option.value;
            text += '\n';
        }
    }
    return text;
}

Spec read_job_file(const std::string& path) {
    const std::string text = path == "-" ? read_stream(stdin, "standard input") : read_file(path);
    return parse_job_text(text, path == "-" ? "<stdin>" : path, read_file);
}

}  // namespace fathom
