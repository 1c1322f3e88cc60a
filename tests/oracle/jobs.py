"""The jobs that fio and the built binary are compared on: a name, the command line or job file, and
what may be held equal. Small enough for a fraction of a second each; files are made in the
directory the job runs in.
"""

from dataclasses import dataclass, field


@dataclass
class Job:
    name: str
    args: list = field(default_factory=list)
    file: str = ""            # a job file's text, run instead of (after) args
    status: int = 0
    exact: bool = True        # the amounts of I/O are those asked for, so equal to fio's
    samples: bool = False     # runs long enough for bandwidth and IOPS samples
    report: bool = True       # a report is printed (not only errors)
    json: bool = True         # fio's JSON has all keys
    jobs: int = 1             # rows in the report


def null(name, *more, **facts):
    return Job(name, ["--name=n", "--ioengine=null", "--size=1m", *more], **facts)


def names(engine, rw, *more, **facts):
    """An engine that deals with names: eight files of a block."""
    return Job("_".join([engine, rw, *(word.strip("-").split("=")[0] for word in more)]),
               ["--name=a", f"--ioengine={engine}", f"--rw={rw}", "--nrfiles=8", "--filesize=4k",
                "--bs=4k", *more], **facts)


def nulls(name, sections, jobs, **facts):
    """A job file of the null engine; `sections` are set apart by spaces: "[a] numjobs=2 [b]"."""
    lines = ["[global]", "ioengine=null", "size=256k", "rw=read", *sections.split()]
    return Job(name, file="\n".join(lines) + "\n", jobs=jobs, **facts)


def disk(name, *more, **facts):
    return Job(name, ["--name=a", "--filename=data", "--size=1m", *more], **facts)


JOBS = [
    null("null_read", "--rw=read"),
    null("null_randrw", "--rw=randrw"),
    null("null_write_numjobs", "--rw=write", "--numjobs=3", jobs=3),
    null("null_group_reporting", "--rw=randread", "--numjobs=3", "--group_reporting"),
    null("null_trim", "--rw=randtrim"),
    null("null_trimwrite", "--rw=trimwrite"),
    null("null_gtod_reduce", "--rw=read", "--gtod_reduce=1"),
    null("null_thread", "--rw=read", "--thread", "--numjobs=2", jobs=2),
    null("null_bits", "--rw=read", "--unit_base=1"),
    Job("null_decimal", ["--name=n", "--kb_base=1000", "--ioengine=null", "--size=1m",
                         "--rw=write"]),
    Job("null_decimal_bits", ["--name=n", "--kb_base=1000", "--unit_base=1", "--ioengine=null",
                              "--size=1m", "--rw=read"]),
    null("null_description", "--rw=read", "--description=what it is for"),
    null("null_no_disk_util", "--rw=read", "--disk_util=0"),
    null("null_number_ios", "--rw=randread", "--number_ios=17"),
    null("null_rate", "--rate=40m"),
    null("null_rate_iops_each", "--rw=randrw", "--rate_iops=9000,3000", exact=False),
    null("null_rate_poisson", "--rw=randread", "--rate_iops=5000", "--rate_process=poisson"),
    null("null_rate_iodepth", "--rw=write", "--rate_iops=5000", "--iodepth=8"),
    null("null_thinktime", "--rw=write", "--thinktime=50"),
    null("null_thinktime_blocks", "--rw=read", "--thinktime=500", "--thinktime_blocks=16"),
    null("null_io_size", "--rw=write", "--io_size=3m"),
    null("null_loops", "--rw=read", "--loops=3"),
    null("null_percentiles", "--rw=read", "--percentile_list=1:50:99.5:99.999:100"),
    null("null_percentiles_short", "--rw=read", "--percentile_list=50"),
    null("null_no_percentiles", "--rw=read", "--clat_percentiles=0"),
    null("null_lat_percentiles", "--rw=rw", "--lat_percentiles=1"),
    null("null_no_clat", "--rw=read", "--disable_clat=1"),
    null("null_no_lat", "--rw=read", "--disable_lat=1"),
    null("null_no_slat", "--rw=read", "--disable_slat=1", "--disable_bw=1"),
    null("null_samples", "--rw=read", "--time_based", "--runtime=2", exact=False, samples=True),
    null("null_empty", "--rw=read", "--size=0", status=1, report=False, jobs=0),
    disk("psync_read", "--rw=read"),
    disk("psync_write_fsync", "--rw=write", "--fsync=16"),
    disk("psync_fdatasync", "--rw=randwrite", "--fdatasync=32", "--end_fsync=1"),
    disk("sync_engine", "--ioengine=sync", "--rw=randread"),
    disk("vsync", "--ioengine=vsync", "--rw=write"),
    disk("pvsync", "--ioengine=pvsync", "--rw=rw"),
    disk("pvsync2", "--ioengine=pvsync2", "--rw=randwrite"),
    disk("mmap", "--ioengine=mmap", "--rw=read"),
    *[disk(f"{engine}_capped", f"--ioengine={engine}", "--rw=read", "--iodepth=8", "--numjobs=2",
           jobs=2, exact=engine != "vsync")
      for engine in ("sync", "psync", "vsync", "pvsync", "pvsync2", "mmap")],
    disk("ftruncate_capped", "--ioengine=ftruncate", "--rw=write", "--iodepth=8"),
    null("null_deep", "--rw=read", "--iodepth=8"),
    *[Job(f"cpuio_{mode}", ["--name=a", "--ioengine=cpuio", "--cpuload=50", "--cpuchunks=2000",
                            f"--cpumode={mode}", "--runtime=200ms"], exact=False)
      for mode in ("noop", "qsort")],
    Job("cpuio_overloaded", ["--name=a", "--ioengine=cpuio", "--cpuload=150", "--numjobs=2",
                             "--iodepth=1", "--runtime=200ms"], exact=False, jobs=2),
    disk("loops", "--rw=write", "--loops=2", "--end_fsync=1"),
    disk("create_on_open", "--rw=write", "--create_on_open=1"),
    disk("direct", "--rw=read", "--direct=1", "--bs=16k"),
    disk("sizes_by_direction", "--rw=rw", "--bs=4k,16k", exact=False),
    disk("bsrange", "--rw=randread", "--bsrange=4k-16k", exact=False),
    disk("backwards", "--rw=write:-8k", "--size=256k", "--io_size=128k", exact=False),
    disk("libaio", "--ioengine=libaio", "--iodepth=8", "--rw=randread", "--direct=1"),
    disk("libaio_slat", "--ioengine=libaio", "--iodepth=4", "--rw=write", "--slat_percentiles=1"),
    disk("uring", "--ioengine=io_uring", "--iodepth=16", "--rw=randread"),
    disk("uring_batches", "--ioengine=io_uring", "--iodepth=32", "--iodepth_batch_submit=16",
         "--iodepth_batch_complete_min=8", "--iodepth_batch_complete_max=16", "--rw=randread"),
    disk("libaio_cmdprio", "--ioengine=libaio", "--iodepth=4", "--rw=randread",
         "--cmdprio_percentage=50", "--cmdprio_class=2", "--cmdprio=3"),
    disk("uring_cmdprio_split", "--ioengine=io_uring", "--iodepth=4", "--rw=randread", "--prio=6",
         "--cmdprio_bssplit=4k/30/2/1:4k/30/2/4", "--lat_percentiles=1", "--clat_percentiles=0"),
    disk("libaio_cmdprio_all", "--ioengine=libaio", "--iodepth=4", "--rw=randread",
         "--cmdprio_percentage=100", "--cmdprio_class=2"),
    disk("posixaio", "--ioengine=posixaio", "--iodepth=4", "--rw=randrw"),
    Job("group_of_priorities", ["--group_reporting", "--ioengine=psync", "--filename=data",
                                "--size=1m", "--rw=read", "--name=a", "--prio=3", "--name=b",
                                "--prio=6"]),
    Job("cpuio", ["--name=c", "--ioengine=cpuio", "--cpuload=50", "--cpuchunks=1000",
                  "--runtime=20ms", "--time_based"], exact=False),
    Job("many_files", ["--name=a", "--nrfiles=4", "--size=1m", "--rw=randread"]),
    Job("layout", ["--name=a", "--size=256k", "--rw=read", "--numjobs=2"], jobs=2),
    disk("create_only", "--rw=read", "--create_only=1", jobs=0, json=False),
    Job("full_device", ["--name=a", "--filename=/dev/full", "--rw=write", "--size=1m"], status=1,
        exact=False),
    Job("missing_file", ["--name=a", "--filename=gone", "--rw=read", "--size=1m",
                         "--allow_file_create=0"], status=1, jobs=0, report=False),
    Job("unknown_option", ["--name=a", "--rw=read", "--size=1m", "--bogus=1"], status=1,
        report=False),
    Job("unknown_engine", ["--name=a", "--rw=read", "--size=1m", "--ioengine=bogus"], status=1,
        report=False),
    Job("bad_value", ["--name=a", "--rw=sideways", "--size=1m"], status=1, report=False),
    Job("groups", file="""\
[global]
ioengine=null
size=256k
bs=4k
[one]
rw=read
[two]
rw=write
numjobs=2
[three]
stonewall
rw=randrw
[four]
new_group
rw=randread
""", jobs=5),
    Job("groups_merged", file="""\
[global]
ioengine=null
size=256k
group_reporting
[one]
rw=read
description=the first
[two]
rw=write
numjobs=2
[three]
stonewall
rw=randrw
""", jobs=2),
    Job("comments_and_globals", file="""\
; a comment
[global]
rw=randread   # another
bs=8k
[a]
ioengine=null
size=64k
[global]
bs=16k
[b]
ioengine=null
size=64k
""", jobs=2),
    Job("stonewalled_files", file="""\
[global]
size=512k
filename=data
[w]
rw=write
[r]
stonewall
rw=read
iodepth=4
ioengine=libaio
""", jobs=2),
]

# Engines that deal with names and sizes.
JOBS += [
    names("filestat", "read"), names("filestat", "randwrite"),
    names("filestat", "read", "--stat_type=lstat", "--lat_percentiles=1"),
    names("filecreate", "write"), names("filecreate", "read", "--numjobs=2", "--group_reporting"),
    names("filecreate", "write", "--disable_clat=1"),
    names("filecreate", "write", "--disable_lat=1"),
    names("filecreate", "write", "--gtod_reduce=1"),
    names("filedelete", "write"), names("filedelete", "read", "--numjobs=2", jobs=2),
    *[disk(f"falloc_{rw}", "--ioengine=falloc", f"--rw={rw}") for rw in ("read", "write", "trim")],
    disk("ftruncate", "--ioengine=ftruncate", "--rw=randwrite"),
    disk("mmap_mixed", "--ioengine=mmap", "--rw=rw", "--fsync=32"),
    disk("posixaio_fsync", "--ioengine=posixaio", "--rw=write", "--fsync=32"),
    disk("vsync_random", "--ioengine=vsync", "--rw=randread", exact=False),
]

# Files that come and go.
JOBS += [
    disk("unlink", "--rw=read", "--unlink=1"),
    disk("unlink_each_loop", "--rw=write", "--unlink_each_loop=1", "--loops=2"),
    disk("fsync_on_close", "--rw=write", "--loops=2", "--fsync_on_close=1"),
    Job("create_only_files", ["--name=a", "--nrfiles=3", "--size=1m", "--rw=read",
                              "--create_only=1"], jobs=0, json=False),
    *[Job(f"openfiles_{kind}", ["--name=a", "--nrfiles=6", "--openfiles=2", "--size=384k",
                                "--rw=randread", f"--file_service_type={kind}"])
      for kind in ("random", "roundrobin:4", "sequential", "zipf:1.2", "pareto:0.5", "gauss")],
    Job("openfiles_more_than_files", ["--name=a", "--nrfiles=2", "--openfiles=6", "--size=384k",
                                      "--rw=read"]),
    Job("dev_zero", ["--name=a", "--filename=/dev/zero", "--rw=read", "--size=1m"]),
    Job("dev_null", ["--name=a", "--filename=/dev/null", "--rw=write", "--size=1m"]),
]

# Who runs with whom, and until when.
JOBS += [
    nulls("stonewall_and_reporting", "[a] group_reporting numjobs=2 [b] stonewall numjobs=2 "
          "[c] stonewall rw=randrw group_reporting numjobs=3", 4),
    nulls("new_groups", "[a] [b] new_group [c] new_group numjobs=2 [d]", 5),
    nulls("new_groups_merged", "group_reporting [a] [b] new_group [c] new_group numjobs=2 [d]", 3,
          json=False),  # whose options a merged row has: docs/differences.md
    nulls("threads_and_processes", "[a] thread=1 [b] [c] thread numjobs=2", 4),
    nulls("wait_for", "[a] numjobs=2 [b] wait_for=a [c] wait_for=b", 4),
    nulls("exitall", "time_based [a] exitall runtime=300ms [b] runtime=30", 2, exact=False),
    nulls("exit_what", "time_based [a] exitall exit_what=stonewall runtime=300ms [b] runtime=30 "
          "[c] stonewall runtime=10ms", 3, exact=False),
    nulls("exitall_on_error", "[a] exitall_on_error startdelay=300ms ioengine=psync rw=write "
          "filename=/dev/full [b] runtime=30 time_based", 2, status=1, exact=False),
    nulls("stats_of_one", "[a] stats=0 [b]", 1, json=False),
]

# What is measured, and in which units.
JOBS += [
    *[null(f"blocks_by_direction_{rw}", f"--rw={rw}", f"--bs={bs}")
      for rw, bs in (("read", "8k,16k,32k"), ("write", ",16k"), ("trim", "8k,16k"))],
    null("io_size_below_a_block", "--rw=read", "--io_size=1k"),
    null("size_below_a_block", "--rw=read", "--size=2k", status=1, report=False),
    *[disk("libaio_without_" + "_".join(kinds), "--rw=randrw", "--ioengine=libaio", "--iodepth=4",
           *[f"--disable_{kind}=1" for kind in kinds])
      for kinds in (["lat"], ["clat"], ["lat", "slat"], ["lat", "clat", "slat", "bw"])],
    disk("fsync_without_clat", "--rw=write", "--fsync=16", "--disable_clat=1"),
    disk("fsync_gtod_reduce", "--rw=write", "--fsync=16", "--gtod_reduce=1"),
    null("gtod_reduce_but_clat", "--rw=read", "--gtod_reduce=1", "--disable_clat=0"),
    null("percentiles_of_nothing", "--rw=read", "--disable_lat=1", "--lat_percentiles=1",
         "--clat_percentiles=0"),
    null("percentiles_unsorted", "--rw=read", "--percentile_list=99:50:99.9:10"),
    null("percentiles_of_a_group", "--rw=read", "--percentile_list=50:90", "--numjobs=2",
         "--group_reporting"),
    *[null(f"units_{kb}_{unit}", "--rw=rw", f"--kb_base={kb}", f"--unit_base={unit}")
      for kb in (1000, 1024) for unit in (1, 8)],
]
