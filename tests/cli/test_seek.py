"""fathom seek: what a seek costs and what sorting gains, on simulated drives and on files."""
import csv
import io
import json
import os

import pytest

MAIL_RANGE = "--range=1000000000"


def study(user, *words, status=0):
    done = user.run("seek", *words, "--format=json", "--seed=1")
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)


def rows_of(document, **wanted):
    return [row for row in document["rows"] if all(row[key] == value for key, value in wanted.items())]


def test_the_sizes_of_the_mail_of_2000(user):
    """Within 5 % of its bytes per second, which its op/s are truncated from."""
    document = study(user, "sim:ide1gb", "--sizes=1k..128k", "--cycle=20", MAIL_RANGE)
    published = {1024: 58374, 2048: 115157, 4096: 226833, 8192: 432020, 16384: 791516,
                 32768: 1339778, 65536: 2077754, 131072: 3045777}
    unsorted = rows_of(document, order="unsorted")
    assert {row["size_bytes"] for row in unsorted} == set(published)
    for row in unsorted:
        assert abs(row["bytes_per_second"] / published[row["size_bytes"]] - 1) < 0.05
        assert abs(row["ops_per_second"] * row["size_bytes"] / row["bytes_per_second"] - 1) < 1e-6


def test_what_sorting_gains_and_how_far_the_arm_goes(user):
    document = study(user, "sim:ide1gb", "--sizes=2k", "--cycle=1,2,5,20,100", MAIL_RANGE,
                     "--order=unsorted,elevator,alternating,nearest")
    for row in document["rows"]:
        if row["distance_theory"] is None:
            assert row["order"] == "nearest"
        else:
            assert abs(row["distance"] / row["distance_theory"] - 1) < 0.03
    (one_way,) = rows_of(document, cycle=20, order="elevator")
    assert one_way["gain"]["verdict"] == "faster"
    assert 33 < one_way["gain"]["low_percent"] < one_way["gain"]["high_percent"] < 41
    (two,) = rows_of(document, cycle=2, order="elevator")
    assert two["gain"]["verdict"] == "slower"
    (alone,) = rows_of(document, cycle=1, order="elevator")
    assert alone["gain"]["verdict"] == "equivalent"


def test_a_cycle_takes_as_long_as_its_requests(user):
    document = study(user, "sim:ide1gb", "--sizes=2k,32k", "--cycle=20", MAIL_RANGE)
    for row in document["rows"]:
        assert row["cycles"] >= 8 * 200
        assert abs(row["cycle_mean_ns"] / (20 * row["request_mean_ns"]) - 1) < 0.01
        assert row["cycle_mean_ns"] < row["cycle_p99_ns"] <= row["cycle_max_ns"]
    assert "In cycles of 20" in document["trade_off"]
    assert "Requests of 32k in place of 2k" in document["trade_off"]


def test_the_queue_has_the_drives_own_elevator(user):
    text = user.run("disks", "show", "cheetah9lp").stdout
    for policy in ["fcfs", "look"]:
        user.write(f"{policy}.disk", text + f"\n[queue]\npolicy={policy}\n")
    words = ["--sizes=4k", "--cycle=32", "--order=unsorted,queue", "--requests=1600"]
    (fcfs,) = rows_of(study(user, "sim:fcfs.disk", *words), order="queue")
    (look,) = rows_of(study(user, "sim:look.disk", *words), order="queue")
    assert fcfs["gain"]["percent"] < 6
    assert look["gain"]["percent"] > 30 and look["gain"]["verdict"] == "faster"
    assert look["distance"] is None  # the drive's order is not seen
    # All of a cycle is there at once: each waits for those before it.
    assert look["request_mean_ns"] > 5 * 1e9 / look["ops_per_second"]


def test_the_same_seed_gives_the_same_figures(user):
    words = ["seek", "sim:atlas10k", "--sizes=4k", "--cycle=1,20", "--requests=400", "--seed=7"]
    one, two = user.run(*words, "--format=csv"), user.run(*words, "--format=csv")
    assert one.returncode == 0 and one.stdout == two.stdout
    other = user.run(*words[:-1], "--seed=8", "--format=csv")
    assert other.returncode == 0 and other.stdout != one.stdout


def test_as_asked_by_nobody_sizes_and_then_cycles(user):
    document = study(user, "sim:eric", "--requests=200", "--rounds=2")
    cells = {(row["size_bytes"], row["cycle"]) for row in document["rows"]}
    assert {(1024 << i, 20) for i in range(8)} <= cells
    assert {(2048, n) for n in [1, 2, 5, 10, 50, 100, 200]} <= cells


def test_text_markdown_and_csv_say_the_same(user):
    words = ["seek", "sim:eric", "--sizes=4k", "--cycle=20,all", "--requests=400", "--seed=3"]
    table = list(csv.DictReader(io.StringIO(user.run(*words, "--format=csv").stdout)))
    assert [row["cycle"] for row in table] == ["20", "20", "400", "400"]
    for form in ["text", "markdown"]:
        text = user.run(*words, f"--format={form}").stdout
        for row in table:
            assert f"{float(row['ops_per_second']):.1f}" in text
        assert "theory" in text and "In cycles of 20" in text
    narrow = user.run(*words, "--format=text").stdout
    assert all(len(line) <= 80 for line in narrow.splitlines())


def test_a_file_is_read_and_stays_as_it_is(user):
    path = user.path("file:with a colon")
    data = os.urandom(1 << 20) * 16
    path.write_bytes(data)
    document = study(user, path, "--sizes=4k", "--cycle=4", "--requests=200", "--rounds=2",
                     "--order=unsorted,elevator,queue")
    assert {row["order"] for row in document["rows"]} == {"unsorted", "elevator", "queue"}
    (elevator,) = rows_of(document, order="elevator")
    assert abs(elevator["distance"] - 0.2864) < 0.05  # by the closed form for 4
    assert path.read_bytes() == data


@pytest.mark.parametrize("scheduler", ["none", "mq-deadline", "bfq", "kyber"])
def test_a_device_with_each_scheduler_of_the_kernel(user, loop, scheduler):
    device = loop(size=16 << 20)
    queue = f"/sys/block/{os.path.basename(device)}/queue/scheduler"
    try:
        with open(queue, "w", encoding="ascii") as file:
            file.write(scheduler)
    except OSError:
        pytest.skip(f"this kernel has no {scheduler}")
    document = study(user, device, "--sizes=4k", "--cycle=1,8", "--requests=160", "--rounds=2",
                     "--order=unsorted,elevator,queue")
    assert f"scheduler {scheduler}" in document["how"]
    assert len(document["rows"]) == 6
    assert all(row["ops_per_second"] > 0 and row["runs"] >= 2 for row in document["rows"])


def test_a_sparse_file_is_told(user):
    path = user.path("holes")
    with open(path, "wb") as file:
        file.truncate(64 << 20)
    document = study(user, path, "--sizes=4k", "--cycle=4", "--requests=100", "--rounds=1")
    assert any("sparse" in note for note in document["notes"])


def test_writing_needs_to_be_asked_for(user):
    path = user.path("overwritten")
    path.write_bytes(bytes(8 << 20))
    study(user, path, "--sizes=4k", "--cycle=4", "--requests=100", "--rounds=1", "--write")
    assert path.stat().st_size == 8 << 20
    assert path.read_bytes() != bytes(8 << 20)


def test_what_is_done_is_not_done_again(user):
    words = ["seek", "sim:eric", "--sizes=4k", "--cycle=20", "--requests=200", "--seed=3",
             "--format=csv", "--save=kept", "--rounds=4"]
    first = user.run(*words)
    assert first.returncode == 0
    before = {p.name: p.stat().st_mtime_ns for p in user.path("kept").iterdir()}
    again = user.run(*words)
    assert again.stdout == first.stdout
    after = {p.name: p.stat().st_mtime_ns for p in user.path("kept").iterdir()}
    assert {name: after[name] for name in before if "plan" not in name} == \
        {name: before[name] for name in before if "plan" not in name}


def test_a_dry_run_reads_nothing(user):
    done = user.run("seek", "sim:eric", "--sizes=4k", "--cycle=20", "--dry-run")
    assert done.returncode == 0 and "1 cells, 2 variants" in done.stdout


@pytest.mark.parametrize("words, said", [
    ([], "a seek study needs a target"),
    (["a", "b"], "of one target, here are 2"),
    (["sim:nothing"], "there is no such drive"),
    (["/nonexistent/x"], "No such file or directory"),
    (["/"], "neither a block device nor a file"),
    (["/dev/full"], "neither a block device nor a file"),
    (["/dev/null"], "neither a block device nor a file"),
    (["sim:eric", "--sizes=1000"], "no multiple of 512"),
    (["sim:eric", "--sizes=8k..2k"], "falls"),
    (["sim:eric", "--sizes=x"], "--sizes=x"),
    (["sim:eric", "--cycle=0"], "--cycle=0"),
    (["sim:eric", "--cycle=most"], "--cycle=most"),
    (["sim:eric", "--order=backwards"], "none of"),
    (["sim:eric", "--order=none"], "no order"),
    (["sim:eric", "--range=1t"], "has"),
    (["sim:eric", "--range=1k", "--sizes=1k"], "nowhere"),
    (["sim:eric", "--requests=0"], "--requests=0"),
    (["sim:eric", "--order=queue", "--cycle=100000", "--sizes=128k"], "memory"),
    (["sim:eric", "--bogus=1"], "bogus"),
])
def test_bad_calls_are_named(user, words, said):
    done = user.run("seek", *words) if words else user.run("seek", "--sizes=4k")
    assert done.returncode == 1
    assert said in done.stderr and done.stdout == ""


def test_an_empty_file_is_named(user):
    user.write("empty", "")
    done = user.run("seek", "empty")
    assert done.returncode == 1 and "is empty" in done.stderr


def test_the_call_of_the_old_program(user):
    asked = ["--seed=1", "--format=json"]
    old = user.run("measureops", "-r", "-n", "-s", "2048", "-l", "20", "-t", "1000000000",
                   "sim:ide1gb", *asked)
    assert old.returncode == 0, old.stderr
    (row,) = json.loads(old.stdout)["rows"]
    assert (row["size_bytes"], row["cycle"], row["order"]) == (2048, 20, "unsorted")
    assert abs(row["bytes_per_second"] / 115157 - 1) < 0.05
    both = user.run("measureops", "-rnes2048", "-l20", "-t1000000000", "sim:ide1gb-flat", *asked)
    unsorted, elevator = json.loads(both.stdout)["rows"]
    assert abs(elevator["ops_per_second"] / 62.9 - 1) < 0.03
    assert unsorted["order"] == "unsorted" and elevator["order"] == "elevator"


@pytest.mark.parametrize("words, said", [
    (["-n", "sim:eric"], "only random places"),
    (["-rx", "sim:eric"], "no option -x"),
    (["-r", "-s"], "-s needs a number"),
    (["-r", "-s", "big", "sim:eric"], "--sizes=big"),
    (["-r"], "needs a target"),
])
def test_bad_calls_of_the_old_program(user, words, said):
    done = user.run("measureops", *words)
    assert done.returncode == 1 and said in done.stderr


def test_zones_fall_from_outer_to_inner(user):
    document = study(user, "sim:cheetah9lp", "--zones")
    points = document["points"]
    assert len(points) == 17 and points[0]["first_byte"] == 0
    speed = [point["bytes_per_second"] for point in points]
    assert all(later < 1.005 * earlier for earlier, later in zip(speed, speed[1:]))
    assert abs(speed[-1] / speed[0] / (167 / 254) - 1) < 0.08
    assert points[-1]["first_byte"] + document["bytes_each"] <= document["span_bytes"]
    assert "first byte" in user.run("seek", "sim:cheetah9lp", "--zones").stdout


def test_a_fitted_drive_is_like_the_one_measured(user):
    for name, rpm in [("ide1gb", 5400), ("cheetah9lp", 10045), ("sata14t", 7200)]:
        for what in ["curve", "zones"]:
            done = user.run("seek", f"sim:{name}", f"--{what}", "--format=json", "--seed=1")
            user.write(f"{what}.json", done.stdout)
        fitted = user.run("disks", "fit", "curve.json", "zones.json", f"--rpm={rpm}")
        assert fitted.returncode == 0, fitted.stderr
        user.write("fitted.disk", fitted.stdout)
        words = ["--sizes=4k", "--cycle=20"]
        measured = study(user, f"sim:{name}", *words)["rows"]
        for real, ours in zip(measured, study(user, "sim:fitted.disk", *words)["rows"]):
            assert abs(ours["ops_per_second"] / real["ops_per_second"] - 1) < 0.05
        zones = [study(user, f"sim:{drive}", "--zones")["points"] for drive in [name, "fitted.disk"]]
        for real, ours in zip(zones[0], zones[1]):
            assert abs(ours["bytes_per_second"] / real["bytes_per_second"] - 1) < 0.1


@pytest.mark.parametrize("words, said", [
    ([], "which result?"),
    (["c.json"], "needs --rpm="),
    (["c.json", "--rpm=fast"], "--rpm=fast"),
    (["c.json", "--rpm=7200", "--bogus=1"], "unrecognized flag --bogus"),
    (["nothing.json", "--rpm=7200"], "nothing.json"),
    (["bad.json", "--rpm=7200"], "bad.json: no JSON"),
    (["other.json", "--rpm=7200"], "no result of fathom seek"),
    (["flat.json", "--rpm=7200"], "do not rise"),
    (["c.json", "--rpm=1000"], "of half a revolution, and left out"),
    (["c.json", "--rpm=5010"], "half a revolution is 5.99 ms"),
])
def test_bad_fits_are_named(user, words, said):
    points = [{"share": s, "request_mean_ns": t * 1e6}
              for s, t in [(.001, 6), (.01, 7), (.1, 10), (.3, 13), (.6, 17), (.9, 20)]]
    curve = {"profile": "curve", "span_bytes": 10**9, "request_bytes": 512, "points": points}
    user.write("c.json", json.dumps(curve))
    user.write("bad.json", "{")
    user.write("other.json", json.dumps({"span_bytes": 1, "points": []}))
    flat = [dict(point, request_mean_ns=1e7 / (1 + point["share"])) for point in points]
    user.write("flat.json", json.dumps(dict(curve, points=flat)))
    assert user.run("disks", "fit", "c.json", "--rpm=7200").returncode == 0
    done = user.run("disks", "fit", *words)
    assert done.returncode == 1 and said in done.stderr


@pytest.mark.parametrize("words, said", [
    (["--zones", "--curve"], "one at a time"),
    (["--zones", "--cycle=20"], "sorts nothing"),
    (["--curve", "--sizes=1k,2k"], "takes one of --sizes"),
    (["--curve", "--range=512k"], "too few to seek over"),
])
def test_bad_profiles_are_named(user, words, said):
    done = user.run("seek", "sim:eric", *words)
    assert done.returncode == 1 and said in done.stderr


def test_hops_need_random_places(user):
    done = user.run("--name=a", "--ioengine=sim", "--disk=eric", "--rw=read", "--hop=1m",
                    "--number_ios=10")
    assert "hop has no effect with rw=read" in done.stderr
    done = user.run("--name=a", "--ioengine=sim", "--disk=eric", "--rw=randread", "--hop=1m")
    assert done.returncode == 1 and "norandommap" in done.stderr


@pytest.mark.parametrize("command, flag, other", [
    ("compare", "--over=bs=4k", "sweep"), ("sweep", "--sizes=4k", "seek"),
    ("seek", "--vary=bs=4k", "compare"), ("seek", "--latency-curve", "sweep")])
def test_a_flag_of_another_command_is_named_so(user, command, flag, other):
    done = user.run(command, flag, "x")
    assert done.returncode == 1 and f"{flag} is a flag of fathom {other}" in done.stderr


@pytest.mark.parametrize("words", [
    ["disks", "show", "/dev/zero"], ["disks", "fit", "/dev/zero", "--rpm=7200"],
    ["report", "/dev/zero"]])
def test_files_without_an_end_are_refused(user, words):
    done = user.run(*words)
    assert done.returncode == 1 and "/dev/zero: larger than" in done.stderr


@pytest.mark.parametrize("words", [
    ["--rw=randwrite"], ["--readwrite=write"], ["--zones", "--rw=write"], ["--curve", "--rw=randwrite"],
    ["--filename=other"], ["--size=10m"], ["--offset=1m"], ["--hop=1m"], ["--iodepth=8"],
    ["--numjobs=4"], ["--number_ios=100"], ["--runtime=5", "--time_based"], ["--bs=8k"],
    ["--elevator=nearest"], ["--elevator_cycle=3"], ["--rate_iops=9"], ["--ioengine=null"]])
def test_what_the_study_sets_itself_is_refused_from_others(user, words):
    data = os.urandom(4 << 20)
    user.path("own").write_bytes(data)
    done = user.run("seek", "own", *words)
    assert done.returncode == 1 and "a seek study sets this itself" in done.stderr
    assert user.path("own").read_bytes() == data
    assert [p.name for p in user.directory.iterdir()] == ["own"]


def test_another_drive_or_engine_option_does_not_slip_in(user):
    done = user.run("seek", "sim:ide1gb", "--disk=eric")
    assert done.returncode == 1 and "--disk: a seek study sets this itself" in done.stderr
    done = user.run("seek", "sim:ide1gb", "--ba=512", "--sizes=4k", "--cycle=2", "--requests=50")
    assert done.returncode == 0


def test_a_long_cycle_is_sorted_by_distance_in_no_time(user):
    document = study(user, "sim:eric", "--sizes=512", "--cycle=200000", "--order=nearest",
                     "--rounds=1", "--requests=1")
    (row,) = document["rows"]
    assert row["cycle"] == 200000 and row["distance"] < 0.001
    assert "in runs of 200000," in document["how"]


def test_percentiles_and_means_are_of_the_same_latency(user):
    document = study(user, "sim:ssd-hw", "--sizes=4k", "--cycle=20", "--order=unsorted,queue",
                     "--range=64m")
    for row in document["rows"]:
        assert row["request_p99_ns"] > 0.98 * row["request_mean_ns"]


def test_a_full_disk_is_told_of(user):
    for words in [["disks"], ["disks", "show", "eric"], ["disks", "fields"]]:
        with open("/dev/full", "w", encoding="ascii") as full:
            done = user.run(*words, stdout=full)
        assert done.returncode == 1 and "No space left" in done.stderr
