"""--save keeps the whole result; fathom report prints it again, the same."""
import json

import pytest


def run_saved(user, *words):
    result = user.run("--name=a", "--ioengine=null", "--size=4m", "--rw=randrw", "--save=r.json",
                      *words)
    assert result.returncode == 0, result.stderr
    return user.path("r.json"), result


@pytest.mark.parametrize("form", ["normal", "terse", "json", "json+", "json,terse,normal"])
def test_a_saved_result_is_reported_as_it_was(user, form):
    saved, first = run_saved(user, "--output-format=json+", "--status-interval=1h")
    again = user.run("report", "--output-format=json+", saved)
    assert again.returncode == 0
    assert again.stdout == first.stdout
    other = user.run("report", saved, f"--output-format={form}")
    assert other.returncode == 0 and other.stdout


def test_the_document_holds_settings_seconds_and_surroundings(user):
    saved, _ = run_saved(user)
    document = json.loads(saved.read_text())
    job = document["jobs"][0]
    given = {option["name"]: option for option in job["settings"]}
    assert given["rw"]["value"] == "randrw"
    reads = job["read"]
    assert sum(point["ios"] for point in reads["series"]) == reads["ios"] > 0
    assert sum(point["bytes"] for point in reads["series"]) == reads["bytes"]
    counted = sum(sum(point["latencies"][1::2]) for point in reads["series"])
    assert counted == reads["clat_ns"]["count"] == reads["ios"]
    assert document["surroundings"]["machine"]["kernel"].startswith("Linux ")


def test_surroundings_name_the_file_system(user):
    saved = user.path("r.json")
    result = user.run("--name=a", "--filename=data", "--size=64k", "--rw=write",
                    "--save=r.json")
    assert result.returncode == 0, result.stderr
    place, = json.loads(saved.read_text())["surroundings"]["places"]
    assert place["path"] == "data"
    assert place["facts"]["file_system"]


def test_several_files_are_reported_in_order(user):
    saved, _ = run_saved(user)
    twice = user.run("report", "--output-format=terse", saved, saved)
    assert len(twice.stdout.splitlines()) == 2


def test_bad_files_are_named_and_nothing_is_printed(user):
    saved, _ = run_saved(user)
    broken = user.path("broken.json")
    broken.write_text(saved.read_text()[:500])
    for bad in [broken, user.path("none.json"), user.directory]:
        result = user.run("report", saved, str(bad))
        assert result.returncode == 1
        assert str(bad) in result.stderr
        assert result.stdout == ""
    assert user.run("report").returncode == 1
    assert "no job options" in user.run("report", "--bs=4k", saved).stderr


def test_nothing_starts_when_the_result_has_nowhere_to_go(user):
    result = user.run("--name=a", "--filename=data", "--size=4k", "--rw=write",
                    "--save=nowhere/r.json")
    assert result.returncode == 1
    assert not user.path("data").exists()
    assert "--save=nowhere/r.json" in result.stderr


def test_a_result_that_cannot_be_saved_does_not_lose_the_report(user):
    result = user.run("--name=a", "--ioengine=null", "--size=64k", "--output=report",
                      "--save=/dev/full")
    assert result.returncode == 1
    assert "--save=/dev/full" in result.stderr
    assert "Run status group 0" in user.path("report").read_text()
