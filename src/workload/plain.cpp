#include "workload/plain.h"

#include <algorithm>

#include "workload/lfsr.h"
#include "workload/permutation.h"
#include "workload/taus.h"

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

/// Candidates of a permutation whose number of rounds is known to the compiler.
template <unsigned n>
struct Rounds : PermutationOrder {
    Rounds() = default;
    Rounds(std::uint64_t count, std::uint64_t key) : PermutationOrder(count, key) {}
    std::uint64_t candidate() { return PermutationOrder::candidate<n>(); }
};

template <class Order>
class PlainOnce final : public Plain {
  public:
    explicit PlainOnce(const PlainShape& shape) : Plain(shape), keys_(shape.generator, shape.seed) {
        start_pass();
    }

    void fill(RequestBatch& batch) override {
        const unsigned wanted = take();
        const std::uint64_t start = shape().span.offset;
        const std::uint32_t length = shape().block;
        const Op op = shape().op;
        unsigned n = 0;
        while (n < wanted) {
            if (order_.ended()) start_pass();
            // A local copy: nothing written to the batch can change it, and the compiler knows.
            Order order = order_;
            const std::uint64_t count = order.count();
            while (n < wanted && !order.ended()) {
                // Written always, kept only when in range: no branch to mispredict.
                const std::uint64_t block = order.candidate();
                batch.requests[n] = {start + block * length, length, 0, op};
                n += block < count ? 1U : 0U;
            }
            order_ = order;
        }
        batch.count = n;
    }

  private:
    void start_pass() { order_ = Order(shape().blocks(), keys_.next()); }

    Generator keys_;
    Order order_;
};

template <class Draws>
class PlainRandomAny final : public Plain {
  public:
    explicit PlainRandomAny(const PlainShape& shape) : Plain(shape), draws_(shape.seed) {}

    void fill(RequestBatch& batch) override {
        const unsigned wanted = take();
        const std::uint64_t blocks = shape().blocks();
        Draws draws = draws_;
        for (unsigned n = 0; n < wanted; ++n) {
            const Wide scaled = static_cast<Wide>(draws.next()) * blocks;
            batch.requests[n] = request_at(static_cast<std::uint64_t>(scaled >> 64));
        }
        draws_ = draws;
        batch.count = wanted;
    }

  private:
    Draws draws_;
};

}  // namespace

std::unique_ptr<Workload> make_plain_sequential(const PlainShape& shape) {
    return std::make_unique<PlainSequential>(shape);
}

std::unique_ptr<Workload> make_plain_random(const PlainShape& shape) {
    if (shape.generator == RandomGenerator::lfsr)
        return std::make_unique<PlainOnce<LfsrOrder>>(shape);
    switch (Permutation(shape.blocks(), 0).rounds()) {
        case 4:
            return std::make_unique<PlainOnce<Rounds<4>>>(shape);
        case 8:
            return std::make_unique<PlainOnce<Rounds<8>>>(shape);
        default:
            return std::make_unique<PlainOnce<Rounds<16>>>(shape);
    }
}

std::unique_ptr<Workload> make_plain_random_any(const PlainShape& shape) {
    if (shape.generator == RandomGenerator::tausworthe64)
        return std::make_unique<PlainRandomAny<Taus258>>(shape);
    return std::make_unique<PlainRandomAny<Taus88Words>>(shape);
}

}  // namespace fathom
