#include "job/error_list.h"

#include <cstring>
#include <string>

#include "job/number.h"
#include "job/value.h"

namespace fathom {

namespace {

constexpr int most = 134;  ///< the last errno of Linux is 133

/// The number of an errno name; 0 when there is none of it.
int errno_of(std::string_view name) {
    for (int e = 1; e < most; ++e) {
        const char* known = strerrorname_np(e);
        if (known != nullptr && name == known) return e;
    }
    // Two names of other numbers.
    if (name == "EWOULDBLOCK") return EWOULDBLOCK;
    if (name == "EDEADLOCK") return EDEADLOCK;
    return 0;
}

}  // namespace

IgnoredErrors read_error_list(const OptionRow& row, std::string_view text,
                              const ValueContext& context) {
    IgnoredErrors errors;
    const auto lists = split(text, ',');
    if (lists.size() > errors.lists.size()) {
        refuse(row, text, context, "more than three lists (reads, writes, verification)");
    }
    for (std::size_t i = 0; i < lists.size(); ++i) {
        if (trimmed(lists[i]).empty()) continue;
        for (const std::string_view part : split(lists[i], ':')) {
            const std::string_view word = trimmed(part);
            int e = errno_of(word);
            if (e == 0) {
                const auto number = parse_integer(word, 1024);
                if (!number || *number <= 0 || *number >= most) {
                    refuse(row, text, context,
                           "'" + std::string(word) + "' is no error (EIO, ENOSPC, 5)");
                }
                e = static_cast<int>(*number);
            }
            errors.lists[i].push_back(e);
        }
    }
    return errors;
}

}  // namespace fathom
