#include "workload/file_cursor.h"

#include <algorithm>
#include <new>

#include "base/error.h"

namespace fathom {

void FileCursor::start_pass(const AccessRules& rules, Generator& generator) {
    issued_ = 0;
    finished_ = false;
    lanes_.fill({});
    if (!rules.random || rules.coverage == Coverage::any) return;
    if (!orders_) orders_ = std::make_unique<Orders>();
    if (rules.coverage == Coverage::map) {
        if (orders_->map) {
            orders_->map->free_all();
        } else {
            make_map(rules);
        }
        return;
    }
    const std::uint64_t blocks = rules.capacity(span_.length) / rules.least;
    if (rules.generator == RandomGenerator::lfsr) {
        orders_->lfsr = LfsrOrder(blocks, generator.next());
    } else {
        orders_->permutation = PermutationOrder(blocks, generator.next());
    }
}

void FileCursor::make_map(const AccessRules& rules) {
    PerDirection<std::uint64_t> slots{};
    for (const Direction d : all_directions)
        if (rules.active[d]) slots[d] = rules.length[d].min();
    try {
        orders_->map.emplace(span_.length, slots);
    } catch (const std::bad_alloc&) {
        if (!rules.softrandommap)
            throw Error("no memory for the random map of " + std::to_string(span_.length) +
                            " bytes in blocks of " + std::to_string(rules.least),
                        {}, "softrandommap=1 goes on without it, norandommap=1 needs none");
    }
}

bool FileCursor::done(const AccessRules& rules) const {
    if (finished_ || issued_ + rules.least > span_.length) return true;
    if (!orders_ || !orders_->map) return false;
    for (const Direction d : all_directions)
        if (rules.active[d] && !orders_->map->full(d)) return false;
    return true;
}

std::optional<Place> FileCursor::next(const AccessRules& rules, Direction d, Generator& generator) {
    if (finished_ || issued_ >= span_.length) return std::nullopt;
    const LengthDraw& draw = rules.length[d];
    const std::uint64_t room = span_.length - issued_;
    if (room < draw.min()) return std::nullopt;
    const std::uint64_t length = draw.cut(draw.next(generator), room);
    const auto place =
        rules.random ? next_random(rules, d, length, generator) : next_sequential(rules, d, length);
    if (!place) return std::nullopt;
    issued_ += place->length;
    lanes_[index_of(d)].begin = place->offset;
    lanes_[index_of(d)].end = place->offset + place->length;
    return place;
}

std::optional<Place> FileCursor::fit(const LengthDraw& draw, std::uint64_t offset,
                                     std::uint64_t length) const {
    if (offset > span_.length || span_.length - offset < draw.min()) return std::nullopt;
    return Place{offset, draw.cut(length, span_.length - offset)};
}

std::optional<Place> FileCursor::next_sequential(const AccessRules& rules, Direction d,
                                                 std::uint64_t length) {
    const Lane& lane = lanes_[index_of(d)];
    const LengthDraw& draw = rules.length[d];
    if (lane.end == 0) return fit(draw, 0, length);
    if (rules.step == 0) {
        const auto place = fit(draw, lane.end, length);
        return place ? place : fit(draw, 0, length);
    }
    if (lane.end >= span_.length) {
        finished_ = true;
        return std::nullopt;
    }
    // Positions are bytes of a file, so they fit a signed number.
    auto offset = static_cast<std::int64_t>(lane.end) + rules.step;
    const auto region = static_cast<std::int64_t>(span_.length);
    if (offset < 0) offset = region + rules.step;
    const std::uint64_t file_end =
        std::max(span_.file_size, span_.offset + span_.length) - span_.offset;
    if (offset >= static_cast<std::int64_t>(file_end))
        offset = rules.step > 0 ? 0 : region + rules.step;
    const auto place =
        offset < 0 ? std::nullopt : fit(draw, static_cast<std::uint64_t>(offset), length);
    finished_ = !place;
    return place;
}

std::optional<Place> FileCursor::next_random(const AccessRules& rules, Direction d,
                                             std::uint64_t length, Generator& generator) {
    Lane& lane = lanes_[index_of(d)];
    const std::uint32_t percent = rules.percentage_random[d];
    const bool random = percent >= 100 || generator.chance(percent);
    const bool follows = !random || lane.run_left > 0;
    if (random) lane.run_left = lane.run_left > 0 ? lane.run_left - 1 : rules.run - 1;
    if (follows) {
        const std::uint64_t offset = random && rules.identical ? lane.begin : lane.end;
        if (const auto place = fit(rules.length[d], offset, length)) return place;
    }
    return draw_place(rules, d, length, generator);
}

std::optional<Place> FileCursor::draw_place(const AccessRules& rules, Direction d,
                                            std::uint64_t length, Generator& generator) {
    if (rules.coverage == Coverage::order)
        return Place{next_block(rules, generator) * length, length};
    if (orders_ && orders_->map) return orders_->map->take(d, length, generator);
    const LengthDraw& draw = rules.length[d];
    const std::uint64_t places = rules.align[d].divide(span_.length - draw.min()) + 1;
    return fit(draw, generator.below(places) * rules.align[d].divisor(), length);
}

std::uint64_t FileCursor::next_block(const AccessRules& rules, Generator& generator) {
    const auto from = [&](auto& order) {
        for (;;) {
            if (order.left() == 0) order = {order.count(), generator.next()};
            const std::uint64_t block = order.candidate();
            if (block < order.count()) return block;
        }
    };
    return rules.generator == RandomGenerator::lfsr ? from(orders_->lfsr)
                                                    : from(orders_->permutation);
}

}  // namespace fathom
