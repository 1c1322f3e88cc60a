// Published check values: of the CRC catalogue for "123456789", of the standards for "abc".
#include "workload/checksum.h"

#include <gtest/gtest.h>

namespace fathom {
namespace {

std::string hex(std::string_view name, std::string_view text) {
    const auto kind = checksum_of_name(name);
    if (!kind) return "unknown";
    return to_hex(checksum(*kind, std::as_bytes(std::span(text.data(), text.size()))));
}

TEST(Checksum, CrcsHaveTheirCheckValues) {
    EXPECT_EQ(hex("crc64", "123456789"), "995dc9bbdf1939fa");
    EXPECT_EQ(hex("crc32", "123456789"), "cbf43926");
    EXPECT_EQ(hex("crc32c", "123456789"), "e3069283");
    EXPECT_EQ(hex("crc16", "123456789"), "bb3d");
    EXPECT_EQ(hex("crc7", "123456789"), "75");
}

TEST(Checksum, DigestsAreThoseOfTheStandards) {
    EXPECT_EQ(hex("md5", "abc"), "900150983cd24fb0d6963f7d28e17f72");
    EXPECT_EQ(hex("sha1", "abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
    EXPECT_EQ(hex("sha256", "abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hex("sha512", "abc"),
              "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
              "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
    EXPECT_EQ(hex("sha3-224", "abc"), "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf");
    EXPECT_EQ(hex("sha3-256", "abc"),
              "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
    EXPECT_EQ(hex("sha3-384", "abc"),
              "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b2"
              "98d88cea927ac7f539f1edf228376d25");
    EXPECT_EQ(hex("sha3-512", "abc"),
              "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e"
              "10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0");
}

TEST(Checksum, XxhashIsThe32BitOne) {
    EXPECT_EQ(hex("xxhash", ""), "02cc5d05");
    EXPECT_EQ(hex("xxhash", "abc"), "32d153ff");
}

TEST(Checksum, EveryNameIsKnownAndOfNothingThereIsASumToo) {
    for (const std::string_view name : checksum_names) {
        EXPECT_NE(hex(name, ""), "unknown") << name;
        EXPECT_NE(hex(name, ""), "") << name;
    }
    EXPECT_EQ(checksum_of_name("murmur3"), std::nullopt);
}

TEST(Checksum, OneBitMakesADifference) {
    std::string text(4096, 'x');
    for (const std::string_view name : checksum_names) {
        const std::string before = hex(name, text);
        text[2000] ^= 1;
        EXPECT_NE(hex(name, text), before) << name;
        text[2000] ^= 1;
    }
}

}  // namespace
}  // namespace fathom
