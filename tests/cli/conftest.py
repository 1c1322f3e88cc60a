"""Runs the built binary as a user does: in a fresh directory, with arguments, and looks at what it
says and leaves behind. FATHOM names the binary (ctest sets it)."""
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.path.abspath(os.environ.get("FATHOM", ROOT / "build/release/fathom"))
# Far beyond what any of these runs takes; a hang fails instead of blocking.
PATIENCE = 120


class User:
    """A directory to work in and the commands typed there."""

    def __init__(self, directory):
        self.directory = directory
        self.binary = BINARY

    def path(self, name):
        return self.directory / name

    def write(self, name, text):
        self.path(name).write_text(text)
        return name

    def start(self, *words, program=None, **how):
        how.setdefault("stdout", subprocess.PIPE)
        how.setdefault("stderr", subprocess.PIPE)
        return subprocess.Popen([program or self.binary, *map(str, words)], cwd=self.directory,
                                text=True, **how)

    def run(self, *words, program=None, **how):
        how.setdefault("stdout", subprocess.PIPE)
        how.setdefault("stderr", subprocess.PIPE)
        return subprocess.run([program or self.binary, *map(str, words)], cwd=self.directory,
                              text=True, timeout=PATIENCE, check=False, **how)


@pytest.fixture
def user():
    directory = pathlib.Path(tempfile.mkdtemp(prefix="fathom-cli-"))
    yield User(directory)
    shutil.rmtree(directory)


# A job that is over at once and touches no file.
NULL_JOB = ["--name=a", "--ioengine=null", "--size=64k", "--bs=4k"]


def tmpfs(user, size):
    """A small file system below the user's directory; skips where none can be mounted."""
    os.mkdir(user.path("small"))
    how = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(user.path("small"))]
    if subprocess.run(how, check=False, capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here")


@pytest.fixture
def small(user):
    tmpfs(user, "1m")
    yield user
    subprocess.run(["umount", "-l", str(user.path("small"))], check=False)


@pytest.fixture
def loop(user):
    """Attaches `disk` in the user's directory to a loop device; its path."""
    attached = []

    def attach(*words, size=4 << 20):
        with open(user.path("disk"), "wb") as disk:
            disk.truncate(size)
        if shutil.which("losetup") is None or os.geteuid() != 0:
            pytest.skip("losetup needs root")
        made = subprocess.run(["losetup", *words, "--find", "--show", user.path("disk")],
                              capture_output=True, text=True, check=False)
        if made.returncode != 0:
            pytest.skip(f"no loop device: {made.stderr.strip()}")
        attached.append(made.stdout.strip())
        return attached[-1]

    yield attach
    for device in attached:
        subprocess.run(["losetup", "--detach", device], check=False)
