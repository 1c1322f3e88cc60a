// --bandwidth-log[=NAME]: the bandwidth of all jobs together over time, a file per direction, in
// the columns of fio's logs. Used by cli/terminal.
#pragma once

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include "base/direction.h"
#include "result/live_status.h"

namespace fathom {

class BandwidthLog {
  public:
    static constexpr Nanos interval = 500_ms;

    /// Makes NAME-read_bw.log, NAME-write_bw.log, NAME-trim_bw.log. Throws Error.
    explicit BandwidthLog(const std::string& name);
    /// "503, 2998, 0, 0, 0": milliseconds, KiB/s, direction; block size and priority are not known.
    void add(const LiveStatus& status);

  private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::array<std::unique_ptr<std::FILE, Closer>, direction_count> files_;
};

}  // namespace fathom
