// --debug: lines that say what is going on, by topic. Anyone may write one; nothing is made of it
// unless its topic is on, which costs one relaxed load. Not for the hot loop.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fathom {

enum class Topic : std::uint8_t {
    process,
    file,
    io,
    mem,
    blktrace,
    verify,
    random,
    parse,
    diskutil,
    job,
    mutex,
    profile,
    time,
    net,
    rate,
    compress,
    steadystate,
    helperthread,
    zbd
};

/// The words of --debug, in the order of Topic.
inline constexpr std::array<std::string_view, 19> topic_names = {
    "process", "file",     "io",          "mem",          "blktrace", "verify", "random",
    "parse",   "diskutil", "job",         "mutex",        "profile",  "time",   "net",
    "rate",    "compress", "steadystate", "helperthread", "zbd"};

namespace debug_detail {
inline std::atomic<std::uint32_t> topics{0};
void write(Topic topic, const std::string& text);
}  // namespace debug_detail

inline bool debugging(Topic topic) {
    return (debug_detail::topics.load(std::memory_order_relaxed) >> static_cast<unsigned>(topic) &
            1U) != 0;
}

/// "file     4711 open /tmp/a", with the calling thread's id.
template <class... Parts>
void debug(Topic topic, fmt::format_string<Parts...> format, Parts&&... parts) {
    if (debugging(topic)) [[unlikely]]
        debug_detail::write(topic, fmt::format(format, std::forward<Parts>(parts)...));
}

void debug_topic_on(Topic topic);
void debug_topics_off();

/// job:N: of workers only the Nth (from 1) is to be heard; 0: all.
void debug_only_worker(std::uint32_t number);
/// Says that the calling thread is a worker's.
void debug_this_is_worker(std::uint32_t number);

/// Where lines go, each with its newline; called by one thread at a time. Lines written while there
/// is none are kept for the next one. Empty: none.
void debug_to(std::function<void(std::string_view)> sink);

}  // namespace fathom
