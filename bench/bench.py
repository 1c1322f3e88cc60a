"""Measures Fathom's own cost: bare loops, Fathom and fio in turn, medians and ratios in one table.

Each round runs the three contenders of a row in a random order, the next round in the opposite
order, so that a drift of the machine falls on all alike. Ratios are taken within a round; the table
shows their median and, in brackets, the lowest and the highest.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys

import rows as rows_module

CONTENDERS = ["bare", "fathom", "fio"]
MEMORY_FILE_SYSTEMS = {"tmpfs", "ramfs"}


def arguments():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="half a second a run, three rounds")
    parser.add_argument("--row", action="append", help="only this row (may be repeated)")
    parser.add_argument("--rounds", type=int, help="runs of each contender (default 8)")
    parser.add_argument("--seconds", type=float, help="length of one run (default 1)")
    parser.add_argument("--directory", default="build", help="a disk file system for 1 GiB")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)),
                        help="the CPU all loops run on (default: the last)")
    parser.add_argument("--per-cpu-second", action="store_true",
                        help="I/Os per second of CPU used, and CPU time of programs: for a "
                             "machine that others use as well")
    parser.add_argument("--seed", type=int, default=1, help="of the order of runs")
    parser.add_argument("--json", help="write all figures to this file")
    parser.add_argument("--list", action="store_true", help="name the rows")
    parser.add_argument("--fathom", default="build/release/fathom", help=argparse.SUPPRESS)
    parser.add_argument("--bare", default="build/release/bench/bare", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.rounds = options.rounds or (3 if options.quick else 8)
    options.seconds = options.seconds or (0.5 if options.quick else 1.0)
    return options


def cached_file(directory):
    """A 1 GiB file of noise on a disk file system, in the page cache."""
    kind = subprocess.run(["stat", "-f", "-c", "%T", directory], check=True, capture_output=True,
                          text=True).stdout.strip()
    if kind in MEMORY_FILE_SYSTEMS:
        sys.exit(f"bench: {directory} is on {kind}; io_uring does not complete inline there, "
                 "so choose a disk file system with --directory")
    path = pathlib.Path(directory) / "bench.data"
    size = rows_module.FILE_BLOCKS * 4096
    if not path.exists() or path.stat().st_size != size:
        with open(path, "wb") as file:
            for _ in range(size >> 20):
                file.write(os.urandom(1 << 20))
            os.fsync(file.fileno())
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 22):
            pass
    return str(path)


def job_file(directory, sections):
    """A job file of that many sections of the usual options."""
    path = pathlib.Path(directory) / f"bench{sections}.fio"
    path.write_text("[global]\nioengine=psync\nbs=4k\n" + "".join(
        f"[job{i}]\nrw=randread\nsize=1m\nfilename=file{i}\n" for i in range(sections)))
    return str(path)


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


class Bench:
    def __init__(self, options, file):
        self.options = options
        self.file = file
        self.programs = {"bare": options.bare, "fathom": options.fathom,
                         "fio": shutil.which("fio")}

    def command(self, row, contender):
        file = job_file(self.options.directory, row.sections) if row.sections else self.file
        if contender == "bare":
            settings = [f"file={file}", f"seconds={self.options.seconds}"]
            if row.kind == "rate":
                settings.append(f"cpu={self.options.cpu}")
            return [self.programs["bare"], row.bare[0], *settings, *row.bare[1:]]
        if row.sections:
            return [self.programs[contender], *row.job, file]
        words = [self.programs[contender], "--name=a", f"--filename={self.file}"]
        if not any(word.startswith("--size=") for word in row.job):
            words.append("--size=1g")
        words += row.job
        if row.kind == "rate":
            milliseconds = round(self.options.seconds * 1000)
            words += [f"--runtime={milliseconds}ms", f"--cpus_allowed={self.options.cpu}",
                      "--output-format=json"]
        return words

    def measure(self, row, contender):
        """One run: {"rate": ...} or {"seconds": ..., "mib": ...}."""
        command = self.command(row, contender)
        if row.kind == "time":
            seen = json.loads(run([self.programs["bare"], "launch", *command]).splitlines()[-1])
            if seen["exit"] != 0:
                sys.exit(f"bench: {' '.join(command)}: exit {seen['exit']}")
            seconds = seen["cpu" if self.options.per_cpu_second else "seconds"]
            return {"seconds": seconds, "mib": seen["peak_kib"] / 1024}
        output = run(command)
        if contender == "bare":
            seen = json.loads(output)
            cpu_share = seen["cpu"] / seen["seconds"]
            rate = seen["iops"]
        else:
            job = json.loads(output[output.index("{"):])["jobs"][0]
            cpu_share = (job["usr_cpu"] + job["sys_cpu"]) / 100
            rate = job["read"]["iops"]
        return {"rate": rate / cpu_share if self.options.per_cpu_second else rate}

    def rounds_of(self, row):
        # A pass over all blocks is long and steady; a start is short and jittery.
        if row.name == "order":
            return min(2, self.options.rounds)
        return self.options.rounds * (3 if row.name == "one-job" else 1)

    def row(self, row, shuffle):
        """All rounds of one row: {contender: [measurement, ...]}."""
        seen = {contender: [] for contender in CONTENDERS}
        order = []
        for number in range(self.rounds_of(row)):
            order = order[::-1] if number % 2 else shuffle.sample(CONTENDERS, len(CONTENDERS))
            for contender in order:
                seen[contender].append(self.measure(row, contender))
        return seen


def ratios(seen, above, below):
    key = "rate" if "rate" in seen[above][0] else "seconds"
    return [a[key] / b[key] for a, b in zip(seen[above], seen[below])]


def figures(seen):
    """Medians and within-round ratios of one row."""
    found = {}
    for contender, runs in seen.items():
        for key in runs[0]:
            found[f"{contender} {key}"] = statistics.median(run[key] for run in runs)
    for above, below in (("fathom", "bare"), ("fio", "bare"), ("fathom", "fio")):
        values = ratios(seen, above, below)
        found[f"{above}/{below}"] = statistics.median(values)
        found[f"{above}/{below} range"] = (min(values), max(values))
    return found


def goal_value(goal, found):
    return found[goal.figure if "/" in goal.figure else f"fathom {goal.figure}"]


def goal_met(goal, found):
    value = goal_value(goal, found)
    return value >= goal.limit if "/" in goal.figure else value < goal.limit


def as_rate(value):
    return f"{value / 1e6:.2f} M/s" if value >= 1e6 else f"{value / 1e3:.1f} k/s"


def as_time(found, contender):
    return f"{found[contender + ' seconds'] * 1e3:.1f} ms {found[contender + ' mib']:.0f} MiB"


def as_ratio(found, name):
    low, high = found[name + " range"]
    return f"{found[name]:.2f} [{low:.2f}-{high:.2f}]"


def table_line(row, found):
    cells = [row.what]
    for contender in CONTENDERS:
        cells.append(as_rate(found[contender + " rate"]) if row.kind == "rate"
                     else as_time(found, contender))
    cells += [as_ratio(found, name) for name in ("fathom/bare", "fio/bare", "fathom/fio")]
    cells.append("; ".join(f"{goal.text}: {'yes' if goal_met(goal, found) else 'NO'}"
                           for goal in row.goals) or "-")
    return cells


def print_table(lines):
    head = ["work", "bare", "fathom", "fio", "fathom/bare", "fio/bare", "fathom/fio", "goal"]
    widths = [max(len(line[i]) for line in [head, *lines]) for i in range(len(head))]
    rule = ["-" * width for width in widths]
    for line in [head, rule, *lines]:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |")


def main():
    options = arguments()
    rows = rows_module.all_rows(options.quick)
    if options.list:
        for row in rows:
            print(f"{row.name:14} {row.what}")
        return
    known = {row.name for row in rows}
    for name in options.row or []:
        if name not in known:
            sys.exit(f"bench: no row {name}; there are {', '.join(sorted(known))}")
    rows = [row for row in rows if not options.row or row.name in options.row]
    bench = Bench(options, cached_file(options.directory))
    shuffle = random.Random(options.seed)
    lines, everything = [], {}
    for row in rows:
        print(f"bench: {row.what}", file=sys.stderr, flush=True)
        seen = bench.row(row, shuffle)
        found = figures(seen)
        lines.append(table_line(row, found))
        everything[row.name] = {"runs": seen, "figures": found}
    unit = ("I/Os per second of CPU, times are CPU time" if options.per_cpu_second
            else "I/Os per second, times are elapsed time")
    print(f"{options.rounds} rounds of {options.seconds:g} s, CPU {options.cpu}; rates are {unit}; "
          "medians; ratios within a round: median [lowest-highest]")
    print_table(lines)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(everything, indent=2) + "\n")


if __name__ == "__main__":
    main()
