"""Every example job runs as it is, only smaller; and under fio it is the same job."""
import json
import os
import re
import shutil
import tempfile

import pytest
from conftest import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.fio"))


def smaller(text, direct):
    """The job with each size a sixteenth, a tenth of a second of run time, and direct=1 only where
    the file system has it."""
    text = re.sub(r"0\$\{FULL\}", "${FULL}", text)
    text = re.sub(r"^runtime=\d+(\$\{FULL\})?", "runtime=100ms", text, flags=re.MULTILINE)
    return text if direct else text.replace("direct=1", "direct=0")


def direct_works(directory):
    try:
        with tempfile.NamedTemporaryFile(dir=directory) as file:
            os.close(os.open(file.name, os.O_RDWR | os.O_DIRECT))
    except OSError:
        return False
    return True


def shape(done):
    """What does not depend on speed: names, directions, bytes of jobs not cut by the run time."""
    jobs = json.loads(done.stdout[done.stdout.index("{"):])["jobs"]
    return [(job["jobname"], job["groupid"], job["error"],
             job["read"]["total_ios"] > 0, job["write"]["total_ios"] > 0) for job in jobs]


def test_there_are_examples():
    assert {f"q{i}.fio" for i in range(8)} <= {path.name for path in EXAMPLES}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example_runs(user, example):
    user.write("job.fio", smaller(example.read_text(), direct_works(user.directory)))
    done = user.run("job.fio", "--output-format=json")
    assert done.returncode == 0, done.stderr
    assert all(error == 0 for _, _, error, _, _ in shape(done))
    reference = user.run("job.fio", "--output-format=json", program=shutil.which("fio"))
    assert shape(done) == shape(reference)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example_parses_with_full_sizes(user, example):
    done = user.run("--parse-only", example, env={**os.environ, "FULL": "0"})
    assert (done.returncode, done.stderr) == (0, "")


def test_q5_leaves_a_file_of_its_five_parts(user):
    text = (ROOT / "examples" / "q5.fio").read_text()
    user.write("job.fio", smaller(text, direct_works(user.directory)))
    for program in (user.binary, shutil.which("fio")):
        done = user.run("job.fio", "--output-format=json", program=program)
        assert done.returncode == 0, done.stderr
        assert os.path.getsize(user.path("q5.data")) == 5 * (4 << 20)
        os.remove(user.path("q5.data"))


def test_q6_runs_for_its_time(user):
    text = (ROOT / "examples" / "q6.fio").read_text()
    user.write("job.fio", smaller(text, direct_works(user.directory)))
    assert "before its runtime" not in user.run("job.fio").stderr
