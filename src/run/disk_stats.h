// The counters of the disks under the job's files, before and after the run. A partition stands for
// its whole disk; an md or device-mapper device also lists the disks below it.
// Reads /sys below a root that tests replace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/units.h"
#include "result/run_result.h"

namespace fathom {

class DiskStats {
  public:
    explicit DiskStats(std::string root = {}) : root_(std::move(root)) {}

    /// Adds the disk that `path`, or the nearest directory above it that exists, lives on.
    void add_path(const std::string& path);
    void add_device(dev_t device);
    /// Takes the counters the differences count from.
    void start();
    /// Differences since start(), which was `elapsed` ago; in the order the disks were added. One
    /// that has been taken away meanwhile is left out.
    [[nodiscard]] std::vector<DiskUse> finish(Nanos elapsed) const;

  private:
    struct Counters {
        std::uint64_t read_ios = 0, read_merges = 0, read_sectors = 0, read_ticks = 0;
        std::uint64_t write_ios = 0, write_merges = 0, write_sectors = 0, write_ticks = 0;
        std::uint64_t busy_ms = 0, queue_ms = 0;
    };
    struct Disk {
        std::string name;
        std::string directory;  ///< in sysfs
        Counters before;
        std::vector<Disk> members;
    };

    [[nodiscard]] Disk make_disk(const std::string& directory) const;
    /// Nothing when the disk is gone.
    static std::optional<Counters> read(const Disk& disk);
    static void start(Disk& disk);
    static std::optional<DiskUse> use_of(const Disk& disk, Nanos elapsed);

    std::string root_;
    std::vector<Disk> disks_;
};

}  // namespace fathom
