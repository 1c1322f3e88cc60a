// The option table: all core rows, engines' rows, and look-up by name.
#include <algorithm>

#include "job/nearest.h"
#include "job/option.h"
#include "job/rows.h"

namespace fathom {

namespace {

bool answers_to(const OptionRow& row, std::string_view name) {
    return row.name == name ||
           std::find(row.aliases.begin(), row.aliases.end(), name) != row.aliases.end();
}

const OptionRow* find_in(std::span<const OptionRow> rows, std::string_view name) {
    for (const OptionRow& row : rows) {
        if (answers_to(row, name)) return &row;
    }
    return nullptr;
}

void add_names(std::span<const OptionRow> rows, std::vector<std::string_view>& names) {
    for (const OptionRow& row : rows) {
        names.push_back(row.name);
        names.insert(names.end(), row.aliases.begin(), row.aliases.end());
    }
}

}  // namespace

OptionTable OptionTable::core() {
    OptionTable table;
    table.core_.reserve(320);
    rows::add_general_rows(table.core_);
    rows::add_file_rows(table.core_);
    rows::add_access_rows(table.core_);
    rows::add_how_rows(table.core_);
    rows::add_statistic_rows(table.core_);
    rows::add_later_io_rows(table.core_);
    rows::add_later_other_rows(table.core_);
    return table;
}

void OptionTable::add_engine(std::string engine, std::vector<OptionRow> rows) {
    for (OptionRow& row : rows) {
        if (!row.store) row.store = store_engine_option;
        if (row.category.empty()) row.category = "engine";
    }
    engines_.emplace_back(std::move(engine), std::move(rows));
}

const OptionRow* OptionTable::find(std::string_view name) const {
    return find_in(core_, name);
}

const OptionRow* OptionTable::find(std::string_view engine, std::string_view name) const {
    return find_in(engine_rows(engine), name);
}

bool OptionTable::knows_engine(std::string_view engine) const {
    return std::any_of(engines_.begin(), engines_.end(),
                       [&](const auto& entry) { return entry.first == engine; });
}

std::vector<std::string> OptionTable::engines() const {
    std::vector<std::string> names;
    for (const auto& [name, rows] : engines_) names.push_back(name);
    return names;
}

std::span<const OptionRow> OptionTable::engine_rows(std::string_view engine) const {
    for (const auto& [name, rows] : engines_) {
        if (name == engine) return rows;
    }
    return {};
}

std::vector<std::string> OptionTable::engines_with(std::string_view option) const {
    std::vector<std::string> names;
    for (const auto& [name, rows] : engines_) {
        if (find_in(rows, option) != nullptr) names.push_back(name);
    }
    return names;
}

std::string OptionTable::nearest(std::string_view engine, std::string_view name) const {
    std::vector<std::string_view> names;
    add_names(core_, names);
    add_names(engine_rows(engine), names);
    return nearest_word(name, names);
}

}  // namespace fathom
