#include "workload/plain.h"

#include <algorithm>

#include "workload/lfsr.h"
#include "workload/permutation.h"
#include "workload/seed.h"
#include "workload/taus.h"

namespace fathom {

namespace {

/// What all have in common: how many requests are left.
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

/// Which operation is next: always the same one ...
class OneOp {
  public:
    explicit OneOp(const PlainShape& shape) : op_(shape.op) {}
    Op next() { return op_; }

  private:
    Op op_;
};

/// ... or a read with a probability, drawn for each request.
class MixedOps {
  public:
    explicit MixedOps(const PlainShape& shape)
        : draws_(derive_seed(shape.seed, 1)),
          limit_(static_cast<std::uint64_t>((Wide{shape.read_percent} << 63) / 100)) {}
    Op next() { return draws_.next() >> 1 < limit_ ? Op::read : Op::write; }

  private:
    Taus88Words draws_;
    std::uint64_t limit_;  ///< of 2^63
};

/// Each direction walks through the region on its own; a pass is over when both
/// together have done as many blocks as it has.
class PlainSequentialMixed final : public Plain {
  public:
    explicit PlainSequentialMixed(const PlainShape& shape) : Plain(shape), ops_(shape) {}

    void fill(RequestBatch& batch) override {
        const unsigned wanted = take();
        const std::uint64_t blocks = shape().blocks();
        MixedOps ops = ops_;
        for (unsigned n = 0; n < wanted; ++n) {
            if (done_ == blocks) {
                next_ = {};
                done_ = 0;
            }
            ++done_;
            const Op op = ops.next();
            batch.requests[n] = request_at(next_[direction_of(op)]++);
            batch.requests[n].op = op;
        }
        ops_ = ops;
        batch.count = wanted;
    }

  private:
    MixedOps ops_;
    PerDirection<std::uint64_t> next_;
    std::uint64_t done_ = 0;
};

template <class Order, class Ops>
class PlainOnce final : public Plain {
  public:
    explicit PlainOnce(const PlainShape& shape)
        : Plain(shape), keys_(shape.generator, shape.seed), ops_(shape) {
        start_pass();
    }

    void fill(RequestBatch& batch) override {
        const unsigned wanted = take();
        const std::uint64_t start = shape().span.offset;
        const std::uint32_t length = shape().block;
        // Local copies: nothing written to the batch can change them, and the
        // compiler knows.
        Ops ops = ops_;
        unsigned n = 0;
        while (n < wanted) {
            if (order_.left() == 0) start_pass();
            Order order = order_;
            const std::uint64_t count = order.count();
            for (auto k = std::min<std::uint64_t>(wanted - n, order.left()); k > 0; --k) {
                // Written always, kept only when in range: no branch to mispredict.
                const std::uint64_t block = order.candidate();
                batch.requests[n] = {start + block * length, length, 0, ops.next()};
                n += block < count ? 1U : 0U;
            }
            order_ = order;
        }
        ops_ = ops;
        batch.count = n;
    }

  private:
    void start_pass() { order_ = Order(shape().blocks(), keys_.next()); }

    Generator keys_;
    Ops ops_;
    Order order_;
};

template <class Draws, class Ops>
class PlainRandomAny final : public Plain {
  public:
    explicit PlainRandomAny(const PlainShape& shape)
        : Plain(shape), draws_(shape.seed), ops_(shape) {}

    void fill(RequestBatch& batch) override {
        const unsigned wanted = take();
        const std::uint64_t blocks = shape().blocks();
        const std::uint64_t start = shape().span.offset;
        const std::uint32_t length = shape().block;
        Draws draws = draws_;
        Ops ops = ops_;
        for (unsigned n = 0; n < wanted; ++n) {
            const Wide scaled = static_cast<Wide>(draws.next()) * blocks;
            const auto block = static_cast<std::uint64_t>(scaled >> 64);
            batch.requests[n] = {start + block * length, length, 0, ops.next()};
        }
        draws_ = draws;
        ops_ = ops;
        batch.count = wanted;
    }

  private:
    Draws draws_;
    Ops ops_;
};

template <template <class...> class Stream, class First>
std::unique_ptr<Workload> with_ops(const PlainShape& shape) {
    if (shape.mixed) return std::make_unique<Stream<First, MixedOps>>(shape);
    return std::make_unique<Stream<First, OneOp>>(shape);
}

}  // namespace

std::unique_ptr<Workload> make_plain_sequential(const PlainShape& shape) {
    if (shape.mixed) return std::make_unique<PlainSequentialMixed>(shape);
    return std::make_unique<PlainSequential>(shape);
}

std::unique_ptr<Workload> make_plain_random(const PlainShape& shape) {
    if (shape.generator == RandomGenerator::lfsr) return with_ops<PlainOnce, LfsrOrder>(shape);
    switch (Permutation(shape.blocks(), 0).rounds()) {
        case 4:
            return with_ops<PlainOnce, Rounds<4>>(shape);
        case 8:
            return with_ops<PlainOnce, Rounds<8>>(shape);
        default:
            return with_ops<PlainOnce, Rounds<16>>(shape);
    }
}

std::unique_ptr<Workload> make_plain_random_any(const PlainShape& shape) {
    if (shape.generator == RandomGenerator::tausworthe64)
        return with_ops<PlainRandomAny, Taus258>(shape);
    return with_ops<PlainRandomAny, Taus88Words>(shape);
}

}  // namespace fathom
