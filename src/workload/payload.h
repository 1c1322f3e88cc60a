// The bytes a write carries: made once at start and lightly scrambled per write, refilled per
// write, or zero. The hot loop calls prepare() before each write and nothing for reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/random.h"

namespace fathom {

class Payload {
  public:
    enum class Kind : std::uint8_t { keep, scramble, refill };

    /// Payloads of different seeds differ in every block they make.
    Payload(Kind kind, std::uint64_t seed);

    /// Fills `buffer` with pseudo-random bytes, other ones at each call.
    void fill(std::span<std::byte> buffer);

    /// Makes the buffer ready for a write of `length` bytes at `offset`.
    void prepare(std::byte* buffer, std::uint32_t length, std::uint64_t offset) {
        if (kind_ == Kind::keep) return;
        if (kind_ == Kind::scramble) {
            scramble(buffer, length, offset);
        } else {
            fill({buffer, length});
        }
    }

  private:
    /// Stamps each 512-byte piece with its place and a counter, so that no two blocks are alike.
    /// The counter starts where the seed says, so that two workers that write what they have read
    /// do not write the same.
    void scramble(std::byte* buffer, std::uint32_t length, std::uint64_t offset) {
        ++serial_;
        for (std::uint32_t at = 0; at + 16 <= length; at += 512) {
            const std::uint64_t stamp[2] = {offset + at, serial_ + salt_};
            std::memcpy(buffer + at, stamp, sizeof stamp);
        }
    }

    Kind kind_;
    std::uint64_t salt_ = 0;
    std::uint64_t counter_ = 0;
    std::uint64_t serial_ = 0;
};

}  // namespace fathom
