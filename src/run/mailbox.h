// How workers reach the main thread: lines for the observer, and a bell that wakes it. The main
// thread waits on the bell's descriptor and on nothing else, so nobody polls.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "run/run.h"

namespace fathom {

/// What a worker failed of. Thousands of one job may fail alike: that is one thing to be told.
struct Failure {
    std::string job, function;
    int error = 0;
    auto operator<=>(const Failure&) const = default;
};

class Mailbox {
  public:
    Mailbox();
    ~Mailbox();
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    // From any thread.
    void message(std::string line) { post(false, std::move(line)); }
    void problem(std::string line) { post(true, std::move(line)); }
    /// The first failure of its kind is told with these lines, the others are counted.
    void failure(const Failure& kind, const std::vector<std::string>& lines);
    /// Wakes the main thread: something about a worker has changed.
    void ring();

    // From the main thread.
    [[nodiscard]] int descriptor() const { return descriptor_; }
    /// Silences the bell and hands the lines on, in the order posted.
    void deliver(RunObserver& observer);
    /// Says how many more workers failed as those told of; when all have ended.
    void sum_up(RunObserver& observer, const std::string& program);

  private:
    void post(bool is_problem, std::string line);

    int descriptor_;
    std::mutex mutex_;
    std::vector<std::pair<bool, std::string>> lines_;
    std::map<Failure, std::size_t> failures_;
};

}  // namespace fathom
