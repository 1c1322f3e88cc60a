"""The shape of the sources: rooms include only what is below them, nothing is put off. File lengths
are reported, not judged. That every header builds alone is a target: headers.cmake."""
import os
import pathlib

import pytest
import rooms

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
LONG = 400
# Spelled apart, so that this file passes its own check.
PUT_OFF = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
CHECKED_SUFFIXES = {".cpp", ".h", ".py", ".md", ".txt", ".fio", ".json", ".cmake", ""}
SKIPPED_FOLDERS = {"build", ".git", ".cache", "__pycache__"}


def sources():
    return sorted(p for p in SOURCE.rglob("*") if p.suffix in {".h", ".cpp"})


def repository_files():
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in SKIPPED_FOLDERS]
        for name in names:
            path = pathlib.Path(folder) / name
            if path.suffix in CHECKED_SUFFIXES and path.is_file() and name != ".git":
                yield path


def test_rooms_include_only_rooms_below():
    files = {str(p.relative_to(SOURCE)): p.read_text() for p in sources()}
    assert files
    assert list(rooms.violations(files)) == []


def test_no_room_stands_on_itself():
    for room in rooms.STANDS_ON:
        for below in rooms.STANDS_ON[room]:
            assert room not in rooms.allowed(below)


@pytest.mark.parametrize(
    "path, text, said",
    [
        ("base/a.h", '#include "job/job.h"\n', "does not stand on job"),
        ("report/a.cpp", '  #  include "run/run.h"\n', "does not stand on run"),
        ("result/a.cpp", '#include "engine/engine.h"\n', "does not stand on engine"),
        ("engine/a.cpp", '#include "engine.h"\n', "write it as"),
        ("attic/a.cpp", "", "is not in"),
    ],
)
def test_a_broken_order_is_seen(path, text, said):
    found = list(rooms.violations({path: text}))
    assert len(found) == 1 and said in found[0]


def test_what_is_allowed_passes():
    text = '#include <vector>\n#include "base/units.h"\n#include "engine/loop.h"\n'
    assert list(rooms.violations({"run/a.cpp": text, "cli/b.cpp": text})) == []


def test_nothing_is_put_off():
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in repository_files()
        for word in PUT_OFF
        if word in path.read_text(errors="replace")
    ]
    assert found == []


def test_long_files_are_named(record_property):
    """Never fails: a list to look at, shown by pytest -rP and kept in its report."""
    for path in sources():
        length = path.read_text().count("\n")
        if length > LONG:
            record_property(str(path.relative_to(ROOT)), length)
            print(f"{length:5} lines  {path.relative_to(ROOT)}")
