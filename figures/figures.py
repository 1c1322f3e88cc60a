#!/usr/bin/env python3
"""Published figures beside those of the simulated drives: writes docs/figures.md.

    figures/figures.py            write the page
    figures/figures.py --check    fail when a figure is beyond its tolerance or the page is not
                                  what would be written

FATHOM names the binary (build/release/fathom). What was published, where, and how ours is got is
in published.json: a table more is data more. Everything runs in virtual time from fixed seeds, so
the page is the same on any machine.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "figures.md"
BINARY = os.path.abspath(os.environ.get("FATHOM", ROOT / "build" / "release" / "fathom"))

HEAD = """# Published figures, and ours

Made by `./dev figures`; change [figures/published.json](../figures/published.json), not this page. Every figure is of a
simulated drive ([disks.md](disks.md)), so anybody gets the same ones; the command under a table gives one of them.

A drive that is *fitted* was made to meet some of the figures beside which it stands: that it does shows that one drive can have
them all, no more. The others are made of the constants that their sources give.
"""


class Failed(Exception):
    """A command that did not do what it should."""


class Fathom:
    """Runs the binary, each command once, in a directory with the parameter files of variants."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.done = {}

    def run(self, *words):
        done = subprocess.run([BINARY, *words], cwd=self.directory, capture_output=True, text=True,
                              check=False, timeout=300)
        if done.returncode != 0:
            raise Failed(f"fathom {' '.join(words)}: {done.stderr.strip() or done.returncode}")
        return done.stdout

    def json(self, words):
        return json.loads(self.run(*words))

    def drive(self, variant):
        """A built-in drive with more fields in its file; the name to use."""
        if isinstance(variant, str):
            return variant
        text = self.run("disks", "show", variant["of"])
        for old, new in variant.get("replace", {}).items():
            if old not in text:
                raise Failed(f"{variant['of']} has no {old!r}")
            text = text.replace(old, new)
        path = self.directory / (variant["name"] + ".disk")
        path.write_text(text + variant.get("add", ""), encoding="utf-8")
        return path.name


def at(document, path):
    for key in path.split("."):
        document = document[int(key)] if isinstance(document, list) else document[key]
    return document


def job_words(job, drive):
    return ["--name=a", "--ioengine=sim", f"--disk={drive}", "--output-format=json", *job]


def seek_words(seek, drive):
    return ["seek", f"sim:{drive}", "--format=json", "--seed=1", *seek]


def commands_of(row, drives):
    """The commands a figure needs."""
    how = row["how"]
    if "seek" in how:
        return [seek_words(how["seek"], drives[how["drive"]])]
    return [job_words(job, drives[how["drive"]]) for job in how["jobs"]]


def value_of(row, drives, results):
    how = row["how"]
    documents = [results[tuple(words)] for words in commands_of(row, drives)]
    if "seek" in how:
        (one,) = [line for line in documents[0]["rows"]
                  if all(line[key] == value for key, value in how["row"].items())]
        return at(one, how["value"]) * how.get("scale", 1)
    values = [at(document["jobs"][0], how["value"]) for document in documents]
    # Of two jobs the ratio is meant.
    return (values[1] / values[0] if len(values) == 2 else values[0]) * how.get("scale", 1)


def measure(tables):
    """Every row gets "ours"."""
    with tempfile.TemporaryDirectory(prefix="fathom-figures-") as directory:
        fathom = Fathom(directory)
        drives = {}
        for table in tables:
            for name, variant in table.get("drives", {}).items():
                drives[name] = fathom.drive(variant)
        wanted = {}
        for table in tables:
            for row in table["rows"]:
                drives.setdefault(row["how"]["drive"], row["how"]["drive"])
                for words in commands_of(row, drives):
                    wanted[tuple(words)] = None
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            results = dict(zip(wanted, pool.map(fathom.json, wanted)))
        for table in tables:
            for row in table["rows"]:
                row["ours"] = value_of(row, drives, results)


def deviation(row):
    return 100 * (row["ours"] / row["published"] - 1)


def allowed(table, row):
    return row.get("within", table["within"])


def is_within(table, row):
    low, high = allowed(table, row)
    return low <= deviation(row) <= high


def allowed_text(bounds):
    low, high = bounds
    return f"{high:g} %" if low == -high else f"{low:+g} to {high:+g} %"


def number(value, digits=4):
    return f"{value:.0f}" if value >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def list_table(table):
    lines = ["| | published | ours | deviation | allowed |", "| --- | ---: | ---: | ---: | ---: |"]
    for row in table["rows"]:
        mark = "" if is_within(table, row) else " **beyond**"
        lines.append(f"| {row['what']} | {number(row['published'])} | {number(row['ours'])} "
                     f"| {deviation(row):+.1f} %{mark} | {allowed_text(allowed(table, row))} |")
    return lines


def grid_table(table):
    """A row for each `what`, a column for each `column`: published, ours, deviation."""
    columns = list(dict.fromkeys(row["column"] for row in table["rows"]))
    lines = [f"| {table['columns']} | " + " | ".join(columns) + " |",
             "| --- |" + " ---: |" * len(columns)]
    for what in dict.fromkeys(row["what"] for row in table["rows"]):
        cells = {row["column"]: row for row in table["rows"] if row["what"] == what}
        texts = []
        for column in columns:
            row = cells.get(column)
            if row is None:
                texts.append("")
                continue
            mark = "" if is_within(table, row) else " **beyond**"
            texts.append(f"{number(row['published'])}, {number(row['ours'], 3)} "
                         f"({deviation(row):+.1f} %){mark}")
        lines.append(f"| {what} | " + " | ".join(texts) + " |")
    lines += ["", "Published, ours, and the deviation."]
    return lines


def quoted(word):
    return f"'{word}'" if any(c in word for c in " *[]") else word


def example(table):
    """A command that gives the first figure, as a reader would type it."""
    row = table["rows"][0]
    how = row["how"]
    variant = table.get("drives", {}).get(how["drive"], how["drive"])
    lines = []
    drive = variant
    if not isinstance(variant, str):
        drive = variant["name"] + ".disk"
        source = f"fathom disks show {variant['of']}"
        for old, new in variant.get("replace", {}).items():
            source += f" | sed 's/{old}/{new}/'".replace("\n", "\\n")
        lines.append(f"    $ ({source}; printf {quoted_text(variant.get('add', ''))}) > {drive}")
    words = seek_words(how["seek"], drive) if "seek" in how else job_words(how["jobs"][0], drive)
    words = [word for word in words if word not in ("--output-format=json", "--format=json")]
    lines.append("    $ fathom " + " ".join(quoted(word) for word in words))
    return lines


def quoted_text(text):
    return "'" + text.replace("\n", "\\n") + "'"


def page_of(tables):
    lines = [HEAD.rstrip()]
    for table in tables:
        lines += ["", f"## {table['title']}", "", *table["text"], "",
                  f"Source: {table['source']}", ""]
        lines += grid_table(table) if "columns" in table else list_table(table)
        if "columns" in table:
            lines[-1] += f" Allowed: {table['allowed']}."
        lines += ["", *table.get("after", [])] if table.get("after") else []
        lines += ["", *example(table)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Published figures beside ours: docs/figures.md")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; fail when a figure or the page is not as it should be")
    options = parser.parse_args()
    tables = json.loads((ROOT / "figures" / "published.json").read_text(encoding="utf-8"))
    try:
        measure(tables)
    except (Failed, OSError) as failure:
        sys.exit(f"figures: {failure}")
    page = page_of(tables)
    beyond = [f"{table['title']}: {row['what']} {row.get('column', '')}: published "
              f"{number(row['published'])}, ours {number(row['ours'])} ({deviation(row):+.1f} %)"
              for table in tables for row in table["rows"] if not is_within(table, row)]
    for line in beyond:
        print(f"beyond its tolerance: {line}", file=sys.stderr)
    if not options.check:
        PAGE.write_text(page, encoding="utf-8")
        count = sum(len(table["rows"]) for table in tables)
        print(f"{PAGE.relative_to(ROOT)}: {len(tables)} tables, {count} figures, "
              f"{len(beyond)} beyond their tolerance")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
        sys.exit("docs/figures.md is not what ./dev figures writes")
    if beyond:
        sys.exit(1)


if __name__ == "__main__":
    main()
