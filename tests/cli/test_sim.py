"""ioengine=sim and fathom disks: a disk in a time of its own, the same figures every time."""
import json
import os
import subprocess

import pytest

SIM = ["--ioengine=sim", "--output-format=json"]


def jobs_of(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["jobs"]


def figures(job):
    """What hangs on the simulation alone."""
    return [(job[d]["total_ios"], job[d]["runtime"], job[d]["clat_ns"], job[d]["iops"])
            for d in ("read", "write")]


def test_a_minute_of_a_disk_of_1991(user):
    (job,) = jobs_of(user.run("--name=a", *SIM, "--disk=hp97560", "--rw=randread", "--bs=8k",
                              "--runtime=60", "--time_based"))
    read = job["read"]
    assert 60_000 <= read["runtime"] < 60_100
    assert abs(read["clat_ns"]["mean"] / 26.0e6 - 1) < 0.02
    assert abs(read["iops"] / 38.4 - 1) < 0.02


@pytest.mark.parametrize("words", [
    ["--numjobs=4", "--rw=randrw", "--iodepth=3"],
    ["--numjobs=3", "--rw=randread", "--rate_iops=15", "--rate_process=poisson"],
    ["--numjobs=2", "--rw=write", "--thinktime=7ms", "--thinktime_blocks=5", "--iodepth=8"],
])
def test_the_same_on_any_number_of_processors(user, words):
    words = ["--name=a", *SIM, "--disk=cheetah9lp", "--bs=4k", "--runtime=20", "--time_based",
             *words]
    reference = [figures(job) for job in jobs_of(user.run(*words))]
    assert len(reference) > 1 and all(f[0][0] + f[1][0] > 50 for f in reference)
    for cpus in [{min(os.sched_getaffinity(0))}, os.sched_getaffinity(0)]:
        again = user.run(*words, preexec_fn=lambda own=cpus: os.sched_setaffinity(0, own))
        assert [figures(job) for job in jobs_of(again)] == reference


def test_workers_share_a_disk_unless_their_files_differ(user):
    one = ["--rw=randread", "--bs=4k", "--runtime=30", "--time_based", "--disk=atlas10k"]
    (alone,) = jobs_of(user.run("--name=a", *SIM, *one))
    shared = jobs_of(user.run("--name=a", *SIM, *one, "--numjobs=2"))
    apart = jobs_of(user.run("--name=a", *SIM, *one, "--filename=x", "--name=b", "--ioengine=sim",
                             *one, "--filename=y"))
    iops = [job["read"]["iops"] for job in [alone, *shared, *apart]]
    assert iops[1] + iops[2] < 1.1 * iops[0]
    assert abs(iops[3] / iops[0] - 1) < 0.02 and abs(iops[4] / iops[0] - 1) < 0.02


def test_think_time_and_rates_pass_in_the_disks_time(user):
    (job,) = jobs_of(user.run("--name=a", *SIM, "--disk=atlas10k", "--bs=4k", "--number_ios=100",
                              "--thinktime=1s"))
    assert 99_000 < job["read"]["runtime"] < 101_000
    (job,) = jobs_of(user.run("--name=a", *SIM, "--disk=atlas10k", "--bs=4k", "--number_ios=100",
                              "--rate_iops=1", "--iodepth=4"))
    assert 99_000 <= job["read"]["runtime"] < 99_050


def test_an_outer_zone_is_faster_than_an_inner_one(user):
    words = ["--name=a", *SIM, "--disk=barracuda4lp", "--bs=1m", "--number_ios=20"]
    (outer,) = jobs_of(user.run(*words, "--size=5%"))
    (inner,) = jobs_of(user.run(*words, "--offset=95%"))
    assert outer["read"]["bw_bytes"] > 1.3 * inner["read"]["bw_bytes"]


HOMEWORK = """[global]
ioengine=sim
disk=sata14t
bs=4k
size=64m
stonewall
[forward reads]
rw=read
filename=a
[random reads]
rw=randread
filename=b
[random writes]
rw=randwrite
filename=c
"""


def test_the_homework_of_a_storage_course(user):
    user.write("q.fio", HOMEWORK)
    forward, random, writes = jobs_of(user.run("q.fio", "--output-format=json"))
    mib = 2 ** 20
    assert abs(forward["read"]["bw_bytes"] / (80.3 * mib) - 1) < 0.15
    assert abs(random["read"]["bw_bytes"] / (37.3 * mib) - 1) < 0.15
    assert abs(writes["write"]["bw_bytes"] / (7.50 * mib) - 1) < 0.15


def test_syncs_wait_for_the_write_cache(user):
    words = ["--name=a", *SIM, "--disk=sata14t", "--rw=randwrite", "--bs=4k", "--size=1g",
             "--number_ios=300"]
    (quick,) = jobs_of(user.run(*words))
    for sync in ["fsync=1", "fdatasync=1"]:
        (job,) = jobs_of(user.run(*words, f"--{sync}"))
        assert job["sync"]["total_ios"] == 299  # none behind the last
        # Somewhere in half a revolution, and not at once.
        assert 3e6 < job["sync"]["lat_ns"]["mean"] < 8e6
        assert job["write"]["iops"] < 0.7 * quick["write"]["iops"]
    # A drive without a write cache has nothing to wait for.
    (job,) = jobs_of(user.run("--name=a", *SIM, "--disk=eric", "--rw=randwrite", "--bs=4k",
                              "--number_ios=20", "--fsync=1"))
    assert job["sync"]["lat_ns"]["max"] == 0


def test_a_jobs_end_waits_for_the_platters_if_told_to(user):
    words = ["--name=a", *SIM, "--rw=write", "--bs=1m", "--size=256m"]
    text = user.run("disks", "show", "sata14t").stdout
    user.write("flush.disk", text.replace("[wcache]", "[wcache]\nflush_on_end=1"))
    ends = [jobs_of(user.run(*words, *more))[0]["write"]["runtime"] for more in
            [["--disk=sata14t"], ["--disk=sata14t", "--end_fsync=1"], ["--disk=flush.disk"]]]
    assert ends[1] == ends[2]
    # 64 MiB at 248 MiB/s.
    assert abs((ends[1] - ends[0]) / 258 - 1) < 0.05
    traced = user.run(*words[:2], "--rw=write", "--bs=1m", "--size=256m", "--disk=flush.disk",
                      "--debug=io")
    assert f"(256MiB/{ends[1]}msec)" in traced.stdout


def test_a_batch_costs_the_host_what_the_drive_says(user):
    text = user.run("disks", "show", "hp97560").stdout
    user.write("slow.disk", text + "\n[host]\nsubmit_us=1000000\n")
    words = ["--name=a", *SIM, "--disk=slow.disk", "--rw=randread", "--bs=8k", "--iodepth=4",
             "--number_ios=40", "--iodepth_batch_complete_min=4"]
    runtimes = [jobs_of(user.run(*words, f"--iodepth_batch={batch}"))[0]["read"]["runtime"]
                for batch in (1, 4)]
    assert 40_000 < runtimes[0] < 41_500 and 10_000 < runtimes[1] < 11_500


def test_a_page_cache_is_for_jobs_that_are_not_direct(user):
    def rate(*words, cache=1024):
        (job,) = jobs_of(user.run("--name=a", *SIM, "--disk=sata14t", "--bs=4k",
                                  f"--cache={cache}", *words))
        assert job["job options"]["cache"] == str(cache)
        return (job["read"]["bw_bytes"] or job["write"]["bw_bytes"]) / 2 ** 20

    forward = ["--rw=read", "--size=256m"]
    buffered, direct = rate(*forward), rate(*forward, "--direct=1")
    assert direct == rate(*forward, cache=0) and buffered > 2.5 * direct
    # The second time all is here.
    assert rate(*forward, "--loops=2") > 1.7 * buffered
    # Random reads of the whole disk meet nothing again: they cost what the drive takes.
    rare = ["--rw=randread", "--number_ios=500"]
    assert abs(rate(*rare) / rate(*rare, "--direct=1") - 1) < 0.02
    # Writes are in memory until somebody asks for more.
    writes = ["--rw=randwrite", "--size=128m"]
    assert rate(*writes) > 100 * rate(*writes, "--direct=1")
    assert rate(*writes, "--end_fsync=1") < 0.2 * rate(*writes)


def test_commands_of_the_debugger_see_its_io(user):
    done = user.run("--debug=io", "--name=a", "--ioengine=sim", "--disk=eric", "--bs=4k",
                    "--number_ios=5", "--rate_iops=2", "--iodepth=2")
    assert done.returncode == 0 and done.stdout.count("complete: io_u") == 5


DISK = """[drive]
name=small
[mech]
rpm=6000
heads=1
[seek]
short="1 0.1 1000"
[zone.1]
first_cyl=0
last_cyl=999
spt=100
"""


def test_a_disk_of_ones_own(user):
    user.write("small.disk", DISK)
    (job,) = jobs_of(user.run("--name=a", *SIM, "--disk=small.disk", "--bs=512",
                              "--rw=randread", "--norandommap", "--number_ios=3000"))
    # A third of the stroke, half a revolution of ten milliseconds, a sector.
    expected = 1 + 0.1 * (8 / 15 * 1000 ** 0.5) + 5 + 0.1
    assert abs(job["read"]["clat_ns"]["mean"] / 1e6 / expected - 1) < 0.02
    shown = user.run("disks", "show", "small.disk")
    assert shown.returncode == 0 and "# capacity           48.8 MiB" in shown.stdout
    assert shown.stdout.endswith(DISK)


@pytest.mark.parametrize("words, said", [
    ([], "ioengine=sim needs disk="),
    (["--disk=hp97561"], "there is no such drive and no such file (built in: hp97560"),
    (["--disk=."], "only a regular file can hold parameters"),
    (["--disk=bad.disk"], "bad.disk:2: a: rpm=fast: not a number from 100"),
    (["--disk=bad.disk"], "mech.heads is missing"),
    (["--disk=eric", "--bs=1000"], "no multiple of the disk's sectors of 512 bytes"),
    (["--disk=eric", "--rw=randtrim"], "a hard disk has no trim"),
    (["--disk=eric", "--cache=65537"], "cache"),
    (["--disk=eric", "--startdelay=1"], "leave out startdelay"),
    (["--disk=eric", "--io_submit_mode=offload"], "io_submit_mode=inline"),
])
def test_what_cannot_be_is_named(user, words, said):
    user.write("bad.disk", "[mech]\nrpm=fast\n")
    done = user.run("--name=a", "--ioengine=sim", "--runtime=1", *words)
    assert done.returncode == 1 and said in done.stderr
    assert "Starting" not in done.stdout


def test_an_offset_beyond_the_disk_is_an_error(user):
    done = user.run("--name=a", "--ioengine=sim", "--disk=eric", "--offset=1t")
    assert done.returncode == 1 and "you need to specify valid offset=" in done.stderr


def test_disks_are_listed_shown_and_their_fields_told(user):
    listed = user.run("disks")
    assert listed.returncode == 0
    assert all(len(line) <= 80 for line in listed.stdout.splitlines())
    fitted = [line for line in listed.stdout.splitlines() if line.endswith("fitted")]
    assert {line.split()[0] for line in fitted} == {"ide1gb", "ide1gb-flat", "eric", "sata14t",
                                                    "sata1t-desktop", "ssd-hw"}
    shown = user.run("disks", "show", "cheetah9lp")
    assert "rpm=10045" in shown.stdout and "DiskSim" in shown.stdout
    # What is shown is a parameter file.
    user.write("mine", shown.stdout)
    assert user.run("disks", "show", "mine").returncode == 0
    assert "did you mean the drive cheetah9lp?" in user.run("disks", "show", "cheeta9lp").stderr
    assert "head_switch_ms=        ms" in user.run("disks", "fields").stdout
    assert user.run("disks", "bogus").returncode == 1
    assert user.run("disks", "--help").returncode == 0


def test_elevators_are_compared(user):
    for policy in ["fcfs", "satf"]:
        text = user.run("disks", "show", "cheetah9lp").stdout
        user.write(f"{policy}.disk", text + f"\n[queue]\npolicy={policy}\n")
    done = user.run("compare", "--name=a", "--ioengine=sim", "--rw=randread", "--bs=4k",
                    "--iodepth=32", "--number_ios=2000", "--vary=disk=fcfs.disk,satf.disk",
                    "--rounds=6", "--format=json")
    assert done.returncode == 0, done.stderr
    (row,) = [row for row in json.loads(done.stdout)["comparisons"] if row["metric"] == "IOPS"]
    assert row["verdict"] == "faster" and 70 < row["difference_percent"] < 110


@pytest.mark.parametrize("depth, published", [(1, 11.2e3), (8, 77.9e3), (64, 224e3)])
def test_a_flash_drive_reads_as_mqsim_says(user, depth, published):
    (job,) = jobs_of(user.run("--name=a", *SIM, "--norandommap", "--disk=ssd-mqsim",
                              "--rw=randread", "--bs=4k", f"--iodepth={depth}",
                              "--number_ios=10000"))
    assert abs(job["read"]["iops"] / published - 1) < 0.05


@pytest.mark.parametrize("rw, size, published", [
    ("read", "64m", 74.0), ("randread", "64m", 31.1), ("randread", "256m", 19.7),
    ("write", "64m", 66.4), ("randwrite", "64m", 67.2), ("read", "256m", 71.2)])
def test_the_flash_drive_of_the_homework(user, rw, size, published):
    (job,) = jobs_of(user.run("--name=a", *SIM, "--disk=ssd-hw", f"--rw={rw}", "--bs=4k",
                              f"--size={size}"))
    mib = (job["read"]["bw_bytes"] + job["write"]["bw_bytes"]) / 2**20
    assert abs(mib / published - 1) < 0.15


@pytest.mark.parametrize("rw, published", [("read", 384), ("randread", 19.7)])
def test_the_flash_drive_of_the_homework_behind_a_page_cache(user, rw, published):
    (job,) = jobs_of(user.run("--name=a", *SIM, "--disk=ssd-hw", f"--rw={rw}", "--bs=4k",
                              "--size=256m", "--cache=1024"))
    assert abs(job["read"]["bw_bytes"] / 2**20 / published - 1) < 0.15


def test_flash_takes_trims_and_a_hard_disk_does_not(user):
    trim = ["--name=a", *SIM, "--rw=randtrim", "--bs=64k", "--number_ios=100"]
    (job,) = jobs_of(user.run(*trim, "--disk=ssd-mqsim"))
    assert job["trim"]["total_ios"] == 100 and job["error"] == 0
    for more in [["--disk=eric"], ["--disk=ssd-mqsim", "--cache=64"]]:
        done = user.run(*trim, *more)
        assert done.returncode == 1 and "no trim" in done.stderr


def test_a_large_flash_drive_is_there_at_once(user):
    text = user.run("disks", "show", "ssd-mqsim").stdout
    assert "# channels x chips   8 x 4" in text and "read, one page     100.6 us" in text
    user.write("bad.disk", text.replace("op_pct=7", "op_pct=0.1"))
    assert "spare blocks" in user.run("disks", "show", "bad.disk").stderr
    (job,) = jobs_of(user.run("--name=a", *SIM, "--disk=ssd-mqsim", "--rw=randwrite", "--bs=8k",
                              "--number_ios=1000", "--norandommap"))
    assert job["write"]["total_ios"] == 1000
