// sim: a disk that is only reckoned (disk/), in a time of its own: what a drive of the year 1994
// or a full stroke of 14 TB takes, in no time and every time the same. No data is kept.
#include <cerrno>
#include <deque>
#include <vector>

#include <fmt/format.h>

#include "disk/device.h"
#include "disk/named_drive.h"
#include "disk/page_cache.h"
#include "engine/drive.h"
#include "engine/engine_options.h"
#include "engine/sim_world.h"

namespace fathom {

namespace {

/// The drive of disk=. Throws Error.
disk::Parameters parameters_of(const Job& job) {
    const EngineOptions options(job);
    const std::string name = options.text("disk");
    if (name.empty()) {
        throw Error("ioengine=sim needs disk=", job.origin,
                    "a parameter file, or one of " + disk::drive_names());
    }
    return disk::named_drive(name, "disk=" + name, options.origin("disk"));
}

std::uint64_t capacity_of(const Job& job) {
    return disk::capacity_bytes(parameters_of(job));
}

constexpr std::int64_t most_cache_mib = 65'536;

std::uint64_t cache_pages(const Job& job) {
    return static_cast<std::uint64_t>(EngineOptions(job).number("cache", 0)) * (1U << 20) /
           disk::PageCache::page_bytes;
}

/// Workers of one name here share a disk.
std::string disk_of(const Job& job) {
    return EngineOptions(job).text("disk") + "\n" + job.filename + "\n" +
           std::to_string(cache_pages(job));
}

class Sim {
  public:
    static constexpr EngineTraits traits{.diskless = true,
                                         .needs_layout = false,
                                         .moves_no_data = true,
                                         .virtual_time = true,
                                         .capacity = capacity_of};

    static void check(const Job& job);

    explicit Sim(const EngineContext& context)
        : parameters_(parameters_of(context.job)),
          buffered_(cache_pages(context.job) > 0 && !context.job.direct),
          member_(SimWorld::join(), context.worker, disk_of(context.job), parameters_,
                  cache_pages(context.job), context.job.direct),
          slots_(context.slots),
          end_fsync_(context.job.end_fsync) {
        pending_.reserve(context.slots.size());
    }

    [[nodiscard]] Ticks now() { return static_cast<Ticks>(member_.now().count()); }
    void open(File&) {}
    int close(File&) { return 0; }

    bool queue(Slot& slot) {
        pending_.push_back(&slot);
        return true;
    }

    int commit() {
        if (!pending_.empty() && parameters_.host_submit.count() > 0)
            member_.wait(member_.now() + parameters_.host_submit, 0);
        for (Slot* slot : pending_) {
            spend(*slot);
            if (answer(*slot)) continue;
            const std::uint64_t sector = slot->position() / parameters_.sector;
            const std::uint64_t count = slot->remaining() / parameters_.sector;
            if (slot->request.op == Op::trim) {
                if (!member_.discard(slot->index, sector, count))
                    answered_.push_back({slot, -EOPNOTSUPP});
            } else {
                member_.submit(slot->index, sector, count, slot->request.op == Op::write);
            }
        }
        const int count = static_cast<int>(pending_.size());
        pending_.clear();
        return count;
    }

    int reap(unsigned min, std::span<Completion> out) {
        const std::size_t ready = answered_.size() + member_.done.size();
        if (ready < min) member_.wait(SimWorld::never, min - answered_.size());
        return take(out);
    }
    int reap_until(Ticks deadline, std::span<Completion> out) {
        if (answered_.empty() && member_.done.empty())
            member_.wait(Nanos(static_cast<std::int64_t>(deadline)), 1);
        return take(out);
    }
    /// The time a job takes includes what it asks to be on the platters.
    void finish() {
        const bool flushes = end_fsync_ || parameters_.write_cache.flush_on_end;
        if (!flushes || !member_.flush(slots_.size())) return;
        member_.wait(SimWorld::never, 1);
        member_.done.clear();
    }
    void wait_until(Ticks at) { member_.wait(Nanos(static_cast<std::int64_t>(at)), 0); }

    [[nodiscard]] std::string explain(int error) const {
        if (error != EINVAL) return {};
        return fmt::format(" (the simulated disk has sectors of {} bytes: look at bs= and offset=)",
                           parameters_.sector);
    }

  private:
    /// What the host's call costs.
    void spend(const Slot& slot) {
        const std::uint32_t bytes = slot.remaining(), sector = parameters_.sector;
        Nanos cost = buffered_ ? disk::buffered_cost(parameters_, bytes)
                               : disk::host_cost(parameters_, bytes);
        // What the cache has not got is asked of the drive, as a direct call does.
        if (buffered_ && slot.request.op == Op::read &&
            !member_.cached(slot.position() / sector, (bytes + sector - 1) / sector))
            cost += disk::host_cost(parameters_, bytes);
        if (cost.count() > 0) member_.wait(member_.now() + cost, 0);
    }

    /// Answers what is no transfer: syncs go to the write cache, and what lies across sectors
    /// nowhere.
    bool answer(Slot& slot) {
        if (!moves_data(slot.request.op)) {
            if (!member_.flush(slot.index)) answered_.push_back({&slot, 0});
            return true;
        }
        const std::uint32_t sector = parameters_.sector;
        if (slot.position() % sector == 0 && slot.remaining() % sector == 0) return false;
        answered_.push_back({&slot, -EINVAL});
        return true;
    }

    int take(std::span<Completion> out) {
        std::size_t got = 0;
        for (; got < out.size() && !answered_.empty(); ++got) {
            out[got] = answered_.front();
            answered_.pop_front();
        }
        for (; got < out.size() && !member_.done.empty(); ++got) {
            Slot& slot = slots_[member_.done.front()];
            member_.done.pop_front();
            out[got] = {&slot, moves_data(slot.request.op) ? slot.remaining() : 0};
        }
        return static_cast<int>(got);
    }

    disk::Parameters parameters_;
    bool buffered_;
    SimWorld::Member member_;
    std::span<Slot> slots_;
    bool end_fsync_;
    std::vector<Slot*> pending_;
    std::deque<Completion> answered_;
};

void Sim::check(const Job& job) {
    const disk::Parameters parameters = parameters_of(job);
    const auto refuse = [&](const std::string& what, const std::string& hint) {
        throw Error("ioengine=sim: " + what, job.origin, hint);
    };
    if (job.access.trim && parameters.type == disk::DriveType::hdd)
        refuse("a hard disk has no trim", "rw=read, write and their kin");
    if (job.access.trim && cache_pages(job) > 0)
        refuse("the page cache does no trim", "leave out cache=");
    if (job.io_submit_mode == SubmitMode::offload)
        refuse("its time stands still for helper threads", "io_submit_mode=inline");
    if (job.startdelay.count() > 0 || job.startdelay_max.count() > 0 || !job.wait_for.empty())
        refuse("all its workers begin together", "leave out startdelay and wait_for");
    for (const Direction d : all_directions) {
        if (job.access.does(d) && job.bs[d].min.count() % parameters.sector != 0) {
            refuse(fmt::format("bs={} is no multiple of the disk's sectors of {} bytes",
                               job.bs[d].min.count(), parameters.sector),
                   {});
        }
    }
}

REGISTER_ENGINE(Sim, "sim", "a simulated disk, in virtual time",
                {text_row("disk", "the drive: built in (fathom disks lists them) or a file"),
                 number_row("cache",
                            "MiB of a host's page cache before the drive, for jobs with direct=0",
                            "0", 0, most_cache_mib)});

}  // namespace

}  // namespace fathom
