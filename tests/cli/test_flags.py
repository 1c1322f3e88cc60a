"""The flags of the command line: every one of fio's (tests/cli/data/fio_flags.tsv) is known, takes a
value or not as fio's does, and --help lists those that work."""
import csv
import json
import pathlib
import re

import pytest
from conftest import NULL_JOB

TABLE = pathlib.Path(__file__).parent / "data" / "fio_flags.tsv"
with TABLE.open() as lines:
    FLAGS = list(csv.DictReader(lines, delimiter="\t"))
NAMES = [flag["flag"] for flag in FLAGS]

# Known, but what they ask for is not there: an error that says so.
WITHOUT = {"--client": "host", "--server": None, "--daemonize": "pid", "--remote-config": "f",
           "--merge-blktrace-only": None, "--trigger-remote": "true", "--server-internal": "x"}
GONE = {"--latency-log": "x"}

GOOD = {"--output": "out", "--output-format": "json", "--eta": "never", "--eta-interval": "1s",
        "--eta-newline": "1s", "--debug": "mem", "--section": "a", "--alloc-size": "1024",
        "--max-jobs": "4", "--terse-version": "3", "--status-interval": "10s",
        "--trigger-file": "t", "--trigger-timeout": "10s", "--trigger": "true", "--aux-path": ".",
        "--idle-prof": "system", "--bandwidth-log": "log"}

BAD = [("--output-format=xml", "normal, terse"), ("--terse-version=6", "2, 3, 4, 5"),
       ("--eta=maybe", "always, never, auto"), ("--eta-interval=1ms", "250"),
       ("--eta-newline=x", "a time"), ("--status-interval=0", "1 msec"),
       ("--trigger-timeout=soon", "a time"), ("--idle-prof=some", "system, percpu, calibrate"),
       ("--alloc-size=x", "a number"), ("--section=global", "only section"),
       ("--crctest=x", "md5"), ("--memcpytest=x", "memcpy")]


def takes(flag):
    return flag["argument"].split()[0]


@pytest.mark.parametrize("flag", FLAGS, ids=NAMES)
def test_a_flag_takes_a_value_or_not_as_fios_does(user, flag):
    name = flag["flag"]
    if takes(flag) == "none":
        result = user.run(name + "=1")
        assert "doesn't allow an argument" in result.stderr
    elif takes(flag) == "required":
        result = user.run(name)
        assert "requires an argument" in result.stderr
    elif name not in ("--crctest", "--memcpytest"):  # those take their time
        result = user.run(name, "--max-jobs=1", "--version")
        assert "requires an argument" not in result.stderr
    else:
        return
    assert "unrecognized" not in result.stderr


@pytest.mark.parametrize("flag", FLAGS, ids=NAMES)
def test_the_short_form_is_the_same_flag(user, flag):
    if not flag["short"]:
        return
    wrong = {"none": [flag["flag"] + "=1"], "required": [flag["flag"]]}.get(takes(flag))
    if wrong is None:
        return
    short = {"none": [], "required": [flag["short"]]}[takes(flag)]
    if short:
        assert "requires an argument" in user.run(*short).stderr
    else:
        assert "unrecognized" not in user.run(flag["short"], "--parse-only", *NULL_JOB).stderr


def test_help_lists_the_flags_that_work(user):
    listed = set(re.findall(r"^ +-\w, (--[\w-]+)", user.run("--help").stdout, re.M))
    for name in NAMES:
        assert (name in listed) == (name not in WITHOUT and name not in GONE), name


@pytest.mark.parametrize("name", sorted(WITHOUT))
def test_what_is_missing_is_named(user, name):
    value = WITHOUT[name]
    result = user.run(name if value is None else f"{name}={value}", *NULL_JOB)
    assert result.returncode == 1
    assert f"not supported yet: {name}" in result.stderr
    assert result.stdout == ""


def test_a_flag_fio_has_dropped_says_what_takes_its_place(user):
    result = user.run("--latency-log=x", *NULL_JOB)
    assert result.returncode == 1 and "write_lat_log" in result.stderr


@pytest.mark.parametrize("name", sorted(GOOD))
def test_a_value_follows_an_equals_sign_or_is_the_next_word(user, name):
    value = GOOD[name]
    joined = user.run("--minimal", f"{name}={value}", *NULL_JOB)
    assert joined.returncode == 0, joined.stderr
    if name != "--bandwidth-log":  # whose value is optional
        apart = user.run("--minimal", name, value, *NULL_JOB)
        assert apart.returncode == 0, apart.stderr
    letter = {flag["flag"]: flag["short"] for flag in FLAGS}[name]
    short = user.run("--minimal", letter + value, *NULL_JOB)
    assert short.returncode == 0, short.stderr


@pytest.mark.parametrize("word, allowed", BAD)
def test_a_bad_value_is_named_with_what_is_allowed(user, word, allowed):
    result = user.run(word, *NULL_JOB)
    assert result.returncode == 1
    assert word.split("=")[1] in result.stderr and allowed in result.stderr


def test_a_job_file_on_standard_input(user):
    result = user.run("--output-format=json", "-",
                      input="[fromstdin]\nioengine=null\nsize=64k\n")
    assert json.loads(result.stdout)["jobs"][0]["jobname"] == "fromstdin"


def test_append_terse_adds_to_the_other_formats(user):
    result = user.run("--output-format=normal", "--append-terse", *NULL_JOB)
    assert "Run status group 0" in result.stdout
    assert re.search(r"^3;", result.stdout, re.M)


def test_the_level_of_a_link_named_fio(user):
    user.path("fio").symlink_to(user.binary)
    assert user.run("--version", program=str(user.path("fio"))).stdout == "fio-3.42\n"
    assert user.run("--version").stdout.startswith("fathom-")


def test_a_misspelt_command_is_named(user):
    result = user.run("explian", "x.fio")
    assert "did you mean the command 'explain'" in result.stderr and result.returncode == 1
    assert user.run("help").stdout == user.run("--help").stdout != ""
    # A file of that name is a job file.
    user.path("explian").write_text("[a]\nioengine=null\nsize=4k\n")
    assert user.run("explian", "--parse-only").returncode == 0
