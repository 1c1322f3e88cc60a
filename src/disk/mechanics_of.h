// The arm and platters a drive's parameters describe.
#pragma once

#include "disk/mechanics.h"
#include "disk/parameters.h"

namespace fathom::disk {

/// Throws std::invalid_argument for a disk that cannot be.
Mechanics mechanics_of(const Parameters& parameters);

}  // namespace fathom::disk
