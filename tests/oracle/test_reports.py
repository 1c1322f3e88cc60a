"""The same job under fio and under the built binary through a link named fio: the normal report
line for line, the JSON key for key and type for type, the terse fields, and the exit status.
"""

import re
import shutil

import pytest

import compare
from jobs import JOBS

pytestmark = [
    pytest.mark.skipif(compare.FIO is None, reason="fio, the reference, is not installed"),
]

DIRECTIONS = ("read", "write", "trim")


def run_both(job, tmp_path, *flags):
    """Each program in an empty directory of its own, so that neither finds the other's files."""
    outputs = []
    for which in ("fio", "fathom"):
        directory = tmp_path / which
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir()
        program = compare.FIO if which == "fio" else compare.as_fio(str(tmp_path))
        arguments = [*flags, *job.args]
        if job.file:
            (directory / "x.fio").write_text(job.file)
            arguments.append("x.fio")
        outputs.append(compare.run(program, arguments, directory))
    return outputs


def failures(ran):
    found = re.findall(r"^fio: pid=\d+, err=(\d+)/file:.*, error=(.*)$", ran.out + ran.err, re.M)
    return sorted(found)


@pytest.fixture(params=JOBS, ids=[job.name for job in JOBS])
def job(request):
    return request.param


def test_normal_report(job, tmp_path):
    reference, ours = run_both(job, tmp_path)
    assert reference.status == job.status, reference.err
    assert ours.status == reference.status, ours.err
    assert (ours.err == "") == (reference.err == ""), ours.err
    if job.report:
        expected = compare.normal_form(reference.out, job.samples)
        assert compare.normal_form(ours.out, job.samples) == expected
        assert ours.out.count("(groupid=") == job.jobs
        # "err=28/file:..., error=No space left on device", whichever stream has it.
        assert failures(ours) == failures(reference)
    else:
        assert "Run status group" not in ours.out or "Run status group" in reference.out


def amounts(document, exact):
    """What a job of fixed size must have done, whatever the machine's speed."""
    rows = []
    for row in document["jobs"]:
        facts = {"jobname": row["jobname"], "groupid": row["groupid"], "error": row["error"]}
        if exact:
            # The split of a mixed job hangs on random numbers, the sum does not.
            facts["bytes"] = sum(row[d]["io_bytes"] for d in DIRECTIONS)
            facts["used"] = [d for d in DIRECTIONS if row[d]["io_bytes"] > 0]
            facts["depth"] = row.get("latency_depth")
        rows.append(facts)
    return rows


def test_json(job, tmp_path):
    if not job.report or not job.json:
        pytest.skip("no whole report is printed for this job")
    reference, ours = run_both(job, tmp_path, "--output-format=json")
    assert ours.status == reference.status, ours.err
    lines = ours.out.splitlines()
    if job.status == 0:
        assert lines[0] == "{" and lines[-1] == "}"
    expected, actual = compare.json_of(reference.out), compare.json_of(ours.out)
    assert amounts(actual, job.exact) == amounts(expected, job.exact)
    for row in expected["jobs"] + actual["jobs"]:
        row["job options"] = sorted(row.get("job options", {}).items())
    # fio leaves disk_util out where it used no disk; ours is there and empty.
    for document in (expected, actual):
        document.setdefault("disk_util", [])
    assert compare.json_shape(actual) == compare.json_shape(expected)


@pytest.mark.parametrize("version", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "job", [job for job in JOBS if job.name in ("null_randrw", "psync_read", "null_description",
                                                "groups_merged", "libaio", "null_no_clat")],
    ids=lambda job: job.name)
def test_terse(job, version, tmp_path):
    reference, ours = run_both(job, tmp_path, "--output-format=terse",
                               f"--terse-version={version}")
    assert ours.status == reference.status == 0, ours.err
    expected, actual = reference.out.splitlines(), ours.out.splitlines()
    assert len(actual) == len(expected)
    for mine, its in zip(actual, expected):
        assert compare.terse_shape(mine) == compare.terse_shape(its)
