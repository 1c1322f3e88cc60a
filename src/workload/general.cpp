#include "workload/general.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "workload/access_rules.h"
#include "workload/file_cursor.h"
#include "workload/file_picker.h"
#include "workload/seed.h"
#include "workload/sync_points.h"

namespace fathom {

namespace {

constexpr std::uint64_t unlimited = ~std::uint64_t{0};

class General final : public Workload {
  public:
    General(const Job& job, const WorkloadSetup& setup);

    void fill(RequestBatch& batch) override {
        batch.count = 0;
        while (batch.count < wanted_) {
            if (queued_ == 0 && !produce()) break;
            batch.requests[batch.count++] = queue_[queue_next_++];
            --queued_;
        }
    }
    [[nodiscard]] std::uint64_t total_bytes() const override { return total_; }

  private:
    /// Puts the next data request, and what belongs before and after it, in the queue.
    bool produce();
    void start_pass();
    /// Ends the stream: closes what it has opened.
    bool end();
    [[nodiscard]] bool pass_over();
    void issue(std::uint32_t file, Direction d, const Place& place);
    std::optional<Place> place_in(std::uint32_t file, Direction& d);
    Direction draw_direction();
    void finish_file(std::uint32_t file);
    void push(const Request& request) { queue_[queue_next_ + queued_++] = request; }

    AccessRules rules_;
    Generator generator_;
    std::vector<FileCursor> files_;
    FilePicker picker_;
    SyncPoints syncs_;
    std::uint32_t rwmixread_;
    bool mixed_;
    Direction only_ = Direction::read;
    const Pace* pace_;
    unsigned wanted_;  ///< requests in a batch

    bool repeat_;
    bool again_ = false;  ///< passes follow one another until the budget is used up
    std::uint64_t bytes_left_ = unlimited;
    std::uint64_t ios_left_ = unlimited;
    std::uint64_t total_ = 0;
    bool pass_did_something_ = false;
    bool mark_passes_;
    std::uint32_t mark_next_;  ///< the next file to be marked; their number: none

    std::vector<bool> opened_;  ///< only where the picker keeps a window
    std::uint32_t close_next_ = 0;
    std::array<Request, 8> queue_{};  ///< a sync, an open, two data, a close at most
    unsigned queue_next_ = 0;
    unsigned queued_ = 0;
};

General::General(const Job& job, const WorkloadSetup& setup)
    : rules_(job),
      generator_(job.random_generator, derive_seed(setup.seed, setup.loop)),
      files_(setup.files.begin(), setup.files.end()),
      picker_(job, static_cast<std::uint32_t>(setup.files.size())),
      syncs_(job, setup.files.size()),
      rwmixread_(job.rwmixread),
      mixed_(rules_.active[Direction::read] && rules_.active[Direction::write]),
      pace_(setup.pace),
      wanted_(setup.pace != nullptr ? 1 : RequestBatch::capacity),
      repeat_(setup.repeat),
      mark_passes_(setup.mark_passes && !(rules_.random && rules_.coverage == Coverage::any)),
      mark_next_(static_cast<std::uint32_t>(setup.files.size())) {
    for (const Direction d : all_directions)
        if (rules_.active[d]) only_ = d;
    if (picker_.windowed()) opened_.resize(files_.size());
    std::uint64_t capacity = 0;
    for (const FileCursor& file : files_) {
        capacity += rules_.capacity(file.span().length);
    }
    if (!repeat_) {
        total_ = capacity;
        if (setup.io_size != 0) {
            again_ = true;
            bytes_left_ = setup.io_size;
            total_ = rules_.one_size()
                         ? (setup.io_size + rules_.least - 1) / rules_.least * rules_.least
                         : setup.io_size;
        }
        if (job.number_ios != 0) {
            ios_left_ = job.number_ios;
            if (rules_.one_size()) total_ = std::min(total_, job.number_ios * rules_.least);
        }
        if (rules_.pairs) total_ *= 2;
    }
    start_pass();
}

void General::start_pass() {
    pass_did_something_ = false;
    picker_.start_pass();
    for (FileCursor& file : files_) file.start_pass(rules_, generator_);
}

bool General::pass_over() {
    if (!picker_.done()) return false;
    if (!(repeat_ || again_) || !pass_did_something_) return true;
    // Less than a block is left of io_size: not worth another pass.
    if (again_ && rules_.one_size() && bytes_left_ < rules_.least) return true;
    start_pass();
    if (mark_passes_) mark_next_ = 0;
    return false;
}

bool General::produce() {
    queue_next_ = 0;
    while (bytes_left_ != 0 && ios_left_ != 0 && !pass_over()) {
        if (mark_next_ < files_.size()) {
            push({0, 0, mark_next_++, Op::next_pass});
            return true;
        }
        const std::uint32_t file = picker_.pick(generator_);
        Direction d = mixed_ ? draw_direction() : only_;
        const auto place = place_in(file, d);
        if (place) {
            issue(file, d, *place);
            return true;
        }
        finish_file(file);
        if (queued_ > 0) return true;
    }
    return end();
}

Direction General::draw_direction() {
    const Direction drawn = generator_.chance(rwmixread_) ? Direction::read : Direction::write;
    return pace_ != nullptr ? pace_->choose(drawn) : drawn;
}

/// A place for direction `d`; where there is none, for the other one.
std::optional<Place> General::place_in(std::uint32_t file, Direction& d) {
    auto place = files_[file].next(rules_, d, generator_);
    if (!place && mixed_) {
        d = d == Direction::read ? Direction::write : Direction::read;
        place = files_[file].next(rules_, d, generator_);
    }
    return place;
}

void General::issue(std::uint32_t file, Direction d, const Place& place) {
    if (const auto sync = syncs_.take_due()) push(*sync);
    if (!opened_.empty() && !opened_[file]) {
        opened_[file] = true;
        push({0, 0, file, Op::open_file});
    }
    const FileCursor& cursor = files_[file];
    Request request{cursor.span().offset + place.offset, static_cast<std::uint32_t>(place.length),
                    file, static_cast<Op>(d)};
    push(request);
    if (rules_.pairs) {
        request.op = Op::write;
        push(request);
    }
    if (request.op == Op::write) syncs_.wrote(request);
    pass_did_something_ = true;
    if (!repeat_) {
        bytes_left_ -= bytes_left_ == unlimited ? 0 : std::min(bytes_left_, place.length);
        ios_left_ -= ios_left_ == unlimited ? 0 : 1;
    }
    if (cursor.done(rules_)) finish_file(file);
}

void General::finish_file(std::uint32_t file) {
    picker_.finish();
    if (opened_.empty() || !opened_[file]) return;
    opened_[file] = false;
    push({0, 0, file, Op::close_file});
}

bool General::end() {
    for (; close_next_ < opened_.size(); ++close_next_) {
        if (!opened_[close_next_]) continue;
        opened_[close_next_] = false;
        push({0, 0, close_next_, Op::close_file});
        return true;
    }
    return false;
}

}  // namespace

std::unique_ptr<Workload> make_general(const Job& job, const WorkloadSetup& setup) {
    return std::make_unique<General>(job, setup);
}

}  // namespace fathom
