// cpuio: no I/O; keeps a CPU busy for a share of the time. A cycle burns cpuchunks microseconds and
// rests for as long as the load leaves. Each cycle counts as one I/O of no bytes, lasting as long
// as it took.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include <time.h>

#include "base/random.h"
#include "engine/drive.h"
#include "engine/engine_options.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

/// How long a rest may last before the stop flag is looked at.
constexpr Nanos longest_nap = 10_ms;

/// What the job asks for.
struct CpuLoad {
    explicit CpuLoad(const Job& job)
        : percent(std::min<std::int64_t>(EngineOptions(job).number("cpuload", 0), 100)),
          chunk_us(std::max<std::int64_t>(EngineOptions(job).number("cpuchunks", 50'000), 1)),
          mode(EngineOptions(job).text("cpumode", "noop")) {}
    std::int64_t percent;
    std::int64_t chunk_us;
    std::string mode;
};

std::string opening_line(const Job& job) {
    const CpuLoad load(job);
    return job.name + " (" + load.mode +
           "): ioengine=cpuio, cpuload=" + std::to_string(load.percent) +
           ", cpucycle=" + std::to_string(load.chunk_us);
}

class CpuIo : public RealTime {
  public:
    static constexpr EngineTraits traits{
        .diskless = true, .needs_layout = false, .moves_no_data = true, .sizeless = true};

    static void check(const Job& job) {
        if (CpuLoad(job).percent > 0) return;
        throw Error("engine cpuio needs cpuload", job.origin,
                    "the share of a CPU to use: 1 to 100");
    }

    explicit CpuIo(const EngineContext& context)
        : RealTime{context.clock}, random_(context.job.randseed) {
        const CpuLoad load(context.job);
        sorts_ = load.mode == "qsort";
        busy_ = Nanos(load.chunk_us * 1'000);
        idle_ = Nanos(busy_.count() * (100 - load.percent) / load.percent);
    }

    void open(File&) {}
    int close(File&) { return 0; }

    LoopOutcome run(Loop& loop) {
        LoopOutcome outcome;
        outcome.end = LoopOutcome::End::stopped;
        loop.arm(now());
        while (!loop.stop.load(std::memory_order_relaxed)) {
            const Ticks start = now();
            burn(loop, start + clock.to_ticks(busy_));
            rest(loop, start + clock.to_ticks(busy_ + idle_));
            const Ticks end = now();
            DirectionRecord& record = loop.recorder.directions[Direction::read];
            ++record.ios;
            if (loop.timed && loop.recorder.setup.clat)
                record.clat.add(clock.to_nanos(end - start));
            if (end >= loop.next_event && !loop.on_event(end)) {
                outcome.end = LoopOutcome::End::time;
                break;
            }
        }
        detail::count_single_io_batches(loop.recorder, true);
        loop.end = now();
        loop.publish();
        return outcome;
    }

  private:
    [[nodiscard]] static bool over(const Loop& loop, Ticks at) {
        return loop.stop.load(std::memory_order_relaxed) ||
               (loop.run_end != 0 && at >= loop.run_end);
    }

    void burn(const Loop& loop, Ticks until) {
        for (Ticks at = now(); at < until && !over(loop, at); at = now()) {
            if (sorts_) {
                sort_some();
            } else {
                for (unsigned i = 0; i < 1000; ++i) asm volatile("" ::: "memory");
            }
        }
    }

    void sort_some() {
        for (std::uint32_t& number : numbers_) number = static_cast<std::uint32_t>(random_.next());
        std::qsort(numbers_.data(), numbers_.size(), sizeof numbers_[0],
                   [](const void* a, const void* b) {
                       const auto x = *static_cast<const std::uint32_t*>(a);
                       const auto y = *static_cast<const std::uint32_t*>(b);
                       return x < y ? -1 : x > y ? 1 : 0;
                   });
    }

    void rest(const Loop& loop, Ticks until) const {
        for (Ticks at = now(); at < until && !over(loop, at); at = now()) {
            Ticks end = until;
            if (loop.run_end != 0) end = std::min(end, loop.run_end);
            const Nanos left(static_cast<std::int64_t>(clock.to_nanos(end - at)) + 1);
            const Nanos nap = std::min(left, longest_nap);
            const timespec span{0, nap.count()};
            ::nanosleep(&span, nullptr);
        }
    }

    Nanos busy_;
    Nanos idle_;
    bool sorts_ = false;
    Random random_;
    std::array<std::uint32_t, 1024> numbers_{};
};

std::vector<OptionRow> cpuio_rows() {
    OptionRow chunks =
        number_row("cpuchunks", "length of a busy spell in microseconds", "50000", 1);
    chunks.parent = "cpuload";
    return {number_row("cpuload", "share of a CPU to use, in percent", {}, 0),
            choice_row("cpumode", "what to compute", "noop",
                       {{"noop", 0, "an empty loop"}, {"qsort", 1, "sorting with qsort(3)"}}),
            std::move(chunks),
            switch_row("exit_on_io_done", "end when no thread does I/O any more")};
}

[[maybe_unused]] const bool registered =
    detail::register_engine(EngineEntry{.name = "cpuio",
                                        .help = "no I/O: keeps a CPU busy",
                                        .traits = CpuIo::traits,
                                        .synchronous = true,
                                        .options = cpuio_rows(),
                                        .make = make_runner<CpuIo>,
                                        .check = detail::check_job<CpuIo>,
                                        .opening_line = opening_line});

}  // namespace

}  // namespace fathom
