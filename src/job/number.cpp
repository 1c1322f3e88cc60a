#include "job/number.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fathom {

namespace {

constexpr SignedWide lowest = std::numeric_limits<std::int64_t>::min();
constexpr SignedWide highest = std::numeric_limits<std::uint64_t>::max();

bool in_range(SignedWide number) {
    return number >= lowest && number <= highest;
}

/// The digits at the front of `text` as a number, 0x for hexadecimal; `text` loses them.
std::optional<std::uint64_t> take_digits(std::string_view& text) {
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const char* begin = text.data() + (hexadecimal ? 2 : 0);
    const char* end = text.data() + text.size();
    std::uint64_t number = 0;
    const auto [stop, failure] = std::from_chars(begin, end, number, hexadecimal ? 16 : 10);
    if (failure != std::errc{} || stop == begin) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return number;
}

/// A sign, digits and a size suffix (letters only) from the front of `text`.
std::optional<SignedWide> take_number(std::string_view& text, std::uint32_t kb_base) {
    const auto digits = take_digits(text);
    if (!digits) return std::nullopt;
    std::size_t letters = 0;
    while (letters < text.size() && std::isalpha(static_cast<unsigned char>(text[letters])) != 0) {
        ++letters;
    }
    const auto multiplier = size_multiplier(text.substr(0, letters), kb_base);
    if (!multiplier) return std::nullopt;
    text.remove_prefix(letters);
    return static_cast<SignedWide>(*digits) * static_cast<SignedWide>(*multiplier);
}

/// Recursive descent over + - * / % and brackets. Keeps the first thing that is wrong.
class Expression {
  public:
    Expression(std::string_view text, std::uint32_t kb_base)
        : text_(text), rest_(text), kb_base_(kb_base) {}

    std::optional<SignedWide> whole() {
        const auto value = sum();
        if (!value) return std::nullopt;
        skip_blanks();
        if (!rest_.empty())
            return fail(rest_.front() == ')' ? "a ( is missing" : "not an operator");
        return value;
    }

    [[nodiscard]] const std::string& fault() const { return fault_; }

  private:
    static constexpr int deepest = 100;  ///< brackets in brackets; guards the stack

    std::nullopt_t fail(std::string_view what) {
        if (fault_.empty()) {
            fault_ = fmt::format("{} at character {} of {}", what, text_.size() - rest_.size() + 1,
                                 text_);
        }
        return std::nullopt;
    }
    void skip_blanks() {
        while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
            rest_.remove_prefix(1);
        }
    }
    bool take(char c) {
        skip_blanks();
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    std::optional<SignedWide> checked(SignedWide value) {
        if (!in_range(value)) return fail("more than 64 bits");
        return value;
    }
    std::optional<SignedWide> sum() {
        auto left = product();
        while (left) {
            const bool plus = take('+');
            if (!plus && !take('-')) break;
            const auto right = product();
            if (!right) return std::nullopt;
            left = checked(plus ? *left + *right : *left - *right);
        }
        return left;
    }
    std::optional<SignedWide> product() {
        auto left = atom();
        while (left) {
            const char op = take('*') ? '*' : take('/') ? '/' : take('%') ? '%' : '\0';
            if (op == '\0') break;
            const auto right = atom();
            if (!right) return std::nullopt;
            if (op != '*' && *right == 0) return fail("a division by zero");
            SignedWide result = 0;
            if (op == '/') result = *left / *right;
            if (op == '%') result = *left % *right;
            if (op == '*' && __builtin_mul_overflow(*left, *right, &result)) {
                return fail("more than 64 bits");
            }
            left = checked(result);
        }
        return left;
    }
    std::optional<SignedWide> atom() {
        if (++depth_ > deepest) return fail("too many brackets");
        std::optional<SignedWide> value;
        if (take('-')) {
            value = atom();
            if (value) value = checked(-*value);
        } else if (take('(')) {
            value = sum();
            if (value && !take(')')) return fail("a ) is missing");
        } else {
            value = take_number(rest_, kb_base_);
            if (!value) return fail("not a number");
            value = checked(*value);
        }
        --depth_;
        return value;
    }

    std::string_view text_, rest_;
    std::uint32_t kb_base_;
    int depth_ = 0;
    std::string fault_;
};

std::uint64_t power(std::uint64_t base, int exponent) {
    std::uint64_t result = 1;
    while (exponent-- > 0) result *= base;
    return result;
}

}  // namespace

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<std::uint64_t> size_multiplier(std::string_view suffix, std::uint32_t kb_base) {
    const std::string lower = lower_case(suffix);
    if (lower.empty() || lower == "b") return 1;
    constexpr std::string_view prefixes = "kmgtp";
    const auto place = prefixes.find(lower.front());
    if (place == std::string_view::npos) return std::nullopt;
    const std::string_view rest = std::string_view(lower).substr(1);
    const bool plain = rest.empty() || rest == "b" || rest == "i";
    if (!plain && rest != "ib") return std::nullopt;
    const std::uint64_t other = kb_base == 1000 ? 1024 : 1000;
    return power(plain ? kb_base : other, static_cast<int>(place) + 1);
}

std::optional<std::int64_t> time_multiplier(std::string_view suffix) {
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 9> units = {{
        {"d", 86'400'000'000'000},
        {"h", 3'600'000'000'000},
        {"m", 60'000'000'000},
        {"s", 1'000'000'000},
        {"sec", 1'000'000'000},
        {"ms", 1'000'000},
        {"msec", 1'000'000},
        {"us", 1'000},
        {"usec", 1'000},
    }};
    const std::string lower = lower_case(suffix);
    for (const auto& [name, nanos] : units) {
        if (lower == name) return nanos;
    }
    return std::nullopt;
}

std::optional<SignedWide> parse_integer(std::string_view text, std::uint32_t kb_base) {
    text = trimmed(text);
    if (text.starts_with('(')) return evaluate(text, kb_base);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    auto number = take_number(text, kb_base);
    if (!number || !text.empty()) return std::nullopt;
    if (negative) number = -*number;
    return in_range(*number) ? number : std::nullopt;
}

std::optional<std::int64_t> parse_span(std::string_view text, std::string_view unit) {
    text = trimmed(text);
    std::optional<SignedWide> number;
    if (text.starts_with('(')) {
        const auto end = text.rfind(')');
        if (end == std::string_view::npos) return std::nullopt;
        number = evaluate(text.substr(0, end + 1), 1000);
        text.remove_prefix(end + 1);
    } else if (const auto digits = take_digits(text)) {
        number = static_cast<SignedWide>(*digits);
    }
    const auto multiplier = time_multiplier(text.empty() ? unit : text);
    if (!number || !multiplier || *number < 0) return std::nullopt;
    const SignedWide nanos = *number * *multiplier;
    if (nanos > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return static_cast<std::int64_t>(nanos);
}

std::optional<double> parse_fraction(std::string_view text) {
    text = trimmed(text);
    double value = 0;
    const auto [stop, failure] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (failure != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<SignedWide> evaluate(std::string_view text, std::uint32_t kb_base) {
    return Expression(text, kb_base).whole();
}

std::string expression_fault(std::string_view text, std::uint32_t kb_base) {
    text = trimmed(text);
    if (!text.starts_with('(')) return {};
    Expression expression(text, kb_base);
    expression.whole();
    return expression.fault();
}

std::string to_text(SignedWide number) {
    if (number < 0) return "-" + to_text(-number);
    std::string digits;
    do {
        digits += static_cast<char>('0' + static_cast<int>(number % 10));
        number /= 10;
    } while (number != 0);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

}  // namespace fathom
