#!/usr/bin/env python3
"""Published figures beside those of the simulated drives: writes docs/figures.md.

    figures/figures.py            write the page
    figures/figures.py --check    fail when a figure is beyond its tolerance or the page is not
                                  what would be written

FATHOM names the binary (build/release/fathom). What was published, where, what is allowed and how
ours is got is in published.json; HACKING.md says how to add to it: a table more is data more.
Everything runs in virtual time from fixed seeds, so the page is the same on any machine.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import page

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "figures.md"
BINARY = os.path.abspath(os.environ.get("FATHOM", ROOT / "build" / "release" / "fathom"))
DRIVE, JOB = ("drive", "fields", "replace"), ("job", "seek", "pick")


class Failed(Exception):
    """A command that did not do what it should."""


def filled(value, names):
    """The value with {row} and {column} put in, however deep."""
    if isinstance(value, str):
        for name, text in names.items():
            value = value.replace("{" + name + "}", text)
        return value
    if isinstance(value, dict):
        return {key: filled(one, names) for key, one in value.items()}
    return value


class Run:
    """A command and the drive it needs; equal ones are run once."""

    def __init__(self, settings):
        self.of = settings["drive"]
        self.fields = settings.get("fields", "")
        self.replace = settings.get("replace", {})
        self.words = settings.get("seek", settings.get("job")).split()
        self.is_seek = "seek" in settings
        self.pick = settings.get("pick", {})
        self.key = json.dumps([self.of, self.fields, self.replace, self.words, self.is_seek])

    def is_built_in(self):
        return not self.fields and not self.replace

    def drive_text(self, shown):
        """The parameter file: what `disks show` says with the changes."""
        for old, new in self.replace.items():
            if shown.count(old) != 1:
                raise Failed(f"{self.of}: {old!r} is there {shown.count(old)} times, not once")
            shown = shown.replace(old, new)
        return shown + ("\n" + self.fields if self.fields else "")

    def command(self, drive):
        if self.is_seek:
            return ["seek", f"sim:{drive}", *self.words, "--seed=1", "--format=json"]
        return ["--name=a", "--ioengine=sim", f"--disk={drive}", *self.words,
                "--output-format=json"]


class Figure:
    """One published value, what is allowed beside it, and the command or two that give ours."""

    def __init__(self, table, row, column, published):
        self.what, self.column, self.published = row["what"], column, published
        names = {"row": row["what"], "column": column or ""}
        settings = filled({**table, **row}, names)
        self.unit, self.known = settings.get("unit", ""), settings.get("known")
        if isinstance(self.known, dict):
            self.known = self.known.get(column)
        self.path, self.per = settings["value"].split("."), settings.get("per", 1)
        self.within = (row.get("at", {}).get(column) or row.get("within")
                       or table.get("at", {}).get(column) or table["within"])
        self.runs = [Run(settings)]
        if "over" in settings:  # the ratio is meant
            self.runs.append(Run({**settings, **settings["over"]}))
        self.ours = None

    def value_in(self, run, document):
        if run.is_seek:
            lines = [line for line in document["rows"]
                     if all(str(line[key]) == value for key, value in run.pick.items())]
            if len(lines) != 1:
                raise Failed(f"{self.what}: {len(lines)} lines of the study are of {run.pick}")
            document = lines[0]
        for key in self.path:
            document = document[int(key)] if isinstance(document, list) else document[key]
        return document

    def measure(self, documents):
        values = [self.value_in(run, documents[run.key]) for run in self.runs]
        self.ours = values[0] / values[1] if len(values) == 2 else values[0] / self.per

    @property
    def deviation(self):
        return 100 * (self.ours / float(self.published) - 1)

    @property
    def is_within(self):
        return self.within[0] <= self.deviation <= self.within[1]

    @property
    def complaint(self):
        """What is wrong with it, if anything is: known deviations must be as known."""
        if self.is_within == (self.known is None):
            return None
        said = "beyond its tolerance" if self.known is None else "within, though known as beyond"
        return (f"{said}: {self.what} {self.column or ''}: published {self.published}, ours "
                f"{self.ours:.4g} ({self.deviation:+.1f} %)")


class Table:
    def __init__(self, data):
        self.data, self.title = data, data["title"]
        self.columns = data.get("columns", {}).get("values")
        self.figures = []
        for row in data["rows"]:
            values = row["published"] if self.columns else [row["published"]]
            columns = self.columns or [None]
            if len(values) != len(columns):
                raise Failed(f"{self.title}: {row['what']}: {len(values)} values")
            self.figures += [Figure(data, row, column, value)
                             for column, value in zip(columns, values) if value is not None]
        self.missing = []  # drives that this build does not know

    def example(self):
        what, column = self.data.get("example", [self.figures[0].what, self.figures[0].column])
        (figure,) = [one for one in self.figures if (one.what, one.column) == (what, column)]
        return figure


class Fathom:
    """Runs the binary in a directory of parameter files."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.files = {}

    def run(self, *words):
        done = subprocess.run([BINARY, *words], cwd=self.directory, capture_output=True, text=True,
                              check=False, timeout=300)
        if done.returncode != 0:
            raise Failed(f"fathom {' '.join(words)}: {done.stderr.strip() or done.returncode}")
        return done.stdout

    def drives(self):
        return {line.split()[0] for line in self.run("disks").splitlines() if line.strip()}

    def drive(self, run):
        """Its name or that of its file, which is made when it is first asked for."""
        if run.is_built_in():
            return run.of
        text = run.drive_text(self.run("disks", "show", run.of))
        if text not in self.files:
            self.files[text] = f"{len(self.files)}.disk"
            (self.directory / self.files[text]).write_text(text, encoding="utf-8")
        return self.files[text]


def measure(tables):
    """Every figure gets ours; a table whose drives are not all there gets none."""
    with tempfile.TemporaryDirectory(prefix="fathom-figures-") as directory:
        fathom = Fathom(directory)
        known = fathom.drives()
        for table in tables:
            wanted = {run.of for figure in table.figures for run in figure.runs}
            table.missing = sorted(wanted - known)
        made = [table for table in tables if not table.missing]
        runs = {run.key: run for table in made for figure in table.figures for run in figure.runs}
        commands = [run.command(fathom.drive(run)) for run in runs.values()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            texts = list(pool.map(lambda words: fathom.run(*words), commands))
        documents = {key: json.loads(text) for key, text in zip(runs, texts)}
        for table in made:
            for figure in table.figures:
                figure.measure(documents)


def main():
    parser = argparse.ArgumentParser(description="Published figures beside ours: docs/figures.md")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; fail when a figure or the page is not as it should be")
    options = parser.parse_args()
    data = json.loads((ROOT / "figures" / "published.json").read_text(encoding="utf-8"))
    try:
        tables = [Table(one) for one in data]
        measure(tables)
    except (Failed, OSError) as failure:
        sys.exit(f"figures: {failure}")
    text = page.text_of(tables)
    for table in tables:
        for name in table.missing:
            print(f"left out: {table.title}: this build has no drive {name}", file=sys.stderr)
    figures = [figure for table in tables if not table.missing for figure in table.figures]
    complaints = [figure.complaint for figure in figures if figure.complaint]
    for line in complaints:
        print(line, file=sys.stderr)
    if not options.check:
        PAGE.write_text(text, encoding="utf-8")
        beyond = sum(not figure.is_within for figure in figures)
        print(f"{PAGE.relative_to(ROOT)}: {len(tables)} tables, {len(figures)} figures, {beyond} "
              f"beyond their tolerance, {len(complaints)} of those without a reason")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit("docs/figures.md is not what ./dev figures writes")
    if complaints:
        sys.exit(1)


if __name__ == "__main__":
    main()
