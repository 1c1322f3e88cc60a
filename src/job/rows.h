// Makes option rows: each factory binds a row to a field of Job, so that a row is one expression.
// Included by the options_*.cpp files only.
#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "job/value.h"

namespace fathom::rows {

using Rows = std::vector<OptionRow>;
using Store =
    std::function<void(Job&, const OptionRow&, std::string_view value, const ValueContext&)>;

/// A row under construction: `number("iodepth", &Job::iodepth, "1", "io", "...").at_least(1)`.
class Row {
  public:
    explicit Row(OptionRow row) : row_(std::move(row)) {}
    operator OptionRow() && { return std::move(row_); }

    Row&& alias(std::string_view name) && {
        row_.aliases.push_back(name);
        return std::move(*this);
    }
    Row&& under(std::string_view parent) && {
        row_.parent = parent;
        return std::move(*this);
    }
    Row&& at_least(std::int64_t min) && {
        row_.min = min;
        return std::move(*this);
    }
    Row&& at_most(std::int64_t max) && {
        row_.max = max;
        return std::move(*this);
    }
    Row&& inverse_of(std::string_view other) && {
        row_.inverse = other;
        return std::move(*this);
    }
    Row&& early() && {
        row_.early = true;
        return std::move(*this);
    }
    Row&& per_direction() && {
        row_.values = 3;
        return std::move(*this);
    }
    Row&& parts(OptionKind kind) && {
        row_.parts = kind;
        return std::move(*this);
    }
    Row&& store(Store function) && {
        row_.store = std::move(function);
        return std::move(*this);
    }

  private:
    OptionRow row_;
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

/// Puts a checked value into a field of any type a row can be bound to.
template <class T>
void assign(T& field, const Value& value) {
    if constexpr (IsOptional<T>::value) {
        typename T::value_type inner{};
        assign(inner, value);
        field = inner;
    } else if constexpr (std::same_as<T, std::string>) {
        field = value.text;
    } else if constexpr (std::same_as<T, bool>) {
        field = value.number != 0;
    } else if constexpr (std::same_as<T, SizeOrPercent>) {
        field = {};
        field.is_percent = value.is_percent;
        if (value.is_percent) {
            field.percent = static_cast<std::uint32_t>(value.number);
        } else {
            field.bytes = static_cast<std::uint64_t>(value.number);
        }
    } else if constexpr (std::same_as<T, Bytes>) {
        field = Bytes(static_cast<std::uint64_t>(value.number));
    } else if constexpr (std::same_as<T, Nanos>) {
        field = Nanos(static_cast<std::int64_t>(value.number));
    } else {
        field = static_cast<T>(value.number);
    }
}

template <class T>
Store into(T Job::*field) {
    return [field](Job& job, const OptionRow& row, std::string_view text,
                   const ValueContext& context) {
        assign(job.*field, read_value(row, text, context));
    };
}

template <class T>
Store into_each(PerDirection<T> Job::*field) {
    return [field](Job& job, const OptionRow& row, std::string_view text,
                   const ValueContext& context) {
        const auto values = read_per_direction(row, text, context);
        for (const Direction d : all_directions) {
            if (values[d]) assign((job.*field)[d], *values[d]);
        }
    };
}

/// The limits a field's type sets, where it is a plain number.
template <class T>
void limit_to_type(OptionRow& row) {
    if constexpr (IsOptional<T>::value) {
        limit_to_type<typename T::value_type>(row);
    } else if constexpr (std::is_integral_v<T>) {
        if constexpr (std::is_unsigned_v<T>) row.min = 0;
        if constexpr (sizeof(T) < sizeof(std::int64_t)) {
            row.max = static_cast<std::int64_t>(std::numeric_limits<T>::max());
        }
    } else {
        row.min = 0;
    }
}

inline OptionRow basic(OptionKind kind, std::string_view name, std::string_view fallback,
                       std::string_view category, std::string_view help) {
    return OptionRow{.name = name,
                     .aliases = {},
                     .kind = kind,
                     .default_text = fallback,
                     .category = category,
                     .help = help,
                     .store = {}};
}

inline Row text(std::string_view name, std::string Job::*field, std::string_view fallback,
                std::string_view category, std::string_view help) {
    OptionRow row = basic(OptionKind::string, name, fallback, category, help);
    row.store = into(field);
    return Row(std::move(row));
}

inline Row boolean(std::string_view name, bool Job::*field, std::string_view fallback,
                   std::string_view category, std::string_view help) {
    OptionRow row = basic(OptionKind::boolean, name, fallback, category, help);
    row.store = into(field);
    return Row(std::move(row));
}

inline Row flag(std::string_view name, bool Job::*field, std::string_view category,
                std::string_view help) {
    OptionRow row = basic(OptionKind::flag, name, "", category, help);
    row.store = into(field);
    return Row(std::move(row));
}

template <class T>
Row number(std::string_view name, T Job::*field, std::string_view fallback,
           std::string_view category, std::string_view help) {
    OptionRow row = basic(OptionKind::integer, name, fallback, category, help);
    limit_to_type<T>(row);
    row.store = into(field);
    return Row(std::move(row));
}

template <class T>
Row number_each(std::string_view name, PerDirection<T> Job::*field, std::string_view fallback,
                std::string_view category, std::string_view help) {
    OptionRow row = basic(OptionKind::integer, name, fallback, category, help);
    limit_to_type<T>(row);
    row.values = direction_count;
    row.store = into_each(field);
    return Row(std::move(row));
}

template <class T>
Row size(std::string_view name, T Job::*field, std::string_view fallback, std::string_view category,
         std::string_view help) {
    OptionRow row = basic(OptionKind::size, name, fallback, category, help);
    row.min = 0;
    row.percent = std::same_as<T, SizeOrPercent>;
    row.store = into(field);
    return Row(std::move(row));
}

inline Row span(std::string_view name, Nanos Job::*field, std::string_view fallback,
                std::string_view unit, std::string_view category, std::string_view help) {
    OptionRow row = basic(OptionKind::time, name, fallback, category, help);
    row.unit = unit;
    row.store = into(field);
    return Row(std::move(row));
}

template <class T>
Choice pick(std::string_view word, T value, std::string_view help = {}) {
    return {word, static_cast<std::int64_t>(value), help};
}

template <class T>
Row choice(std::string_view name, T Job::*field, std::string_view fallback,
           std::vector<Choice> choices, std::string_view category, std::string_view help) {
    OptionRow row = basic(OptionKind::choice, name, fallback, category, help);
    row.choices = std::move(choices);
    row.store = into(field);
    return Row(std::move(row));
}

inline Row custom(std::string_view name, Store store, std::string_view fallback,
                  std::string_view category, std::string_view help) {
    OptionRow row = basic(OptionKind::custom, name, fallback, category, help);
    row.store = std::move(store);
    return Row(std::move(row));
}

// The parts of the core table, one file each.
void add_general_rows(Rows& rows);      ///< identity, time, processes, priorities, units
void add_access_rows(Rows& rows);       ///< directions, block sizes, ranges, random order
void add_file_rows(Rows& rows);         ///< which files, how they are made
void add_how_rows(Rows& rows);          ///< engine, depth, syncing, buffers
void add_pace_rows(Rows& rows);         ///< rates and think time
void add_statistic_rows(Rows& rows);    ///< what is measured
void add_own_rows(Rows& rows);          ///< what fio does not have
void add_later_io_rows(Rows& rows);     ///< known, not built yet: verification, replay, zones ...
void add_later_other_rows(Rows& rows);  ///< known, not built yet: logs and the rest
void add_later_engines(OptionTable& table);  ///< engines and engine options not built yet

}  // namespace fathom::rows
