#include "job/access.h"

#include <limits>

#include "job/value.h"

namespace fathom {

namespace {

constexpr unsigned reads = 1;
constexpr unsigned writes = 2;
constexpr unsigned trims = 4;
constexpr unsigned random_bit = 8;
constexpr unsigned trim_first = 16;

Access from_bits(unsigned bits) {
    Access access;
    access.read = (bits & reads) != 0;
    access.write = (bits & writes) != 0;
    access.trim = (bits & trims) != 0;
    access.random = (bits & random_bit) != 0;
    access.trim_then_write = (bits & trim_first) != 0;
    return access;
}

unsigned to_bits(const Access& access) {
    return (access.read ? reads : 0) | (access.write ? writes : 0) | (access.trim ? trims : 0) |
           (access.random ? random_bit : 0) | (access.trim_then_write ? trim_first : 0);
}

}  // namespace

std::vector<Choice> access_words() {
    return {
        {"read", reads, "reads, in order"},
        {"write", writes, "writes, in order"},
        {"trim", trims, "discards, in order"},
        {"randread", reads | random_bit, "reads at random places"},
        {"randwrite", writes | random_bit, "writes at random places"},
        {"randtrim", trims | random_bit, "discards at random places"},
        {"rw", reads | writes, "reads and writes mixed, in order"},
        {"readwrite", reads | writes, "the same as rw"},
        {"randrw", reads | writes | random_bit, "reads and writes mixed, at random places"},
        {"trimwrite", writes | trims | trim_first, "discards each block, then writes it"},
        {"randtrimwrite", writes | trims | trim_first | random_bit, "the same at random places"},
    };
}

std::string Access::name() const {
    for (const Choice& word : access_words()) {
        if (word.value == static_cast<std::int64_t>(to_bits(*this))) return std::string(word.text);
    }
    return "none";
}

void store_access(Job& job, const OptionRow& row, std::string_view text,
                  const ValueContext& context) {
    const auto colon = text.find(':');
    const std::string_view word = trimmed(text.substr(0, colon));
    const Choice* found = nullptr;
    for (const Choice& choice : row.choices) {
        if (choice.text == word) found = &choice;
    }
    if (found == nullptr) refuse(row, text, context, "no such kind of access");
    Access access = from_bits(static_cast<unsigned>(found->value));
    if (colon != std::string_view::npos) {
        const auto number = parse_integer(text.substr(colon + 1), context.kb_base);
        if (!number) refuse(row, text, context, "what follows ':' is not a number");
        if (*number > std::numeric_limits<std::int64_t>::max()) {
            refuse(row, text, context, "the number after ':' is out of range");
        }
        if (access.random && *number < 1) {
            refuse(row, text, context, "a run of random access needs at least 1 I/O");
        }
        if (access.random) {
            access.random_run = static_cast<std::uint64_t>(*number);
        } else {
            access.sequential_step = static_cast<std::int64_t>(*number);
        }
    }
    job.access = access;
}

}  // namespace fathom
