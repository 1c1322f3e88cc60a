"""What flags beside the report do: idle profile, triggers, aux-path, bandwidth logs, compressed logs,
tests of the processor."""
import json
import re
import shutil
import subprocess

import pytest
from conftest import NULL_JOB, PATIENCE
from test_interrupt import ENDLESS, is_working, wait_until

SOME_TIME = ["--name=a", "--ioengine=null", "--size=1m", "--time_based", "--runtime=200ms"]
FIO = shutil.which("fio")


# --- idle profile

def test_idle_profile_in_the_normal_report(user):
    result = user.run("--idle-prof=percpu", *SOME_TIME)
    block = result.stdout[result.stdout.index("\nCPU idleness:\n"):]
    assert re.fullmatch(r"\nCPU idleness:\n  system: \d+\.\d\d%\n  percpu: [\d., %]+\n"
                        r"  unit work: mean=\d+\.\d\dus, stddev=\d+\.\d\d\n", block)


def test_idle_profile_in_json(user):
    def idleness(how):
        result = user.run(f"--idle-prof={how}", "--output-format=json", *SOME_TIME)
        return json.loads(result.stdout)["cpu_idleness"]
    assert set(idleness("system")) == {"system", "unit_mean", "unit_stddev"}
    per_cpu = idleness("percpu")
    assert 0 <= per_cpu["system"] <= 100
    assert any(re.fullmatch(r"cpu-\d+", key) for key in per_cpu)
    plain = user.run("--output-format=json", *NULL_JOB)
    assert "cpu_idleness" not in json.loads(plain.stdout)


def test_idle_profile_calibrates_and_leaves(user):
    result = user.run("--idle-prof=calibrate", *ENDLESS)
    assert result.returncode == 0
    assert result.stdout.startswith("CPU idleness:\n  unit work: mean=")
    assert result.stdout.count("\n") == 2


# --- triggers

def test_a_trigger_at_a_time_runs_its_command_and_ends_the_run(user):
    result = user.run("--trigger-timeout=50ms", "--trigger=echo gone off > said", "--minimal",
                      *ENDLESS)
    assert result.returncode == 0
    assert user.path("said").read_text() == "gone off\n"
    assert result.stdout.startswith("3;")


def test_a_trigger_file_that_appears_ends_the_run_and_is_removed(user):
    process = user.start("--trigger-file=t", "--trigger=echo one; echo two >&2", "--minimal",
                         *ENDLESS)
    wait_until(lambda: is_working(process))
    assert process.poll() is None
    user.write("t", "")
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "one\n" in stdout and "two\n" in stderr
    assert not user.path("t").exists()


def test_a_trigger_without_a_cause_never_goes_off(user):
    result = user.run("--trigger=touch said", *NULL_JOB)
    assert result.returncode == 0 and not user.path("said").exists()


def test_a_trigger_that_never_comes_does_no_harm(user):
    result = user.run("--trigger-file=t", "--trigger-timeout=1h", "--trigger=touch said", *NULL_JOB)
    assert result.returncode == 0 and not user.path("said").exists()


# --- where files go

def test_aux_path_is_where_the_output_of_hooks_goes(user):
    user.path("aux").mkdir()
    result = user.run("--aux-path=aux", *NULL_JOB, "--exec_prerun=echo before",
                      "--exec_postrun=echo after")
    assert result.returncode == 0
    assert user.path("aux/a.prerun.txt").read_text() == "before\n"
    assert user.path("aux/a.postrun.txt").read_text() == "after\n"
    assert [path.name for path in user.directory.iterdir()] == ["aux"]


def test_an_aux_path_that_is_not_there_is_named(user):
    result = user.run("--aux-path=nowhere", *NULL_JOB)
    assert result.returncode == 1 and "--aux-path=nowhere" in result.stderr


# --- logs

def test_bandwidth_logs(user):
    result = user.run("--bandwidth-log", "--name=a", "--ioengine=null", "--size=1m", "--rw=randrw",
                      "--time_based", "--runtime=1200ms")
    assert result.returncode == 0
    for number, kind in enumerate(["read", "write", "trim"]):
        rows = [[int(word) for word in line.split(", ")]
                for line in user.path(f"agg-{kind}_bw.log").read_text().splitlines()]
        assert rows and all(row[2:] == [number, 0, 0] for row in rows)
        assert rows[0][0] >= 500
        assert (rows[0][1] > 0) == (kind != "trim")


def test_a_bandwidth_log_has_the_name_given(user):
    assert user.run("--bandwidth-log=mine", *NULL_JOB).returncode == 0
    assert {path.name for path in user.directory.iterdir()} == {
        "mine-read_bw.log", "mine-write_bw.log", "mine-trim_bw.log"}
    result = user.run("--bandwidth-log=no/where", *NULL_JOB)
    assert result.returncode == 1 and "no/where-read_bw.log" in result.stderr


@pytest.mark.skipif(FIO is None, reason="no fio here")
@pytest.mark.parametrize("options", [
    ["--write_lat_log=z"], ["--write_bw_log=z", "--log_offset=1"],
    ["--write_iops_log=z", "--log_prio=1", "--prio=3", "--prioclass=2"],
    ["--write_lat_log=z", "--log_offset=1", "--log_prio=1"]])
def test_compressed_logs_of_fio_are_readable(user, options):
    subprocess.run([FIO, "--name=a", "--ioengine=null", "--size=2m", "--rw=randrw", "--bs=4k,8k",
                    "--log_compression=4k", "--log_store_compressed=1", "--minimal", *options],
                   cwd=user.directory, check=True, timeout=PATIENCE, capture_output=True)
    logs = [path.name for path in user.directory.iterdir() if path.stat().st_size > 0]
    assert logs
    for log in logs:
        theirs = subprocess.run([FIO, f"--inflate-log={log}"], cwd=user.directory, text=True,
                                check=True, timeout=PATIENCE, capture_output=True).stdout
        ours = user.run(f"--inflate-log={log}")
        assert ours.returncode == 0 and ours.stdout == theirs != ""


def test_what_is_no_compressed_log_is_named(user):
    user.write("text", "0, 1, 0, 4096, 0\n")
    for name in ("nothere", "text"):
        result = user.run(f"--inflate-log={name}")
        assert result.returncode == 1 and name in result.stderr


# --- the processor

def test_checksums_are_measured(user):
    result = user.run("--crctest=crc32c,md5,bogus")
    assert result.returncode == 0
    assert re.fullmatch(r"md5:\t\t *\d+\.\d\d MiB/sec\ncrc32c:\t\t *\d+\.\d\d MiB/sec\n",
                        result.stdout)
    assert "sha3-512\n" in user.run("--crctest=help").stdout


def test_copies_are_measured(user):
    result = user.run("--memcpytest=memcpy")
    lines = result.stdout.splitlines()
    assert lines[0] == "memcpy" and len(lines) == 12
    assert re.fullmatch(r"\t8 bytes:\t +\d+\.\d\d MiB/sec", lines[1])
    assert user.run("--memcpytest=help").stdout.split() == ["memcpy", "memmove", "simple", "hybrid"]


def test_the_counter_is_tested(user):
    result = user.run("--cpuclock-test")
    usable = "reliable_tsc: yes" in result.stdout
    assert result.returncode == (0 if usable and "cs: Pass!" in result.stdout else 1)
    assert not usable or re.search(r"cs: cpu +\d+: \d+ clocks seen, first \d+", result.stdout)
