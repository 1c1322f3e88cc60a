// A host in virtual time that asks for one thing and waits for it, and pays for each call what the
// drive's parameters say of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "disk/closed_loop.h"

namespace fathom::disk::test {

class BlockingHost {
  public:
    explicit BlockingHost(const Parameters& parameters)
        : parameters_(parameters), disk(parameters) {}

    Nanos read(std::uint64_t sector, std::uint64_t count) { return transfer(sector, count, false); }
    Nanos write(std::uint64_t sector, std::uint64_t count) { return transfer(sector, count, true); }
    /// How long the drive took.
    Nanos transfer(std::uint64_t sector, std::uint64_t count, bool write) {
        pause(host_cost(parameters_, count * parameters_.sector));
        const Nanos begun = now;
        disk.submit(++last_, sector, count, write, now);
        return wait_for_last() - begun;
    }
    Nanos flush() {
        const Nanos begun = now;
        if (!disk.flush(++last_, now)) return {};
        return wait_for_last() - begun;
    }
    /// The drive is left alone.
    void pause(Nanos time) {
        const Nanos until = now + time;
        for (;;) {
            disk.before_time_goes_on(now);
            const auto next = disk.next_event();
            if (!next || *next > until) break;
            step(*next);
        }
        step(until);
    }
    [[nodiscard]] double seconds() const { return now.as_double() / 1e9; }

  private:
    void step(Nanos at) {
        now = at;
        disk.advance(now);
        while (const auto id = disk.completed(now)) done_ = std::max(done_, *id);
    }
    Nanos wait_for_last() {
        while (done_ < last_) {
            disk.before_time_goes_on(now);
            step(disk.next_event().value());
        }
        return now;
    }

    Parameters parameters_;
    std::uint64_t last_ = 0, done_ = 0;

  public:
    HardDisk disk;
    Nanos now{};
};

enum class Order : std::uint8_t { forward, backward, shuffled };

/// The sectors of so many bytes in blocks, each block once.
inline std::vector<std::uint64_t> blocks_in(Order order, std::uint64_t bytes, std::uint64_t block,
                                            std::uint64_t seed = 1) {
    std::vector<std::uint64_t> starts(bytes / block);
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = i * (block / 512);
    if (order == Order::backward) std::reverse(starts.begin(), starts.end());
    if (order == Order::shuffled) {
        Random random(seed);
        for (std::size_t i = starts.size(); i > 1; --i)
            std::swap(starts[i - 1], starts[random.below(i)]);
    }
    return starts;
}

/// MiB/s of a job that goes over `bytes` once, from this part of the disk on.
inline double mib_per_second(const Parameters& parameters, Order order, bool write,
                             std::uint64_t bytes, std::uint64_t block, double offset = 0) {
    BlockingHost host(parameters);
    const auto first =
        static_cast<std::uint64_t>(static_cast<double>(host.disk.sectors()) * offset) / 8 * 8;
    for (const std::uint64_t start : blocks_in(order, bytes, block))
        host.transfer(first + start, block / 512, write);
    return static_cast<double>(bytes) / (1 << 20) / host.seconds();
}

}  // namespace fathom::disk::test
