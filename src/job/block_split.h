// Block sizes with the share of each: the value of bssplit, read and checked.
#pragma once

#include <vector>

#include "base/direction.h"
#include "job/option.h"

namespace fathom {

/// One block size and how often it is used.
struct BlockShare {
    Bytes size{};
    double percent = 0;
    bool operator==(const BlockShare&) const = default;
};

using BlockSplit = PerDirection<std::vector<BlockShare>>;

/// "4k/60:8k/40,16k/100": lists for reads, writes and trims; sizes without a share divide what the
/// others leave. Throws Error when the shares exceed 100 or nothing is left for those without.
BlockSplit read_block_split(const OptionRow& row, std::string_view text,
                            const ValueContext& context);

}  // namespace fathom
