// Where a request goes in its file's region.
#pragma once

#include <cstdint>

namespace fathom {

struct Place {
    std::uint64_t offset = 0;  ///< bytes from the start of the region
    std::uint64_t length = 0;  ///< bytes
};

}  // namespace fathom
