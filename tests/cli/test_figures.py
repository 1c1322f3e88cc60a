"""docs/figures.md: what the simulated drives do against what was published, held to its tolerances."""
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

from conftest import BINARY, ROOT

ENVIRONMENT = {**os.environ, "FATHOM": BINARY}

# A table that takes no time: 38.5 random reads a second of a drive of 1991.
SMALL = {
    "title": "Small", "text": ["Reads."], "source": "somebody.", "fitted": "nothing.",
    "proves": "constants", "within": [-2, 2], "drive": "hp97560", "value": "jobs.0.read.iops",
    "job": "--rw=randread --bs=8k --norandommap --number_ios=4000",
    "rows": [{"what": "reads a second", "published": "38.4"}],
}


class Figures:
    """The script in a tree of its own, with tables of the test's."""

    def __init__(self, directory):
        self.directory = directory
        for name in ("figures", "docs"):
            (directory / name).mkdir()
        for name in ("figures.py", "page.py"):
            (directory / "figures" / name).write_bytes((ROOT / "figures" / name).read_bytes())

    def run(self, *words, tables=None, environment=None):
        if tables is not None:
            (self.directory / "figures/published.json").write_text(json.dumps(tables))
        return subprocess.run([sys.executable, self.directory / "figures/figures.py", *words],
                              capture_output=True, text=True, timeout=300, check=False,
                              env=environment or ENVIRONMENT)

    def page(self):
        return (self.directory / "docs/figures.md").read_text(encoding="utf-8")


@pytest.fixture
def figures(tmp_path):
    return Figures(tmp_path)


def small(**changes):
    return dict(SMALL, rows=[dict(SMALL["rows"][0], **changes)])


def test_figures_are_within_their_tolerances_and_the_page_shows_them():
    done = subprocess.run([sys.executable, ROOT / "figures/figures.py", "--check"],
                          capture_output=True, text=True, env=ENVIRONMENT, check=False,
                          timeout=300)
    assert done.returncode == 0, done.stderr


def said_by(output, path):
    """The values at a path like jobs[0].read.iops in each JSON document of an output."""
    values, rest = [], output.strip()
    while rest:
        document, end = json.JSONDecoder().raw_decode(rest)
        rest = rest[end:].strip()
        for key in re.findall(r"\w+", path):
            document = document[int(key)] if isinstance(document, list) else document[key]
        values.append(document)
    return values


def test_the_page_s_commands_give_what_it_says_they_do(tmp_path):
    """Typed as they stand, in a shell."""
    os.symlink(BINARY, tmp_path / "fathom")
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    page = (ROOT / "docs/figures.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^For ([0-9.]+) \((?:[^:]|\n)*\): ((?:.|\n)*?)\.\n\n((?:    \$ .*\n)+)",
                        page, re.MULTILINE)
    assert len(blocks) == len(re.findall(r"^Source:", page, re.MULTILINE)) > 10
    for value, where, block in blocks:
        lines = [line[len("    $ "):] for line in block.splitlines()]
        done = subprocess.run(["bash", "-ec", "\n".join(lines)], cwd=tmp_path, check=False,
                              capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PATH": path})
        assert done.returncode == 0, (block, done.stderr)
        where = " ".join(where.split())
        key = re.match(r"`([^`]+)`", where)[1]
        if wanted := dict(re.findall(r"`(\w+)` (\w+)", where.partition(" of the row with ")[2])):
            (row,) = [row for row in json.loads(done.stdout)["rows"]
                      if all(str(row[name]) == text for name, text in wanted.items())]
            ours = row[key]
        else:
            values = said_by(done.stdout, key)
            ours = values[0] / values[1] if len(values) == 2 else values[0]
        if divisor := re.search(r"divided by ([0-9.]+)", where):
            ours /= float(divisor[1])
        decimals = len(value.partition(".")[2])
        assert f"{ours:.{decimals}f}" == value, block


def test_a_figure_beyond_its_tolerance_fails_and_is_marked(figures):
    done = figures.run(tables=[small(published="30.0")])
    assert done.returncode == 1 and "beyond its tolerance: reads a second" in done.stderr
    assert "+28" in figures.page() and "beyond** |" in figures.page()
    assert figures.run("--check").returncode == 1


def test_a_deviation_that_is_known_is_shown_and_must_stay(figures):
    done = figures.run(tables=[small(published="30.0", known="it rained")])
    assert done.returncode == 0 and "1 beyond their tolerance, 0 of those" in done.stdout
    assert "beyond** |" in figures.page() and "it rained." in figures.page()
    assert figures.run("--check").returncode == 0
    done = figures.run(tables=[small(known="it rained")])
    assert done.returncode == 1 and "though known as beyond" in done.stderr


def test_a_page_that_is_not_what_would_be_written_fails(figures):
    assert figures.run("--check", tables=[SMALL]).returncode == 1
    assert figures.run().returncode == 0
    assert figures.run("--check").returncode == 0
    page = figures.page()
    assert figures.run().returncode == 0 and figures.page() == page
    (figures.directory / "docs/figures.md").write_text(page.replace("38.4", "38.3"))
    done = figures.run("--check")
    assert done.returncode == 1 and "not what ./dev figures writes" in done.stderr


def test_a_table_of_a_drive_that_is_not_there_is_left_out_aloud(figures):
    done = figures.run(tables=[SMALL, dict(SMALL, title="Later", drive="tape")])
    assert done.returncode == 0
    assert "left out: Later: this build has no drive tape" in done.stderr
    assert "Left out: the build that made this page has no drive `tape`." in figures.page()


@pytest.mark.parametrize("table, said", [
    (dict(SMALL, job="--rw=nonsense"), "nonsense"),
    (dict(SMALL, replace={"rpm=1": "rpm=2"}), "'rpm=1' is there 0 times"),
    (dict(SMALL, columns={"of": "outstanding", "values": ["1", "2"]}, rows=[
        {"what": "fcfs", "published": ["38.4"]}]), "fcfs: 1 values"),
])
def test_a_table_that_cannot_be_made_is_named(figures, table, said):
    done = figures.run(tables=[table])
    assert done.returncode == 1 and said in done.stderr
    assert not pathlib.Path(figures.directory / "docs/figures.md").exists()


def test_a_binary_that_is_not_there_is_named(figures):
    done = figures.run(tables=[SMALL], environment={**os.environ, "FATHOM": "/nonexistent/fathom"})
    assert done.returncode == 1 and "figures: " in done.stderr
