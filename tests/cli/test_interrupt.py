"""Ctrl-C and its friends: the first ends the run with a report, the second leaves at once."""
import json
import os
import pathlib
import signal
import time

import pytest
from conftest import PATIENCE

ENDLESS = ["--name=a", "--ioengine=null", "--size=1m", "--time_based", "--runtime=1000"]


def wait_until(condition):
    """Polls; what is waited for is a state of the process, not a span of time."""
    give_up = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.005)


def is_working(process):
    """True when the job has used some CPU time (it is one that only computes), or is gone."""
    if process.poll() is not None:
        return True
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12]) >= 10


def catches_interrupts(process):
    """True when SIGINT has a handler there (or the process is gone)."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    caught = [line for line in status.splitlines() if line.startswith("SigCgt:")]
    return not caught or bool(int(caught[0].split()[1], 16) >> (signal.SIGINT - 1) & 1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_is_reported(user, number):
    process = user.start(*ENDLESS)
    wait_until(lambda: is_working(process))
    process.send_signal(number)
    stdout, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128
    assert "a: (groupid=0, jobs=1)" in stdout
    assert "Run status group 0" in stdout


@pytest.mark.parametrize("words,where", [
    (["--output-format=json"], "on standard output"),
    (["--output=report.txt"], "report.txt"),
    (["--output-format=json", "--output=report.txt"], "report.txt"),
])
def test_an_interrupt_is_told_where_the_report_is_elsewhere(user, words, where):
    process = user.start(*ENDLESS, *words)
    wait_until(lambda: is_working(process))
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128
    (line,) = stderr.splitlines()
    assert "interrupted" in line and line.endswith(where)
    report = user.path("report.txt").read_text() if where == "report.txt" else stdout
    assert "groupid" in report


def test_later_groups_do_not_start(user):
    process = user.start("--output-format=json", *ENDLESS, "--name=b", "--stonewall",
                         "--ioengine=null", "--size=4k")
    wait_until(lambda: is_working(process))
    process.send_signal(signal.SIGINT)
    stdout, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128
    done = {job["jobname"]: job["read"]["total_ios"] for job in json.loads(stdout)["jobs"]}
    assert done["a"] > 0
    assert done.get("b", 0) == 0


def test_a_long_start_delay_is_interrupted(user):
    process = user.start("--name=a", "--ioengine=null", "--size=4k", "--startdelay=1000")
    wait_until(lambda: catches_interrupts(process))
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 128


def test_the_second_signal_leaves_at_once(user):
    """A command that waits for a pipe's writer cannot be stopped; the second signal need not."""
    os.mkfifo(user.path("pipe"))
    holder = os.open(user.path("pipe"), os.O_RDWR)
    try:
        process = user.start("--name=a", "--ioengine=null", "--size=4k", "--exec_prerun=cat pipe")
        wait_until(lambda: catches_interrupts(process))
        # Twice, and again until it is gone: a signal may come before the handlers are there.
        give_up = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < give_up:
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        assert process.poll() is not None
        process.communicate(timeout=PATIENCE)
    finally:
        os.close(holder)


@pytest.mark.parametrize("engine, depth", [("null", 1), ("libaio", 4), ("psync", 1)])
def test_a_job_that_waits_for_its_rate_is_interrupted(user, engine, depth):
    # The second I/O is due in more than an hour.
    process = user.start("--name=a", f"--ioengine={engine}", "--filename=f", "--size=1m",
                         "--bs=4k", "--rate=1", f"--iodepth={depth}", "--output-format=json")
    wait_until(lambda: catches_interrupts(process))
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128
    assert json.loads(output)["jobs"][0]["read"]["total_ios"] <= 1
