// How workers reach the main thread: lines for the observer, and a bell that wakes it. The main
// thread waits on the bell's descriptor and on nothing else, so nobody polls.
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "run/run.h"

namespace fathom {

class Mailbox {
  public:
    Mailbox();
    ~Mailbox();
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    // From any thread.
    void message(std::string line) { post(false, std::move(line)); }
    void problem(std::string line) { post(true, std::move(line)); }
    /// Wakes the main thread: something about a worker has changed.
    void ring();

    // From the main thread.
    [[nodiscard]] int descriptor() const { return descriptor_; }
    /// Silences the bell and hands the lines on, in the order posted.
    void deliver(RunObserver& observer);

  private:
    void post(bool is_problem, std::string line);

    int descriptor_;
    std::mutex mutex_;
    std::vector<std::pair<bool, std::string>> lines_;
};

}  // namespace fathom
