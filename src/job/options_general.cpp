// Rows: who does it and when. Names, time, clones and groups, processors, credentials, units.
#include <fmt/format.h>
#include <unistd.h>

#include "job/cpu_list.h"
#include "job/rows.h"

namespace fathom::rows {

namespace {

void store_cpus(Job& job, const OptionRow& row, std::string_view text,
                const ValueContext& context) {
    job.cpus_allowed = read_cpus(row, text, context);
}

void store_cpu_mask(Job& job, const OptionRow& row, std::string_view text,
                    const ValueContext& context) {
    const Value mask = read_value(row, text, context);
    const auto bits = static_cast<std::uint64_t>(mask.number);
    job.cpus_allowed.clear();
    for (int cpu = 0; cpu < 64; ++cpu) {
        if (((bits >> cpu) & 1) == 0) continue;
        if (cpu > highest_cpu()) {
            refuse(row, text, context, fmt::format("the highest CPU is {}", highest_cpu()));
        }
        job.cpus_allowed.push_back(cpu);
    }
}

constexpr int highest_node = 1023;

void store_nodes(Job& job, const OptionRow& row, std::string_view text,
                 const ValueContext& context) {
    if (trimmed(text) != "all" && !parse_cpu_list(text, highest_node)) {
        refuse(row, text, context, "no list of nodes such as 0,2-3, nor all");
    }
    job.numa_cpu_nodes = trimmed(text);
}

void store_memory_policy(Job& job, const OptionRow& row, std::string_view text,
                         const ValueContext& context) {
    const auto colon = text.find(':');
    const std::string_view word = trimmed(text.substr(0, colon));
    const bool has_nodes = colon != std::string_view::npos;
    const std::string_view nodes = has_nodes ? text.substr(colon + 1) : std::string_view();
    const bool takes_list = word == "bind" || word == "interleave";
    const bool plain = word == "default" || word == "local";
    const auto list = parse_cpu_list(nodes, highest_node);
    const bool right = plain        ? !has_nodes
                       : takes_list ? has_nodes && (list || trimmed(nodes) == "all")
                                    : word == "prefer" && list && list->size() == 1;
    if (!right) {
        refuse(row, text, context,
               "not one of default, local, prefer:NODE, bind:NODES, interleave:NODES");
    }
    job.numa_mem_policy = trimmed(text);
}

void store_start_delay(Job& job, const OptionRow& row, std::string_view text,
                       const ValueContext& context) {
    const auto [low, high] = read_range(row, text, context);
    job.startdelay = Nanos(static_cast<std::int64_t>(low.number));
    job.startdelay_max =
        Nanos(high.number == low.number ? 0 : static_cast<std::int64_t>(high.number));
}

void add_name_rows(Rows& rows) {
    rows.push_back(text("description", &Job::description, "", "general", "A line about the job"));
    rows.push_back(text("name", &Job::name, "", "general",
                        "Name of the job; on the command line it begins a job"));
    rows.push_back(text("wait_for", &Job::wait_for, "", "general",
                        "Begin when all workers of the job of this name have ended"));
}

void add_time_rows(Rows& rows) {
    rows.push_back(number("loops", &Job::loops, "1", "general", "How often the work is repeated"));
    rows.push_back(span("runtime", &Job::runtime, "0", "s", "general", "End after this time")
                       .alias("timeout"));
    rows.push_back(flag("time_based", &Job::time_based, "general",
                        "Repeat the work until the runtime is over"));
    rows.push_back(span("ramp_time", &Job::ramp_time, "", "s", "general",
                        "Run this long before anything is counted"));
    rows.push_back(custom("startdelay", store_start_delay, "0", "general",
                          "Begin after this time, or after one drawn from low-high"));
    rows.back().kind = OptionKind::time;
    rows.back().unit = "s";
    rows.push_back(choice("clocksource", &Job::clocksource, "",
                          {pick("gettimeofday", ClockSource::gettimeofday, "gettimeofday(2)"),
                           pick("clock_gettime", ClockSource::clock_gettime, "clock_gettime(2)"),
                           pick("cpu", ClockSource::cpu, "the processor's counter")},
                          "general", "Where the time comes from"));
}

void add_group_rows(Rows& rows) {
    rows.push_back(number("numjobs", &Job::numjobs, "1", "general", "Clones of the job")
                       .at_least(1)
                       .at_most(1 << 20));
    rows.push_back(
        flag("thread", &Job::thread, "general", "Workers are threads (they always are here)"));
    rows.push_back(flag("stonewall", &Job::stonewall, "general",
                        "Wait for all jobs before this one to end; begins a group")
                       .alias("wait_for_previous"));
    rows.push_back(flag("new_group", &Job::new_group, "general", "Begins a group for the report"));
    rows.push_back(flag("exitall", &Job::exitall, "general",
                        "When this job ends, others end too (see exit_what)"));
    rows.push_back(choice("exit_what", &Job::exit_what, "group",
                          {pick("group", ExitWhat::group, "the jobs of its group"),
                           pick("stonewall", ExitWhat::stonewall, "all that run now"),
                           pick("all", ExitWhat::all, "all, also those that wait")},
                          "general", "Whom exitall ends"));
    rows.push_back(flag("exitall_on_error", &Job::exitall_on_error, "general",
                        "When a worker fails, all others end"));
    rows.push_back(
        text("exec_prerun", &Job::exec_prerun, "", "general", "Shell command run before the job"));
    rows.push_back(
        text("exec_postrun", &Job::exec_postrun, "", "general", "Shell command run after the job"));
}

void add_processor_rows(Rows& rows) {
    rows.push_back(number("nice", &Job::nice, "0", "general", "Niceness of the workers")
                       .at_least(-20)
                       .at_most(19));
    rows.push_back(number("prio", &Job::prio, "", "general", "I/O priority, 0 the highest")
                       .at_least(0)
                       .at_most(7));
    rows.push_back(number("prioclass", &Job::prioclass, "", "general",
                          "I/O priority class: 1 real time, 2 best effort, 3 idle")
                       .at_least(0)
                       .at_most(3));
    rows.push_back(number("priohint", &Job::priohint, "", "general", "I/O priority hint")
                       .at_least(0)
                       .at_most(1023));
    rows.push_back(custom("cpumask", store_cpu_mask, "", "general",
                          "CPUs the workers may use, as the bits of a number")
                       .at_least(0));
    rows.back().kind = OptionKind::integer;
    rows.push_back(
        custom("cpus_allowed", store_cpus, "", "general", "CPUs the workers may use: 0,2-3"));
    rows.push_back(choice("cpus_allowed_policy", &Job::cpus_allowed_policy, "shared",
                          {pick("shared", CpuPolicy::shared, "every worker may use all of them"),
                           pick("split", CpuPolicy::split, "one for each worker")},
                          "general", "How cpus_allowed is shared out")
                       .under("cpus_allowed")
                       .early());
    rows.push_back(custom("numa_cpu_nodes", store_nodes, "", "general",
                          "NUMA nodes whose CPUs the workers may use"));
    rows.push_back(custom("numa_mem_policy", store_memory_policy, "", "general",
                          "NUMA nodes the memory comes from: bind:0"));
    rows.push_back(number("uid", &Job::uid, "", "general", "User the workers run as"));
    rows.push_back(number("gid", &Job::gid, "", "general", "Group the workers run as"));
}

void add_unit_rows(Rows& rows) {
    rows.push_back(choice("kb_base", &Job::kb_base, "1024",
                          {pick("1024", 1024, "k is 1024 and kib is 1000, as scripts expect"),
                           pick("1000", 1000, "k is 1000 and kib is 1024, as the standard says")},
                          "general", "What k, m, g and kib, mib, gib mean in values")
                       .early());
    rows.push_back(
        choice("unit_base", &Job::unit_base, "0",
               {pick("0", 0, "what suits the engine"), pick("8", 8, "bytes"), pick("1", 1, "bits")},
               "general", "Unit of the bandwidths reported")
            .early());
}

}  // namespace

void add_general_rows(Rows& rows) {
    add_name_rows(rows);
    add_time_rows(rows);
    add_group_rows(rows);
    add_processor_rows(rows);
    add_unit_rows(rows);
}

}  // namespace fathom::rows
