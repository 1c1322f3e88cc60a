"""When a job runs and for how long: runtime, ramp, loops, delays, groups. Only lower bounds and
counts are held: how fast the machine is says nothing here."""
import json
import re


def jobs_of(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["jobs"]


def measured(user, *words):
    return jobs_of(user.run("--name=a", "--ioengine=null", "--output-format=json", *words))[0]


def test_time_based_goes_on_after_the_size(user):
    job = measured(user, "--size=64k", "--bs=4k", "--time_based", "--runtime=50ms")
    assert job["read"]["total_ios"] > 16
    assert job["read"]["runtime"] >= 50


def test_small_random_jobs_are_time_based_too(user):
    job = measured(user, "--size=4k", "--bs=4k", "--rw=randread", "--time_based",
                   "--runtime=20ms")
    assert job["read"]["total_ios"] > 1
    assert job["read"]["runtime"] >= 20


def test_a_runtime_alone_is_a_limit_and_the_result_says_what_ended_it(user):
    done = user.run("--name=a", "--ioengine=null", "--size=64k", "--bs=4k", "--runtime=60",
                    "--output-format=json")
    job = jobs_of(done)[0]
    assert job["read"]["total_ios"] == 16
    assert any("ended by size" in note for note in job["fathom"]["footnotes"])
    assert "ended by size" in done.stderr


def test_time_based_without_a_runtime_runs_once_and_says_so(user):
    done = user.run("--name=a", "--ioengine=null", "--size=64k", "--time_based",
                    "--output-format=json")
    assert jobs_of(done)[0]["read"]["total_ios"] == 16
    assert "time_based requires a runtime/timeout setting" in done.stderr


def test_the_ramp_comes_before_the_whole_runtime(user):
    job = measured(user, "--size=64k", "--time_based", "--ramp_time=60ms", "--runtime=20ms")
    assert 20 <= job["read"]["runtime"]
    # Only what was done after the ramp is in the figures.
    assert job["read"]["clat_ns"]["N"] == job["read"]["total_ios"]


def test_rates_are_of_the_measured_time(user):
    read = measured(user, "--size=64k", "--time_based", "--runtime=30ms")["read"]
    assert read["runtime"] >= 30
    assert abs(read["iops"] * read["runtime"] / 1000 - read["total_ios"]) < 1
    assert abs(read["bw_bytes"] * read["runtime"] / 1000 - read["io_bytes"]) <= read["runtime"]


def test_loops_repeat_the_size(user):
    assert measured(user, "--size=64k", "--bs=4k", "--loops=3")["read"]["total_ios"] == 48


def test_a_queue_depth_that_cannot_act_is_said_and_the_depth_is_one(user):
    done = user.run("--name=a", "--filename=f", "--rw=write", "--size=64k", "--iodepth=32",
                    "--output-format=json")
    job = jobs_of(done)[0]
    assert job["iodepth_level"]["1"] == 100.0
    assert any("iodepth=32 has no effect" in note for note in job["fathom"]["footnotes"])


def test_samples_of_iops_and_bandwidth_have_windows_of_their_own(user):
    read = measured(user, "--size=64k", "--time_based", "--runtime=300ms", "--bwavgtime=100",
                    "--iopsavgtime=10000")["read"]
    assert read["bw_samples"] >= 1
    assert read["iops_samples"] == 0
    read = measured(user, "--size=64k", "--time_based", "--runtime=300ms", "--bwavgtime=10000",
                    "--iopsavgtime=100")["read"]
    assert read["bw_samples"] == 0
    assert read["iops_samples"] >= 1


def test_a_job_without_stonewall_joins_the_group_before_it_and_is_named_in_its_row(user):
    user.write("g.fio", "[global]\nioengine=null\nsize=64k\ngroup_reporting\n"
                        "[t1]\nstonewall\n[t2]\nstonewall\n[t3]\nbs=8k\n")
    done = user.run("g.fio")
    assert done.returncode == 0
    rows = re.findall(r"^(\w+): \(groupid=(\d+), jobs=(\d+)\)", done.stdout, re.M)
    assert rows == [("t1", "0", "1"), ("t2", "1", "2")]
    assert 'the row "t2" of group 1 is the sum of the jobs t2, t3' in done.stderr


def test_a_serial_suite_is_a_group_for_each_job(user):
    user.write("g.fio", "[global]\nioengine=null\nsize=64k\n[one]\n[two]\nstonewall\n[three]\n")
    done = user.run("g.fio", "--output-format=json")
    assert [job["groupid"] for job in jobs_of(done)] == [0, 1, 1]


def test_a_name_in_the_global_section_hides_no_job(user):
    user.write("n.fio", "[global]\nname=x\nioengine=null\nsize=4k\n[a]\n[b]\n")
    assert [job["jobname"] for job in jobs_of(user.run("n.fio", "--output-format=json"))] == [
        "a", "b"]


def test_two_hundred_workers(user):
    done = user.run("--name=a", "--ioengine=null", "--size=4k", "--numjobs=200",
                    "--group_reporting", "--output-format=json")
    job = jobs_of(done)[0]
    assert job["read"]["total_ios"] == 200
    assert job["job options"]["numjobs"] == "200"


def test_cpuio_says_what_it_does_and_survives_a_status_line(user):
    done = user.run("--name=a", "--ioengine=cpuio", "--cpuload=5", "--runtime=20ms",
                    "--time_based", "--eta=always")
    assert done.returncode == 0, done.stderr
    assert "a (noop): ioengine=cpuio, cpuload=5, cpucycle=50000" in done.stdout


def test_disk_util_is_always_in_the_json(user):
    done = user.run("--name=a", "--ioengine=null", "--size=4k", "--output-format=json")
    assert json.loads(done.stdout)["disk_util"] == []


def test_a_rate_is_an_upper_bound_for_every_engine(user):
    for engine in ["null", "psync", "libaio", "io_uring", "posixaio", "mmap"]:
        for depth in ["1", "8"]:
            done = user.run("--name=a", "--filename=f", f"--ioengine={engine}", "--size=256k",
                            "--bs=4k", "--rw=randread", "--rate_iops=1000", f"--iodepth={depth}",
                            "--output-format=json")
            read = jobs_of(done)[0]["read"]
            # 64 I/Os, the first at once, and the last is due after 63 gaps.
            assert read["total_ios"] == 64 and read["runtime"] >= 63, (engine, depth)
            own = jobs_of(done)[0]["fathom"]
            assert own["read_lateness_ns"]["N"] == own["read_from_due_ns"]["N"] == 64
            assert own["read_from_due_ns"]["mean"] >= read["clat_ns"]["mean"]
            assert "a: reads were issued after they were due by" in done.stderr


def test_rates_hold_for_offloaded_and_untimed_jobs(user):
    for words in [["--io_submit_mode=offload", "--iodepth=4", "--ioengine=psync"],
                  ["--gtod_reduce=1", "--ioengine=psync"],
                  ["--gtod_reduce=1", "--ioengine=libaio", "--iodepth=4"]]:
        done = user.run("--name=a", "--filename=f", "--size=128k", "--bs=4k", "--rate=4m",
                        "--output-format=json", *words)
        read = jobs_of(done)[0]["read"]
        assert read["total_ios"] == 32 and read["runtime"] >= 30, words


def test_rates_of_each_direction(user):
    job = measured(user, "--size=160k", "--bs=4k", "--rw=randrw", "--rate_iops=900,100")
    assert job["read"]["total_ios"] + job["write"]["total_ios"] == 40
    # By the rates nine reads go with a write, whatever rwmixread says.
    assert 34 <= job["read"]["total_ios"] <= 38
    only_writes = measured(user, "--size=64k", "--bs=4k", "--rw=write", "--rate=,1m")
    assert only_writes["write"]["runtime"] >= 58


def test_think_time_is_between_the_blocks(user):
    job = measured(user, "--size=40k", "--bs=4k", "--thinktime=5ms", "--thinktime_spin=1ms")
    assert job["read"]["total_ios"] == 10 and job["read"]["runtime"] >= 45
    job = measured(user, "--size=40k", "--bs=4k", "--thinktime=20ms", "--thinktime_blocks=5",
                   "--iodepth=8", "--thinkcycles=1000")
    assert job["read"]["total_ios"] == 10 and job["read"]["runtime"] >= 20


def test_a_missed_least_rate_is_an_error(user):
    done = user.run("--name=a", "--ioengine=null", "--size=1g", "--bs=4k", "--thinktime=10ms",
                    "--rate_iops_min=100000", "--rate_cycle=50")
    assert done.returncode == 1
    assert "a: rate_iops_min=100000 not met, got" in done.stderr
    assert "func=check_min_rate" in done.stderr and "err= 5" in done.stdout


def test_the_run_time_ends_a_wait_for_a_slow_rate(user):
    job = measured(user, "--size=1m", "--bs=4k", "--rate=1", "--runtime=50ms", "--time_based")
    assert job["read"]["total_ios"] == 1 and job["read"]["runtime"] >= 50
