// Write amplification against published closed forms and simulations; and what a plane holds.
#include "disk/flash_plane.h"

#include <cmath>
#include <map>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"

namespace fathom::disk {
namespace {

FlashSettings one_plane(double over_provision, GarbageCollection gc, std::uint32_t pages = 64,
                        std::uint32_t blocks = 1000) {
    FlashSettings s;
    s.channels = s.chips = 1;
    s.blocks = blocks;
    s.pages = pages;
    s.page_kib = 4;
    s.over_provision = over_provision;
    s.gc = gc;
    s.gc_choices = 8;
    s.gc_start = 0;
    s.precondition = Precondition::sequential;
    return s;
}

/// Of uniform random writes, once the drive has forgotten how it began.
double amplification_of(const FlashSettings& settings) {
    FlashPlane plane(settings, 5);
    Random random(17);
    const std::uint32_t pages = settings.host_pages();
    for (std::uint32_t i = 0; i < 4 * pages; ++i)
        plane.write(static_cast<std::uint32_t>(random.below(pages)));
    const std::uint64_t host = plane.host_writes(), flash = plane.flash_writes();
    for (std::uint32_t i = 0; i < 3 * pages; ++i)
        plane.write(static_cast<std::uint32_t>(random.below(pages)));
    return static_cast<double>(plane.flash_writes() - flash) /
           static_cast<double>(plane.host_writes() - host);
}

/// First in, first out: of p = exp(-a (1 - p)), a physical over host's pages, 1 / (1 - p).
double fifo_by_theory(double a) {
    double p = 0.5;
    for (int i = 0; i < 1000; ++i) p = std::exp(-a * (1 - p));
    return 1 / (1 - p);
}

TEST(FlashPlane, first_in_first_out_amplifies_as_theory_says) {
    for (const double op : {0.15, 0.28, 0.5, 1.0}) {
        const double measured = amplification_of(one_plane(op, GarbageCollection::fifo));
        EXPECT_NEAR(measured / fifo_by_theory(1 + op), 1, 0.05) << op;
    }
}

TEST(FlashPlane, amplification_with_28_percent_is_the_published_one) {
    const double greedy = amplification_of(one_plane(0.28, GarbageCollection::greedy));
    const double fifo = amplification_of(one_plane(0.28, GarbageCollection::fifo));
    EXPECT_NEAR(greedy / 2.43, 1, 0.04);
    EXPECT_NEAR(fifo / 2.50, 1, 0.04);
}

TEST(FlashPlane, the_more_blocks_are_looked_at_the_nearer_to_greedy) {
    FlashSettings s = one_plane(0.28, GarbageCollection::choices);
    s.gc_choices = 2;
    const double of_two = amplification_of(s);
    s.gc_choices = 64;
    const double of_many = amplification_of(s);
    EXPECT_GT(of_two, 1.1 * of_many);
    EXPECT_NEAR(of_many / amplification_of(one_plane(0.28, GarbageCollection::greedy)), 1, 0.03);
}

TEST(FlashPlane, blocks_kept_free_are_lost_to_over_provisioning) {
    FlashSettings s = one_plane(0.28, GarbageCollection::greedy);
    const double few = amplification_of(s);
    s.gc_start = 0.1;
    EXPECT_GT(amplification_of(s), few * 1.3);
}

TEST(FlashPlane, in_order_and_into_trimmed_space_nothing_is_moved) {
    for (const GarbageCollection gc : {GarbageCollection::greedy, GarbageCollection::fifo}) {
        const FlashSettings s = one_plane(0.1, gc);
        FlashPlane in_order(s, 1);
        for (int pass = 0; pass < 3; ++pass)
            for (std::uint32_t page = 0; page < s.host_pages(); ++page) in_order.write(page);
        EXPECT_EQ(in_order.flash_writes(), in_order.host_writes());

        FlashPlane trimmed(s, 1);
        Random random(3);
        for (std::uint32_t page = 0; page < s.host_pages(); ++page) trimmed.trim(page);
        for (std::uint32_t i = 0; i < s.host_pages() / 2; ++i)
            trimmed.write(static_cast<std::uint32_t>(random.below(s.host_pages())));
        EXPECT_EQ(trimmed.flash_writes(), trimmed.host_writes());
    }
}

TEST(FlashPlane, holds_what_was_written_until_it_is_trimmed) {
    FlashSettings s = one_plane(0.3, GarbageCollection::greedy, 8, 40);
    s.precondition = Precondition::none;
    FlashPlane plane(s, 1);
    std::map<std::uint32_t, bool> held;
    Random random(4);
    for (int i = 0; i < 20'000; ++i) {
        const auto page = static_cast<std::uint32_t>(random.below(s.host_pages()));
        const bool write = random.below(3) != 0;
        if (write) {
            plane.write(page);
        } else {
            plane.trim(page);
        }
        held[page] = write;
    }
    for (const auto& [page, is_held] : held) EXPECT_EQ(plane.holds(page), is_held) << page;
}

TEST(FlashPlane, preconditions_are_what_they_say) {
    FlashSettings s = one_plane(0.28, GarbageCollection::greedy);
    s.precondition = Precondition::none;
    EXPECT_FALSE(FlashPlane(s, 1).holds(5));
    s.precondition = Precondition::sequential;
    EXPECT_TRUE(FlashPlane(s, 1).holds(5));
    // Written at random it collects at once, and moves much.
    s.precondition = Precondition::random;
    FlashPlane plane(s, 1);
    EXPECT_EQ(plane.host_writes(), 0U);
    Random random(2);
    for (int i = 0; i < 20'000; ++i)
        plane.write(static_cast<std::uint32_t>(random.below(s.host_pages())));
    EXPECT_GT(static_cast<double>(plane.flash_writes()), 1.8 * 20'000);
}

TEST(FlashPlane, a_table_of_many_pages_is_like_one_of_few) {
    PageTable dense(1000, true), sparse(100'000, true), empty(100'000, false);
    for (PageTable* table : {&dense, &sparse}) {
        EXPECT_EQ(table->at(7), 7U);
        table->set(7, 900);
        EXPECT_EQ(table->at(7), 900U);
        EXPECT_EQ(table->at(8), 8U);
    }
    EXPECT_EQ(empty.at(7), PageTable::nowhere);
}

TEST(FlashPlane, a_drive_without_spare_blocks_is_refused) {
    FlashSettings s = one_plane(0.001, GarbageCollection::greedy);
    EXPECT_THROW(check_flash(s), std::invalid_argument);
    s = one_plane(0.1, GarbageCollection::greedy);
    s.gc_start = 0.2;
    EXPECT_THROW(check_flash(s), std::invalid_argument);
    s = one_plane(0.1, GarbageCollection::greedy, 256, 1'000'000);
    s.precondition = Precondition::random;
    EXPECT_THROW(check_flash(s), std::invalid_argument);
}

}  // namespace
}  // namespace fathom::disk
