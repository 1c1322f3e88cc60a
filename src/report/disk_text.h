// The "Disk stats" block of the normal report, and the mean of a device's members for every report.
#pragma once

#include <string>
#include <vector>

#include "result/run_result.h"

namespace fathom {

/// What md and dm devices show beside their own counters: the mean over their members of every
/// counter, and the highest utilisation. All zero without members.
DiskUse mean_of_members(const DiskUse& disk);

/// The block with its blank line and heading; empty without disks. A device's members follow it.
std::string disk_text(const std::vector<DiskUse>& disks);

}  // namespace fathom
