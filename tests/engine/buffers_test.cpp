// I/O buffers: every kind of memory, its alignment, and what is said when it cannot be had.
#include "engine/buffers.h"

#include <cstring>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/harness.h"

namespace fathom {
namespace {

struct NamedKind {
    const char* name;
    MemoryKind kind;
};
void PrintTo(const NamedKind& kind, std::ostream* out) {
    *out << kind.name;
}

class BufferKinds : public ::testing::TestWithParam<NamedKind> {};

TEST_P(BufferKinds, gives_each_slot_its_own_aligned_piece) {
    Job job;
    job.memory = GetParam().kind;
    job.iomem_align = 16384;
    std::vector<Slot> slots(5);
    const Buffers buffers(job, 5000, slots.size());
    buffers.give_to(slots);
    EXPECT_EQ(buffers.bytes().size(), 5U * 16384);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        EXPECT_EQ(slots[i].index, i);
        EXPECT_EQ(slots[i].buffer, buffers.bytes().data() + i * 16384);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(slots[i].buffer) % 16384, 0U);
        std::memset(slots[i].buffer, static_cast<int>(i), 5000);
    }
    EXPECT_EQ(slots[3].buffer[4999], std::byte{3});
}

INSTANTIATE_TEST_SUITE_P(Kinds, BufferKinds,
                         ::testing::Values(NamedKind{"malloc", MemoryKind::malloc},
                                           NamedKind{"shm", MemoryKind::shm},
                                           NamedKind{"mmap", MemoryKind::mmap},
                                           NamedKind{"mmapshared", MemoryKind::mmapshared}));

TEST(Buffers, come_from_a_file_when_one_is_named) {
    const test::TemporaryDirectory directory;
    Job job;
    job.memory = MemoryKind::mmapshared;
    job.memory_file = directory.file("memory");
    const Buffers buffers(job, 4096, 2);
    std::memset(buffers.bytes().data(), 'x', 8192);
    EXPECT_EQ(test::read_all(job.memory_file), std::string(8192, 'x'));
}

TEST(Buffers, a_refusal_names_the_kind_and_the_file) {
    Job job;
    job.memory = MemoryKind::mmap;
    job.memory_file = "/nonexistent/memory";
    try {
        const Buffers buffers(job, 4096, 1);
        FAIL() << "opened what is not there";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ENOENT);
        EXPECT_NE(std::string(error.what()).find("mem=mmap:/nonexistent/memory"), std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace fathom
