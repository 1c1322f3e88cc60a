// Rows: what to do. Directions and their mix, block sizes, ranges, random order.
#include "job/access.h"
#include "job/rows.h"

namespace fathom::rows {

namespace {

/// A request's length is held in 32 bits.
constexpr std::int64_t largest_block = std::numeric_limits<std::uint32_t>::max();

void store_block_size(Job& job, const OptionRow& row, std::string_view text,
                      const ValueContext& context) {
    std::string list(text);
    // fio reads "4k-8k" as one value for reads and one for writes; the number's meaning is kept.
    const auto dash = list.find('-', 1);
    if (dash != std::string::npos && list.find(',') == std::string::npos) {
        list[dash] = ':';
        if (context.warnings != nullptr) {
            context.warnings->push_back(
                {"bs=" + std::string(text) + " is one size for reads and one for writes",
                 context.origin, "a range is written bsrange="});
        }
    }
    const auto values = read_per_direction(row, list, context);
    for (const Direction d : all_directions) {
        if (!values[d]) continue;
        const Bytes size(static_cast<std::uint64_t>(values[d]->number));
        job.bs[d] = {size, size};
    }
}

void store_block_range(Job& job, const OptionRow& row, std::string_view text,
                       const ValueContext& context) {
    auto parts = split(text, text.find('/') == std::string_view::npos ? ',' : '/');
    while (parts.size() > direction_count && parts.back().empty()) parts.pop_back();
    if (parts.size() > direction_count) refuse(row, text, context, "more than three ranges");
    PerDirection<std::optional<BlockSize>> ranges;
    bool any = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (trimmed(parts[i]).empty()) continue;
        if (parts[i].find_first_of("-:") == std::string_view::npos) {
            refuse(row, text, context, "one number is no range");
        }
        const auto [low, high] = read_range(row, parts[i], context);
        ranges.values[i] = BlockSize{Bytes(static_cast<std::uint64_t>(low.number)),
                                     Bytes(static_cast<std::uint64_t>(high.number))};
        any = true;
    }
    if (!any) refuse(row, text, context, "no range in it");
    if (parts.size() == 1) ranges.values[1] = ranges.values[0];
    if (parts.size() <= 2) ranges.values[2] = ranges.values[1];
    for (const Direction d : all_directions) {
        if (ranges[d]) job.bs[d] = *ranges[d];
    }
}

void store_file_size(Job& job, const OptionRow& row, std::string_view text,
                     const ValueContext& context) {
    const auto [low, high] = read_range(row, text, context);
    job.filesize_min = Bytes(static_cast<std::uint64_t>(low.number));
    job.filesize_max = Bytes(static_cast<std::uint64_t>(high.number));
}

Store whole_file_at_most(SizeOrPercent Job::*field) {
    return [field](Job& job, const OptionRow& row, std::string_view text,
                   const ValueContext& context) {
        const Value value = read_value(row, text, context);
        if (value.is_percent && value.number > 100) {
            refuse(row, text, context, "value out of range: more than 100%");
        }
        assign(job.*field, value);
    };
}

void add_direction_rows(Rows& rows) {
    rows.push_back(custom("rw", store_access, "read", "io", "What is done, and in which order")
                       .alias("readwrite"));
    rows.back().choices = access_words();
    rows.push_back(choice("rw_sequencer", &Job::rw_sequencer, "sequential",
                          {pick("sequential", Sequencer::sequential, "a new offset each time"),
                           pick("identical", Sequencer::identical, "the same offset N times")},
                          "io", "What the number after rw=...: repeats"));
    rows.push_back(number("rwmixread", &Job::rwmixread, "50", "io",
                          "Share of reads in a mixed job, in percent")
                       .at_most(100)
                       .inverse_of("rwmixwrite"));
    rows.push_back(number("rwmixwrite", &Job::rwmixread, "50", "io",
                          "Share of writes in a mixed job, in percent")
                       .at_most(100)
                       .inverse_of("rwmixread")
                       .store([](Job& job, const OptionRow& row, std::string_view text,
                                 const ValueContext& context) {
                           const Value value = read_value(row, text, context);
                           job.rwmixread = 100 - static_cast<std::uint32_t>(value.number);
                       }));
}

void add_size_rows(Rows& rows) {
    rows.push_back(size("size", &Job::size, "", "io", "How much of its files a job covers")
                       .store(whole_file_at_most(&Job::size)));
    rows.push_back(size("io_size", &Job::io_size, "", "io",
                        "How much is transferred, when that is not the size")
                       .alias("io_limit"));
    rows.push_back(custom("filesize", store_file_size, "", "file",
                          "Size of each file, or the range it is drawn from")
                       .at_least(1)
                       .parts(OptionKind::size));
    rows.back().kind = OptionKind::range;
    rows.push_back(
        size("offset", &Job::offset, "0", "io", "Where in the file the job's part begins")
            .alias("fileoffset")
            .store(whole_file_at_most(&Job::offset)));
    rows.push_back(number("offset_align", &Job::offset_align, "0", "io",
                          "A percentage offset is rounded up to a multiple of this"));
    rows.push_back(size("offset_increment", &Job::offset_increment, "0", "io",
                        "Each clone of the job begins this much further on")
                       .under("offset")
                       .store(whole_file_at_most(&Job::offset_increment)));
    rows.push_back(number("number_ios", &Job::number_ios, "0", "io",
                          "Ends the job after this many I/Os (0: no such end)"));
    rows.push_back(custom("bs", store_block_size, "4096", "io",
                          "Block size: bytes of one I/O, for reads,writes,trims")
                       .alias("blocksize")
                       .at_least(1)
                       .parts(OptionKind::size)
                       .at_most(largest_block)
                       .per_direction()
                       .under("rw"));
    rows.back().kind = OptionKind::integer;
    rows.push_back(number_each("ba", &Job::ba, "", "io",
                               "Random offsets are multiples of this (default: the block size)")
                       .alias("blockalign")
                       .at_least(1)
                       .under("rw"));
    rows.push_back(custom("bsrange", store_block_range, "", "io",
                          "Block sizes are drawn from a range: low-high for reads,writes,trims")
                       .alias("blocksize_range")
                       .at_least(1)
                       .at_most(largest_block)
                       .per_direction()
                       .under("rw"));
    rows.back().kind = OptionKind::range;
}

void add_random_rows(Rows& rows) {
    rows.push_back(
        boolean("randrepeat", &Job::randrepeat, "1", "io", "Random offsets repeat from run to run")
            .under("rw"));
    rows.push_back(boolean("allrandrepeat", &Job::allrandrepeat, "0", "io",
                           "Everything random repeats from run to run")
                       .under("rw"));
    rows.push_back(
        number("randseed", &Job::randseed, "0x89", "io", "Where the random sequences begin")
            .under("rw")
            .store([](Job& job, const OptionRow& row, std::string_view text,
                      const ValueContext& context) {
                job.randseed = static_cast<std::uint64_t>(read_value(row, text, context).number);
                job.randseed_set = true;
            }));
    rows.push_back(flag("norandommap", &Job::norandommap, "io",
                        "Random offsets may repeat before every block was visited")
                       .under("rw"));
    rows.push_back(boolean("softrandommap", &Job::softrandommap, "0", "io",
                           "Go on without the map of visited blocks when there is no memory for it")
                       .under("norandommap"));
    rows.push_back(choice("random_generator", &Job::random_generator, "tausworthe",
                          {pick("tausworthe", RandomGenerator::tausworthe, "32 bits of state each"),
                           pick("lfsr", RandomGenerator::lfsr, "visits every block once, no map"),
                           pick("tausworthe64", RandomGenerator::tausworthe64, "64 bits")},
                          "io", "What draws the random offsets"));
    rows.push_back(number_each("percentage_random", &Job::percentage_random, "100,100,100", "io",
                               "Share of a random job's I/Os that are random, in percent")
                       .at_most(100));
}

}  // namespace

void add_access_rows(Rows& rows) {
    add_direction_rows(rows);
    add_size_rows(rows);
    add_random_rows(rows);
}

}  // namespace fathom::rows
