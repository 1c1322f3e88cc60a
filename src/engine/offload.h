// io_submit_mode=offload: the worker only decides what is done and when; a helper thread per slot
// does it with an engine of its own. To the loop this is one more engine that queues.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <semaphore>
#include <span>
#include <thread>
#include <vector>

#include "engine/engine.h"

namespace fathom {

/// A helper's own engine: carries a request out from begin to end.
class OffloadPort {
  public:
    virtual ~OffloadPort() = default;
    virtual void open(File& file) = 0;
    virtual int close(File& file) = 0;
    virtual void files_ready() = 0;
    /// Bytes or -errno for what remains of the slot's request.
    virtual std::int64_t perform(Slot& slot, File& file) = 0;
    [[nodiscard]] virtual bool again_is_final() const = 0;
    [[nodiscard]] virtual std::string explain(int error) const = 0;
};

template <AnyEngine E>
class OffloadPortOf final : public OffloadPort {
  public:
    explicit OffloadPortOf(const EngineContext& context) : engine_(context) {}
    void open(File& file) override { engine_.open(file); }
    int close(File& file) override { return engine_.close(file); }
    void files_ready() override {
        if constexpr (requires { engine_.files_ready(); }) engine_.files_ready();
    }
    std::int64_t perform(Slot& slot, File& file) override {
        if constexpr (SyncEngine<E>) {
            Request rest = slot.request;
            if (!moves_data(rest.op)) return engine_.sync(rest, file);
            rest.offset = slot.position();
            rest.length = slot.remaining();
            return engine_.transfer(rest, file, slot.rest());
        } else {
            return queue_and_wait(slot);
        }
    }

    [[nodiscard]] bool again_is_final() const override { return fathom::again_is_final(engine_); }
    [[nodiscard]] std::string explain(int error) const override {
        return fathom::explain(engine_, error);
    }

  private:
    std::int64_t queue_and_wait(Slot& slot) requires AsyncEngine<E> {
        if (!engine_.queue(slot)) return -EAGAIN;
        for (int taken = 0; taken < 1;) {
            taken = engine_.commit();
            if (taken < 0 && taken != -EAGAIN && taken != -EINTR) return taken;
        }
        Completion done;
        for (int got = 0; got < 1;) {
            got = engine_.reap(1, std::span(&done, 1));
            if (got < 0 && got != -EAGAIN && got != -EINTR) return got;
        }
        return done.result;
    }

    E engine_;
};

class Offload {
  public:
    static constexpr EngineTraits traits{};
    using PortMaker = std::function<std::unique_ptr<OffloadPort>(const EngineContext&)>;

    Offload(const EngineContext& context, PortMaker maker);
    ~Offload();
    Offload(const Offload&) = delete;
    Offload& operator=(const Offload&) = delete;

    [[nodiscard]] Ticks now() const { return context_.clock.now(); }
    /// Each helper opens the file for itself before it first uses it.
    void open(File& file) { main_->open(file); }
    int close(File& file);
    /// Starts the helpers; from the worker's own thread, whose descriptors they then share. Throws
    /// Error when one cannot be made ready.
    void files_ready();

    /// As EngineRunner says.
    ThreadUsage helpers_usage();
    void forget_helpers_usage() { usage_round_.fetch_add(1, std::memory_order_relaxed); }

    bool queue(Slot& slot);
    int commit();
    int reap(unsigned min, std::span<Completion> out);

    [[nodiscard]] bool again_is_final() const { return main_->again_is_final(); }
    [[nodiscard]] std::string explain(int error) const { return main_->explain(error); }

  private:
    struct Helper;
    void serve(Helper& helper);
    void done(const Completion& completion);

    EngineContext context_;
    PortMaker maker_;
    std::unique_ptr<OffloadPort> main_;  ///< holds the worker's own descriptors open
    std::vector<std::unique_ptr<Helper>> helpers_;
    std::vector<Slot*> queued_;
    std::atomic<unsigned> usage_round_{0};  ///< a helper that meets a new one starts to count again

    std::mutex mutex_;
    std::counting_semaphore<> finished_{0};  ///< one count per completion not yet reaped
    std::vector<Completion> completions_;    ///< guarded by mutex_
};

}  // namespace fathom
