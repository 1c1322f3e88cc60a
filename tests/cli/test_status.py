"""Full reports of a run that goes on: --status-interval and SIGUSR1."""
import json
import signal

import pytest
from conftest import NULL_JOB, PATIENCE
from test_interrupt import ENDLESS, catches_interrupts, is_working, wait_until


def read_document(stream):
    """The next JSON document: fio prints them one after another, { and } on lines of their own."""
    lines = []
    for line in stream:
        if lines or line == "{\n":
            lines.append(line)
        if line == "}\n":
            break
    return json.loads("".join(lines))


def finish(process, number=signal.SIGINT):
    process.send_signal(number)
    return process.communicate(timeout=PATIENCE)


def test_a_document_each_interval(user):
    process = user.start("--status-interval=20ms", "--output-format=json", *ENDLESS)
    first = second = read_document(process.stdout)
    # The first ones may come before the job has begun.
    while second["jobs"][0]["read"]["total_ios"] == 0:
        second = read_document(process.stdout)
    stdout, stderr = finish(process)
    last = json.loads(stdout[stdout.rindex("\n{\n") + 1:] if "\n{\n" in stdout else stdout)
    done = [d["jobs"][0]["read"]["total_ios"] for d in (first, second, last)]
    assert done[0] <= done[1] <= done[2] and done[2] > 0
    assert second["jobs"][0]["eta"] > 900
    assert last["jobs"][0]["eta"] == 0
    assert "terminating" not in stderr and process.returncode == 128


def test_sigusr1_reports_and_the_run_goes_on(user):
    process = user.start("--output-format=terse,json", *ENDLESS)
    wait_until(lambda: is_working(process))
    process.send_signal(signal.SIGUSR1)
    assert process.stdout.readline().startswith("3;")
    document = read_document(process.stdout)
    assert document["jobs"][0]["read"]["total_ios"] > 0
    assert process.poll() is None
    stdout, _ = finish(process)
    assert stdout.startswith("3;") and stdout.endswith("}\n")
    assert process.returncode == 128


def test_sigusr1_while_a_job_waits_for_its_start(user):
    process = user.start("--minimal", *ENDLESS, "--startdelay=1000")
    wait_until(lambda: catches_interrupts(process))
    process.send_signal(signal.SIGUSR1)
    assert process.stdout.readline().split(";")[2:6] == ["a", "0", "0", "0"]
    finish(process)


def test_all_formats_in_fios_order(user):
    result = user.run("--output-format=normal,json,terse", *NULL_JOB)
    marks = [line[:3] for line in result.stdout.splitlines()
             if line.startswith(("3;", "{", "a: (groupid", "Run"))]
    assert marks == ["3;f", "{", "a: ", "Run"]


def test_the_output_file_is_there_after_the_first_report(user):
    process = user.start("--output=out.json", "--output-format=json", *ENDLESS)
    wait_until(lambda: is_working(process))
    assert not user.path("out.json").exists()
    process.send_signal(signal.SIGUSR1)
    wait_until(lambda: user.path("out.json").exists())
    assert json.loads(user.path("out.json").read_text())["jobs"][0]["jobname"] == "a"
    finish(process)
    assert user.path("out.json").read_text().count("fio version") == 2
    assert [path.name for path in user.directory.iterdir()] == ["out.json"]


@pytest.mark.parametrize("value", ["0", "x", "-1", "1x", "0.5ms"])
def test_a_bad_interval_is_named(user, value):
    result = user.run(f"--status-interval={value}", *NULL_JOB)
    assert result.returncode == 1
    assert f"--status-interval={value}" in result.stderr
    assert result.stdout == ""
