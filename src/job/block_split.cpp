#include "job/block_split.h"

#include <fmt/format.h>

#include "job/number.h"
#include "job/value.h"

namespace fathom {

namespace {

std::vector<BlockShare> read_shares(const OptionRow& row, std::string_view text,
                                    std::string_view list, const ValueContext& context) {
    std::vector<BlockShare> shares;
    std::vector<std::size_t> open;
    double sum = 0;
    for (const std::string_view part : split(list, ':')) {
        if (trimmed(part).empty()) continue;
        const auto slash = part.find('/');
        const auto size = parse_integer(trimmed(part.substr(0, slash)), context.kb_base);
        if (!size || *size <= 0 || *size > std::numeric_limits<std::int64_t>::max()) {
            refuse(row, text, context, "the block size before '/' is not one");
        }
        BlockShare share{Bytes(static_cast<std::uint64_t>(*size)), 0};
        std::string_view percent =
            slash == std::string_view::npos ? std::string_view() : trimmed(part.substr(slash + 1));
        if (percent.ends_with('%')) percent.remove_suffix(1);
        if (percent.empty()) {
            open.push_back(shares.size());
        } else {
            const auto value = parse_fraction(percent);
            if (!value || !(*value >= 0) || *value > 100) {
                refuse(row, text, context, "the share after '/' is not a percentage");
            }
            share.percent = *value;
            sum += *value;
        }
        shares.push_back(share);
    }
    if (shares.empty()) refuse(row, text, context, "no block size in it");
    if (sum > 100.0 + 1e-6) {
        refuse(row, text, context, fmt::format("the shares add up to {:g}, more than 100", sum));
    }
    for (const std::size_t i : open) {
        shares[i].percent = (100.0 - sum) / static_cast<double>(open.size());
    }
    return shares;
}

}  // namespace

BlockSplit read_block_split(const OptionRow& row, std::string_view text,
                            const ValueContext& context) {
    const auto lists = split(text, ',');
    if (lists.size() > direction_count) {
        refuse(row, text, context, "more than three lists (reads, writes, trims)");
    }
    BlockSplit result;
    for (std::size_t i = 0; i < direction_count; ++i) {
        result.values[i] =
            i < lists.size() ? read_shares(row, text, lists[i], context) : result.values[i - 1];
    }
    return result;
}

}  // namespace fathom
