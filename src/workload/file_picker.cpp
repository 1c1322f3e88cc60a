#include "workload/file_picker.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fathom {

FilePicker::FilePicker(const Job& job, std::uint32_t files)
    : law_(job.file_service),
      files_(files),
      window_(job.openfiles == 0 ? files : std::min(files, job.openfiles)),
      run_(std::max<std::uint32_t>(1, job.file_service_run)),
      skew_(job.file_service, job.file_service_parameter),
      slots_(window_) {
    if (law_ == FileService::sequential) run_ = std::numeric_limits<std::uint32_t>::max();
    if (law_ != FileService::random) next_.resize(window_);
    if (in_turn()) before_.resize(window_);
    skew_.set_count(window_);
    start_pass();
}

void FilePicker::start_pass() {
    live_ = window_;
    waiting_ = window_;
    run_left_ = 0;
    std::iota(slots_.begin(), slots_.end(), 0U);
    if (in_turn()) {
        for (std::uint32_t i = 0; i < window_; ++i) {
            next_[i] = i + 1 < window_ ? i + 1 : 0;
            before_[i] = i > 0 ? i - 1 : window_ - 1;
        }
        slot_ = window_ - 1;  // so that the first move goes to slot 0
    } else {
        std::iota(next_.begin(), next_.end(), 0U);
    }
}

void FilePicker::move_on(Generator& generator) {
    run_left_ = run_;
    if (in_turn()) {
        slot_ = next_[slot_];
    } else if (law_ == FileService::random) {
        slot_ = static_cast<std::uint32_t>(generator.below(live_));
    } else {
        slot_ = static_cast<std::uint32_t>(skew_.draw(generator));
        // A slot that is empty points towards the next one that is not; ways are shortened as they
        // are gone.
        for (; next_[slot_] != slot_; slot_ = next_[slot_]) next_[slot_] = next_[next_[slot_]];
    }
}

std::uint32_t FilePicker::pick(Generator& generator) {
    if (run_left_ == 0) move_on(generator);
    --run_left_;
    return slots_[slot_];
}

void FilePicker::finish() {
    run_left_ = 0;
    if (waiting_ < files_) {
        slots_[slot_] = waiting_++;
        if (law_ == FileService::sequential) slot_ = before_[slot_];
        return;
    }
    --live_;
    if (in_turn()) {
        next_[before_[slot_]] = next_[slot_];
        before_[next_[slot_]] = before_[slot_];
        return;
    }
    if (law_ == FileService::random) {
        slots_[slot_] = slots_[live_];
    } else {
        next_[slot_] = slot_ + 1 < window_ ? slot_ + 1 : 0;
    }
}

}  // namespace fathom
