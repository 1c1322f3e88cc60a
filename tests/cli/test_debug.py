"""--debug: topics that say what goes on, beside an unchanged report."""
import json
import re

import pytest
from conftest import NULL_JOB

TOPICS = ["process", "file", "io", "mem", "blktrace", "verify", "random", "parse", "diskutil",
          "mutex", "profile", "time", "net", "rate", "compress", "steadystate", "helperthread",
          "zbd"]
FILE_JOB = ["--name=a", "--filename=f", "--size=64k", "--bs=4k"]
# In a worker that does plain I/O on a file, these have something to say.
TALKATIVE = {"process": "a 1: ready -> running", "file": "open f", "mem": "buffers of 4096 bytes",
             "random": "rand_seeds[0]=", "mutex": "of its batch", "time": "ticks a second",
             "io": "complete: io_u ", "parse": "out=65536",
             "helperthread": "live lines every", "diskutil": "/sys/"}
# About a part of the job language: they tell what the job sets of it.
OF_THE_LANGUAGE = {"blktrace": "read_iolog", "verify": "do_verify", "profile": "profile",
                   "net": "hostname", "rate": "thinktime", "compress": "log_store_compressed",
                   "steadystate": "steadystate", "zbd": "zonemode"}


def lines_of(text, topic):
    return [line for line in text.splitlines() if line.startswith(f"{topic:<8} ")]


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_of_fio_is_known(user, topic):
    result = user.run(f"--debug={topic}", *FILE_JOB)
    assert result.returncode == 0 and result.stderr == ""
    said = "\n".join(lines_of(result.stdout, topic))
    assert TALKATIVE.get(topic, "") in said
    if topic in OF_THE_LANGUAGE:
        assert re.search(f"a: sets none of: .*{OF_THE_LANGUAGE[topic]}", said)
    else:
        assert topic in TALKATIVE
    assert "Run status group 0" in result.stdout


def test_all_and_lists_of_topics(user):
    result = user.run("--debug=all", *FILE_JOB)
    for topic in TALKATIVE:
        assert lines_of(result.stdout, topic)
    result = user.run("--debug=mem,file", "--debug=time", *FILE_JOB)
    assert lines_of(result.stdout, "mem") and lines_of(result.stdout, "file")
    assert lines_of(result.stdout, "time") and not lines_of(result.stdout, "io")


def test_an_unknown_topic_is_said_and_the_run_goes_on(user):
    result = user.run("--debug=bogus,mem", *NULL_JOB)
    assert "debug mask bogus not found" in result.stderr
    assert result.returncode == 0 and lines_of(result.stdout, "mem")


def test_job_wants_a_number(user):
    result = user.run("--debug=job", *NULL_JOB)
    assert "missing job number" in result.stderr and result.returncode == 0
    result = user.run("--debug=io,job:2", *NULL_JOB, "--numjobs=2")
    assert len({line.split()[1] for line in lines_of(result.stdout, "io") if "io_u" in line}) == 1


def test_help_names_the_topics(user):
    result = user.run("--debug=help")
    assert result.returncode == 0
    assert all(topic in result.stdout for topic in TOPICS)


@pytest.mark.parametrize("engine", ["null", "psync", "sync", "pvsync2", "mmap", "libaio",
                                    "posixaio", "io_uring"])
@pytest.mark.parametrize("direction", ["randread", "randwrite"])
def test_each_io_is_written_down_once(user, engine, direction):
    result = user.run("--debug=io", "--output=out", "--output-format=json", *FILE_JOB,
                      f"--ioengine={engine}", f"--rw={direction}", "--iodepth=4", "--fsync=8")
    assert result.returncode == 0, result.stderr
    text = user.path("out").read_text()
    document = json.loads(text[text.index("\n{\n") + 1:])
    key = "read" if direction == "randread" else "write"
    number = 0 if direction == "randread" else 1
    offsets = [int(offset, 16) for offset in
               re.findall(rf"complete: .*off=0x([0-9a-f]+),len=0x1000,ddir={number},", text)]
    assert document["jobs"][0][key]["total_ios"] == len(offsets) == 16
    assert sorted(offsets) == list(range(0, 65536, 4096))


def test_a_failed_io_is_named(user):
    user.path("f").write_bytes(b"")
    result = user.run("--debug=io", "--name=a", "--filename=/dev/full", "--rw=write", "--size=4k",
                      "--bs=4k")
    assert "failed: No space left on device" in result.stdout
    assert result.returncode == 1


def test_parsing_is_shown_without_a_run(user):
    result = user.run("--parse-only", "--debug=parse", "--name=a", "--bs=4k,8k", "--runtime=2m",
                      "--size=10%", "--thinktime=5ms")
    assert re.findall(r"out=(\d+)", result.stdout) == [
        "4096", "8192", "120000000", "18446744073709551605", "5000"]


def test_what_was_parsed_before_an_error_is_shown(user):
    result = user.run("--debug=parse", "--name=a", "--bs=4k", "--iodepth=x")
    assert result.returncode == 1
    assert "out=4096" in result.stdout


@pytest.mark.parametrize("topic, option", [
    ("blktrace", "read_iolog=log"), ("verify", "verify=crc32c"), ("profile", "profile=act"),
    ("compress", "log_store_compressed=1"), ("steadystate", "steadystate=iops:1%"),
    ("zbd", "zonemode=zbd"), ("net", "hostname=localhost")])
def test_a_topic_of_the_language_names_what_is_set(user, topic, option):
    engine = ["--ioengine=net", "--port=8888"] if topic == "net" else []
    result = user.run("--parse-only", f"--debug={topic}", *FILE_JOB, *engine, f"--{option}")
    assert any(f"a: {option}" in line or f" {option}" in line
               for line in lines_of(result.stdout, topic)), result.stdout + result.stderr

