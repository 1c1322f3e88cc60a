// A made-up /proc and /sys below a temporary directory: what block devices there are, what is on
// them, what holds them.
#pragma once

#include <string>

#include "run/run_fixture.h"

namespace fathom {

class FakeSystem {
  public:
    FakeSystem() {
        mounts("");
        write_text(root() + "/proc/swaps", "Filename Type Size Used Priority\n");
    }
    [[nodiscard]] std::string root() const { return directory_.path(); }

    /// A whole disk, "sda" as "8:0".
    void disk(const std::string& name, const std::string& numbers) const {
        write_text(block(name) + "/dev", numbers + "\n");
        link(numbers, block(name));
    }
    void partition(const std::string& disk, const std::string& name,
                   const std::string& numbers) const {
        const std::string place = block(disk) + "/" + name;
        write_text(place + "/dev", numbers + "\n");
        write_text(place + "/partition", "1\n");
        link(numbers, place);
    }
    void holder(const std::string& below, const std::string& holder) const {
        write_text(block(below) + "/holders/" + holder + "/dev", "");
    }
    /// `name` is made of the device at `numbers`.
    void slave(const std::string& name, const std::string& below,
               const std::string& numbers) const {
        write_text(block(name) + "/slaves/" + below + "/dev", numbers + "\n");
    }
    void stat(const std::string& name, const std::string& counters) const {
        write_text(block(name) + "/stat", counters + "\n");
    }
    void mounts(const std::string& text) const {
        write_text(root() + "/proc/self/mountinfo", text);
    }
    void swap(const std::string& device) const {
        write_text(root() + "/proc/swaps",
                   "Filename Type Size Used Priority\n" + device + "   partition 1000 0 -2\n");
    }
    [[nodiscard]] std::string block(const std::string& name) const {
        return root() + "/sys/devices/virtual/block/" + name;
    }

  private:
    void link(const std::string& numbers, const std::string& place) const {
        std::filesystem::create_directories(root() + "/sys/dev/block");
        std::filesystem::create_directory_symlink(place, root() + "/sys/dev/block/" + numbers);
    }

    TemporaryDirectory directory_;
};

}  // namespace fathom
