#include "job/distribution.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "job/number.h"
#include "job/value.h"

namespace fathom {

namespace {

class Reader {
  public:
    Reader(const OptionRow& row, std::string_view text, const ValueContext& context)
        : row_(row), text_(text), context_(context) {}

    Distribution read() {
        const auto parts = split(text_, ':');
        const std::string_view word = trimmed(parts.front());
        const auto choice = std::find_if(row_.choices.begin(), row_.choices.end(),
                                         [&](const Choice& known) { return known.text == word; });
        if (choice == row_.choices.end()) refuse_for("no such choice");
        result_.kind = static_cast<DistributionKind>(choice->value);
        switch (result_.kind) {
            case DistributionKind::uniform:
            case DistributionKind::sequence:
                if (parts.size() > 1) refuse_for("this distribution takes no number");
                break;
            case DistributionKind::zipf:
            case DistributionKind::pareto:
            case DistributionKind::normal:
                law(parts);
                break;
            case DistributionKind::zoned:
            case DistributionKind::zoned_abs:
                zones();
                break;
        }
        return std::move(result_);
    }

  private:
    [[noreturn]] void refuse_for(const std::string& why) const {
        refuse(row_, text_, context_, why);
    }

    void law(const std::vector<std::string_view>& parts) {
        if (parts.size() > 3) refuse_for("at most two numbers follow");
        const bool zipf = result_.kind == DistributionKind::zipf;
        const bool pareto = result_.kind == DistributionKind::pareto;
        result_.parameter = zipf ? 1.1 : pareto ? 0.2 : 0.0;
        if (parts.size() > 1) {
            const auto value = parse_fraction(trimmed(parts[1]));
            if (!value || !std::isfinite(*value)) refuse_for("what follows ':' is not a number");
            result_.parameter = *value;
        }
        const double value = result_.parameter;
        if (zipf && value == 1.0) refuse_for("zipf's theta must not be 1.0");
        if (zipf && value < 0) refuse_for("zipf's theta is out of range (theta >= 0)");
        if (pareto && (value <= 0 || value >= 1)) {
            refuse_for("pareto's h is out of range (0 < h < 1.0)");
        }
        if (!zipf && !pareto && (value < 0 || value >= 100)) {
            refuse_for("the deviation of normal is out of range (0 <= deviation < 100.0)");
        }
        if (parts.size() < 3) return;
        const auto center = parse_fraction(trimmed(parts[2]));
        if (!center) refuse_for("the center after the second ':' is not a number");
        if (*center < 0 || *center > 1) {
            refuse_for("distribution center out of range (0 <= center <= 1.0)");
        }
        result_.center = *center;
    }

    /// "60/10:40/90": 60 % of the accesses go to the first 10 % of the file; lists for reads,
    /// writes and trims are separated by commas.
    void zones() {
        const auto colon = text_.find(':');
        if (colon == std::string_view::npos) refuse_for("zones are missing: 60/10:40/90");
        const auto lists = split(text_.substr(colon + 1), ',');
        if (lists.size() > direction_count) {
            refuse_for("more than three lists (reads, writes, trims)");
        }
        for (std::size_t i = 0; i < direction_count; ++i) {
            result_.zones.values[i] =
                i < lists.size() ? zone_list(lists[i]) : result_.zones.values[i - 1];
        }
    }

    std::vector<AccessZone> zone_list(std::string_view list) const {
        std::vector<AccessZone> zones;
        std::size_t open = 0;  // sizes left out share what the others leave
        double access = 0;
        std::uint64_t percent = 0;
        for (const std::string_view part : split(list, ':')) {
            const AccessZone zone = one_zone(part);
            access += zone.access;
            percent += zone.size;
            if (zone.size == 0) ++open;
            zones.push_back(zone);
        }
        if (std::abs(access - 100.0) > 1e-6) {
            refuse_for(
                fmt::format("the shares of the accesses add up to {:g}, not to 100", access));
        }
        if (result_.kind == DistributionKind::zoned_abs) return zones;
        if (percent > 100) {
            refuse_for(fmt::format("the zones add up to {} % of the file, more than 100", percent));
        }
        for (AccessZone& zone : zones) {
            if (zone.size == 0) zone.size = (100 - percent) / open;
        }
        return zones;
    }

    AccessZone one_zone(std::string_view part) const {
        const auto slash = part.find('/');
        if (slash == std::string_view::npos) {
            refuse_for("a zone is written as accesses/size: 60/10");
        }
        const auto access = parse_fraction(trimmed(part.substr(0, slash)));
        if (!access || *access < 0 || *access > 100) {
            refuse_for("the share of accesses before '/' is not a percentage");
        }
        std::string_view size = trimmed(part.substr(slash + 1));
        const bool bytes = result_.kind == DistributionKind::zoned_abs;
        if (!bytes && size.ends_with('%')) size.remove_suffix(1);
        if (size.empty() && !bytes) return {*access, 0};
        const auto number = parse_integer(size, context_.kb_base);
        if (!number || *number < 0) refuse_for("the size after '/' is not a number");
        return {*access, static_cast<std::uint64_t>(*number)};
    }

    const OptionRow& row_;
    std::string_view text_;
    const ValueContext& context_;
    Distribution result_;
};

}  // namespace

Distribution read_distribution(const OptionRow& row, std::string_view text,
                               const ValueContext& context) {
    return Reader(row, text, context).read();
}

}  // namespace fathom
