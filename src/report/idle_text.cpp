#include "report/idle_text.h"

#include <fmt/format.h>

namespace fathom {

std::string unit_work_line(double mean_us, double deviation_us) {
    return fmt::format("  unit work: mean={:.2f}us, stddev={:.2f}\n", mean_us, deviation_us);
}

std::string idle_text(const Idleness& idleness) {
    std::string text = fmt::format("CPU idleness:\n  system: {:.2f}%\n", idleness.system);
    std::string cpus;
    for (const CpuIdleness& cpu : idleness.cpus)
        cpus += fmt::format("{}{:.2f}%", cpus.empty() ? "" : ", ", cpu.percent);
    if (!cpus.empty()) text += "  percpu: " + cpus + "\n";
    return text + unit_work_line(idleness.unit_mean_us, idleness.unit_deviation_us);
}

}  // namespace fathom
