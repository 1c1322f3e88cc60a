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
