#include "engine/traced.h"

#include <algorithm>
#include <utility>

#include "base/debug.h"
#include "engine/drive.h"

namespace fathom {

namespace {

/// fio's numbers for what an I/O does.
int number_of(Op op) {
    switch (op) {
        case Op::fdatasync:
            return 4;
        case Op::sync_range:
            return 5;
        default:
            return static_cast<int>(op);
    }
}

void say(const char* step, const void* io, const Request& request, const File& file) {
    debug(Topic::io, "{}: io_u {}: off=0x{:x},len=0x{:x},ddir={},file={}", step, io, request.offset,
          request.length, number_of(request.op), file.path);
}

void say_if_failed(std::int64_t result) {
    if (result < 0) debug(Topic::io, "  failed: {}", errno_text(static_cast<int>(-result)));
}

template <class Port>
class Traced {
  public:
    Traced(std::unique_ptr<Port> port, std::span<File> files)
        : port_(std::move(port)), files_(files) {}
    Ticks now() { return port_->now(); }
    void wait_until(Ticks at) { port_->wait_until(at); }
    void open(File& file) { port_->open(file); }
    int close(File& file) { return port_->close(file); }
    void files_ready() { port_->files_ready(); }
    void finish() { port_->finish(); }
    [[nodiscard]] bool again_is_final() const { return port_->again_is_final(); }
    [[nodiscard]] std::string explain(int error) const { return port_->explain(error); }

  protected:
    std::unique_ptr<Port> port_;
    std::span<File> files_;
};

class TracedSync : public Traced<SyncPort> {
  public:
    static constexpr EngineTraits traits{};
    using Traced::Traced;

    std::int64_t transfer(const Request& request, File& file, std::byte* buffer) {
        say("queue", buffer, request, file);
        const std::int64_t result = port_->transfer(request, file, buffer);
        say("complete", buffer, request, file);
        say_if_failed(result);
        return result;
    }
    std::int64_t sync(const Request& request, File& file) {
        say("queue", this, request, file);
        const std::int64_t result = port_->sync(request, file);
        say("complete", this, request, file);
        say_if_failed(result);
        return result;
    }
};

class TracedAsync : public Traced<AsyncPort> {
  public:
    // The loop then leaves room for every I/O there is; how many are asked for is decided here.
    static constexpr EngineTraits traits{.reaps_all = true};
    TracedAsync(std::unique_ptr<AsyncPort> port, std::span<File> files, unsigned reap_max)
        : Traced(std::move(port), files), reap_max_(reap_max) {}

    bool queue(Slot& slot) {
        say("fill", &slot, slot.request, files_[slot.request.file]);
        const bool taken = port_->queue(slot);
        if (taken) say("queue", &slot, slot.request, files_[slot.request.file]);
        return taken;
    }
    int commit() {
        const int handed_over = port_->commit();
        debug(Topic::io, "commit: {} handed over", handed_over);
        return handed_over;
    }
    int reap(unsigned min, std::span<Completion> out) {
        return told(port_->reap(min, some(out)), out);
    }
    int reap_until(Ticks deadline, std::span<Completion> out) {
        return told(port_->reap_until(deadline, some(out)), out);
    }

  private:
    [[nodiscard]] std::span<Completion> some(std::span<Completion> out) const {
        return out.first(std::min<std::size_t>(out.size(), reap_max_));
    }
    int told(int got, std::span<Completion> out) {
        for (int i = 0; i < got; ++i) {
            const Completion& done = out[static_cast<std::size_t>(i)];
            const Request& request = done.slot->request;
            say("complete", done.slot, request, files_[request.file]);
            say_if_failed(done.result);
        }
        return got;
    }

    unsigned reap_max_;
};

template <class E>
class TracedRunner final : public EngineRunner {
  public:
    explicit TracedRunner(E engine) : engine_(std::move(engine)) {}
    void open(File& file) override { engine_.open(file); }
    int close(File& file) override { return engine_.close(file); }
    void files_ready() override { engine_.files_ready(); }
    Ticks now() override { return engine_.now(); }
    LoopOutcome run(Loop& loop) override { return detail::drive(engine_, loop); }

  private:
    E engine_;
};

}  // namespace

std::unique_ptr<EngineRunner> trace(const EngineContext& context, std::unique_ptr<SyncPort> port) {
    return std::make_unique<TracedRunner<TracedSync>>(TracedSync(std::move(port), context.files));
}

std::unique_ptr<EngineRunner> trace(const EngineContext& context, const EngineTraits& traits,
                                    std::unique_ptr<AsyncPort> port) {
    const Job& job = context.job;
    const unsigned wanted = std::max(
        {job.iodepth_batch_complete_max, job.iodepth_batch_complete_min, std::uint32_t{1}});
    const auto depth = static_cast<unsigned>(context.slots.size());
    return std::make_unique<TracedRunner<TracedAsync>>(
        TracedAsync(std::move(port), context.files, traits.reaps_all ? depth : wanted));
}

}  // namespace fathom
