// A 128-bit unsigned integer, for exact products of two 64-bit numbers.
#pragma once

namespace fathom {
__extension__ using Wide = unsigned __int128;
}
