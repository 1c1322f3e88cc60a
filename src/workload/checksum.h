// Checksums by name: what verification writes into blocks and --crctest measures. Used by workload/
// and cli/; knows nothing of blocks, headers or jobs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fathom {

enum class ChecksumKind : std::uint8_t {
    md5,
    crc64,
    crc32,
    crc32c,
    crc16,
    crc7,
    sha1,
    sha256,
    sha512,
    xxhash,
    sha3_224,
    sha3_256,
    sha3_384,
    sha3_512
};

/// fio's words for them, in the order of ChecksumKind.
inline constexpr std::array<std::string_view, 14> checksum_names = {
    "md5",    "crc64",  "crc32",  "crc32c",   "crc16",    "crc7",     "sha1",
    "sha256", "sha512", "xxhash", "sha3-224", "sha3-256", "sha3-384", "sha3-512"};

std::optional<ChecksumKind> checksum_of_name(std::string_view name);

/// A checksum's bytes: digests as they are printed, numbers with their highest byte first.
struct Checksum {
    std::array<std::byte, 64> bytes{};
    std::size_t size = 0;
    bool operator==(const Checksum&) const = default;
};

/// md5, sha1, sha256, sha512: FIPS 180 and RFC 1321; sha3: FIPS 202. crc64: CRC-64/XZ; crc32:
/// CRC-32/ISO-HDLC; crc32c: CRC-32/ISCSI; crc16: CRC-16/ARC; crc7: CRC-7/MMC; xxhash: XXH32, seed
/// 0. Throws Error where the system's library refuses the method (md5 in FIPS mode).
Checksum checksum(ChecksumKind kind, std::span<const std::byte> data);

/// Lower-case hexadecimal.
std::string to_hex(const Checksum& sum);

}  // namespace fathom
