// The option table with every engine built in: what the command line, help and documents read.
#pragma once

#include "job/option.h"

namespace fathom {

OptionTable full_table();

}  // namespace fathom
