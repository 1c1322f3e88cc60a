"""What the exit status, stdout and stderr say: success is silent on stderr, failure names its cause."""
import json
import os
import resource
import signal

from conftest import NULL_JOB


def assert_refused(done, *said):
    """Exit 1, every word of `said` on stderr, and nothing was started."""
    assert done.returncode == 1, done
    for word in said:
        assert word in done.stderr, done.stderr
    assert "err=" not in done.stdout
    assert "groupid=" not in done.stdout


def test_success_is_silent_on_stderr(user):
    done = user.run(*NULL_JOB)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "a: (groupid=0, jobs=1): err= 0:" in done.stdout
    assert "issued rwts: total=16,0,0,0" in done.stdout


def test_unknown_option_in_a_job_file(user):
    user.write("u.fio", "[global]\nioengine=null\nsize=64k\n\n[a]\niodeth=3\n")
    done = user.run("u.fio")
    assert_refused(done, "Bad option <iodeth=3>", "iodepth", "u.fio:6")


def test_unknown_option_on_the_command_line(user):
    assert_refused(user.run(*NULL_JOB, "--iodeth=3"), "iodeth", "iodepth")


def test_all_unknown_options_are_named_at_once(user):
    user.write("u.fio", "[a]\nioengine=null\nsize=64k\niodeth=3\nblocsize=4k\n")
    assert_refused(user.run("u.fio"), "iodeth", "blocsize", "u.fio:4", "u.fio:5")


def test_bad_value_names_option_value_and_what_is_allowed(user):
    assert_refused(user.run(*NULL_JOB, "--rw=wriet"), "rw", "wriet", "randwrite")
    assert_refused(user.run("--name=a", "--ioengine=null", "--size=64k", "--bs=banana"), "bs",
                   "banana")


def test_nothing_is_started_when_one_of_two_jobs_is_bad(user):
    user.write("two.fio", "[good]\nrw=write\nsize=4k\nfilename=made\n[bad]\niodeth=3\nsize=4k\n")
    assert_refused(user.run("two.fio"), "iodeth")
    assert not user.path("made").exists()


def test_missing_job_file(user):
    assert_refused(user.run("nofile.fio"), "nofile.fio")


def test_no_job(user):
    user.write("empty.fio", "")
    assert_refused(user.run("empty.fio"), "No job(s) defined")


def test_missing_engine(user):
    assert_refused(user.run("--name=a", "--ioengine=nosuch", "--size=64k"), "nosuch")


def test_missing_directory(user):
    done = user.run("--name=a", "--directory=no/such/place", "--size=64k")
    assert_refused(done, "no/such/place")


def test_a_file_in_the_way_of_a_directory(user):
    user.write("plain", "x")
    done = user.run("--name=a", "--filename=plain/file", "--rw=write", "--size=64k")
    assert done.returncode == 1
    assert "plain" in done.stderr and "Not a directory" in done.stderr


def test_missing_permission(user):
    os.chmod(user.directory, 0o755)
    user.write("secret", "x" * 65536)
    os.chmod(user.path("secret"), 0)
    how = {}
    if os.geteuid() == 0:
        # Root may read anything: become nobody, with a binary that nobody can reach.
        copy = user.path("fathom")
        copy.write_bytes(open(user.binary, "rb").read())
        os.chmod(copy, 0o755)
        how = {"user": 65534, "group": 65534, "extra_groups": [], "program": str(copy)}
    done = user.run("--name=a", "--filename=secret", "--rw=read", "--size=64k", **how)
    assert done.returncode == 1
    assert "secret" in done.stderr and "Permission denied" in done.stderr


def test_missing_size(user):
    done = user.run("--name=a", "--rw=write")
    assert done.returncode == 1
    assert "size" in done.stderr


def test_full_device(user):
    done = user.run("--name=a", "--filename=/dev/full", "--rw=write", "--bs=4k", "--size=64k")
    assert done.returncode == 1
    assert ("io_u error on file /dev/full: No space left on device: write offset=0, buflen=4096"
            in done.stderr)
    assert "err=28" in done.stdout


def test_what_failed_is_no_io_of_the_result(user):
    done = user.run("--name=a", "--filename=/dev/full", "--rw=write", "--bs=4k", "--size=64k",
                    "--output-format=json")
    job = json.loads(done.stdout[done.stdout.index("{"):])["jobs"][0]
    assert (job["error"], job["write"]["total_ios"], job["write"]["io_bytes"]) == (28, 0, 0)


def test_no_room_for_the_layout_ends_the_job_and_names_the_file(user):
    """The limit on a file's size stands for a full disk."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))

    done = user.run("--name=a", "--filename=f", "--rw=read", "--bs=4k", "--size=128k",
                    preexec_fn=limit, restore_signals=False)
    assert done.returncode == 1
    assert "f: cannot lay out the file: File too large" in done.stderr
    assert "a: (groupid=0, jobs=1): err=27 " in done.stdout


def test_a_job_that_cannot_be_set_up_has_its_row_in_the_report(user):
    done = user.run("--name=a", "--filename=gone", "--rw=read", "--size=1m",
                    "--allow_file_create=0")
    assert done.returncode == 1
    assert "file creation disallowed by allow_file_create=0" in done.stderr
    assert "a: (groupid=0, jobs=1): err=22 " in done.stdout


def test_a_failing_prerun_fails_the_run(user):
    done = user.run(*NULL_JOB, "--exec_prerun=false")
    assert done.returncode == 1
    assert '"false" failed with exit status 1' in done.stderr
    assert "issued rwts: total=0,0,0,0" in done.stdout


def test_an_error_keeps_what_was_done_before_it(user):
    """The limit on a file's size stands for a full disk: 16 blocks go in, the 17th does not."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))

    done = user.run("--name=a", "--filename=f", "--rw=write", "--bs=4k", "--size=128k",
                    "--fallocate=none", "--output-format=json", preexec_fn=limit,
                    restore_signals=False)
    assert done.returncode == 1
    assert "offset=65536" in done.stderr
    job = json.loads(done.stdout[done.stdout.index("{"):])["jobs"][0]
    assert job["error"] == 27
    assert job["write"]["total_ios"] == 16
    assert job["write"]["io_bytes"] == 65536


def test_the_next_group_still_runs_after_an_error(user):
    user.write("two.fio", "[bad]\nfilename=/dev/full\nrw=write\nbs=4k\nsize=64k\n"
                          "[good]\nstonewall\nioengine=null\nsize=64k\n")
    done = user.run("two.fio", "--output-format=json")
    assert done.returncode == 1
    jobs = json.loads(done.stdout[done.stdout.index("{"):])["jobs"]
    assert [job["error"] for job in jobs] == [28, 0]
    assert jobs[1]["read"]["total_ios"] == 16


def test_readonly_refuses_to_write(user):
    done = user.run("--readonly", "--name=a", "--filename=f", "--rw=write", "--size=64k")
    assert_refused(done, "read-only")
    assert not user.path("f").exists()
    assert user.run("--readonly", *NULL_JOB).returncode == 0


def test_readonly_holds_wherever_it_stands(user):
    done = user.run("--name=a", "--filename=f", "--rw=write", "--size=64k", "--readonly")
    assert_refused(done, "read-only")
    assert not user.path("f").exists()


def test_an_enghelp_of_nothing_fails_and_a_cmdhelp_does_not(user):
    assert user.run("--enghelp=bogus").returncode == 1
    assert user.run("--cmdhelp=bogus").returncode == 0


def test_parse_only_runs_nothing(user):
    done = user.run("--parse-only", "--name=a", "--filename=f", "--rw=write", "--size=64k")
    assert done.returncode == 0
    assert not user.path("f").exists()
    assert user.run("--parse-only", *NULL_JOB, "--iodeth=3").returncode == 1


def test_rwmode_rubbish_after_the_colon_is_refused(user):
    assert_refused(user.run(*NULL_JOB, "--rw=randrw:foo"), "randrw:foo")
