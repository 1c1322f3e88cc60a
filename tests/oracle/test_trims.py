"""The same trims under fio and under the built binary, on a loop device over a file, where this
user may make one."""

import os
import shutil
import subprocess

import pytest

import compare

pytestmark = [
    pytest.mark.skipif(compare.FIO is None, reason="fio, the reference, is not installed"),
    pytest.mark.skipif(os.geteuid() != 0 or shutil.which("losetup") is None,
                       reason="losetup needs root"),
]


@pytest.fixture
def device(tmp_path):
    disk = tmp_path / "disk"
    disk.write_bytes(b"x" * (1 << 20))
    made = subprocess.run(["losetup", "--find", "--show", disk], capture_output=True, text=True,
                          check=False)
    if made.returncode != 0:
        pytest.skip(f"no loop device: {made.stderr.strip()}")
    yield made.stdout.strip(), disk
    subprocess.run(["losetup", "--detach", made.stdout.strip()], check=False)


@pytest.mark.parametrize("words", [
    ["--rw=randtrim"], ["--rw=trim", "--ioengine=io_uring", "--iodepth=4"],
    ["--rw=trimwrite"], ["--rw=randtrim", "--ioengine=libaio", "--iodepth=4"],
    ["--rw=trim", "--bs=4k,8k,16k"],
], ids=" ".join)
def test_trims(tmp_path, device, words):
    path, disk = device
    words = ["--name=a", f"--filename={path}", "--direct=1", *words]
    ours, reference = compare.as_fio(str(tmp_path)), compare.FIO
    reports, left = [], []
    for program in (reference, ours):
        disk.write_bytes(b"x" * (1 << 20))
        ran = compare.run(program, words, tmp_path)
        assert ran.status == 0 and ran.err == "", ran.err
        # docs/differences.md: only ours has a submission latency of trims.
        reports.append([line for line in compare.normal_form(ran.out, False)
                        if not line.startswith("    slat ")])
        left.append(disk.read_bytes() if "--rw=trimwrite" not in words else b"")
        document = compare.json_of(compare.run(program, [*words, "--output-format=json"],
                                               tmp_path).out)
        row = document["jobs"][0]
        reports[-1].append([(row[d]["total_ios"], row[d]["io_bytes"]) for d in ("write", "trim")])
    assert reports[1] == reports[0]
    assert left[1] == left[0]
    assert left[0].strip(b"\0") == b""
