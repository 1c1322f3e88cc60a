"""The job language as a user meets it: the built binary, its exit status and what it says."""

import json
import os
import subprocess

import pytest

FATHOM = os.environ["FATHOM"]


def run(directory, *words, stdin=""):
    return subprocess.run([FATHOM, *words], cwd=directory, input=stdin, capture_output=True,
                          text=True, timeout=60, check=False)


def refused(result, *parts):
    """Exit 1, every part named on stderr, and nothing started."""
    assert result.returncode == 1, result
    for part in parts:
        assert part in result.stderr, result.stderr
    assert "Starting" not in result.stdout
    return True


@pytest.fixture(name="here")
def fixture_here(tmp_path):
    return tmp_path


def job_file(here, text, name="p.fio"):
    (here / name).write_text(text)
    return name


def test_the_job_file_wins_over_the_command_line_and_says_so(here):
    name = job_file(here, "[g]\nioengine=null\nsize=1m\nbs=8k\n")
    for words in (["--bs=64k", name], [name, "--bs=64k"]):
        result = run(here, *words)
        assert result.returncode == 0
        assert "bs=(R) 8192B-8192B" in result.stdout
        assert "bs" in result.stderr and "no effect" in result.stderr


def test_bad_values_are_refused_with_the_value(here):
    for option in ("--rw=randrw:foo", "--bs=4kx", "--nice=20", "--size=1.5g", "--iodepth=0",
                   "--runtime=1h30m", "--direct=yes", "--bs=99999999999999999999k"):
        assert refused(run(here, "--name=a", "--ioengine=null", "--size=1m", option), option[2:])


def test_a_leading_minus_is_a_sign(here):
    result = run(here, "--parse-only", "--name=a", "--ioengine=null", "--nice=-20", "--size=1m")
    assert (result.returncode, result.stderr) == (0, "")


def test_every_bad_option_is_named_with_its_line_and_nothing_runs(here):
    name = job_file(here, "[a]\nioengine=null\nsize=4k\nxyz=1\nsiz=4k\n[b]\nsize=4k\nioengine=null\n"
                          "output-format=json\n")
    assert refused(run(here, name), "p.fio:4: Bad option <xyz=1>",
                   "p.fio:5: Bad option <siz=4k>", "Did you mean size?",
                   "p.fio:9: Bad option <output-format=json>", "belongs on the command line")


def test_flags_of_the_command_line_are_recognised_in_a_job_file(here):
    for flag in ("output-format=json", "trigger-file=x"):
        name = job_file(here, f"[a]\nioengine=null\nsize=4k\n{flag}\n")
        assert refused(run(here, name), f"p.fio:4: Bad option <{flag}>",
                       "belongs on the command line: --" + flag.split("=")[0])


def test_a_switch_needs_its_value_and_a_flag_does_not(here):
    for option in ("direct", "invalidate", "fsync"):
        name = job_file(here, f"[a]\nioengine=null\nsize=4k\n{option}\n")
        assert refused(run(here, name), f"Option {option} requires an argument")
    for option in ("thread", "group_reporting", "group_reporting=0", "time_based\nruntime=1ms"):
        name = job_file(here, f"[a]\nioengine=null\nsize=4k\n{option}\n")
        result = run(here, name, "--parse-only")
        assert (result.returncode, result.stderr) == (0, "")
    words = ["--name=a", "--ioengine=null", "--size=4k"]
    assert refused(run(here, *words, "--direct"), "option '--direct' requires an argument")
    result = run(here, *words, "--thread", "--group_reporting")
    assert (result.returncode, result.stderr) == (0, "")


def test_kb_base_acts_on_all_of_a_section_but_in_order_on_the_command_line(here):
    before = run(here, "--name=a", "--ioengine=null", "--kb_base=1000", "--size=1m", "--bs=1k")
    assert "bs=(R) 1000B-1000B" in before.stdout
    after = run(here, "--name=a", "--ioengine=null", "--size=1m", "--bs=1k", "--kb_base=1000")
    assert "bs=(R) 1024B-1024B" in after.stdout
    name = job_file(here, "[a]\nioengine=null\nsize=1m\nbs=1k\nkb_base=1000\n")
    assert "bs=(R) 1000B-1000B" in run(here, name).stdout


def test_ki_is_k_and_kib_is_the_other(here):
    words = ["--name=a", "--ioengine=null"]
    for base, sizes in ((1024, {"4k": 4096, "4kb": 4096, "4ki": 4096, "4kib": 4000}),
                        (1000, {"4k": 4000, "4kb": 4000, "4ki": 4000, "4kib": 4096})):
        for text, size in sizes.items():
            result = run(here, *words, f"--kb_base={base}", "--size=1m", f"--bs={text}")
            assert f"bs=(R) {size}B-{size}B" in result.stdout


def test_legal_jobs_of_odd_shapes_run(here):
    """Shapes that are known to have crashed a tester: many clones, long lists of files, a job that
    takes one file of a list."""
    names = ":".join(f"f{i}" for i in range(300))
    for text in ("[a]\nioengine=null\nsize=64k\nnumjobs=16\n",
                 f"[a]\nrw=write\nsize=1200k\nbs=4k\nfilename={names}\n",
                 f"[global]\nfilename={names}\nrw=write\nsize=4k\n[a]\nnrfiles=1\n",
                 "[global]\nioengine=null\nsize=8k\nrw=randrw\n[a]\nnumjobs=8\n[b]\nbs=512\n"):
        result = run(here, job_file(here, text))
        assert result.returncode == 0, result


def test_comments_may_begin_anywhere(here):
    name = job_file(here, "[a]\nioengine=null ; engine\nsize=64k # size\nbs=8k;x\nfilename=a#b\n")
    result = run(here, name, "--output-format=json")
    job = json.loads(result.stdout)["jobs"][0]
    assert job["read"]["total_ios"] == 8
    assert job["job options"]["filename"] == "a"


def test_kib_is_1000_and_the_echo_shows_it(here):
    result = run(here, "--name=a", "--ioengine=null", "--size=1m", "--bs=4kib")
    assert "bs=(R) 4000B-4000B" in result.stdout


def test_colons_separate_files_and_can_be_escaped(here):
    words = ["--rw=write", "--bs=4k", "--name=a"]
    assert run(here, "--size=64k", "--filename=c1:c2", *words).returncode == 0
    assert (here / "c1").stat().st_size == 32768
    assert (here / "c2").stat().st_size == 32768
    assert run(here, "--size=8k", "--filename=c\\:3", *words).returncode == 0
    assert (here / "c:3").stat().st_size == 8192


def test_several_files_standard_input_and_includes(here):
    job_file(here, "bs=8k\n", "common.inc")
    first = job_file(here, "[one]\nioengine=null\nsize=64k\ninclude common.inc\n", "1.fio")
    result = run(here, first, "-", "--output-format=json",
                 stdin="[two]\nioengine=null\nsize=64k\n")
    jobs = json.loads(result.stdout)["jobs"]
    assert [(j["jobname"], j["read"]["total_ios"]) for j in jobs] == [("one", 8), ("two", 16)]


def test_sections_can_be_chosen(here):
    name = job_file(here, "[a]\nbad=1\n[b]\nioengine=null\nsize=4k\n")
    assert run(here, name, "--section=b").returncode == 0
    assert refused(run(here, name, "--section=zz"), "no section [zz]")


def test_what_is_missing_is_named(here):
    assert refused(run(here, "none.fio"), "none.fio", "No such file")
    assert refused(run(here, "--name=a", "--size=4k", "--ioengine=psnc"), "psnc", "psync")
    assert refused(run(here, "--name=a", "--size=4k", "--ioengine=null", "--hipri"),
                   "Bad option <hipri>", "io_uring")
    assert refused(run(here, "--bogus=1"), "unrecognized option '--bogus=1'")
    assert refused(run(here), "No job(s) defined")


def test_help_has_fios_layout_and_exit_status(here):
    assert "alias: blocksize\n" in run(here, "--cmdhelp=bs").stdout
    assert run(here, "--cmdhelp=bogus").returncode == 0
    assert "\tpsync\n" in run(here, "--enghelp").stdout
    assert run(here, "--enghelp=bogus").returncode == 1
    listed = run(here, "--showcmd", job_file(here, "[a]\nsize=4k\nthread\n")).stdout
    assert listed.endswith(" --name=a --size=4k --thread \n")


@pytest.mark.parametrize("text", [b"\0\xff" * 500, b"[", b"[a]\n=", b"[a]\nsize=" + b"9" * 100000,
                                  b"[a]\n" + b"(" * 100000, b"\xef\xbb\xbf[a]\nx"])
def test_garbage_is_refused_without_a_crash(here, text):
    (here / "g.fio").write_bytes(text)
    assert refused(run(here, "g.fio"), "fathom: ")


def test_include_with_an_equals_sign(user):
    user.write("inc.fio", "bs=64k\n")
    user.write("a.fio", "[a]\nioengine=null\nsize=1m\ninclude=inc.fio\n")
    assert "bs=(R) 64.0KiB-64.0KiB" in user.run("a.fio").stdout


TWO_JOBS = "[one]\nioengine=null\nsize=64k\n[two]\nioengine=null\nsize=64k\n"


def test_an_override_for_a_job_that_is_none(user):
    user.write("a.fio", TWO_JOBS)
    for value in ("bs=64k,tow", "direct=0,tow", "iodepth=8,tow"):
        result = user.run(f"--override={value}", "a.fio")
        assert result.returncode == 1
        assert "no job is called tow" in result.stderr
        assert "jobs: one, two" in result.stderr
    result = user.run("--override=description=x,tow", "a.fio")
    assert result.returncode == 0
    assert "no job is called tow, so the comma is part of the value" in result.stderr


def test_an_override_of_one_job_wins_wherever_it_stands(user):
    user.write("a.fio", TWO_JOBS)
    for words in (["--override=bs=16k,two", "--override=bs=8k"],
                  ["--override=bs=8k", "--override=bs=16k,two"]):
        out = user.run("--showcmd", *words, "a.fio").stdout
        assert out.rstrip().endswith("--bs=16k")
        assert "--bs=8k" in out


def test_an_override_of_a_job_that_is_left_out(user):
    user.write("a.fio", TWO_JOBS)
    result = user.run("--section=one", "--override=bs=8k,two", "a.fio")
    assert "--section leaves that job out" in result.stderr


def test_showcmd_of_jobs_with_mistakes(user):
    user.write("a.fio", "[a]\nsize=1m\nbs=4kx\niodeth=4\n")
    result = user.run("--showcmd", "a.fio")
    assert result.returncode == 1
    assert "bs=4kx" in result.stderr and "iodeth" in result.stderr
    assert result.stdout == ""


def test_showcmd_and_explain_go_where_output_says(user):
    user.write("a.fio", TWO_JOBS)
    for words in (["--showcmd", "a.fio"], ["explain", "a.fio"]):
        result = user.run(*words, "--output=out")
        assert result.returncode == 0 and result.stdout == ""
        assert "one" in user.path("out").read_text()
    assert user.run("explain", "a.fio", "--save=x").returncode == 1


def test_explain_says_what_a_run_would_refuse(user):
    result = user.run("explain", "--name=a", "--ioengine=cpuio")
    assert "cannot run\n" in result.stdout
    assert "cpuload" in result.stdout


def test_a_profile_alone_is_named(user):
    result = user.run("--profile=tiobench", "--size=1m")
    assert result.returncode == 1
    assert "not supported yet: profile=tiobench" in result.stderr


def test_without_a_job_the_usage_is_shown(user):
    result = user.run()
    assert result.returncode == 1
    assert "No job(s) defined" in result.stderr
    assert "--help" in result.stdout


def test_the_same_mistake_in_every_job_is_told_once(user):
    user.write("a.fio", TWO_JOBS)
    result = user.run("--override=bs=4kx", "a.fio")
    assert result.stderr.count("bs=4kx") == 1


def test_an_override_without_a_value(user):
    user.write("a.fio", TWO_JOBS)
    assert "requires an argument" in user.run("--override", "--showcmd", "a.fio").stderr
