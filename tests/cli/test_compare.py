"""fathom compare: variants run in turn, verdicts, resuming; saved results, fio's as well."""
import csv
import io
import json
import shutil
import signal
import subprocess

import pytest
from conftest import PATIENCE
from test_interrupt import wait_until

NULL = """[global]
ioengine=null
size=64k
[a]
"""
GROUPS = """[global]
directory=/dev/shm
filename=fathom-compare-{pid}.data
size=4m
bs=4k
runtime=30ms
time_based
[seq]
rw=read
[rnd]
stonewall
rw=randread
"""


@pytest.fixture
def memory_job(user):
    """A job on a file in memory that is removed afterwards."""
    path = f"/dev/shm/fathom-compare-{user.directory.name}"
    user.write("job.fio", f"[a]\nfilename={path}\nrw=randread\nbs=4k\nsize=4m\nruntime=20ms\n"
                          "time_based\n")
    yield "job.fio"
    subprocess.run(["rm", "-f", path], check=True)


def compare(user, *words):
    return user.run("compare", *words)


def rows(result):
    return list(csv.DictReader(io.StringIO(result.stdout)))


def row(result, metric="IOPS"):
    return next(line for line in rows(result) if line["metric"] == metric)


def test_two_engines_are_told_apart(user, memory_job):
    result = compare(user, memory_job, "--vary", "ioengine=psync,io_uring", "--rounds=8",
                     "--format=csv")
    # In memory io_uring hands each read to a thread of the kernel: several times slower.
    assert row(result)["verdict"] == "slower", result.stdout
    assert float(row(result)["high_percent"]) < -20
    assert int(row(result)["pairs"]) == 8
    assert result.returncode == 3


def test_a_job_against_itself_is_neither_faster_nor_slower(user, memory_job):
    alarms = 0
    for _ in range(20):
        result = compare(user, memory_job, "--aa", "--rounds=8", "--format=csv")
        assert result.returncode == 0, result.stderr
        alarms += row(result)["verdict"] in ("faster", "slower")
    assert alarms <= 1


def test_a_delay_of_three_percent_is_found(user):
    """The same drive, told of its completions 3 % later: in its own time, with reads at other
    places in every run, so that there is noise and no machine's load in it."""
    text = user.run("disks", "show", "cheetah9lp").stdout
    user.write("old.disk", text)
    user.write("new.disk", text.replace("completion_us=280", "completion_us=580"))
    user.write("job.fio", "[a]\nioengine=sim\nrw=randread\nbs=4k\nnumber_ios=1000\n"
                          "randrepeat=0\n")
    result = compare(user, "job.fio", "--vary=disk=old.disk,new.disk", "--rounds=24",
                     "--format=csv")
    found = row(result)
    assert found["verdict"] == "slower", result.stdout
    assert -4.5 < float(found["difference_percent"]) < -1.5
    assert result.returncode == 3


def test_a_full_disk_for_the_results_is_told_and_what_is_done_is_kept(small):
    small.write("job.fio", "[a]\nioengine=null\nsize=256k\nbs=4k\n")
    # Room for a few results only: the rest of the disk is taken.
    small.path("small/taken").write_bytes(b"x" * (960 << 10))
    words = ["--vary=bs=4k,8k", "--rounds=200", "--seed=3", "--save=small/runs"]
    done = compare(small, "job.fio", *words)
    assert done.returncode == 1 and "No space left on device" in done.stderr
    kept = len(list(small.path("small/runs").glob("0*.json")))
    assert kept >= 1
    small.path("small/taken").unlink()
    again = compare(small, "job.fio", *words[:1], f"--rounds={kept // 2 + 2}", *words[2:],
                    "--format=json", "--before-each=echo x >> log")
    assert again.returncode in (0, 3, 4), again.stderr
    # What was kept has not been run again.
    assert small.path("log").read_text().count("x") <= 8


def test_the_text_has_both_medians_interval_verdict_dots_and_notes(user, memory_job):
    result = compare(user, memory_job, "--vary", "ioengine=psync,io_uring", "--rounds=8",
                     "--seed=7")
    text = result.stdout
    assert "io_uring (ioengine=io_uring) against psync (ioengine=psync)" in text
    assert "seed 7" in text
    assert "read IOPS, a dot per run" in text
    assert "What else differed" in text
    assert "context switches per I/O" in text
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "8 rounds: read IOPS of io_uring: -" in result.stderr


def test_groups_of_a_file_are_variants(user):
    user.write("q.fio", GROUPS.format(pid=user.directory.name))
    try:
        result = compare(user, "q.fio", "--rounds=6", "--format=json", "--fail-on=none")
    finally:
        subprocess.run(["rm", "-f", f"/dev/shm/fathom-compare-{user.directory.name}.data"],
                       check=True)
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    assert [v["name"] for v in document["variants"]] == ["seq", "rnd"]
    assert document["variants"][1]["differs"] == "rw=randread"
    assert [len(run["values"]) for run in document["runs"]] == [6, 6]
    orders = sorted(sum((run["order"] for run in document["runs"]), []))
    assert orders == list(range(12))


def test_two_job_files_and_three_variants(user):
    user.write("one.fio", NULL + "bs=4k\n")
    user.write("two.fio", NULL + "bs=8k\n")
    result = compare(user, "one.fio", "two.fio", "--rounds=6", "--format=json", "--fail-on=none")
    variants = json.loads(result.stdout)["variants"]
    assert [(v["name"], v["differs"]) for v in variants] == [("one", "bs=4k"), ("two", "bs=8k")]
    result = compare(user, "one.fio", "--variant", r"x:bs=4k\,8k", "--variant", "y:bs=8k,rw=write",
                     "--variant", "z:bs=16k", "--rounds=6", "--format=json", "--fail-on=none")
    document = json.loads(result.stdout)
    assert [v["name"] for v in document["variants"]] == ["x", "y", "z"]
    assert document["variants"][0]["runs"] == 6


def test_dry_run_runs_nothing(user):
    user.write("job.fio", "[a]\nrw=write\nsize=1m\n")
    result = compare(user, "job.fio", "--vary=bs=4k,8k", "--dry-run", "--seed=1", "--rounds=4")
    assert result.returncode == 0
    assert "1.00 MiB to write" in result.stdout
    assert "rounds: 4\n4 rounds take until its size is done, 0 B to read, 8.00 MiB" in result.stdout
    assert "order (seed 1):" in result.stdout
    assert sorted(p.name for p in user.directory.iterdir()) == ["job.fio"]


def test_the_order_is_the_one_printed(user):
    user.write("job.fio", NULL)
    words = ["job.fio", "--vary=bs=4k,8k", "--seed=5", "--rounds=8"]
    plan = compare(user, *words, "--dry-run").stdout
    expected = [name.strip() for line in plan.splitlines() if line.startswith("  ")
                for name in line.split(",")]
    compare(user, *words, "--before-each=echo $FATHOM_VARIANT $FATHOM_ROUND >> order")
    seen = [line.split() for line in user.path("order").read_text().splitlines()]
    assert [variant for variant, _ in seen] == expected
    assert [int(number) for _, number in seen] == [i // 2 + 1 for i in range(16)]


def test_commands_of_a_variant(user):
    user.write("job.fio", NULL)
    result = compare(user, "job.fio", "--vary=bs=4k,8k", "--rounds=2",
                     "--before=8k:echo before >> log", "--after=8k:echo after >> log",
                     "--before=echo all >> log")
    assert user.path("log").read_text().split().count("before") == 2
    assert user.path("log").read_text().split().count("after") == 2
    assert user.path("log").read_text().split().count("all") == 4
    assert "before each run of 8k: echo before >> log" in result.stdout


def test_variants_that_only_a_command_sets_apart(user):
    user.write("job.fio", NULL)
    result = compare(user, "job.fio", "--variant=x:", "--variant=y:", "--rounds=2",
                     "--before=y:echo y >> log", "--fail-on=none", "--format=json")
    assert result.returncode == 0, result.stderr
    assert user.path("log").read_text().split() == ["y", "y"]
    assert [v["name"] for v in json.loads(result.stdout)["variants"]] == ["x", "y"]


def test_a_command_that_fails_ends_it(user):
    user.write("job.fio", NULL)
    result = compare(user, "job.fio", "--vary=bs=4k,8k", "--before=8k:exit 7", "--seed=1")
    assert result.returncode == 1
    assert "--before 'exit 7' failed: exit status 7" in result.stderr


def test_a_finished_run_is_kept_when_the_command_after_it_fails(user):
    user.write("job.fio", NULL)
    result = compare(user, "job.fio", "--vary=bs=4k,8k", "--rounds=4", "--save=kept",
                     "--after=test $FATHOM_ROUND -lt 3")
    assert result.returncode == 1
    assert "--after" in result.stderr
    assert len(list(user.path("kept").glob("0*.json"))) == 5


def test_a_killed_experiment_goes_on(user):
    user.write("job.fio", "[a]\nioengine=null\nsize=1m\ntime_based\nruntime=50ms\n")
    words = ["compare", "job.fio", "--vary=bs=4k,8k", "--rounds=6", "--save=kept", "--format=json",
             "--fail-on=none"]
    process = user.start(*words)
    kept = user.path("kept")
    wait_until(lambda: kept.exists() and len(list(kept.glob("0*.json"))) >= 3)
    process.kill()
    process.communicate(timeout=PATIENCE)
    result = user.run(*words)
    assert result.returncode == 0, result.stderr
    assert [v["runs"] for v in json.loads(result.stdout)["variants"]] == [6, 6]


def test_an_interrupted_experiment_goes_on(user):
    user.write("job.fio", "[a]\nioengine=null\nsize=1m\ntime_based\nruntime=50ms\n")
    words = ["compare", "job.fio", "--vary=bs=4k,8k", "--rounds=8", "--save=kept", "--format=json"]
    process = user.start(*words)
    kept = user.path("kept")
    wait_until(lambda: kept.exists() and len(list(kept.glob("0*.json"))) >= 5)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128
    assert json.loads(stdout)["interrupted"]
    done = sorted(path.name for path in kept.glob("0*.json"))
    assert f"{len(done)} runs are kept in kept" in stderr
    assert 5 <= len(done) < 16
    stamps = {name: kept.joinpath(name).stat().st_mtime_ns for name in done}

    result = user.run(*words)
    assert result.returncode in (0, 3, 4), result.stderr
    assert [v["runs"] for v in json.loads(result.stdout)["variants"]] == [8, 8]
    assert all(kept.joinpath(name).stat().st_mtime_ns == stamp for name, stamp in stamps.items())
    # A third time there is nothing to run; the directory alone says the same.
    again = user.run(*words)
    alone = compare(user, "kept", "--format=json")
    assert json.loads(again.stdout)["comparisons"] == json.loads(result.stdout)["comparisons"]
    assert json.loads(alone.stdout)["comparisons"] == json.loads(result.stdout)["comparisons"]


def test_another_experiment_in_the_directory_is_refused(user):
    user.write("job.fio", NULL)
    assert compare(user, "job.fio", "--vary=bs=4k,8k", "--rounds=2", "--save=kept",
                   "--fail-on=none").returncode == 0
    result = compare(user, "job.fio", "--vary=bs=4k,16k", "--rounds=2", "--save=kept")
    assert result.returncode == 1
    assert 'variant 2 there is "8k", not "16k"' in result.stderr
    result = compare(user, "job.fio", "--vary=bs=4k,8k", "--save=.")
    assert "holds something that is no experiment" in result.stderr


def test_caches_are_dropped_or_it_says_why_not(user):
    user.write("job.fio", NULL)
    result = compare(user, "job.fio", "--vary=bs=4k,8k", "--rounds=2", "--drop-caches",
                     "--fail-on=none")
    if result.returncode == 0:
        assert "the page cache was emptied before each run" in result.stdout
    else:
        assert "--drop-caches: /proc/sys/vm/drop_caches cannot be written" in result.stderr


@pytest.mark.parametrize("words,what", [
    (["job.fio"], "the jobs are one group, and run together"),
    (["job.fio", "--vary=bs=4k"], "there is one variant only"),
    (["job.fio", "--vary=bs=4k,4k"], "4k stands there twice"),
    (["job.fio", "--vary=bs=1k..11k"], "11 variants; a comparison has 10 at most"),
    (["job.fio", "--vary=bz=4k,8k"], "bz"),
    (["job.fio", "--vary=bs=4k,8x"], "bs=8x: failed parsing bs=8x"),
    (["job.fio", "--vary=bs=4k,8k", "--rouns=3"], "Did you mean --rounds?"),
    (["job.fio", "--vary=ioengine=psync,io_urin"], "Did you mean io_uring?"),
    (["job.fio", "--vary=bs=4k,8k", "--variant=a:bs=1k"], "cannot stand together"),
    (["job.fio", "--variant=a:bs=4k", "--variant=a:bs=8k"], 'two variants are called "a"'),
    (["job.fio", "--variant=a:bs=4k", "--variant=b:bs=4k"], "are the same jobs"),
    (["job.fio", "--variant=bs=4k"], "no name before a colon"),
    (["job.fio", "--variant=a:direct"], "sets nothing"),
    (["job.fio", "job.fio"], "two variants"),
    (["nosuch.fio", "--vary=bs=4k,8k"], "nosuch.fio"),
    (["job.fio", "--vary=bs=4k,8k", "--rounds=0"], "--rounds=0: not a number from 1"),
    (["job.fio", "--vary=bs=4k,8k", "--budget=1x"], "--budget=1x: not a time"),
    (["job.fio", "--vary=bs=4k,8k", "--margin=0"], "--margin=0: not a percentage"),
    (["job.fio", "--vary=bs=4k,8k", "--confidence=101"], "--confidence=101"),
    (["job.fio", "--vary=bs=4k,8k", "--percentiles=98"], "98 is none of 50, 95, 99"),
    (["job.fio", "--vary=bs=4k,8k", "--gate=speed"], "speed is none of"),
    (["job.fio", "--vary=bs=4k,8k", "--fail-on=x"], "x is none of difference"),
    (["job.fio", "--vary=bs=4k,8k", "--format=html"], "none of text, markdown"),
    (["job.fio", "--vary=bs=4k,8k", "--aa=1"], "it takes no value"),
    (["job.fio", "--vary"], "--vary needs a value"),
    (["job.fio", "--vary=bs=4k,8k", "--nosuch=1"], "--nosuch"),
    (["job.fio", "--vary=bs=4k,8k", "--verify=md5"], "not supported yet"),
    (["job.fio", "--vary=bs=4k,8k", "--output=/nosuch/x"], "/nosuch/x"),
])
def test_what_is_wrong_is_named_and_nothing_runs(user, words, what):
    user.write("job.fio", NULL)
    result = compare(user, "--before-each=touch ran", *words)
    assert result.returncode == 1
    assert what in result.stderr, result.stderr
    assert result.stdout == ""
    assert not user.path("ran").exists()


def test_a_full_disk_for_the_result_is_an_error(user):
    user.write("job.fio", NULL)
    with open("/dev/full", "w", encoding="ascii") as full:
        result = user.run("compare", "job.fio", "--vary=bs=4k,8k", "--rounds=2", stdout=full)
    assert result.returncode == 1
    assert "No space left on device" in result.stderr


def test_a_run_that_fails_ends_it(user):
    user.write("job.fio", "[a]\nrw=write\nbs=4k\nsize=64k\nfilename=/dev/full\n")
    result = compare(user, "job.fio", "--vary=ioengine=psync,sync")
    assert result.returncode == 1
    assert "/dev/full" in result.stderr


# --- saved results ------------------------------------------------------------------------------


def save_sets(user, runs):
    for bs in ("4k", "8k"):
        user.path(bs).mkdir()
        for number in range(runs):
            assert user.run("--name=a", "--ioengine=null", "--size=64k", f"--bs={bs}",
                            f"--save={bs}/{number}.json").returncode == 0


def test_saved_sets(user):
    save_sets(user, 6)
    result = compare(user, "4k", "8k/", "--fail-on=none")
    assert result.returncode == 0, result.stderr
    assert "8k against 4k" in result.stdout
    assert "not run in turn" in result.stdout
    assert "setting bs: 4k (4k), 8k (8k)" in result.stdout
    named = compare(user, "old=4k", "new=8k", "--fail-on=none")
    assert "new against old" in named.stdout


def test_one_file_of_several_documents(user):
    save_sets(user, 3)
    for bs in ("4k", "8k"):
        user.write(bs + ".json", "a message\n" + "".join(
            path.read_text() for path in sorted(user.path(bs).glob("*.json"))))
    result = compare(user, "4k.json", "8k.json", "--format=csv", "--fail-on=none")
    assert row(result)["pairs"] == "3"


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
def test_results_of_fio(user):
    for bs in ("4k", "16k"):
        for number in range(6):
            subprocess.run(["fio", "--name=a", "--ioengine=null", "--size=256m", f"--bs={bs}",
                            "--output-format=json", f"--output={bs}.{number}.json"],
                           cwd=user.directory, check=True)
        user.path(bs).mkdir()
        for path in user.directory.glob(bs + ".*.json"):
            path.rename(user.path(bs) / path.name)
    result = compare(user, "4k", "16k", "--format=csv")
    assert row(result, "bandwidth")["verdict"] == "faster"
    assert row(result)["pairs"] == "6"


@pytest.mark.parametrize("make,what", [
    (lambda user: user.path("set").mkdir(), "holds no file whose name ends in .json"),
    (lambda user: user.write("set", '{"jobs": ['), "cut short"),
    (lambda user: user.write("set", '{"x": 1}'), 'no "jobs"'),
])
def test_sets_that_are_none(user, make, what):
    save_sets(user, 1)
    make(user)
    result = compare(user, "4k", "set")
    assert result.returncode == 1
    assert what in result.stderr
    assert "set" in result.stderr


def test_sets_and_flags_that_do_not_go_together(user):
    save_sets(user, 1)
    user.write("job.fio", NULL)
    assert "one set of results only" in compare(user, "4k").stderr
    assert "stands there twice" in compare(user, "4k", "4k").stderr
    assert "either all or none" in compare(user, "4k", "job.fio").stderr
    assert "nosuch: No such file" in compare(user, "4k", "nosuch").stderr
    assert "flags about runs" in compare(user, "4k", "8k", "--rounds=8").stderr


def test_too_few_pairs_are_said(user):
    save_sets(user, 2)
    result = compare(user, "4k", "8k")
    assert "too few pairs" in result.stdout
    assert result.returncode == 4


def test_help_lists_every_flag(user):
    result = user.run("compare", "--help")
    assert result.returncode == 0
    for flag in ("--vary", "--aa", "--drop-caches", "--fail-on", "--save", "--budget"):
        assert flag in result.stdout
    assert user.run("compare").returncode == 1


def test_a_budget_ends_rounds_that_were_asked_for(user):
    """In virtual time nothing is spent; a pause of real time before each run is."""
    user.write("job.fio", "[a]\nioengine=null\nsize=64k\n")
    result = compare(user, "job.fio", "--vary=bs=4k,8k", "--rounds=1000", "--budget=100ms",
                     "--settle=10ms", "--format=json")
    rows = json.loads(result.stdout)["comparisons"]
    assert rows[0]["pairs"] < 1000


def test_an_experiment_of_several_variants_is_no_set(user):
    user.write("job.fio", "[a]\nioengine=null\nsize=64k\n")
    compare(user, "job.fio", "--vary=bs=4k,8k", "--rounds=2", "--save=old")
    compare(user, "job.fio", "--vary=bs=4k,8k", "--rounds=2", "--save=new")
    result = compare(user, "old", "new")
    assert result.returncode == 1
    assert "old holds an experiment of 2 variants: 4k, 8k" in result.stderr
    assert "`fathom compare old` alone compares them" in result.stderr
