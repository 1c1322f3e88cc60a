#include "report/number.h"

#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

namespace fathom {

namespace {

std::string_view suffix(std::size_t step, NumberBase base, NumberUnit unit) {
    constexpr std::array<std::string_view, 7> decimal = {"", "k", "M", "G", "T", "P", "E"};
    constexpr std::array<std::string_view, 7> binary = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    return base == NumberBase::binary && unit != NumberUnit::none ? binary[step] : decimal[step];
}

std::string_view unit_text(NumberUnit unit) {
    switch (unit) {
        case NumberUnit::byte:
            return "B";
        case NumberUnit::byte_per_second:
            return "B/s";
        case NumberUnit::bit_per_second:
            return "bit/s";
        case NumberUnit::none:
            break;
    }
    return "";
}

}  // namespace

unsigned digits_of(std::uint64_t value) {
    unsigned n = 1;
    while (value >= 10) {
        value /= 10;
        ++n;
    }
    return n;
}

std::string short_number(std::uint64_t value, unsigned width, NumberBase base, NumberUnit unit) {
    const std::uint64_t step = base == NumberBase::binary ? 1024 : 1000;
    if (unit == NumberUnit::bit_per_second) value *= 8;
    std::size_t steps = 0;
    std::uint64_t remainder = 0;
    while (digits_of(value) > width && steps < 6) {
        remainder = value % step;
        value /= step;
        ++steps;
    }
    const std::string_view prefix = suffix(steps, base, unit), name = unit_text(unit);
    const unsigned digits = digits_of(value);
    if (steps == 0) return fmt::format("{}{}", value, name);
    if (digits + 1 >= width) {
        if (remainder >= step / 2) ++value;
        return fmt::format("{}{}{}", value, prefix, name);
    }
    const double exact =
        static_cast<double>(value) + static_cast<double>(remainder) / static_cast<double>(step);
    return fmt::format("{:.{}f}{}{}", exact, width - digits - 1, prefix, name);
}

NumberBase base_of(std::uint32_t kb_base) {
    return kb_base == 1000 ? NumberBase::decimal : NumberBase::binary;
}

NumberBase other_base(NumberBase base) {
    return base == NumberBase::binary ? NumberBase::decimal : NumberBase::binary;
}

std::string bytes_text(std::uint64_t bytes, NumberBase base) {
    return short_number(bytes, 4, base, NumberUnit::byte);
}

std::string rate_text(std::uint64_t bytes_per_second, NumberBase base, std::uint32_t unit_base) {
    return short_number(bytes_per_second, 4, base,
                        unit_base == 1 ? NumberUnit::bit_per_second : NumberUnit::byte_per_second);
}

std::string count_text(std::uint64_t count) {
    return short_number(count, 4, NumberBase::decimal, NumberUnit::none);
}

}  // namespace fathom
