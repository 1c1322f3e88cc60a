"""--debug=parse under both programs: each value must be read as the same number, in the same unit."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FATHOM = os.path.abspath(os.environ.get("FATHOM", ROOT / "build/release/fathom"))
FIO = shutil.which("fio")

VALUES = [
    "--bs=4k", "--bs=4k,8k", "--bs=4k,8k,16k", "--bs=4096", "--bs=0x1000", "--bs=1m", "--ba=4k",
    "--ba=4k,8k,16k", "--bsrange=1k-4k,2k-8k", "--bssplit=4k/50:8k/50",
    "--size=10%", "--size=100%", "--size=1g", "--size=1gi", "--size=1kb", "--size=1kib", "--size=1b",
    "--io_size=1m", "--offset=50%", "--offset=4k", "--offset_increment=1m", "--filesize=1m",
    "--filesize=1m-2m", "--number_ios=5",
    "--runtime=2m", "--runtime=3h", "--runtime=1d", "--runtime=500ms", "--runtime=7", "--runtime=5s",
    "--runtime=1000us", "--startdelay=3", "--startdelay=1-3", "--ramp_time=1m", "--thinktime=5ms",
    "--thinktime=5", "--thinktime_spin=1s", "--thinktime_iotime=3", "--max_latency=5ms",
    "--latency_target=5", "--latency_window=2s", "--steadystate_duration=10",
    "--steadystate_ramp_time=5", "--rate_cycle=1000", "--log_avg_msec=500", "--bwavgtime=500",
    "--percentile_list=1:5.5:99", "--latency_percentile=99.9",
    "--rate=1m", "--rate=1m,2m", "--rate_iops=100", "--rate_iops=100,200",
    "--rate_min=1k",
    "--iodepth=16", "--iodepth=0x10", "--iodepth_batch=4", "--loops=3", "--numjobs=2",
    "--fsync=5", "--sync_file_range=write:8", "--randseed=5", "--percentage_random=50,20",
    "--nice=3", "--prio=3", "--cpumask=3", "--cpus_allowed=0", "--rwmixread=70", "--iomem_align=4k",
    "--zonesize=4k", "--zoneskip=8k", "--zonerange=1m", "--hugepage-size=4m", "--lockmem=1m",
    "--buffer_compress_percentage=50", "--dedupe_percentage=10", "--verify_interval=4k",
    "--direct=1", "--direct=0", "--invalidate=0", "--time_based", "--time_based=0", "--stonewall",
    "--thread", "--group_reporting=1", "--randrepeat=1", "--fill_device=1", "--exitall",
    "--norandommap", "--zero_buffers", "--refill_buffers",
    "--rw=randrw", "--rw=read:8", "--ioengine=psync", "--mem=malloc", "--kb_base=1000", "--sync=1",
    "--file_service_type=random:16", "--random_distribution=zipf:1.2", "--filename=/nowhere/x",
    "--write_bw_log=x", "--description=words",
]


def numbers(program, option, directory):
    result = subprocess.run([program, "--parse-only", "--debug=parse", "--name=a", option],
                            cwd=directory, capture_output=True, text=True, timeout=60, check=False)
    return re.findall(r"\bout=(\S+)", result.stdout)


@pytest.fixture(scope="module")
def directory():
    with tempfile.TemporaryDirectory() as path:
        yield path


@pytest.mark.skipif(FIO is None, reason="no fio here")
@pytest.mark.parametrize("option", VALUES)
def test_the_same_numbers(option, directory):
    assert numbers(FATHOM, option, directory) == numbers(FIO, option, directory)
