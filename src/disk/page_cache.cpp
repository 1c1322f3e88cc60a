#include "disk/page_cache.h"

#include <algorithm>
#include <utility>

namespace fathom::disk {

namespace {
constexpr std::uint64_t most_write_back_pages = 128;  // 512 KiB a request
constexpr unsigned most_write_backs = 8;
}  // namespace

PageCache::PageCache(std::unique_ptr<Device> drive, const Settings& settings,
                     std::uint32_t sector_bytes, std::uint64_t sectors)
    : drive_(std::move(drive)),
      settings_(settings),
      per_page_(page_bytes / sector_bytes),
      sectors_(sectors) {}

// --- the host -----------------------------------------------------------------------------------

void PageCache::submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                       Nanos now) {
    now_ = now;
    Ticket ticket{id, sector / per_page_, (sector + count + per_page_ - 1) / per_page_, write};
    // A write has to know of the pages it covers in part, a read of all.
    const bool part_of_first = sector % per_page_ != 0;
    const bool part_of_last = (sector + count) % per_page_ != 0 && sector + count < sectors_;
    const auto needs = [&](Page page) {
        return !write || (page == ticket.first && part_of_first) ||
               (page + 1 == ticket.end && part_of_last);
    };
    for (Page page = ticket.first; page < ticket.end;) {
        Page end = page;
        while (end < ticket.end && needs(end) && !has(end) && !coming_.contains(end)) ++end;
        if (end > page) fetch(page, end, now);
        page = std::max(end, page + 1);
    }
    std::set<std::uint64_t> fetches;
    for (Page page = ticket.first; page < ticket.end; ++page) {
        const auto coming = coming_.find(page);
        if (coming != coming_.end() && needs(page)) fetches.insert(coming->second);
        touch(page);
    }
    if (!write) read_ahead(sector, sector + count, now);
    ticket.fetches = fetches.size();
    if (ticket.fetches == 0) {
        if (!write) return done_.push_back(id);
        throttled_.push_back(ticket);
        return let_writes_in(now);
    }
    for (const std::uint64_t errand : fetches) errands_.at(errand).waiting.push_back(next_ticket_);
    tickets_.emplace(next_ticket_++, ticket);
}

void PageCache::submit_direct(std::uint64_t id, std::uint64_t sector, std::uint64_t count,
                              bool write, Nanos now) {
    now_ = now;
    if (write) {
        const Page end = (sector + count + per_page_ - 1) / per_page_;
        for (Page page = sector / per_page_; page < end; ++page) forget(page);
    }
    send({Errand::Kind::direct, id, 0, 0, {}}, sector, count, write, now);
}

bool PageCache::holds(std::uint64_t sector, std::uint64_t count) const {
    const Page end = (sector + count + per_page_ - 1) / per_page_;
    for (Page page = sector / per_page_; page < end; ++page)
        if (!has(page) && !coming_.contains(page)) return false;
    return true;
}

bool PageCache::flush(std::uint64_t id, Nanos now) {
    now_ = now;
    if (dirty_pages() == 0) {
        const std::uint64_t own = next_errand_++;
        if (!drive_->flush(own, now)) return false;
        errands_[own] = {Errand::Kind::flush, id, 0, 0, {}};
        return true;
    }
    Flush flush{id, dirty_};
    flush.left.insert(writing_.begin(), writing_.end());
    flushes_.push_back(std::move(flush));
    write_back(now);
    return true;
}

// --- pages --------------------------------------------------------------------------------------

/// Used last, if it is here and clean.
void PageCache::touch(Page page) {
    const auto found = where_.find(page);
    if (found != where_.end()) clean_.splice(clean_.begin(), clean_, found->second);
}

void PageCache::forget(Page page) {
    const auto found = where_.find(page);
    if (found == where_.end()) return;
    clean_.erase(found->second);
    where_.erase(found);
}

/// Page by page, those that waited first; while too much is dirty they wait on.
void PageCache::let_writes_in(Nanos now) {
    const auto limit =
        static_cast<std::uint64_t>(static_cast<double>(settings_.pages) * settings_.dirty_limit);
    while (!throttled_.empty()) {
        Ticket& write = throttled_.front();
        for (; write.first < write.end && dirty_pages() <= limit; ++write.first) {
            forget(write.first);
            dirty_.insert(write.first);
        }
        if (write.first < write.end) break;
        done_.push_back(write.id);
        throttled_.pop_front();
    }
    write_back(now);
}

// --- the drive ----------------------------------------------------------------------------------

std::uint64_t PageCache::send(Errand errand, std::uint64_t sector, std::uint64_t count, bool write,
                              Nanos now) {
    const std::uint64_t own = next_errand_++;
    errands_.emplace(own, std::move(errand));
    drive_->submit(own, sector, count, write, now);
    return own;
}

void PageCache::fetch(Page first, Page end, Nanos now) {
    const std::uint64_t sector = first * per_page_;
    const std::uint64_t count = std::min(end * per_page_, sectors_) - sector;
    const std::uint64_t own =
        send({Errand::Kind::fetch, 0, first, end, {}}, sector, count, false, now);
    for (Page page = first; page < end; ++page) coming_[page] = own;
}

PageCache::Stream& PageCache::stream_of(std::uint64_t sector) {
    const auto goes_on = std::find_if(streams_.begin(), streams_.end(), [&](const Stream& one) {
        return one.used != 0 && one.next == sector;
    });
    if (goes_on != streams_.end()) return *goes_on;
    Stream& oldest =
        *std::min_element(streams_.begin(), streams_.end(),
                          [](const Stream& a, const Stream& b) { return a.used < b.used; });
    oldest = {};
    return oldest;
}

/// The first window is four times the read, each further one twice the one before. It is read when
/// the host comes to the one before it, so that it is there in time.
void PageCache::read_ahead(std::uint64_t sector, std::uint64_t end_sector, Nanos now) {
    if (settings_.readahead == 0) return;
    Stream& stream = stream_of(sector);
    const bool goes_on = stream.used != 0 || sector == 0;
    stream.used = ++uses_;
    stream.next = end_sector;
    if (!goes_on) return;
    const Page first = sector / per_page_, end = (end_sector + per_page_ - 1) / per_page_;
    if (end <= stream.mark && stream.window != 0) return;
    stream.window = std::min<Page>(stream.window == 0 ? 4 * (end - first) : 2 * stream.window,
                                   settings_.readahead);
    const Page from = std::max(stream.end, end);
    stream.mark = from;
    stream.end = std::min(from + stream.window, sectors_ / per_page_);
    for (Page page = from; page < stream.end;) {
        Page until = page;
        while (until < stream.end && !has(until) && !coming_.contains(until)) ++until;
        if (until > page) fetch(page, until, now);
        page = std::max(until, page + 1);
    }
}

/// Runs of dirty pages, upward and round again: all for a flush, else down to where it need not.
void PageCache::write_back(Nanos now) {
    const auto enough =
        static_cast<std::uint64_t>(static_cast<double>(settings_.pages) * settings_.background);
    while (write_backs_ < most_write_backs && !dirty_.empty() &&
           (!flushes_.empty() || dirty_pages() > enough)) {
        auto at = dirty_.lower_bound(hand_);
        if (at == dirty_.end()) at = dirty_.begin();
        const Page first = *at;
        Page end = first;
        while (at != dirty_.end() && *at == end && end - first < most_write_back_pages &&
               !writing_.contains(end)) {
            writing_.insert(end++);
            at = dirty_.erase(at);
        }
        // Dirty again while it is being written: later.
        if (end == first) return;
        hand_ = end;
        ++write_backs_;
        const std::uint64_t sector = first * per_page_;
        send({Errand::Kind::write_back, 0, first, end, {}}, sector,
             std::min(end * per_page_, sectors_) - sector, true, now);
    }
}

void PageCache::written(Page first, Page end, Nanos now) {
    --write_backs_;
    for (Page page = first; page < end; ++page) {
        writing_.erase(page);
        if (dirty_.contains(page)) continue;
        clean_.push_front(page);
        where_[page] = clean_.begin();
    }
    for (Flush& flush : flushes_)
        flush.left.erase(flush.left.lower_bound(first), flush.left.lower_bound(end));
    // What is told to the drive is not on the platters yet.
    for (const Flush& flush : flushes_) {
        if (!flush.left.empty()) continue;
        const std::uint64_t own = next_errand_++;
        if (drive_->flush(own, now)) {
            errands_[own] = {Errand::Kind::flush, flush.id, 0, 0, {}};
        } else {
            done_.push_back(flush.id);
        }
    }
    std::erase_if(flushes_, [](const Flush& flush) { return flush.left.empty(); });
    let_writes_in(now);
}

void PageCache::ended(const Errand& errand, Nanos now) {
    switch (errand.kind) {
        case Errand::Kind::direct:
        case Errand::Kind::flush:
            done_.push_back(errand.id);
            return;
        case Errand::Kind::write_back:
            return written(errand.first, errand.end, now);
        case Errand::Kind::fetch:
            break;
    }
    for (Page page = errand.first; page < errand.end; ++page) {
        coming_.erase(page);
        if (has(page)) continue;
        clean_.push_front(page);
        where_[page] = clean_.begin();
    }
    for (const std::uint64_t number : errand.waiting) {
        const auto found = tickets_.find(number);
        if (--found->second.fetches > 0) continue;
        if (found->second.write) {
            throttled_.push_back(found->second);
        } else {
            done_.push_back(found->second.id);
        }
        tickets_.erase(found);
    }
    let_writes_in(now);
}

void PageCache::advance(Nanos now) {
    now_ = now;
    drive_->advance(now);
    while (const auto own = drive_->completed(now)) {
        const auto errand = errands_.extract(*own);
        ended(errand.mapped(), now);
    }
    // What was used longest ago makes room; dirty pages stay.
    while (!clean_.empty() && clean_.size() + dirty_pages() > settings_.pages)
        forget(clean_.back());
}

void PageCache::before_time_goes_on(Nanos now) {
    now_ = now;
    drive_->before_time_goes_on(now);
}

std::optional<Nanos> PageCache::next_event() const {
    if (!done_.empty()) return now_;
    return drive_->next_event();
}

std::optional<std::uint64_t> PageCache::completed(Nanos /*now*/) {
    if (done_.empty()) return std::nullopt;
    const std::uint64_t id = done_.front();
    done_.pop_front();
    return id;
}

}  // namespace fathom::disk
