"""What goes wrong before the first I/O: mistakes in the job, which start nothing, and files that
cannot be made or used, which are the error of their job in every kind of report."""
import json
import os
import resource
import socket
import subprocess

import pytest
from conftest import tmpfs


def only_document(done):
    """Standard output as JSON: nothing before it, nothing behind it."""
    return json.loads(done.stdout)


FAILURES = {
    "directory": (["--filename=.", "--size=4k"], "Is a directory", 21),
    "no size": (["--filename=gone"], "you need to specify size=", 22),
    "pipe": (["--filename=pipe", "--size=4k"], "failed to get file size of pipe", 22),
    "socket": (["--filename=sock", "--size=4k"], "failed to get file size of sock", 22),
    "not to be made": (["--filename=gone", "--size=4k", "--allow_file_create=0"],
                       "file creation disallowed by allow_file_create=0", 22),
    "below a file": (["--filename=plain/x", "--size=4k", "--rw=write"], "Not a directory", 20),
    "offset": (["--filename=plain", "--offset=64k"], "valid offset=", 22),
    "prerun": (["--filename=plain", "--size=4k", "--exec_prerun=false"], "exit status 1", 125),
}


@pytest.fixture
def place(user):
    os.mkfifo(user.path("pipe"))
    with socket.socket(socket.AF_UNIX) as end:
        here = os.getcwd()
        os.chdir(user.directory)  # a socket's path is short
        end.bind("sock")
        os.chdir(here)
    user.write("plain", "x" * 8192)
    return user


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_at_set_up_is_in_every_report(place, name):
    words, said, number = FAILURES[name]
    job = ["--name=a", *words]
    shown = place.run(*job, "--output-format=json")
    assert shown.returncode == 1
    assert said in shown.stderr
    (row,) = only_document(shown)["jobs"]
    assert (row["jobname"], row["error"]) == ("a", number)
    assert row["read"]["total_ios"] == row["write"]["total_ios"] == 0

    terse = place.run(*job, "--minimal")
    assert terse.returncode == 1
    (line,) = terse.stdout.splitlines()
    assert line.split(";")[2:5] == ["a", "0", str(number)]

    normal = place.run(*job)
    assert normal.returncode == 1
    assert f"a: (groupid=0, jobs=1): err={number:2} " in normal.stdout
    assert "Run status group 0 (all jobs):" in normal.stdout


def test_a_socket_is_not_replaced_by_a_file(place):
    before = os.lstat(place.path("sock")).st_ino
    place.run("--name=a", "--filename=sock", "--rw=write", "--size=4k")
    assert os.lstat(place.path("sock")).st_ino == before


def test_the_other_jobs_run(place):
    done = place.run("--output-format=json", "--name=bad", "--filename=gone", "--name=beside",
                     "--ioengine=null", "--size=4k", "--name=after", "--stonewall",
                     "--ioengine=null", "--size=8k")
    assert done.returncode == 1
    jobs = {row["jobname"]: row for row in only_document(done)["jobs"]}
    assert [row["error"] for row in jobs.values()] == [22, 0, 0]
    assert jobs["beside"]["read"]["io_bytes"] == 4096
    assert jobs["after"]["read"]["io_bytes"] == 8192


STATIC = {
    "cpuio": ("ioengine=cpuio\n", "engine cpuio needs cpuload", 1),
    "hipri": ("ioengine=io_uring\nsize=4k\nhipri\n", "needs direct=1", 4),
    "cmdprio": ("ioengine=libaio\nsize=4k\ncmdprio_percentage=5\ncmdprio_bssplit=4k/10\n",
                "cannot be used together", 5),
    "direct": ("ioengine=falloc\nsize=4k\nrw=write\natomic=1\n", "atomic=1", 1),
}


@pytest.mark.parametrize("name", STATIC)
def test_a_mistake_in_the_job_starts_nothing(user, name):
    text, said, line = STATIC[name]
    user.write("x.fio", f"[a]\n{text}[b]\nfilename=made\nrw=write\nsize=4k\n")
    done = user.run("x.fio")
    assert done.returncode == 1
    assert f"x.fio:{line}: a: " in done.stderr and said in done.stderr
    assert done.stdout == ""
    assert not user.path("made").exists()


@pytest.mark.parametrize("fallocate", ["native", "posix", "none", "truncate"])
def test_a_full_disk_ends_a_writer_where_it_is_full(small, fallocate):
    done = small.run("--name=a", "--filename=small/f", "--rw=write", "--bs=64k", "--size=4m",
                     f"--fallocate={fallocate}", "--output-format=json")
    assert done.returncode == 1
    assert "No space left on device: write offset=1048576, buflen=65536" in done.stderr
    (row,) = only_document(done)["jobs"]
    assert (row["error"], row["write"]["io_bytes"]) == (28, 1 << 20)
    assert small.path("small/f").exists()


def test_a_full_disk_at_laying_out_is_told(small):
    done = small.run("--name=a", "--filename=small/f", "--rw=read", "--bs=64k", "--size=4m",
                     "--output-format=json")
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert only_document(done)["jobs"][0]["error"] == 28
    # What looks complete but is not would be read by the next run.
    assert not small.path("small/f").exists()


def test_threads_that_cannot_be_made_are_told_once(user):
    if os.geteuid() == 0:
        # Root has no such limit: become nobody, with a binary that nobody can reach.
        os.chmod(user.directory, 0o755)
        copy = user.path("fathom")
        copy.write_bytes(open(user.binary, "rb").read())
        os.chmod(copy, 0o755)
        how = {"user": 65534, "group": 65534, "extra_groups": [], "program": str(copy)}
    else:
        how = {}

    # The count is of all of a user's threads: 1 leaves room for none beside the first.
    done = user.run("--name=a", "--ioengine=null", "--size=4k", "--numjobs=40",
                    "--output-format=json", **how,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1)))
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "cannot make 40 of 40 threads: Resource temporarily unavailable" in line
    assert "ulimit -u is 1" in line
    assert [row["error"] for row in only_document(done)["jobs"]] == [11] * 40


def test_failures_alike_are_told_once_with_their_count(user):
    done = user.run("--name=a", "--filename=/dev/full", "--rw=write", "--bs=4k", "--size=64k",
                    "--numjobs=30", "--output-format=json")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 3
    assert "a: 29 more failed in the same way: io_u error, No space left on device" in done.stderr
    assert [row["error"] for row in only_document(done)["jobs"]] == [28] * 30


def test_no_note_on_bytes_that_were_not_read(user):
    with open(user.path("f"), "wb") as file:
        file.truncate(1 << 20)
    note = "hold no data"
    assert note in user.run("--name=a", "--filename=f", "--size=1m").stderr
    done = user.run("--name=a", "--filename=f", "--size=64k", "--rw=randrw", "--rwmixread=0")
    assert done.returncode == 0 and "total=0,16,0,0" in done.stdout
    assert note not in done.stderr
