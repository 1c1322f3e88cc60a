// null: does nothing and says it is done. Measures the tester itself.
#include "engine/drive.h"

namespace fathom {

namespace {

class Null {
  public:
    static constexpr EngineTraits traits{
        .diskless = true, .needs_layout = false, .moves_no_data = true, .no_submit_counts = true};
    explicit Null(const EngineContext& context) : clock_(context.clock) {}

    [[nodiscard]] Ticks now() const { return clock_.now(); }
    void open(File&) {}
    int close(File&) { return 0; }
    std::int64_t transfer(const Request& r, File&, std::byte*) { return r.length; }
    std::int64_t sync(const Request&, File&) { return 0; }

  private:
    Clock clock_;
};

REGISTER_ENGINE(Null, "null", "does nothing: measures the tester itself", {});

}  // namespace

}  // namespace fathom
