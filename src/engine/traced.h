// --debug=io: an engine whose every I/O is written down. The engine itself stands behind a virtual
// port, so that no engine's own loop has anything of it. Used by make_runner in engine/drive.h.
#pragma once

#include <memory>
#include <string>

#include "engine/engine.h"
#include "engine/waiting.h"

namespace fathom {

/// What any engine can do, behind virtual calls.
class EnginePort {
  public:
    virtual ~EnginePort() = default;
    virtual Ticks now() = 0;
    virtual void wait_until(Ticks at) = 0;
    virtual void open(File& file) = 0;
    virtual int close(File& file) = 0;
    virtual void files_ready() = 0;
    virtual void finish() = 0;
    [[nodiscard]] virtual bool again_is_final() const = 0;
    [[nodiscard]] virtual std::string explain(int error) const = 0;
};

class SyncPort : public EnginePort {
  public:
    virtual std::int64_t transfer(const Request& request, File& file, std::byte* buffer) = 0;
    virtual std::int64_t sync(const Request& request, File& file) = 0;
};

class AsyncPort : public EnginePort {
  public:
    virtual bool queue(Slot& slot) = 0;
    virtual int commit() = 0;
    virtual int reap(unsigned min, std::span<Completion> out) = 0;
    virtual int reap_until(Ticks deadline, std::span<Completion> out) = 0;
};

/// What an engine of class E adds to `Port`.
template <class E, class Port>
class PortBase : public Port {
  public:
    explicit PortBase(const EngineContext& context) : clock_(context.clock), engine_(context) {}
    Ticks now() override { return engine_.now(); }
    void wait_until(Ticks at) override { detail::wait_towards(engine_, clock_, at, false); }
    void open(File& file) override { engine_.open(file); }
    int close(File& file) override { return engine_.close(file); }
    void files_ready() override {
        if constexpr (requires { engine_.files_ready(); }) engine_.files_ready();
    }
    void finish() override { fathom::finish(engine_); }
    [[nodiscard]] bool again_is_final() const override { return fathom::again_is_final(engine_); }
    [[nodiscard]] std::string explain(int error) const override {
        return fathom::explain(engine_, error);
    }

  protected:
    Clock clock_;
    E engine_;
};

template <SyncEngine E>
class SyncPortOf final : public PortBase<E, SyncPort> {
  public:
    using PortBase<E, SyncPort>::PortBase;
    std::int64_t transfer(const Request& request, File& file, std::byte* buffer) override {
        return this->engine_.transfer(request, file, buffer);
    }
    std::int64_t sync(const Request& request, File& file) override {
        return this->engine_.sync(request, file);
    }
};

template <AsyncEngine E>
class AsyncPortOf final : public PortBase<E, AsyncPort> {
  public:
    using PortBase<E, AsyncPort>::PortBase;
    bool queue(Slot& slot) override { return this->engine_.queue(slot); }
    int commit() override { return this->engine_.commit(); }
    int reap(unsigned min, std::span<Completion> out) override {
        return this->engine_.reap(min, out);
    }
    int reap_until(Ticks deadline, std::span<Completion> out) override {
        return detail::reap_before(this->engine_, this->clock_, deadline, out);
    }
};

std::unique_ptr<EngineRunner> trace(const EngineContext& context, std::unique_ptr<SyncPort> port);
std::unique_ptr<EngineRunner> trace(const EngineContext& context, const EngineTraits& traits,
                                    std::unique_ptr<AsyncPort> port);

}  // namespace fathom
