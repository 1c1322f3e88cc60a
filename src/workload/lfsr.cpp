#include "workload/lfsr.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/random.h"

namespace fathom {

namespace {

/// Primitive polynomials over GF(2), bit i - 1 standing for x^i, for the widths from 2. Each was
/// checked: x has order 2^width - 1 modulo the polynomial.
constexpr std::array<std::uint64_t, LfsrOrder::max_width - 1> polynomials = {0x3,
                                                                             0x6,
                                                                             0xc,
                                                                             0x14,
                                                                             0x30,
                                                                             0x60,
                                                                             0xb8,
                                                                             0x110,
                                                                             0x240,
                                                                             0x500,
                                                                             0x829,
                                                                             0x100d,
                                                                             0x2015,
                                                                             0x6000,
                                                                             0xd008,
                                                                             0x12000,
                                                                             0x20400,
                                                                             0x40023,
                                                                             0x90000,
                                                                             0x140000,
                                                                             0x300000,
                                                                             0x420000,
                                                                             0xe10000,
                                                                             0x1200000,
                                                                             0x2000023,
                                                                             0x4000013,
                                                                             0x9000000,
                                                                             0x14000000,
                                                                             0x20000029,
                                                                             0x48000000,
                                                                             0x80200003,
                                                                             0x100080000,
                                                                             0x204000003,
                                                                             0x500000000,
                                                                             0x801000000,
                                                                             0x100000001f,
                                                                             0x2000000031,
                                                                             0x4400000000,
                                                                             0xa000140000,
                                                                             0x12000000000,
                                                                             0x300000c0000,
                                                                             0x63000000000,
                                                                             0xc0000030000,
                                                                             0x1b0000000000,
                                                                             0x300003000000,
                                                                             0x420000000000,
                                                                             0xc00000180000,
                                                                             0x1008000000000,
                                                                             0x3000000c00000,
                                                                             0x6000c00000000,
                                                                             0x9000000000000,
                                                                             0x18003000000000,
                                                                             0x30000000030000,
                                                                             0x40000040000000,
                                                                             0xc0000600000000,
                                                                             0x102000000000000,
                                                                             0x200004000000000,
                                                                             0x600003000000000,
                                                                             0xc00000000000000,
                                                                             0x1800300000000000,
                                                                             0x3000000000000030,
                                                                             0x6000000000000000};

}  // namespace

std::uint64_t LfsrOrder::taps(unsigned width) {
    return polynomials.at(width - 2);
}

LfsrOrder::LfsrOrder(std::uint64_t count, std::uint64_t key) : count_(count) {
    const auto needed = static_cast<unsigned>(count > 1 ? std::bit_width(count - 1) : 1);
    const unsigned width = std::max(2U, needed);
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    taps_ = taps(width);
    left_ = count == 0 ? 0 : mask + 1;
    key_ = splitmix64(key) & mask;
    first_ = std::max<std::uint64_t>(1, splitmix64(key) & mask);
}

}  // namespace fathom
