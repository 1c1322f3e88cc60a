// Options that say when the next I/O may be issued: rates and think time.
#include "job/rows.h"

namespace fathom::rows {

namespace {

void add_thinktime_rows(Rows& rows) {
    rows.push_back(span("thinktime", &Job::thinktime, "0", "us", "io",
                        "Pause after each I/O, or after thinktime_blocks of them"));
    rows.push_back(
        span("thinktime_spin", &Job::thinktime_spin, "0", "us", "io", "Busy part of the pause")
            .under("thinktime"));
    rows.push_back(
        number("thinkcycles", &Job::thinkcycles, "0", "io", "Rounds of arithmetic after each pause")
            .under("thinktime"));
    rows.push_back(
        number("thinktime_blocks", &Job::thinktime_blocks, "1", "io", "I/Os between pauses")
            .under("thinktime"));
    rows.push_back(choice("thinktime_blocks_type", &Job::thinktime_blocks_type, "complete",
                          {pick("complete", ThinktimeBlocks::complete,
                                "pause once they have completed, with nothing in flight"),
                           pick("issue", ThinktimeBlocks::issue, "pause once they are issued")},
                          "io", "What is counted for thinktime_blocks")
                       .under("thinktime"));
    rows.push_back(span("thinktime_iotime", &Job::thinktime_iotime, "0", "s", "io",
                        "Time of I/O between pauses; with thinktime_blocks whichever is over first")
                       .under("thinktime"));
}

void add_rate_rows(Rows& rows) {
    rows.push_back(
        number_each("rate", &Job::rate, "", "io", "Bytes per second at most, for each worker"));
    rows.push_back(number_each("rate_min", &Job::rate_min, "", "io",
                               "Bytes per second at least, or the job ends with an error")
                       .alias("ratemin")
                       .under("rate"));
    rows.push_back(number_each("rate_iops", &Job::rate_iops, "", "io",
                               "I/Os per second at most, for each worker"));
    rows.push_back(number_each("rate_iops_min", &Job::rate_iops_min, "", "io",
                               "I/Os per second at least, or the job ends with an error")
                       .under("rate_iops"));
    rows.push_back(
        choice("rate_process", &Job::rate_process, "linear",
               {pick("linear", RateProcess::linear, "equal gaps"),
                pick("poisson", RateProcess::poisson, "random gaps, as of many independent users")},
               "io", "How the I/Os of a limited job are spread")
            .under("rate"));
    rows.push_back(number("rate_cycle", &Job::rate_cycle, "1000", "io",
                          "Milliseconds over which a least rate is checked")
                       .alias("ratecycle")
                       .under("rate"));
    rows.push_back(boolean("rate_ignore_thinktime", &Job::rate_ignore_thinktime, "1", "io",
                           "0: make up for think time with a burst, as fast as it goes")
                       .under("rate"));
}

}  // namespace

void add_pace_rows(Rows& rows) {
    add_thinktime_rows(rows);
    add_rate_rows(rows);
}

}  // namespace fathom::rows
