// The whole option table, made once for the tests of the command line.
#pragma once

#include "cli/full_table.h"

namespace fathom::test {

inline const OptionTable& whole_table() {
    static const OptionTable all = full_table();
    return all;
}

}  // namespace fathom::test
