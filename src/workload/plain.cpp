#include "workload/plain.h"

#include <algorithm>

#include "workload/permutation.h"
#include "workload/seed.h"

namespace fathom {

namespace {

/// What the three have in common: how many requests are left.
class Plain : public Workload {
  public:
    explicit Plain(const PlainShape& shape)
        : shape_(shape),
          left_(shape.blocks() == 0 ? 0
                : shape.endless     ? ~std::uint64_t{0}
                                    : shape.ios) {}

    [[nodiscard]] std::uint64_t total_bytes() const final { return shape_.total_bytes(); }

  protected:
    /// Takes the next batch's worth from what is left.
    unsigned take() {
        const auto n =
            static_cast<unsigned>(std::min<std::uint64_t>(left_, RequestBatch::capacity));
        if (!shape_.endless) left_ -= n;
        return n;
    }
    [[nodiscard]] Request request_at(std::uint64_t block) const {
        return {shape_.span.offset + block * shape_.block, shape_.block, 0, shape_.op};
    }
    [[nodiscard]] const PlainShape& shape() const { return shape_; }

  private:
    PlainShape shape_;
    std::uint64_t left_;
};

class PlainSequential final : public Plain {
  public:
    using Plain::Plain;

    void fill(RequestBatch& batch) override {
        const unsigned wanted = take();
        const std::uint64_t blocks = shape().blocks();
        unsigned n = 0;
        while (n < wanted) {
            const auto end =
                static_cast<unsigned>(std::min<std::uint64_t>(wanted, n + (blocks - next_)));
            for (; n < end; ++n) batch.requests[n] = request_at(next_++);
            if (next_ == blocks) next_ = 0;
        }
        batch.count = n;
    }

  private:
    std::uint64_t next_ = 0;
};

class PlainRandom final : public Plain {
  public:
    explicit PlainRandom(const PlainShape& shape) : Plain(shape) { start_pass(); }

    void fill(RequestBatch& batch) override {
        const unsigned wanted = take();
        const std::uint64_t count = shape().blocks();
        const Request model = request_at(0);
        unsigned n = 0;
        while (n < wanted) {
            // A local copy: nothing written to the batch can change it, and the compiler knows.
            const Permutation pass = order_;
            const std::uint64_t last = pass.last_position();
            std::uint64_t position = position_;
            while (n < wanted && position <= last) {
                // Written always, kept only when in range: no branch to mispredict.
                const std::uint64_t block = pass.value_at(position++);
                Request& request = batch.requests[n];
                request = model;
                request.offset += block * model.length;
                n += block < count ? 1U : 0U;
            }
            position_ = position;
            if (position > last && n < wanted) start_pass();
        }
        batch.count = n;
    }

  private:
    void start_pass() {
        order_ = Permutation(shape().blocks(), derive_seed(shape().seed, pass_++));
        position_ = 0;
    }

    Permutation order_;
    std::uint64_t position_ = 0;
    std::uint64_t pass_ = 0;
};

class PlainRandomAny final : public Plain {
  public:
    explicit PlainRandomAny(const PlainShape& shape) : Plain(shape), random_(shape.seed) {}

    void fill(RequestBatch& batch) override {
        const unsigned wanted = take();
        const std::uint64_t blocks = shape().blocks();
        Random random = random_;
        for (unsigned n = 0; n < wanted; ++n) batch.requests[n] = request_at(random.below(blocks));
        random_ = random;
        batch.count = wanted;
    }

  private:
    Random random_;
};

}  // namespace

std::unique_ptr<Workload> make_plain_sequential(const PlainShape& shape) {
    return std::make_unique<PlainSequential>(shape);
}

std::unique_ptr<Workload> make_plain_random(const PlainShape& shape) {
    return std::make_unique<PlainRandom>(shape);
}

std::unique_ptr<Workload> make_plain_random_any(const PlainShape& shape) {
    return std::make_unique<PlainRandomAny>(shape);
}

}  // namespace fathom
