#include "report/quantity.h"

#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace fathom {

namespace {

/// Three digits at least, no more decimals than they need.
std::string digits(double value) {
    const double size = std::abs(value);
    if (size == 0) return "0";
    if (size < 9.995) return fmt::format("{:.2f}", value);
    if (size < 99.95) return fmt::format("{:.1f}", value);
    return fmt::format("{:.0f}", value);
}

std::string scaled(double value, double base, std::span<const std::string_view> prefixes,
                   std::string_view gap, std::string_view unit) {
    std::size_t i = 0;
    // 999.5 would be printed as 1000: the next prefix says it shorter.
    while (i + 1 < prefixes.size() && std::abs(value) >= 0.9995 * base) {
        value /= base;
        ++i;
    }
    return digits(value) + std::string(gap) + std::string(prefixes[i]) + std::string(unit);
}

}  // namespace

std::string quantity(double value, std::string_view unit) {
    static constexpr std::array<std::string_view, 5> plain = {"", "k", "M", "G", "T"};
    static constexpr std::array<std::string_view, 6> binary = {"", "Ki", "Mi", "Gi", "Ti", "Pi"};
    static constexpr std::array<std::string_view, 4> times = {"ns", "us", "ms", "s"};
    if (unit.empty()) return scaled(value, 1000, plain, "", "");
    if (unit == "B" || unit == "B/s") return scaled(value, 1024, binary, " ", unit);
    if (unit == "ns") return scaled(value, 1000, times, " ", "");
    return digits(value) + " " + std::string(unit);
}

std::string signed_percent(double share) {
    const double percent = 100 * share;
    if (!std::isfinite(percent)) return percent > 0 ? "+inf %" : "-inf %";
    if (std::abs(percent) >= 999.5) return fmt::format("{:+.0f} %", percent);
    if (std::abs(percent) >= 9.995) return fmt::format("{:+.1f} %", percent);
    return fmt::format("{:+.2f} %", percent);
}

}  // namespace fathom
