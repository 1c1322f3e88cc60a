"""How much is done, and to how large a file, where sizes, blocks and offsets do not divide evenly;
where a pass over a file drops what the page cache holds of it."""

import json
import os
import re
import shutil

import pytest

import compare

pytestmark = [
    pytest.mark.skipif(compare.FIO is None, reason="fio, the reference, is not installed"),
]


def done_by(program, words, directory, exists):
    """Exit status, error, requests and bytes, and the size of the file that is left."""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    path = directory / "data"
    if exists:
        path.write_bytes(b"x" * exists)
    words = ["--name=a", "--filename=data", "--output-format=json", *words]
    ran = compare.run(program, words, directory)
    (row,) = json.loads(ran.out[ran.out.index("{\n"):])["jobs"]
    facts = [(row[d]["total_ios"], row[d]["io_bytes"]) for d in ("read", "write")]
    return ran.status, row["error"], facts, path.stat().st_size if path.exists() else None


TAILS = [(bs, size, exists, io_size)
         for bs, size in ((3000, 10000), (4096, 4097), (1000, 1500))
         for exists in (0, size, 20000)
         for io_size in (0, 5000, 25000)]


@pytest.mark.parametrize("rw", ["write", "read", "randwrite", "randread"])
def test_a_tail_that_is_no_whole_block(tmp_path, rw):
    for bs, size, exists, io_size in TAILS:
        words = [f"--bs={bs}", f"--size={size}", f"--rw={rw}"]
        words += [f"--io_size={io_size}"] if io_size else []
        reference = done_by(compare.FIO, words, tmp_path / "d", exists)
        assert done_by(compare.FATHOM, words, tmp_path / "d", exists) == reference, (words, exists)


PLACES = [
    "--filesize=5m --size=1m --offset=4m", "--filesize=5m --offset=4m", "--filesize=5m --size=1m",
    "--filesize=5m --size=2m --offset=4m", "--filesize=5m --size=8m --offset=4m",
    "--filesize=5m --size=50% --offset=1m", "--filesize=2m --size=4m",
    "--filesize=5m --size=1m --offset=1m --io_size=3m", "--size=1m --offset=4m",
]


@pytest.mark.parametrize("rw", ["write", "read"])
@pytest.mark.parametrize("exists", [0, 3 << 20, 8 << 20])
def test_the_part_of_a_file_and_what_is_left_of_it(tmp_path, rw, exists):
    for place in PLACES:
        words = [*place.split(), "--bs=64k", f"--rw={rw}"]
        reference = done_by(compare.FIO, words, tmp_path / "d", exists)
        assert done_by(compare.FATHOM, words, tmp_path / "d", exists) == reference, (words, exists)


STRACE = shutil.which("strace")


def cache_calls(program, words, directory):
    """Letters of a worker's calls on its file: D for a drop of its pages, R for a read."""
    traces = directory / "traces"
    shutil.rmtree(traces, ignore_errors=True)
    traces.mkdir()
    compare.run(STRACE, ["-ff", "-o", str(traces / "of"), "-e", "trace=fadvise64,pread64",
                         program, *words], directory)
    found = []
    for trace in traces.iterdir():
        calls = re.findall(r"POSIX_FADV_DONTNEED|pread64\(\d+, .*, 262144, \d+\)",
                           trace.read_text())
        found.append("".join("D" if call.startswith("POSIX") else "R" for call in calls))
    return max(found, key=len)


CACHE_JOBS = ["--rw=read", "--rw=randread", "--rw=randread --norandommap", "--rw=read --direct=1",
              "--rw=read --invalidate=0", "--rw=read --bsrange=256k-256k --fadvise_hint=0"]


@pytest.mark.skipif(STRACE is None, reason="strace is not installed")
@pytest.mark.parametrize("words", CACHE_JOBS)
def test_each_pass_of_a_time_based_job_drops_the_pages(tmp_path, words):
    (tmp_path / "data").write_bytes(os.urandom(1 << 20))
    job = ["--name=a", "--filename=data", "--size=1m", "--bs=256k", "--time_based",
           "--runtime=300ms", "--thread", *words.split()]
    reference = cache_calls(compare.FIO, job, tmp_path)
    ours = cache_calls(compare.FATHOM, job, tmp_path)
    # As far as both have come: three passes at least.
    length = min(len(reference), len(ours))
    if "direct=1" in words and length == 0:
        pytest.skip("no direct I/O here")
    assert length >= 12
    assert ours[:length] == reference[:length]
