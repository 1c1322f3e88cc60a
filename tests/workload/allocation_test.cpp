// Filling a batch allocates nothing. Counts this thread's allocations by replacing operator new,
// kept out of line so that the compiler does not pair it with the library's.
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "workload/allocations.h"
#include "workload/streams.h"

namespace {
thread_local std::size_t allocations = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace fathom::test {

std::size_t allocations_so_far() {
    return allocations;
}

namespace {

TEST(Workload, filling_a_batch_allocates_nothing) {
    for (const char* rw : {"read", "randread", "randrw"}) {
        for (const bool nomap : {false, true}) {
            Job job = job_of(rw);
            job.norandommap = nomap;
            // A small region, so that new passes begin as well.
            auto workload = make_workload(job, {.files = {{0, 400 * kib}}, .repeat = true});
            RequestBatch batch;
            const std::size_t before = allocations;
            for (int i = 0; i < 100; ++i) workload->fill(batch);
            EXPECT_EQ(allocations, before) << rw << nomap;
            EXPECT_EQ(batch.count, RequestBatch::capacity);
        }
    }
}

}  // namespace
}  // namespace fathom::test
