#include "stats/interval.h"

#include <stdexcept>

namespace fathom::stats {

double tail_of(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
        throw std::invalid_argument("a confidence lies between 0 and 1");
    }
    return (1 - confidence) / 2;
}

}  // namespace fathom::stats
