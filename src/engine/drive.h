// From an engine class to a runner: picks the loop that fits and hides it behind one virtual call.
// Every engine file includes this and ends with a REGISTER_ENGINE line.
#pragma once

#include <utility>

#include "base/debug.h"
#include "engine/drive_async.h"
#include "engine/drive_sync.h"
#include "engine/offload.h"
#include "engine/traced.h"

namespace fathom {

namespace detail {

/// Throws Error for what the job asks and no engine of these traits can do.
void check_traits(const Job& job, const EngineTraits& traits);

/// The same for one engine, with its own rules.
template <AnyEngine E>
void check_job(const Job& job) {
    check_traits(job, E::traits);
    check_engine<E>(job);
}

template <SyncEngine E>
LoopOutcome drive(E& engine, Loop& loop) {
    loop.arm(engine.now());
    LoopOutcome outcome =
        loop.timed ? SyncLoop<E, true>(engine, loop).run() : SyncLoop<E, false>(engine, loop).run();
    count_single_io_batches(loop.recorder, !E::traits.no_submit_counts);
    if (outcome.error != 0) outcome.error_text += explain(engine, outcome.error);
    finish(engine);
    loop.end = engine.now();
    loop.publish();
    return outcome;
}

template <AsyncEngine E>
LoopOutcome drive(E& engine, Loop& loop) {
    loop.arm(engine.now());
    LoopOutcome outcome = loop.timed ? AsyncLoop<E, true>(engine, loop).run()
                                     : AsyncLoop<E, false>(engine, loop).run();
    if (outcome.error != 0) outcome.error_text += explain(engine, outcome.error);
    finish(engine);
    loop.end = engine.now();
    loop.publish();
    return outcome;
}

}  // namespace detail

/// Wraps an engine class for the run-time face.
template <AnyEngine E>
class RunnerOf final : public EngineRunner {
  public:
    explicit RunnerOf(const EngineContext& context) : engine_((check(context), context)) {}
    void open(File& file) override { engine_.open(file); }
    int close(File& file) override { return engine_.close(file); }
    void files_ready() override {
        if constexpr (requires { engine_.files_ready(); }) engine_.files_ready();
    }
    Ticks now() override { return engine_.now(); }
    LoopOutcome run(Loop& loop) override {
        if constexpr (LoopEngine<E>) {
            return engine_.run(loop);
        } else {
            return detail::drive(engine_, loop);
        }
    }

  private:
    static void check(const EngineContext& context) { detail::check_job<E>(context.job); }
    E engine_;
};

/// The runner of an engine whose I/Os are done by helper threads.
class OffloadRunner final : public EngineRunner {
  public:
    OffloadRunner(const EngineContext& context, Offload::PortMaker maker)
        : engine_(context, std::move(maker)) {}
    void open(File& file) override { engine_.open(file); }
    int close(File& file) override { return engine_.close(file); }
    void files_ready() override { engine_.files_ready(); }
    Ticks now() override { return engine_.now(); }
    LoopOutcome run(Loop& loop) override;
    ThreadUsage helpers_usage() override { return engine_.helpers_usage(); }
    void forget_helpers_usage() override { engine_.forget_helpers_usage(); }

  private:
    Offload engine_;
};

/// The runner that fits the job.
template <AnyEngine E>
std::unique_ptr<EngineRunner> make_runner(const EngineContext& context) {
    if constexpr (!LoopEngine<E>) {
        if (context.job.io_submit_mode == SubmitMode::offload) {
            detail::check_job<E>(context.job);
            return std::make_unique<OffloadRunner>(
                context, [](const EngineContext& own) -> std::unique_ptr<OffloadPort> {
                    return std::make_unique<OffloadPortOf<E>>(own);
                });
        }
    }
    if constexpr (SyncEngine<E>) {
        if (debugging(Topic::io)) {
            detail::check_job<E>(context.job);
            return trace(context, std::make_unique<SyncPortOf<E>>(context));
        }
    } else if constexpr (AsyncEngine<E>) {
        if (debugging(Topic::io)) {
            detail::check_job<E>(context.job);
            return trace(context, E::traits, std::make_unique<AsyncPortOf<E>>(context));
        }
    }
    return std::make_unique<RunnerOf<E>>(context);
}

namespace detail {
template <AnyEngine E>
bool register_engine(std::string name, std::string help, std::vector<OptionRow> options) {
    return register_engine(EngineEntry{std::move(name), std::move(help), E::traits, !AsyncEngine<E>,
                                       std::move(options), make_runner<E>, check_job<E>});
}
}  // namespace detail

#define REGISTER_ENGINE(Class, name, help, ...)      \
    [[maybe_unused]] const bool registered_##Class = \
        ::fathom::detail::register_engine<Class>(name, help, __VA_ARGS__)

}  // namespace fathom
