// Which file of a worker is next (file_service_type=), among those that are open (openfiles=).
// A pass gives every file its turn: a file that is finished makes room for the next one waiting.
#pragma once

#include <cstdint>
#include <vector>

#include "job/job.h"
#include "workload/skew.h"

namespace fathom {

class FilePicker {
  public:
    /// `files`: how many the worker has; at least 1.
    FilePicker(const Job& job, std::uint32_t files);

    void start_pass();
    /// True when every file is finished.
    [[nodiscard]] bool done() const { return live_ == 0; }
    /// The file for the next request. Not when done().
    std::uint32_t pick(Generator& generator);
    /// The file picked last has nothing left in this pass.
    void finish();
    /// Fewer are kept open than there are: each is opened when first picked, closed when finished.
    [[nodiscard]] bool windowed() const { return window_ < files_; }

  private:
    void move_on(Generator& generator);
    [[nodiscard]] bool in_turn() const {
        return law_ == FileService::roundrobin || law_ == FileService::sequential;
    }

    FileService law_;
    std::uint32_t files_;
    std::uint32_t window_;  ///< how many are open at once
    std::uint32_t run_;     ///< requests to a file before another is picked
    Skew skew_;

    std::uint32_t waiting_ = 0;  ///< the first file not yet opened
    std::uint32_t live_ = 0;     ///< slots in use
    std::uint32_t slot_ = 0;     ///< picked last
    std::uint32_t run_left_ = 0;
    std::vector<std::uint32_t> slots_;  ///< the file in each slot
    /// Files in turn: the ring of slots in use. Skewed choices: itself for a slot in use, else the
    /// way to one. Not kept for `random`.
    std::vector<std::uint32_t> next_;
    std::vector<std::uint32_t> before_;  ///< of the ring
};

}  // namespace fathom
