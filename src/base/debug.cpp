#include "base/debug.h"

#include <mutex>

#include <unistd.h>

namespace fathom {

namespace {

std::mutex mutex;
std::function<void(std::string_view)> sink;  // guarded by mutex, as is what follows
std::string kept;

std::atomic<std::uint32_t> only_worker{0};
thread_local std::uint32_t this_worker = 0;

}  // namespace

void debug_topic_on(Topic topic) {
    debug_detail::topics.fetch_or(1U << static_cast<unsigned>(topic));
}

void debug_topics_off() {
    debug_detail::topics = 0;
    only_worker = 0;
}

void debug_only_worker(std::uint32_t number) {
    only_worker = number;
}

void debug_this_is_worker(std::uint32_t number) {
    this_worker = number;
}

void debug_to(std::function<void(std::string_view)> new_sink) {
    const std::lock_guard lock(mutex);
    sink = std::move(new_sink);
    if (sink && !kept.empty()) sink(std::exchange(kept, {}));
}

void debug_detail::write(Topic topic, const std::string& text) {
    const std::uint32_t only = only_worker.load(std::memory_order_relaxed);
    if (only != 0 && this_worker != 0 && this_worker != only) return;
    const std::string line = fmt::format(
        "{:<8} {:<5} {}\n", topic_names[static_cast<std::size_t>(topic)], ::gettid(), text);
    const std::lock_guard lock(mutex);
    sink ? sink(line) : void(kept += line);
}

}  // namespace fathom
