#include "cli/terminal.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/reports.h"
#include "report/normal.h"

namespace fathom {

namespace {

unsigned terminal_columns() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const char* columns = std::getenv("COLUMNS");
    const int n = columns == nullptr ? 0 : std::atoi(columns);
    return n > 0 ? static_cast<unsigned>(n) : 80;
}

}  // namespace

Terminal::Terminal(Output& output, const Arguments& arguments, std::string version)
    : output_(output), arguments_(arguments), version_(std::move(version)) {
    if (!arguments.bandwidth_log.empty()) bandwidth_log_.emplace(arguments.bandwidth_log);
}

bool Terminal::shows_status() const {
    if (arguments_.eta == Arguments::Eta::never) return false;
    if (output_.to_stdout() && !arguments_.formats.normal) return false;
    return arguments_.eta == Arguments::Eta::always || ::isatty(STDOUT_FILENO) == 1;
}

void Terminal::message(std::string_view line) {
    if (!arguments_.formats.normal) return;
    clear_status();
    output_.write(std::string(line) + "\n");
}

void Terminal::problem(std::string_view line) {
    clear_status();
    std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

void Terminal::live(const LiveStatus& status) {
    if (!shows_status()) return;
    const std::string line = live_line(status, terminal_columns());
    const std::size_t blanks = line.size() < shown_ ? shown_ - line.size() : 0;
    std::fprintf(stdout, "%s%s", line.c_str(), std::string(blanks, ' ').c_str());
    const bool end_line = arguments_.eta_newline.count() > 0 &&
                          status.elapsed - last_newline_ >= arguments_.eta_newline;
    if (end_line) last_newline_ = status.elapsed;
    std::fputs(end_line ? "\n" : "\r", stdout);
    std::fflush(stdout);
    shown_ = end_line ? 0 : line.size();
}

void Terminal::clear_status() {
    if (shown_ == 0) return;
    std::fprintf(stdout, "%s\r", std::string(shown_, ' ').c_str());
    std::fflush(stdout);
    shown_ = 0;
}

void Terminal::bandwidth(const LiveStatus& status) {
    if (bandwidth_log_) bandwidth_log_->add(status);
}

void Terminal::status(const RunResult& result) {
    clear_status();
    RunResult signed_result = result;
    signed_result.version = version_;
    write_reports(signed_result, arguments_, output_);
    output_.show();
}

}  // namespace fathom
