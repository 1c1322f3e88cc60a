// How often this thread has allocated memory; counted by allocation_test.cpp for all unit tests.
#pragma once

#include <cstddef>

namespace fathom::test {

std::size_t allocations_so_far();

}  // namespace fathom::test
