#include "disk/flash_plane.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace fathom::disk {

namespace {
/// Random writes of a precondition are really done: more would keep the user waiting.
constexpr std::uint64_t most_random_pages = std::uint64_t{1} << 22;
}  // namespace

void check_flash(const FlashSettings& s) {
    constexpr std::uint32_t most_planes = 1U << 16;
    if (std::uint64_t{s.channels} * s.chips * s.dies * s.planes > most_planes)
        throw std::invalid_argument(fmt::format("more than {} planes", most_planes));
    if (std::uint64_t{s.blocks} * s.pages >= PageTable::nowhere)
        throw std::invalid_argument("a plane has more than 2^32 pages");
    const std::uint32_t full = (s.host_pages() + s.pages - 1) / s.pages;
    // The open block, and one that collecting gains from.
    if (s.host_pages() == 0 || s.blocks < full + s.reserve() + 2) {
        throw std::invalid_argument(fmt::format(
            "op_pct leaves {} spare blocks in a plane, gc_start_pct keeps {} free, and two more "
            "are needed",
            s.blocks - std::min(s.blocks, full), s.reserve()));
    }
    const std::uint64_t all = std::uint64_t{s.host_pages()} * s.all_planes();
    if (s.precondition == Precondition::random && all > most_random_pages) {
        throw std::invalid_argument(
            fmt::format("precondition=rand writes every page twice; {} pages are more than {}", all,
                        most_random_pages));
    }
}

FlashPlane::FlashPlane(const FlashSettings& s, std::uint64_t seed)
    : pages_(s.pages),
      host_pages_(s.host_pages()),
      reserve_(s.reserve()),
      gc_(s.gc),
      choices_(s.gc_choices),
      random_(seed),
      table_(host_pages_, s.precondition != Precondition::none),
      valid_(s.blocks),
      owners_(s.blocks) {
    std::uint32_t block = 0;
    if (s.precondition != Precondition::none) {
        for (; block * pages_ < host_pages_; ++block) {
            valid_[block] = std::min(pages_, host_pages_ - block * pages_);
            closed_.push_back(block);
        }
    }
    for (; block < s.blocks; ++block) free_.push_back(block);
    open_next();
    if (s.precondition != Precondition::random) return;
    for (std::uint64_t i = 0; i < std::uint64_t{host_pages_} * 2; ++i)
        write(static_cast<std::uint32_t>(random_.below(host_pages_)));
    host_writes_ = flash_writes_ = 0;
}

FlashPlane::Collected FlashPlane::write(std::uint32_t page) {
    ++host_writes_;
    leave(page);
    append(page);
    Collected done;
    while (free_.size() < reserve_) collect(done);
    return done;
}

void FlashPlane::trim(std::uint32_t page) {
    leave(page);
    table_.set(page, PageTable::nowhere);
}

void FlashPlane::leave(std::uint32_t page) {
    const std::uint32_t place = table_.at(page);
    if (place != PageTable::nowhere) --valid_[place / pages_];
}

void FlashPlane::append(std::uint32_t page) {
    if (used_ == pages_) {
        closed_.push_back(open_);
        open_next();
    }
    owners_[open_][used_] = page;
    table_.set(page, open_ * pages_ + used_);
    ++used_;
    ++valid_[open_];
    ++flash_writes_;
}

void FlashPlane::open_next() {
    open_ = free_.front();
    free_.pop_front();
    used_ = 0;
    owners_[open_].resize(pages_);
}

std::size_t FlashPlane::victim() {
    if (gc_ == GarbageCollection::fifo) return 0;
    std::size_t best = 0;
    if (gc_ == GarbageCollection::greedy) {
        for (std::size_t i = 1; i < closed_.size(); ++i)
            if (valid_[closed_[i]] < valid_[closed_[best]]) best = i;
        return best;
    }
    best = random_.below(closed_.size());
    for (std::uint32_t i = 1; i < choices_; ++i) {
        const std::size_t one = random_.below(closed_.size());
        if (valid_[closed_[one]] < valid_[closed_[best]]) best = one;
    }
    return best;
}

void FlashPlane::collect(Collected& done) {
    const std::size_t chosen = victim();
    const std::uint32_t block = closed_[chosen];
    closed_.erase(closed_.begin() + static_cast<std::ptrdiff_t>(chosen));
    for (std::uint32_t i = 0; i < pages_ && valid_[block] > 0; ++i) {
        const std::uint32_t place = block * pages_ + i;
        const std::uint32_t page = owners_[block].empty() ? place : owners_[block][i];
        if (page >= host_pages_ || table_.at(page) != place) continue;
        --valid_[block];
        append(page);
        ++done.moved;
    }
    free_.push_back(block);
    ++done.erased;
}

}  // namespace fathom::disk
