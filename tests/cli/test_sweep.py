"""fathom sweep: every combination, in random order, tabled; resumable."""
import csv
import io
import json
import signal

import pytest
from conftest import PATIENCE
from test_interrupt import wait_until

NULL = "[a]\nioengine=null\nsize=64k\n"


def sweep(user, *words):
    return user.run("sweep", *words)


def rows(result):
    return list(csv.DictReader(io.StringIO(result.stdout)))


def test_every_combination_is_run(user):
    user.write("job.fio", NULL)
    result = sweep(user, "job.fio", "--over=rw=read,write", "--over=bs=1k..4k*2", "--rounds=3",
                   "--format=csv", "--before-each=echo x >> log")
    assert result.returncode == 0, result.stderr
    iops = [row for row in rows(result) if row["metric"] == "IOPS"]
    assert [(row["rw"], row["bs"], row["direction"]) for row in iops] == [
        (rw, bs, rw) for rw in ("read", "write") for bs in ("1k", "2k", "4k")]
    assert all(row["runs"] == "3" and float(row["low"]) <= float(row["value"])
               <= float(row["high"]) for row in iops)
    assert user.path("log").read_text().count("x") == 18


def test_tables_per_value_of_the_outer_option(user):
    user.write("job.fio", NULL)
    result = sweep(user, "job.fio", "--over=numjobs=1..2", "--over=bs=4k,8k", "--rounds=2",
                   "--override=group_reporting=1")
    assert "numjobs=1: read IOPS, geometric mean" in result.stdout
    assert "numjobs=2: read IOPS, geometric mean" in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_variants_are_compared_in_every_cell(user):
    user.write("job.fio", NULL)
    result = sweep(user, "job.fio", "--over=rw=read,write", "--variant=s:bs=512",
                   "--variant=l:bs=16k", "--metric=bandwidth", "--rounds=8", "--format=json",
                   "--override=size=16m", "--fail-on=none")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)["comparisons"]
    assert [(row["options"]["rw"], row["verdict"]) for row in found] == [
        ("read", "faster"), ("write", "faster")]
    assert all(row["pairs"] == 8 and row["p_among_all"] >= row["p"] for row in found)


def test_an_interrupted_sweep_goes_on(user):
    user.write("job.fio", NULL + "time_based\nruntime=50ms\n")
    words = ["sweep", "job.fio", "--over=bs=4k,8k,16k", "--rounds=6", "--save=kept",
             "--format=csv"]
    process = user.start(*words)
    kept = user.path("kept")
    wait_until(lambda: kept.exists() and len(list(kept.glob("0*.json"))) >= 7)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 128
    done = {path: path.stat().st_mtime_ns for path in kept.glob("0*.json")}
    assert 7 <= len(done) < 18
    result = user.run(*words)
    assert result.returncode == 0, result.stderr
    assert [row["runs"] for row in rows(result) if row["metric"] == "IOPS"] == ["6"] * 3
    assert all(path.stat().st_mtime_ns == stamp for path, stamp in done.items())


def test_dry_run_runs_nothing(user):
    user.write("job.fio", NULL)
    result = sweep(user, "job.fio", "--over=bs=4k,8k", "--dry-run", "--seed=4",
                   "--before-each=touch ran")
    assert "2 cells, 10 runs\nall take until its size is done, 640 KiB to read" in result.stdout
    assert "order of the first block (seed 4)" in result.stdout
    assert not user.path("ran").exists()


@pytest.mark.parametrize("words,what", [
    (["job.fio"], "a sweep needs --over"),
    (["job.fio", "--over=bs"], "no option and values"),
    (["job.fio", "--over=bs=4k", "--over=bs=8k"], "--over bs stands there twice"),
    (["job.fio", "--over=bz=1,2"], "bz"),
    (["job.fio", "--over=bs=4k,8x"], "8x"),
    (["job.fio", "--over=size=1..100000"], "more than 10000 values"),
    (["job.fio", "--over=bs=4k", "--variant=a:rw=read"], "one variant alone"),
    (["job.fio", "--over=bs=4k", "--metric=speed"], "none of iops, bandwidth"),
    (["job.fio", "--over=bs=4k", "--aa"], "--aa"),
    (["nosuch.fio", "--over=bs=4k"], "nosuch.fio"),
    (["job.fio", "--over=bs=4k,8k", "--save=."], "no experiment"),
])
def test_what_is_wrong_is_named_and_nothing_runs(user, words, what):
    user.write("job.fio", NULL)
    result = sweep(user, "--before-each=touch ran", *words)
    assert result.returncode == 1
    assert what in result.stderr, result.stderr
    assert result.stdout == ""
    assert not user.path("ran").exists()


def test_help(user):
    result = user.run("sweep", "--help")
    assert result.returncode == 0
    assert "--over=" in result.stdout and "--aa" not in result.stdout
    assert user.run("sweep").returncode == 1


PACED = ["--name=a", "--ioengine=null", "--size=1m", "--bs=4k", "--thinktime=2ms", "--time_based",
         "--runtime=100ms"]


def test_a_cell_that_misses_its_rate_is_masked(user):
    result = sweep(user, *PACED, "--over=rate_iops=50,100000", "--rounds=2")
    assert result.returncode == 0
    (masked,) = [line for line in result.stdout.splitlines() if "missed its rate" in line]
    assert masked.split()[0] == "100000"
    assert "IOPS asked for: masked" in result.stdout
    result = sweep(user, *PACED, "--over=rate_iops=50,100000", "--rounds=2", "--format=csv")
    assert {row["rate_iops"]: row["missed_rate"] for row in rows(result)} == {"50": "0",
                                                                            "100000": "1"}


# A disk in virtual time: it saturates at some 100 reads a second on every machine.
DISK = ["--name=a", "--ioengine=sim", "--disk=cheetah9lp", "--rw=randread", "--bs=4k",
        "--iodepth=16", "--time_based", "--runtime=60"]


def test_a_latency_curve_measures_the_saturation_first(user):
    result = sweep(user, "--latency-curve", *DISK, "--rounds=3", "--format=json")
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    (axis,) = document["axes"]
    loads = [int(value) for value in axis["values"]]
    assert axis["option"] == "rate_iops" and len(loads) == 11
    assert loads == sorted(loads) and 9 <= loads[0] <= 12 and 100 <= loads[-1] <= 125
    assert any("without a limit" in note for note in document["notes"])
    curve = [row for row in document["figures"] if row["metric"] == "latency from due mean"]
    assert [row["missed_rate"] for row in curve[:8]] == [False] * 8 and curve[-1]["missed_rate"]
    # M/G/1: little waiting at a tenth of the load, much at nine tenths.
    assert 9e6 < curve[0]["value"] < 12e6 and curve[8]["value"] > 3 * curve[0]["value"]
    # Rounds are not the same arrivals again.
    assert curve[4]["high"] > 1.001 * curve[4]["low"]


def test_a_latency_curve_of_given_loads_goes_on_where_it_was_left(user):
    words = ["--latency-curve", *DISK, "--over=rate_iops=50,500", "--save=dir"]
    first = sweep(user, *words, "--rounds=1")
    assert first.returncode == 0, first.stderr
    assert "Latency of reads from when each was due" in first.stdout
    (saturated,) = [line for line in first.stdout.splitlines() if line.endswith("saturated")]
    assert saturated.split()[0] == "500"
    again = sweep(user, *words, "--rounds=2")
    assert again.returncode == 0 and len(list(user.path("dir").glob("0*.json"))) == 4
    # Without loads they are those of the directory; nothing is measured first.
    last = sweep(user, "--latency-curve", *DISK, "--save=dir", "--rounds=2")
    assert last.returncode == 0 and "without a limit" not in last.stdout
    assert "500" in last.stdout and len(list(user.path("dir").glob("0*.json"))) == 4


@pytest.mark.parametrize("words, said", [
    (["--vary=bs=4k,8k"], "leave out --vary"),
    (["--over=bs=4k,8k"], "the load alone is swept"),
    (["--name=b"], "the load is of one job, here are 2"),
    (["--override=time_based=0"], "needs time_based and runtime="),
    (["--override=rate=1m", "--over=rate_iops=5"], "mutually exclusive"),
    (["--override=thinktime=1ms"], "thinktime holds arrivals back"),
])
def test_what_is_no_latency_curve_is_refused(user, words, said):
    result = sweep(user, "--latency-curve", *DISK, *words)
    assert result.returncode == 1 and said in result.stderr


def test_a_latency_curve_is_told_before_it_runs(user):
    result = sweep(user, "--latency-curve", *DISK, "--dry-run")
    assert result.returncode == 0 and "3 runs without a limit, then 11 loads" in result.stdout


def test_an_option_is_swept_or_varied(user):
    user.write("job.fio", NULL)
    result = sweep(user, "job.fio", "--over=bs=4k,16k", "--vary=bs=4k,8k", "--rounds=2")
    assert result.returncode == 1 and "bs is both swept by --over and set" in result.stderr


def test_a_dry_run_does_not_promise_the_bytes_of_a_job_that_repeats(user):
    result = sweep(user, *PACED, "--over=bs=4k", "--rounds=2", "--dry-run")
    assert "more than 2.00 MiB to read" in result.stdout
