// What surrounds a run and may decide its result: kernel, processor, memory; of each file the file
// system and the disk with its queue settings. Reads /proc and /sys below a root that tests
// replace; what cannot be read is left out.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "result/run_result.h"
#include "run/plan.h"

namespace fathom {

class SurroundingsReader {
  public:
    explicit SurroundingsReader(std::string root = {}) : root_(std::move(root)) {}

    /// kernel, cpu, cpus, governor, memory_available_kib.
    [[nodiscard]] std::vector<Surroundings::Fact> machine() const;
    /// file_system, mount_point, mount_options of the file system on `device`; disk, model,
    /// rotational, scheduler, write_cache, nr_requests, read_ahead_kb of its disk, and below: what
    /// it is made of (md, device mapper, loop), with the scheduler of each: "sda mq-deadline".
    [[nodiscard]] std::vector<Surroundings::Fact> place(dev_t device, bool is_block_device) const;

  private:
    void add_file_system(std::vector<Surroundings::Fact>& facts, dev_t device) const;
    void add_disk(std::vector<Surroundings::Fact>& facts, dev_t device) const;
    [[nodiscard]] std::string below(const std::string& directory) const;
    [[nodiscard]] std::string line_of(const std::string& path) const;

    std::string root_;
};

/// Of the machine and of every file of the plan; files on the same device are told once.
Surroundings surroundings_of(const Plan& plan);

}  // namespace fathom
