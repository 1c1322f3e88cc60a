"""Block devices: loop devices over a file, where this user may make them. What is said of one that
cannot be written, is in use or is taken away."""
import fcntl
import os
import shutil
import struct
import subprocess
import time

import pytest

LOOP_SET_STATUS64, LOOP_GET_STATUS64 = 0x4C04, 0x4C05
SIZE = 4 << 20


@pytest.mark.parametrize("rw", ["write", "randrw", "trim"])
def test_a_read_only_device_is_named_before_anything_is_written(user, loop, rw):
    device = loop("--read-only")
    done = user.run("--name=a", f"--filename={device}", f"--rw={rw}", "--size=64k")
    assert done.returncode == 1
    assert f"a: {device} is a read-only device" in done.stderr
    assert "err= 0" not in done.stdout
    assert user.run("--name=a", f"--filename={device}", "--rw=read", "--size=64k").returncode == 0


def test_a_device_that_is_not_there_is_not_made_as_a_file(user):
    name = "/dev/fathom-no-such-disk"
    done = user.run("--name=a", f"--filename={name}", "--rw=write", "--size=64k")
    assert done.returncode == 1
    assert f"{name}: there is no such device" in done.stderr
    assert not os.path.exists(name)


def leave_nothing_of(device):
    """Makes the device begin where its file ends: it has no size from one I/O to the next."""
    with open(device, "rb") as opened:
        status = bytearray(232)
        fcntl.ioctl(opened, LOOP_GET_STATUS64, status)
        struct.pack_into("=Q", status, 24, SIZE)  # lo_offset
        fcntl.ioctl(opened, LOOP_SET_STATUS64, status)


def writes_of(device):
    with open(f"/sys/block/{os.path.basename(device)}/stat", encoding="ascii") as counters:
        return int(counters.read().split()[4])


@pytest.mark.parametrize("how", [["--ioengine=psync"], ["--ioengine=libaio", "--iodepth=4"],
                                 ["--ioengine=io_uring", "--iodepth=4"]])
def test_a_device_taken_away_ends_the_run_with_a_report_that_says_so(user, loop, how):
    device = loop()
    written = writes_of(device)
    running = user.start("--name=a", f"--filename={device}", "--rw=randwrite", "--direct=1",
                         f"--size={SIZE}", "--time_based", "--runtime=60", *how)
    deadline = time.monotonic() + 30
    while writes_of(device) == written and time.monotonic() < deadline:
        time.sleep(0.01)
    leave_nothing_of(device)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 1
    assert "(the device is gone: it has no size any more)" in err
    assert "write: IOPS=" in out and "err= 0" not in out


def test_every_holder_of_a_device_is_named_and_nothing_is_written(user, loop):
    device = loop()
    if shutil.which("pvcreate") is None:
        pytest.skip("no pvcreate")
    subprocess.run(["pvcreate", "-q", "-ff", "-y", device], check=False, capture_output=True)
    before = user.path("disk").read_bytes()
    if b"LVM2" not in before:
        pytest.skip("pvcreate takes no loop device here")
    done = user.run("--name=a", f"--filename={device}", "--rw=write", f"--size={SIZE}")
    assert done.returncode == 1
    assert f"{device} carries a LVM2_member signature" in done.stderr
    assert user.path("disk").read_bytes() == before
    allowed = user.run("--name=a", f"--filename={device}", "--rw=write", "--end_fsync=1",
                       f"--size={SIZE}", "--allow_mounted_write=1")
    assert allowed.returncode == 0 and user.path("disk").read_bytes() != before
