"""Jobs of one option, in every spelling of a value: both programs take or refuse the same ones, and
read the same numbers (the out= lines of --debug=parse). Where they do not, docs/differences.md has
a row that says why; the lists are in one_option_jobs.py."""

import os
import pathlib
import re

import pytest

import compare
import one_option_jobs as jobs

DIFFERENCES = (pathlib.Path(compare.ROOT) / "docs" / "differences.md").read_text()
ROWS = {**jobs.REFUSED, **jobs.DEADLY, **jobs.TAKEN, **jobs.OTHERWISE}

pytestmark = [
    pytest.mark.skipif(compare.FIO is None, reason="fio, the reference, is not installed"),
]


def section(option, name="a"):
    size = "" if option.startswith(("size", "filesize")) else "size=1m\n"
    return f"[{name}]\n{size}{option}\n"


def read(program, text, directory):
    path = directory / "job.fio"
    path.write_text(text)
    os.environ["X"] = "8"
    return compare.run(program, ["--parse-only", "--debug=parse", path], directory)


def numbers(text):
    """The numbers read, without those that fio repeats for an empty part of a list."""
    found, part = [], "-"
    for line in text.splitlines():
        if " __handle_option=" in line:
            part = line.partition("ptr=")[2]
        elif " out=" in line and part[:1] not in ("", ","):
            found.append(line.partition(" out=")[2])
    return found


def numbers_by_section(text):
    """fio's numbers of each section: they follow the line that says it is parsed."""
    parts = re.split(r"Parsing section \[(\w+)\]", text)
    return {name: numbers(part) for name, part in zip(parts[1::2], parts[2::2])}


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    return tmp_path_factory.mktemp("jobs")


@pytest.fixture(scope="module")
def taken_by_fio(directory):
    """fio's numbers for each option it takes. One run reads many sections, which saves fio's start;
    it ends at the first bad one, after which the rest is read anew. Where fio dies, which loses
    what it has printed, fewer are read at once until it is alone."""
    names = [*jobs.ALIKE, *(o for options in jobs.REFUSED.values() for o in options),
             *(case[0] for cases in jobs.OTHERWISE.values() for case in cases)]
    rest, found = list(dict.fromkeys(names)), {}
    at_once = len(rest)
    while rest:
        some = rest[:at_once]
        text = "".join(section(option, f"s{i}") for i, option in enumerate(some))
        ran = read(compare.FIO, text, directory)
        if ran.status < 0 and len(some) > 1:
            at_once = len(some) // 2
            continue
        dropped = re.search(r"job s(\d+) dropped", ran.err + ran.out)
        good = int(dropped[1]) if dropped else len(some) if ran.status >= 0 else 0
        by_section = numbers_by_section(ran.out)
        for i in range(good):
            found[some[i]] = by_section[f"s{i}"]
        rest = rest[min(good + 1, len(some)):]
        at_once *= 2
    return found


def ours(option, directory):
    return read(compare.FATHOM, section(option), directory)


def test_there_are_enough_and_none_twice():
    everything = [*jobs.ALIKE, *(o for group in (jobs.REFUSED, jobs.DEADLY, jobs.TAKEN)
                                 for options in group.values() for o in options)]
    assert len(everything) >= 150
    assert len(set(everything)) == len(everything)


@pytest.mark.parametrize("reason", ROWS)
def test_every_difference_has_its_row(reason):
    assert reason in DIFFERENCES


def test_alike(directory, taken_by_fio):
    wrong = []
    for option in jobs.ALIKE:
        ran = ours(option, directory)
        if (ran.status == 0) != (option in taken_by_fio):
            wrong.append((option, option in taken_by_fio, ran.status, ran.err))
        elif ran.status == 0 and numbers(ran.out) != taken_by_fio[option]:
            wrong.append((option, taken_by_fio[option], numbers(ran.out)))
    assert wrong == []


@pytest.mark.parametrize("reason", jobs.REFUSED)
def test_refused_here_only(reason, directory, taken_by_fio):
    for option in jobs.REFUSED[reason]:
        ran = ours(option, directory)
        assert ran.status == 1, option
        # The message names the option or its value, and where it stands.
        assert "job.fio:" in ran.err
        assert any(part in ran.err for part in option.split("=")), ran.err
        assert option in taken_by_fio, f"fio refuses {option} as well"


@pytest.mark.parametrize("reason", jobs.DEADLY)
def test_refused_where_fio_dies(reason, directory):
    for option in jobs.DEADLY[reason]:
        assert ours(option, directory).status == 1, option
        assert read(compare.FIO, section(option), directory).status < 0, option


@pytest.mark.parametrize("reason", jobs.TAKEN)
def test_taken_here_only(reason, directory):
    for option in jobs.TAKEN[reason]:
        assert ours(option, directory).status == 0, option
        assert read(compare.FIO, section(option), directory).status == 1, option


@pytest.mark.parametrize("reason", jobs.OTHERWISE)
def test_read_otherwise(reason, directory, taken_by_fio):
    for option, fios, expected in jobs.OTHERWISE[reason]:
        assert taken_by_fio[option][-1] == fios, option
        ran = ours(option, directory)
        assert ran.status == 0, ran.err
        assert numbers(ran.out)[-1] == expected, option
