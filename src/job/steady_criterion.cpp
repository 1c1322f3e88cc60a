#include "job/steady_criterion.h"

#include <algorithm>

#include "job/number.h"
#include "job/value.h"

namespace fathom {

SteadyCriterion read_steady_criterion(const OptionRow& row, std::string_view text,
                                      const ValueContext& context) {
    const auto colon = text.find(':');
    const std::string_view word = trimmed(text.substr(0, colon));
    const auto choice = std::find_if(row.choices.begin(), row.choices.end(),
                                     [&](const Choice& known) { return known.text == word; });
    if (choice == row.choices.end()) refuse(row, text, context, "no such criterion");
    if (colon == std::string_view::npos) {
        refuse(row, text, context, "a limit must follow the criterion: iops:1%");
    }
    SteadyCriterion criterion{static_cast<SteadyFigure>(choice->value), 0, false};
    std::string_view limit = trimmed(text.substr(colon + 1));
    if (limit.ends_with('%')) {
        criterion.is_percent = true;
        limit.remove_suffix(1);
    }
    // A fixed bandwidth may have a size suffix; a percentage may be a fraction.
    const auto fraction = parse_fraction(limit);
    const auto number = parse_integer(limit, context.kb_base);
    if (!fraction && !number) refuse(row, text, context, "the limit after ':' is not a number");
    criterion.limit = fraction ? *fraction : static_cast<double>(*number);
    if (!(criterion.limit >= 0)) refuse(row, text, context, "the limit is negative");
    return criterion;
}

}  // namespace fathom
