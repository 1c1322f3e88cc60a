// How far a drive reads on, unasked, behind what it was asked for.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace fathom::disk {

/// fixed: so much behind every miss. stream: behind one that continues the read before it, and when
/// less than that is left before the host, on until it is twice as much.
enum class Readahead : std::uint8_t { off, fixed, stream };

struct ReadaheadSettings {
    Readahead kind = Readahead::off;
    std::uint32_t kib = 0;
    bool preempt = true;  ///< a miss cuts it short
};

class ReadAhead {
  public:
    ReadAhead(const ReadaheadSettings& settings, std::uint32_t sector_bytes, std::uint64_t sectors)
        : kind_(settings.kind),
          length_(std::uint64_t{settings.kib} * 1024 / sector_bytes),
          sectors_(sectors) {
        ends_.fill(sectors);
    }

    /// The heads have read this for the host: on from here.
    void missed(std::uint64_t begin, std::uint64_t end) {
        streams_ = continues(begin, end) && kind_ == Readahead::stream;
        begin_ = begin;
        next_ = end;
        const bool reads_on = streams_ || kind_ == Readahead::fixed;
        end_ = reads_on ? std::min(end + length_, sectors_) : end;
    }
    /// The host was answered with this from memory. `may_extend`: nobody waits for the heads.
    void hit(std::uint64_t begin, std::uint64_t end, bool may_extend) {
        continues(begin, end);
        const bool follows = streams_ && begin >= begin_ && end <= end_;
        if (follows && may_extend && end + length_ > next_)
            end_ = std::max(end_, std::min(end + 2 * length_, sectors_));
    }
    /// The host waits for what begins within, and is to come.
    void extend(std::uint64_t end) { end_ = std::max(end_, end); }
    void passed(std::uint64_t count) { next_ += count; }

    [[nodiscard]] bool wants() const { return next_ < end_; }
    [[nodiscard]] std::uint64_t next() const { return next_; }
    [[nodiscard]] std::uint64_t left() const { return end_ - next_; }
    /// So many sectors from here on will come by if the heads read on.
    [[nodiscard]] bool leads_to(std::uint64_t sector, std::uint64_t count) const {
        return wants() && sector >= next_ && sector <= end_ && count <= length_;
    }

  private:
    /// Whether this read begins where one of the last ones ended; its end stands in for that.
    bool continues(std::uint64_t begin, std::uint64_t end) {
        const auto known = std::find(ends_.begin(), ends_.end(), begin);
        if (known != ends_.end()) {
            *known = end;
            return true;
        }
        ends_[oldest_++ % ends_.size()] = end;
        return false;
    }

    Readahead kind_;
    std::uint64_t length_, sectors_;
    std::uint64_t begin_ = 0, next_ = 0, end_ = 0;
    bool streams_ = false;
    /// Where the readers of late will be next.
    std::array<std::uint64_t, 8> ends_{};
    std::size_t oldest_ = 0;
};

}  // namespace fathom::disk
