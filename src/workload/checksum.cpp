#include "workload/checksum.h"

#include <algorithm>

#include <fmt/format.h>
#include <isa-l/crc.h>
#include <isa-l/crc64.h>
#include <openssl/evp.h>
#include <xxhash.h>

#include "base/error.h"

namespace fathom {

namespace {

const unsigned char* bytes_of(std::span<const std::byte> data) {
    return reinterpret_cast<const unsigned char*>(data.data());
}

/// Highest byte first.
Checksum from_number(std::uint64_t value, std::size_t size) {
    Checksum sum;
    sum.size = size;
    for (std::size_t i = 0; i < size; ++i)
        sum.bytes[i] = static_cast<std::byte>(value >> (8 * (size - 1 - i)));
    return sum;
}

const EVP_MD* digest_method(ChecksumKind kind) {
    switch (kind) {
        case ChecksumKind::md5:
            return EVP_md5();
        case ChecksumKind::sha1:
            return EVP_sha1();
        case ChecksumKind::sha256:
            return EVP_sha256();
        case ChecksumKind::sha512:
            return EVP_sha512();
        case ChecksumKind::sha3_224:
            return EVP_sha3_224();
        case ChecksumKind::sha3_256:
            return EVP_sha3_256();
        case ChecksumKind::sha3_384:
            return EVP_sha3_384();
        case ChecksumKind::sha3_512:
            return EVP_sha3_512();
        default:
            return nullptr;
    }
}

Checksum digest(ChecksumKind kind, std::span<const std::byte> data) {
    Checksum sum;
    unsigned size = 0;
    auto* out = reinterpret_cast<unsigned char*>(sum.bytes.data());
    if (EVP_Digest(data.data(), data.size(), out, &size, digest_method(kind), nullptr) != 1) {
        throw Error("the system's crypto library refuses " +
                    std::string(checksum_names[static_cast<std::size_t>(kind)]));
    }
    sum.size = size;
    return sum;
}

/// One step per byte value, for the polynomials that no library here has.
template <class T, class Step>
constexpr std::array<T, 256> table_of(Step step) {
    std::array<T, 256> table{};
    for (unsigned i = 0; i < 256; ++i) {
        auto value = static_cast<T>(i);
        for (int bit = 0; bit < 8; ++bit) value = step(value);
        table[i] = value;
    }
    return table;
}

constexpr auto crc16_table = table_of<std::uint16_t>([](std::uint16_t v) {
    return static_cast<std::uint16_t>((v & 1U) != 0 ? (v >> 1U) ^ 0xa001U : v >> 1U);
});

/// Seven bits, kept in the upper ones of a byte.
constexpr auto crc7_table = table_of<std::uint8_t>([](std::uint8_t v) {
    return static_cast<std::uint8_t>((v & 0x80U) != 0 ? (unsigned{v} << 1U) ^ (0x09U << 1U)
                                                      : unsigned{v} << 1U);
});

std::uint16_t crc16(std::span<const std::byte> data) {
    std::uint16_t crc = 0;
    for (const std::byte one : data) {
        const auto index = static_cast<std::uint8_t>(crc ^ static_cast<std::uint8_t>(one));
        crc = static_cast<std::uint16_t>((crc >> 8U) ^ crc16_table[index]);
    }
    return crc;
}

std::uint8_t crc7(std::span<const std::byte> data) {
    std::uint8_t crc = 0;
    for (const std::byte one : data)
        crc = crc7_table[static_cast<std::uint8_t>(crc ^ static_cast<std::uint8_t>(one))];
    return static_cast<std::uint8_t>(crc >> 1U);
}

/// The library takes lengths as int and changes nothing in the buffer.
std::uint32_t crc32c(std::span<const std::byte> data) {
    std::uint32_t crc = 0xffffffffU;
    constexpr std::size_t most = std::size_t{1} << 30;
    while (!data.empty()) {
        const auto part = data.first(std::min(data.size(), most));
        crc = ::crc32_iscsi(const_cast<unsigned char*>(bytes_of(part)),
                            static_cast<int>(part.size()), crc);
        data = data.subspan(part.size());
    }
    return crc ^ 0xffffffffU;
}

}  // namespace

std::optional<ChecksumKind> checksum_of_name(std::string_view name) {
    const auto found = std::find(checksum_names.begin(), checksum_names.end(), name);
    if (found == checksum_names.end()) return std::nullopt;
    return static_cast<ChecksumKind>(found - checksum_names.begin());
}

Checksum checksum(ChecksumKind kind, std::span<const std::byte> data) {
    switch (kind) {
        case ChecksumKind::crc64:
            return from_number(::crc64_ecma_refl(0, bytes_of(data), data.size()), 8);
        case ChecksumKind::crc32:
            return from_number(::crc32_gzip_refl(0, bytes_of(data), data.size()), 4);
        case ChecksumKind::crc32c:
            return from_number(crc32c(data), 4);
        case ChecksumKind::crc16:
            return from_number(crc16(data), 2);
        case ChecksumKind::crc7:
            return from_number(crc7(data), 1);
        case ChecksumKind::xxhash:
            return from_number(::XXH32(data.data(), data.size(), 0), 4);
        default:
            return digest(kind, data);
    }
}

std::string to_hex(const Checksum& sum) {
    std::string text;
    for (std::size_t i = 0; i < sum.size; ++i)
        text += fmt::format("{:02x}", static_cast<unsigned>(sum.bytes[i]));
    return text;
}

}  // namespace fathom
