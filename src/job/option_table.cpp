// The option table: all core rows, engines' rows, and look-up by name.
#include <algorithm>
#include <iterator>
#include <utility>

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
    rows::add_pace_rows(table.core_);
    rows::add_own_rows(table.core_);
    rows::add_statistic_rows(table.core_);
    rows::add_later_io_rows(table.core_);
    rows::add_later_other_rows(table.core_);
    rows::add_later_engines(table);
    return table;
}

void OptionTable::add_engine(const std::string& engine, std::vector<OptionRow> rows,
                             EngineStanding standing) {
    for (OptionRow& row : rows) {
        if (!row.store) row.store = store_engine_option;
        if (row.category.empty()) row.category = "engine";
    }
    auto place = std::find_if(engines_.begin(), engines_.end(),
                              [&](const EngineRows& entry) { return entry.name == engine; });
    if (place == engines_.end()) place = engines_.insert(place, {engine, standing, {}});
    place->standing = std::max(place->standing, standing);
    // An engine's own rows come before those it does not act on yet.
    place->rows.insert(standing == EngineStanding::built ? place->rows.begin() : place->rows.end(),
                       std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
}

const OptionRow* OptionTable::find(std::string_view name) const {
    return find_in(core_, name);
}

const OptionRow* OptionTable::find(std::string_view engine, std::string_view name) const {
    return find_in(engine_rows(engine), name);
}

const OptionTable::EngineRows* OptionTable::engine(std::string_view name) const {
    const auto place = std::find_if(engines_.begin(), engines_.end(),
                                    [&](const EngineRows& entry) { return entry.name == name; });
    return place == engines_.end() ? nullptr : &*place;
}

EngineStanding OptionTable::engine_standing(std::string_view engine) const {
    const EngineRows* found = this->engine(engine);
    // "external:/path" is the engine external.
    if (found == nullptr) found = this->engine(engine.substr(0, engine.find(':')));
    return found == nullptr ? EngineStanding::unknown : found->standing;
}

std::vector<std::string> OptionTable::engines(EngineStanding standing) const {
    std::vector<std::string> names;
    for (const EngineRows& entry : engines_) {
        if (entry.standing == standing) names.push_back(entry.name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::span<const OptionRow> OptionTable::engine_rows(std::string_view engine) const {
    const EngineRows* found = this->engine(engine);
    return found == nullptr ? std::span<const OptionRow>() : found->rows;
}

std::vector<std::string> OptionTable::engines_with(std::string_view option) const {
    std::vector<std::string> built, others;
    for (const EngineRows& entry : engines_) {
        if (find_in(entry.rows, option) == nullptr) continue;
        (entry.standing == EngineStanding::built ? built : others).push_back(entry.name);
    }
    return built.empty() ? others : built;
}

std::string OptionTable::nearest(std::string_view engine, std::string_view name) const {
    std::vector<std::string_view> names;
    add_names(core_, names);
    add_names(engine_rows(engine), names);
    return nearest_word(name, names);
}

}  // namespace fathom
