// What is written out reads back the same: specs as job files, jobs as command lines' options.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "job/job_text.h"
#include "job/number.h"

namespace fathom::test {
namespace {

rc::Gen<std::string> word() {
    return rc::gen::nonEmpty(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcxyz019_-.:,/%$()*+"))));
}

rc::Gen<RawOption> raw_option() {
    return rc::gen::map(rc::gen::tuple(word(), word(), rc::gen::arbitrary<bool>()), [](auto parts) {
        const auto& [name, value, has_value] = parts;
        return RawOption{"o" + name, has_value ? value : "", has_value, {}};
    });
}

Spec without_origins(Spec spec) {
    for (Section& section : spec.sections) {
        section.origin = {};
        for (RawOption& option : section.options) option.origin = {};
    }
    return spec;
}

RC_GTEST_PROP(RoundTrip, ASpecIsReadBackFromItsText, ()) {
    Spec spec;
    const auto count = *rc::gen::inRange(1, 5);
    for (int i = 0; i < count; ++i) {
        const bool global = *rc::gen::arbitrary<bool>();
        spec.sections.push_back({global ? "global" : "j" + *word(),
                                 global,
                                 *rc::gen::container<std::vector<RawOption>>(raw_option()),
                                 {}});
    }
    RC_ASSERT(without_origins(spec_of(to_job_text(spec))) == spec);
}

RC_GTEST_PROP(RoundTrip, AnIntegerIsReadBackFromItsDigits, (std::int64_t number)) {
    RC_ASSERT(parse_integer(to_text(number), 1024) == SignedWide(number));
}

RC_GTEST_PROP(RoundTrip, ASuffixMultiplies, (std::uint16_t number)) {
    const std::string digits = std::to_string(number);
    for (const auto& [suffix, factor] : std::vector<std::pair<std::string, std::int64_t>>{
             {"k", 1024}, {"kib", 1000}, {"M", 1048576}, {"MiB", 1000000}, {"g", 1073741824}}) {
        RC_ASSERT(parse_integer(digits + suffix, 1024) == SignedWide(number) * factor);
        RC_ASSERT(parse_integer("-" + digits + suffix, 1024) == -SignedWide(number) * factor);
        RC_ASSERT(parse_integer("(" + digits + "*" + std::to_string(factor) + ")", 1024) ==
                  SignedWide(number) * factor);
    }
}

RC_GTEST_PROP(RoundTrip, AnyTextIsANumberOrNothing, (const std::string& text)) {
    parse_integer(text, 1024);
    parse_span(text, "s");
    parse_fraction(text);
    evaluate(text, 1000);
}

RC_GTEST_PROP(RoundTrip, AnyValueOfAnyRowIsStoredOrRefused, (const std::string& value)) {
    const OptionTable table = OptionTable::core();
    const auto rows = table.rows();
    const OptionRow& row = rows[*rc::gen::inRange<std::size_t>(0, rows.size())];
    if (!row.store) return;
    Job job;
    try {
        row.store(job, row, value, ValueContext{});
    } catch (const Error& error) {
        RC_ASSERT(!error.problems().empty());
    }
}

}  // namespace
}  // namespace fathom::test
