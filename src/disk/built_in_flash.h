// The texts of the built-in flash drives.
#pragma once

#include <string_view>

namespace fathom::disk {

extern const std::string_view ssd_mqsim;
extern const std::string_view ssd_agrawal;
extern const std::string_view ssd_hw;

}  // namespace fathom::disk
