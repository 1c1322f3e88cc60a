// When results count as steady: the value of steadystate, read and checked.
#pragma once

#include <cstdint>

#include "job/option.h"

namespace fathom {

enum class SteadyFigure : std::uint8_t { iops, iops_slope, bw, bw_slope, lat, lat_slope };

struct SteadyCriterion {
    SteadyFigure figure = SteadyFigure::iops_slope;
    double limit = 0.01;
    bool is_percent = true;  ///< of the mean; else in the figure's own unit
    bool operator==(const SteadyCriterion&) const = default;
};

/// "iops_slope:0.1%", "bw:200". Throws Error.
SteadyCriterion read_steady_criterion(const OptionRow& row, std::string_view text,
                                      const ValueContext& context);

}  // namespace fathom
