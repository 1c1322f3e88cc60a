#include "workload/access_rules.h"

#include <algorithm>

namespace fathom {

AccessRules::AccessRules(const Job& job)
    : random(job.access.random),
      pairs(job.access.trim_then_write),
      identical(job.rw_sequencer == Sequencer::identical),
      step(job.access.sequential_step),
      run(std::max<std::uint64_t>(1, job.access.random_run)),
      generator(job.random_generator),
      percentage_random(job.percentage_random),
      softrandommap(job.softrandommap) {
    for (const Direction d : all_directions) {
        // A pair is placed once, as a trim; the write goes to the same bytes.
        active[d] = pairs ? d == Direction::trim : job.access.does(d);
        length[d] = LengthDraw(job.bs[d]);
    }
    const LengthDraw* first = nullptr;
    bool aligned = true;
    one_size_ = true;
    for (const Direction d : all_directions) {
        const std::uint64_t wanted = job.ba[d].count();
        align[d] = Divider(wanted != 0 ? wanted : length[d].min());
        if (!active[d]) continue;
        aligned = aligned && align[d].divisor() == length[d].min();
        if (first == nullptr) first = &length[d];
        one_size_ = one_size_ && length[d].fixed() && length[d].min() == first->min();
        least = least == 0 ? length[d].min() : std::min(least, length[d].min());
    }
    // An alignment other than the block size turns the map off, as fio documents.
    const bool lfsr = generator == RandomGenerator::lfsr;
    if (one_size_ && aligned && (lfsr || !job.norandommap)) {
        coverage = Coverage::order;
    } else {
        coverage = job.norandommap || !aligned ? Coverage::any : Coverage::map;
    }
}

std::uint64_t AccessRules::capacity(std::uint64_t region) const {
    if (region < least) return 0;
    return one_size_ ? Divider(least).floor(region) : region;
}

}  // namespace fathom
