// What reading costs grows with the text and no faster: allocations for twice the sections.
#include <gtest/gtest.h>

#include "job/job_text.h"
#include "workload/allocations.h"

namespace fathom::test {
namespace {

/// Allocations to read `count` copies of `piece`, a '#' in which stands for their number.
std::size_t cost_of(const std::string& head, const std::string& piece, int count) {
    std::string text = head;
    for (int i = 0; i < count; ++i) {
        for (const char c : piece) text += c == '#' ? std::to_string(i + 1000) : std::string(1, c);
    }
    const std::size_t before = allocations_so_far();
    try {
        build(text);
    } catch (const Error&) {
        // A refusal is work as well.
    }
    return allocations_so_far() - before;
}

void expect_linear(const std::string& head, const std::string& piece) {
    cost_of(head, piece, 1);  // what is made once and kept
    const std::size_t once = cost_of(head, piece, 500);
    EXPECT_LE(static_cast<double>(cost_of(head, piece, 1000)), 2.3 * static_cast<double>(once))
        << piece;
}

TEST(BuildCost, GrowsWithTheNumberOfSections) {
    expect_linear("[global]\nbs=4k\nsize=1m\n", "[job#]\nfilename=/x#\nrw=randread\n");
    expect_linear("", "[job#]\nrw=foo\n");
    expect_linear("", "[job#]\nverify=md5\n");
    expect_linear("[a]\nsize=1m\n", "[job#]\nwait_for=a\n");
}

TEST(BuildCost, GrowsWithTheNumberOfOptions) {
    expect_linear("[a]\n", "foo#=1\n");
    expect_linear("[a]\n", "bs=4k\n");
}

}  // namespace
}  // namespace fathom::test
