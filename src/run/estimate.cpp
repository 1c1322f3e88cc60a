#include "run/estimate.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/wide.h"
#include "engine/engine.h"
#include "run/file_set.h"
#include "run/layout.h"

namespace fathom {

namespace {

class Estimator {
  public:
    explicit Estimator(const Plan& plan) : plan_(plan) { result_.stages.resize(plan.stages()); }

    Estimate run() {
        for (const PlannedWorker& worker : plan_.workers) {
            const Job& job = plan_.jobs[worker.job];
            StageEstimate& stage = result_.stages[worker.stage];
            add_time(stage, job);
            try {
                add_bytes(stage, job, worker);
            } catch (const Error& failure) {
                note(failure.problems().front().what);
            }
        }
        return std::move(result_);
    }

  private:
    void note(const std::string& problem) {
        auto& all = result_.problems;
        if (std::find(all.begin(), all.end(), problem) == all.end()) all.push_back(problem);
    }

    static void add_time(StageEstimate& stage, const Job& job) {
        const Nanos delay = std::max(job.startdelay, job.startdelay_max);
        if (job.runtime.count() == 0) {
            stage.is_limited = stage.lasts_limit = false;
            stage.limit = std::max(stage.limit, delay + job.ramp_time);
            return;
        }
        stage.limit = std::max(stage.limit, delay + job.ramp_time + job.runtime);
        if (!job.time_based) stage.lasts_limit = false;
    }

    void add_bytes(StageEstimate& stage, const Job& job, const PlannedWorker& worker) {
        const EngineEntry* engine = find_engine(job.ioengine);
        if (engine == nullptr || engine->traits.sizeless) return;
        const FileSet set = make_file_set(job, worker, engine->traits, job.randseed, first_sizes_);
        if (!engine->traits.diskless && !engine->traits.own_files) {
            for (const PlannedFile& file : set.files) add_file(job, engine->traits, file);
        }
        std::uint64_t pass = set.pass_bytes();
        for (const Direction d : all_directions) {
            if (job.number_ios == 0 || !job.access.does(d)) continue;
            const Wide most = static_cast<Wide>(job.number_ios) * job.bs[d].max.count();
            if (most < pass) pass = static_cast<std::uint64_t>(most);
        }
        if (job.time_based && job.runtime.count() != 0) {
            stage.repeats = true;
        } else {
            pass *= job.loops;
        }
        share_out(stage, job, pass);
    }

    static void share_out(StageEstimate& stage, const Job& job, std::uint64_t bytes) {
        const Access& access = job.access;
        if (access.read && access.write) {
            const auto reads =
                static_cast<std::uint64_t>(static_cast<Wide>(bytes) * job.rwmixread / 100);
            stage.bytes[Direction::read] += reads;
            stage.bytes[Direction::write] += bytes - reads;
            return;
        }
        for (const Direction d : all_directions) {
            if (access.does(d)) stage.bytes[d] += bytes;
        }
    }

    /// A file several workers share is laid out once.
    void add_file(const Job& job, const EngineTraits& traits, const PlannedFile& file) {
        if (!made_.insert(file.file.path).second) return;
        if (file.file.type != FileType::regular) return;
        if (!file.exists) ++result_.files_made;
        const std::uint64_t has = file.exists ? file.file.real_size : 0;
        if (traits.needs_layout && wants_data(job) && file.wanted_size > has) {
            result_.bytes_laid_out += file.wanted_size;
        }
    }

    const Plan& plan_;
    Estimate result_;
    FirstSizes first_sizes_;
    std::set<std::string> made_;
};

}  // namespace

Estimate estimate(const Plan& plan) {
    return Estimator(plan).run();
}

}  // namespace fathom
