"""Where the report goes: standard output, a pipe, a file, a device that is full."""
import json
import os
import subprocess

from conftest import NULL_JOB, PATIENCE


def test_job_file_on_standard_input(user):
    done = user.run("-", input="[from-stdin]\nioengine=null\nsize=64k\n")
    assert done.returncode == 0, done.stderr
    assert "from-stdin: (groupid=0, jobs=1): err= 0:" in done.stdout


def test_a_pipe_gets_no_status_line(user):
    done = user.run(*NULL_JOB)
    assert "\r" not in done.stdout and "\x1b" not in done.stdout
    assert "eta" not in done.stdout


def test_output_file(user):
    done = user.run(*NULL_JOB, "--output=report.txt")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "err= 0" in user.path("report.txt").read_text()


def test_output_file_that_cannot_be_made(user):
    for path in ("no/such/report.txt", "."):
        done = user.run(*NULL_JOB, f"--output={path}")
        assert done.returncode == 1
        assert path in done.stderr
        assert done.stdout == ""


def test_output_to_a_full_device_is_an_error(user):
    with open("/dev/full", "w") as full:
        done = user.run(*NULL_JOB, stdout=full)
    assert done.returncode == 1
    assert "No space left on device" in done.stderr


def test_a_reader_that_goes_away_ends_it(user):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = user.run(*NULL_JOB, stdout=writing)
    finally:
        os.close(writing)
    assert done.returncode != 0
    assert done.stderr == ""


def test_json_is_all_of_standard_output(user):
    done = user.run(*NULL_JOB, "--output-format=json")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert (lines[0], lines[-1]) == ("{", "}")
    job = json.loads(done.stdout)["jobs"][0]
    assert job["jobname"] == "a"
    assert job["read"]["total_ios"] == 16


def test_json_has_no_key_twice(user):
    def unique(pairs):
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), keys
        return dict(pairs)

    done = user.run(*NULL_JOB, "--output-format=json")
    json.loads(done.stdout, object_pairs_hook=unique)


def test_terse_is_one_line_per_job(user):
    done = user.run("--minimal", *NULL_JOB, "--name=b", "--ioengine=null", "--size=64k")
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("3;") for line in lines)
    assert [line.split(";")[2] for line in lines] == ["a", "b"]


def test_two_formats_at_once(user):
    done = user.run(*NULL_JOB, "--output-format=normal,terse")
    assert "err= 0" in done.stdout
    assert any(line.startswith("3;") for line in done.stdout.splitlines())


def test_unknown_format(user):
    done = user.run(*NULL_JOB, "--output-format=xml")
    assert done.returncode == 1
    assert "xml" in done.stderr


def test_several_job_files_and_a_command_line_job(user):
    user.write("x.fio", "[x]\nioengine=null\nsize=64k\n")
    user.write("y.fio", "[y]\nioengine=null\nsize=64k\n")
    done = user.run("x.fio", "y.fio", "--output-format=json")
    assert [job["jobname"] for job in json.loads(done.stdout)["jobs"]] == ["x", "y"]


def test_environment_and_include_beside_the_job_file(user):
    os.mkdir(user.path("jobs"))
    user.write("jobs/common.inc", "ioengine=null\nsize=${MUCH}k\n")
    user.write("jobs/a.fio", "[global]\ninclude common.inc\n[a]\nbs=4k\n")
    done = user.run("jobs/a.fio", "--output-format=json", env={**os.environ, "MUCH": "32"})
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["jobs"][0]["read"]["total_ios"] == 8


def test_section_chooses(user):
    user.write("s.fio", "[global]\nioengine=null\nsize=64k\n[one]\n[two]\n")
    done = user.run("--section=two", "s.fio", "--output-format=json")
    assert [job["jobname"] for job in json.loads(done.stdout)["jobs"]] == ["two"]


def test_version_and_help(user):
    version = user.run("--version")
    assert (version.returncode, version.stderr) == (0, "")
    assert version.stdout == "fathom-0.1.0\n"
    usage = user.run("--help")
    assert usage.returncode == 0
    assert "--output-format" in usage.stdout


def test_called_fio_it_is_fio(user):
    os.symlink(user.binary, user.path("fio"))
    link = str(user.path("fio"))
    version = user.run("--version", program=link)
    assert version.returncode == 0
    assert version.stdout.startswith("fio-3.")
    report = user.run(*NULL_JOB, program=link)
    assert report.returncode == 0
    assert report.stdout.splitlines()[1].startswith("fio-3.")
    shown = json.loads(user.run(*NULL_JOB, "--output-format=json", program=link).stdout)
    assert shown["fio version"].startswith("fio-3.")
    bad = user.run(*NULL_JOB, "--iodeth=3", program=link)
    assert bad.returncode == 1
    assert bad.stderr.startswith("fio: ")


def test_found_through_the_path_as_fio(user):
    os.symlink(user.binary, user.path("fio"))
    done = subprocess.run(["fio", "--version"], env={"PATH": str(user.directory)}, check=False,
                          capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.startswith("fio-3.")
