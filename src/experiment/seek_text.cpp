#include "experiment/seek_text.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "experiment/row_text.h"
#include "report/quantity.h"

namespace fathom {

namespace {

/// Cycles that tell a 99th percentile: one at least lies beyond it.
constexpr std::uint64_t fewest_cycles = 100;

std::string share_text(const std::optional<double>& share) {
    if (!share) return "-";
    return fmt::format("{:.2f} %", 100 * *share);
}

std::string size_text(std::uint64_t bytes) {
    if (bytes >= 1024 * 1024 && bytes % (1024 * 1024) == 0)
        return fmt::format("{}m", bytes / 1024 / 1024);
    if (bytes >= 1024 && bytes % 1024 == 0) return fmt::format("{}k", bytes / 1024);
    return std::to_string(bytes);
}

const SweepRow* gain_of(const SeekStudy& study, const SeekFigures& one) {
    return one.gain ? &study.gains.rows[*one.gain] : nullptr;
}

double gain_share(const SweepRow& row) {
    return std::expm1(row.result.effect.estimate);
}

std::string gain_text(const SweepRow& row) {
    if (!row.result.effect.interval) return signed_percent(gain_share(row)) + ", uncertain";
    return fmt::format("{}, interval {} %", signed_percent(gain_share(row)),
                       interval_text(row.result.effect.interval));
}

std::string cycle_p99(const SeekFigures& one) {
    return one.cycles.moments().count < fewest_cycles
               ? "-"
               : quantity(static_cast<double>(one.cycles.percentile(99)), "ns");
}

Table cost_table(const SeekStudy& study) {
    Table table;
    table.caption =
        "What each takes: mean time of a request and of a cycle of requests, the 99th percentile "
        "beside it (-: too few for one); distance: from one request to the next, a share of the "
        "span. Medians of the runs, of a cycle the mean of all.";
    table.columns = {{"size"},    {"cycle"}, {"order", true}, {"op/s"}, {"bytes/s"},
                     {"request"}, {"p99"},   {"a cycle"},     {"p99"},  {"distance"}};
    for (const SeekFigures& one : study.figures) {
        table.rows.push_back(
            {size_text(one.size), std::to_string(one.cycle), one.order, quantity(one.iops, ""),
             quantity(one.bandwidth, "B/s"), quantity(one.request, "ns"),
             one.request_p99 ? quantity(*one.request_p99, "ns") : "-",
             one.cycles.moments().count == 0 ? "-" : quantity(one.cycles.moments().mean(), "ns"),
             cycle_p99(one), share_text(one.distance)});
    }
    return table;
}

Table gain_table(const SeekStudy& study) {
    Table table;
    table.caption = fmt::format(
        "What the order gains in op/s against {}, run by run of the same round (no ratio of the "
        "medians above), its {:g} % interval, the verdict{}; distance as measured and by the "
        "closed form for places spread evenly.",
        study.gains.plan.variants.front().name, 100 * study.gains.question.confidence,
        study.gains.rows.size() < 2 ? std::string()
                                    : fmt::format(" among all {} rows", study.gains.rows.size()));
    table.columns = {{"size"},   {"cycle"}, {"order", true}, {"distance"},
                     {"theory"}, {"gain"},  {"interval"},    {"verdict", true}};
    for (const SeekFigures& one : study.figures) {
        const SweepRow* const row = gain_of(study, one);
        if (row == nullptr) continue;
        table.rows.push_back(
            {size_text(one.size), std::to_string(one.cycle), one.order, share_text(one.distance),
             share_text(one.theory), signed_percent(gain_share(*row)),
             interval_text(row->result.effect.interval), to_text(row->judged.verdict)});
    }
    return table;
}

/// The figures of the same size or cycle in the first order.
const SeekFigures* unsorted_of(const SeekStudy& study, std::uint64_t size) {
    const auto found = std::find_if(
        study.figures.begin(), study.figures.end(),
        [size](const SeekFigures& one) { return one.size == size && one.variant == 0; });
    return found == study.figures.end() ? nullptr : &*found;
}

/// Of a sorted order: with the cycle nearest to 20 and the size nearest to 2 KiB, which figures of
/// old are about.
const SeekFigures* told_example(const SeekStudy& study) {
    const SeekFigures* best = nullptr;
    const auto away = [](const SeekFigures& one) {
        return std::pair(std::abs(std::log(one.cycle / 20.0)),
                         std::abs(std::log(static_cast<double>(one.size) / 2048)));
    };
    for (const SeekFigures& one : study.figures) {
        if (!one.gain || one.cycle < 2) continue;
        if (best == nullptr || away(one) < away(*best)) best = &one;
    }
    return best;
}

}  // namespace

std::vector<Table> seek_tables(const SeekStudy& study) {
    std::vector<Table> tables = {cost_table(study)};
    if (!study.gains.rows.empty()) tables.push_back(gain_table(study));
    return tables;
}

std::string trade_off(const SeekStudy& study) {
    std::string text;
    const SeekFigures* const example = told_example(study);
    const SeekFigures* first = nullptr;
    if (example != nullptr) {
        first = unsorted_of(study, example->size);
        if (first == nullptr) return text;
        text = fmt::format(
            "In cycles of {}, order {}, requests of {} make {} op/s, unsorted {}: {}.",
            example->cycle, example->order, size_text(example->size), quantity(example->iops, ""),
            quantity(first->iops, ""), gain_text(study.gains.rows[*example->gain]));
        if (example->cycles.moments().count != 0) {
            text += fmt::format(
                " A cycle takes {}, so a request may wait that long where it took {} alone.",
                quantity(example->cycles.moments().mean(), "ns"), quantity(first->request, "ns"));
        }
    } else if (!study.figures.empty()) {
        first = unsorted_of(study, study.figures.front().size);
    }
    const SeekFigures* largest = first;
    for (const SeekFigures& one : study.figures)
        if (one.variant == 0 && largest != nullptr && one.size > largest->size) largest = &one;
    if (first == nullptr || largest == first || largest->size == first->size) return text;
    if (!text.empty()) text += ' ';
    return text + fmt::format(
                      "Requests of {} in place of {} move {:.3g} times the bytes in {:.3g} "
                      "times the time each.",
                      size_text(largest->size), size_text(first->size),
                      largest->bandwidth / first->bandwidth, largest->request / first->request);
}

namespace {

std::string heading(const SeekStudy& study) {
    return fmt::format("{}: {}; seed {}", study.subject.target, study.subject.how,
                       study.gains.plan.seed);
}

std::string closing(const SeekStudy& study, std::size_t width) {
    std::string text;
    if (const std::string sentence = trade_off(study); !sentence.empty())
        text += "\n" + wrapped(sentence, width, 0);
    std::vector<std::string> notes = study.subject.notes;
    notes.insert(notes.end(), study.gains.notes.begin(), study.gains.notes.end());
    if (!notes.empty()) text += "\nNotes\n";
    for (const std::string& note : notes) text += wrapped("- " + note, width, 2);
    return text;
}

}  // namespace

std::string seek_text(const SeekStudy& study, std::size_t width) {
    std::string text = wrapped(heading(study), width, 0);
    for (const Table& table : seek_tables(study)) text += "\n" + as_text(table, width);
    return text + closing(study, width);
}

std::string seek_markdown(const SeekStudy& study) {
    std::string text = heading(study) + "\n";
    for (const Table& table : seek_tables(study)) text += "\n" + as_markdown(table);
    return text + closing(study, 100);
}

}  // namespace fathom
