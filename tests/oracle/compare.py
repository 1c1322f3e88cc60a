"""Runs one job under fio and under the built binary and brings both outputs to a comparable form.

Figures become marks and words that hang on the machine's speed (which time unit, which latency
classes) become one word; every other character is compared. Used by the test_*.py files here.
"""

import json
import os
import re
import shutil
import subprocess

FIO = shutil.which("fio")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FATHOM = os.path.abspath(
    os.environ.get("FATHOM", os.path.join(ROOT, "build", "release", "fathom")))
TIMEOUT = 60

# What is printed of the machine, not of the job.
NUMBER = r"-?\d+(?:\.\d+)?"
RULES = [
    # The header: process, date; where in whose source an error arose.
    (r"pid=\d+: \w{3} \w{3} +\d+ [\d:]{8} \d{4}$", "pid=N: DATE"),
    (r"\(file:.*?, func=.*?, error=(.*?)\)", r"(file:F, func=F, error=\1)"),
    (r"^fio-\S+$", "VERSION"),
    (r"^fathom-\S+$", "VERSION"),
    # A rate or amount: its prefix hangs on its value, whether it is binary does not.
    (NUMBER + r"(?:([KMGT]i)|[kMGT])?(bit/s|B/s)", lambda m: "N" + ("i" if m[1] else "") + m[2]),
    (r"(?<=\()" + NUMBER + r"(?:[KMGT]i|[kMGT])?B(?=/)", "NB"),
    (r"io=" + NUMBER + r"\S*B \(" + NUMBER + r"\S*B\)", "io=NB (NB)"),
    (r"IOPS=" + NUMBER + "[kMG]?", "IOPS=N"),
    # The unit of a block of times.
    (r"\((?:nsec|usec|msec)\)", "(TIME)"),
    (r"\( *(?:([KMG]i)|[kMG])B/s\)", lambda m: "(iB/s)" if m[1] else "(B/s)"),
    (r"(min|max)= *" + NUMBER + "[kMG]?", r"\1=N"),
    (r"(avg|stdev)= *" + NUMBER, r"\1=N"),
    (r"per=" + NUMBER, "per=N"),
    (NUMBER + "% of IOs", "N% of IOs"),
    (r"samples=\d+", "samples=N"),
]


def figures_to_marks(line):
    for pattern, mark in RULES:
        line = re.sub(pattern, mark, line)
    if line.startswith("     |"):
        return None  # percentile rows are joined by normal_form
    if re.match(r"  lat \(TIME\) +:", line):
        return "  lat (TIME)   : SHARES"
    if re.match(r"  (IO depths|   submit|   complete|cpu) ", line) or "issued rwts" in line:
        return re.sub(r"(?<==)" + NUMBER, "N", re.sub(r"(?<=,)\d+", "N", line))
    if re.match(r"  \w+: ios=", line):
        return re.sub(r"(?<=[=/])" + NUMBER, "N", line)
    return re.sub(r"run=\d+-\d+msec", "run=N-Nmsec", re.sub(r"/\d+msec\)", "/Nmsec)", line))


def normal_form(text, keep_samples):
    """The report's lines with marks. Percentile rows become their list of names (how many stand on
    a line hangs on the width of the figures; the golden tests of the report room hold that), and
    one line stands for all lines of the latency distribution."""
    lines, names = [], []
    for line in text.splitlines():
        # The live line and what clears it are not part of the report.
        line = line.split("\r")[-1].rstrip(" ")
        # The error as it happens: fio has it on standard output, we on standard error.
        if line.startswith("fio: pid="):
            continue
        if line.startswith("     |"):
            names += re.findall(r"[\d.]+th(?==\[ *\d+\])", line)
            continue
        if names:
            lines.append("     | " + " ".join(names))
            names = []
        mark = figures_to_marks(line)
        # A short run may or may not reach its first window of samples.
        if not keep_samples and re.match(r"   (bw \(|iops  )", mark):
            continue
        if mark.endswith("SHARES") and lines and lines[-1] == mark:
            continue
        lines.append(mark)
    return lines


def json_shape(value):
    """Keys in order and types; percentile and bin names are kept for percentiles only."""
    if isinstance(value, dict):
        shape = {}
        for key, item in value.items():
            if key == "bins":
                shape[key] = "bins" if item else "no bins"
            elif key != "fathom":
                shape[key] = json_shape(item)
        return list(shape.items())
    if isinstance(value, list):
        return [json_shape(item) for item in value]
    return type(value).__name__


class Ran:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


def run(program, arguments, directory):
    """One run in a directory of its own; times out rather than hangs."""
    environment = dict(os.environ, LC_ALL="C", TZ="UTC")
    done = subprocess.run(
        [program, *arguments], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
    return Ran(done.returncode, done.stdout.decode(errors="replace"),
               done.stderr.decode(errors="replace"))


def as_fio(directory):
    """A link named fio to the built binary: through it the binary is exactly fio."""
    link = os.path.join(directory, "bin", "fio")
    if not os.path.exists(link):
        os.makedirs(os.path.dirname(link))
        os.symlink(FATHOM, link)
    return link


def json_of(text):
    """The document of an output that may have error lines before it."""
    return json.loads(text[text.index("{\n"):])


def terse_shape(line):
    """The kind of each field: its name for a percentile, else number with its sign, or text."""
    shape = []
    for text in line.split(";"):
        if re.fullmatch(r"\d+", text):
            shape.append("int")
        elif re.fullmatch(r"\d+\.\d+%?", text):
            shape.append(re.sub(r"\d", "9", re.sub(r"^\d+", "9", text)))
        elif "%=" in text:
            shape.append(text.split("=")[0])
        else:
            shape.append("version" if re.match(r"(fio|fathom)-", text) else text)
    return shape
