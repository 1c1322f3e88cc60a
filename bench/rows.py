"""What is measured: each row names the same work for a bare loop, for Fathom and for fio."""
import dataclasses

FILE_BLOCKS = 1 << 18  # 1 GiB of 4 KiB blocks
ORDER_BLOCKS = 100_000_000
WORKERS = 1000


@dataclasses.dataclass
class Row:
    name: str
    what: str
    # I/Os a second ("rate": more is better), or a whole program's seconds and MiB ("time").
    kind: str
    bare: list
    job: list
    goals: list = dataclasses.field(default_factory=list)
    sections: int = 0  # of a job file that is only read; 0: the job is run


@dataclasses.dataclass
class Goal:
    """`figure` of a measured row must be at least (or below, for times) `limit`."""

    text: str
    figure: str
    limit: float


AT_LEAST_95 = Goal("at least 95 % of bare", "fathom/bare", 0.95)
BATCHED = ["--iodepth=32", "--iodepth_batch_submit=16", "--iodepth_batch_complete_min=16",
           "--iodepth_batch_complete_max=32"]  # as the bare loops reap: all there is
BARE_BATCHED = ["depth=32", "batch=16"]


def reads(engine, *more):
    return ["--rw=randread", "--bs=4k", "--norandommap", "--invalidate=0", "--time_based",
            f"--ioengine={engine}", *more]


def all_rows(quick):
    order_blocks = ORDER_BLOCKS // 10 if quick else ORDER_BLOCKS
    return [
        Row("null", "null engine, full statistics", "rate", ["null"], reads("null"),
            [Goal("at least 6 times fio", "fathom/fio", 6.0),
             Goal("aim: 70 % of bare", "fathom/bare", 0.70)]),
        Row("null-reduced", "null engine, gtod_reduce", "rate", ["null_untimed"],
            reads("null", "--gtod_reduce=1")),
        Row("psync", "psync", "rate", ["psync"], reads("psync"), [AT_LEAST_95]),
        Row("io_uring", "io_uring, depth 1", "rate", ["uring"], reads("io_uring"), [AT_LEAST_95]),
        Row("io_uring-32", "io_uring, depth 32, batches of 16, fixed", "rate",
            ["uring_fixed", *BARE_BATCHED],
            reads("io_uring", "--fixedbufs", "--registerfiles", *BATCHED), [AT_LEAST_95]),
        Row("libaio", "libaio, depth 1", "rate", ["libaio"], reads("libaio"), [AT_LEAST_95]),
        Row("libaio-32", "libaio, depth 32, batches of 16", "rate",
            ["libaio", *BARE_BATCHED], reads("libaio", *BATCHED), [AT_LEAST_95]),
        Row("one-job", "one job of 4 KiB, whole process", "time", ["once"],
            ["--rw=read", "--bs=4k", "--io_size=4k", "--ioengine=psync"],
            [Goal("under 30 ms", "seconds", 0.030)]),
        Row("workers", f"{WORKERS} workers of 4 KiB each", "time",
            ["workers", f"workers={WORKERS}"],
            ["--rw=read", "--bs=4k", "--io_size=4k", "--ioengine=psync", "--thread",
             f"--numjobs={WORKERS}", "--group_reporting"],
            [Goal("under 1 s", "seconds", 1.0), Goal("under 100 MiB", "mib", 100.0)]),
        Row("order", f"random order of {order_blocks:,} blocks", "time",
            ["order", f"blocks={order_blocks}"],
            ["--rw=randread", "--bs=4k", f"--size={order_blocks * 4096}", "--ioengine=null",
             "--gtod_reduce=1"]),
        Row("parse-10", "--parse-only of 10 sections", "time", ["once"], ["--parse-only"],
            [Goal("under 10 ms", "seconds", 0.010)], sections=10),
        Row("parse-10000", "--parse-only of 10,000 sections", "time", ["once"],
            ["--parse-only", "--max-jobs=20000"], [Goal("under 0.5 s", "seconds", 0.5)],
            sections=10_000),
    ]
