"""The job files that Debian ships with fio (package fio-examples): both programs take or refuse the
same ones; --showcmd of ours loses nothing, and both take the line it prints."""

import functools
import pathlib
import shlex

import pytest

import compare

EXAMPLES = pathlib.Path("/usr/share/doc/fio/examples")
FILES = sorted(EXAMPLES.glob("*.fio"))
DIFFERENCES = pathlib.Path(compare.ROOT) / "docs" / "differences.md"

# Files that fio takes with --parse-only and we do not, and the row of docs/differences.md.
NO_SUCH_ENGINE = "`--parse-only` takes any `ioengine=`"
REFUSED = {
    "cpp_null.fio": NO_SUCH_ENGINE,
    "ime.fio": NO_SUCH_ENGINE,
    "libhdfs.fio": NO_SUCH_ENGINE,
    "libiscsi.fio": NO_SUCH_ENGINE,
    "libzbc-rand-write.fio": NO_SUCH_ENGINE,
    "libzbc-seq-read.fio": NO_SUCH_ENGINE,
}

pytestmark = [
    pytest.mark.skipif(compare.FIO is None, reason="fio, the reference, is not installed"),
    pytest.mark.skipif(not FILES, reason="fio-examples is not installed (or dpkg left docs out)"),
]


@functools.cache
def status_of(program, words, directory):
    return compare.run(program, ["--parse-only", *words], directory).status


def command_of(words, directory):
    """The words that --showcmd prints, without the program's name."""
    ran = compare.run(compare.FATHOM, ["--showcmd", *words], directory)
    assert ran.status == 0, ran.err
    return tuple(shlex.split(ran.out)[1:])


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    return tmp_path_factory.mktemp("examples")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_take_or_refuse_it(path, directory):
    reference = status_of(compare.FIO, (path,), directory)
    ours = status_of(compare.FATHOM, (path,), directory)
    if path.name in REFUSED:
        assert (reference, ours) == (0, 1)
        assert REFUSED[path.name] in DIFFERENCES.read_text()
    else:
        assert ours == reference


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_command_line_says_the_same(path, directory):
    if status_of(compare.FATHOM, (path,), directory) != 0:
        # What is refused as a file has no command line.
        assert compare.run(compare.FATHOM, ["--showcmd", path], directory).status == 1
        return
    words = command_of((path,), directory)
    assert command_of(words, directory) == words
    assert status_of(compare.FIO, words, directory) == 0
    assert status_of(compare.FATHOM, words, directory) == 0
