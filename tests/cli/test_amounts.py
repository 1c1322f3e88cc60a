"""Where a job goes and how much it does: size, offset, io_size, number_ios, files. Writers work on a
file of zeros, so that the file itself tells which blocks they touched."""
import json

import pytest

BLOCK = 4096


def job_of(done):
    """The only job of a run whose report is JSON."""
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["jobs"][0]


def measured(user, *words):
    return job_of(user.run("--name=a", "--output-format=json", *words))


def zeros(user, name, size):
    with open(user.path(name), "wb") as file:
        file.truncate(size)
    return name


def touched(user, name):
    """Numbers of the 4k blocks that hold something."""
    data = user.path(name).read_bytes()
    return [i for i in range(len(data) // BLOCK) if any(data[i * BLOCK:(i + 1) * BLOCK])]


def test_a_percentage_is_of_the_whole_file_wherever_the_job_starts(user):
    zeros(user, "f", 64 << 10)
    job = measured(user, "--filename=f", "--rw=write", "--bs=4k", "--size=25%", "--offset=16k")
    assert job["write"]["total_ios"] == 4
    assert touched(user, "f") == [4, 5, 6, 7]


def test_a_percentage_is_cut_at_the_end_of_the_file(user):
    zeros(user, "f", 64 << 10)
    measured(user, "--filename=f", "--rw=write", "--bs=4k", "--size=50%", "--offset=56k")
    assert touched(user, "f") == [14, 15]
    assert user.path("f").stat().st_size == 64 << 10


def test_a_percent_offset_is_aligned_to_the_block(user):
    zeros(user, "f", 100 << 10)
    measured(user, "--filename=f", "--rw=write", "--bs=16k", "--offset=50%", "--size=16k")
    assert touched(user, "f") == [16, 17, 18, 19]  # 50k is not a multiple of 16k, 64k is


def test_percent_offsets_of_a_suite_mean_the_file_as_it_was(user):
    """Outer to inner parts of a file: no job's place hangs on what the ones before it did."""
    zeros(user, "f", 80 << 10)
    parts = "".join(f"[p{p}]\nstonewall\noffset={p}%\n" for p in (80, 40, 0))
    user.write("s.fio", f"[global]\nfilename=f\nrw=write\nbs=4k\nsize=8k\n{parts}")
    assert user.run("s.fio").returncode == 0
    assert touched(user, "f") == [0, 1, 8, 9, 16, 17]
    assert user.path("f").stat().st_size == 80 << 10


def test_offset_increment_places_each_clone(user):
    zeros(user, "f", 1 << 20)
    measured(user, "--filename=f", "--rw=write", "--filesize=1m", "--size=4k", "--numjobs=3",
             "--offset_increment=256k", "--group_reporting")
    assert touched(user, "f") == [0, 64, 128]


@pytest.mark.parametrize("access", ["read", "randread"])
def test_an_offset_near_the_end_works_with_a_range_of_sizes(user, access):
    user.path("f").write_bytes(b"x" * (64 << 10))
    job = measured(user, "--filename=f", f"--rw={access}", "--bsrange=4k-16k", "--offset=60k")
    assert job["read"]["io_bytes"] == 4 << 10


def test_a_size_that_is_no_multiple_of_the_block_does_whole_blocks(user):
    user.path("f").write_bytes(b"x" * (10 << 10))
    for access in ("read", "randread"):
        job = measured(user, "--filename=f", f"--rw={access}", "--bs=4k")
        assert (job["read"]["total_ios"], job["read"]["io_bytes"]) == (2, 8 << 10)
    job = measured(user, "--ioengine=null", "--filesize=30k", "--bs=4k")
    assert job["read"]["total_ios"] == 7


def test_io_size_may_be_more_than_the_size(user):
    job = measured(user, "--ioengine=null", "--size=64k", "--bs=4k", "--io_size=150%")
    assert job["read"]["io_bytes"] == 96 << 10
    job = measured(user, "--filename=f", "--rw=write", "--bs=512", "--size=512", "--io_size=1k")
    assert job["write"]["total_ios"] == 2
    assert user.path("f").stat().st_size == 512


def test_number_ios_ends_a_job_early(user):
    job = measured(user, "--ioengine=null", "--size=64k", "--bs=4k", "--number_ios=3")
    assert job["read"]["total_ios"] == 3


def test_laying_a_file_out_is_no_work_of_the_job(user):
    job = measured(user, "--filename=f", "--rw=randrw", "--bs=4k", "--size=256k")
    assert job["read"]["io_bytes"] + job["write"]["io_bytes"] == 256 << 10
    said = user.run("--name=a", "--filename=g", "--rw=randrw", "--bs=4k", "--size=2m")
    assert "a: Laying out IO file (1 file / 2MiB)" in said.stdout


@pytest.mark.parametrize("more", [[], ["--refill_buffers"], ["--iodepth=4", "--ioengine=libaio"]])
def test_jobs_of_equal_settings_write_different_data(user, more):
    done = user.run("--name=a", "--rw=write", "--bs=4k", "--size=64k", "--numjobs=2",
                    "--filename_format=f$jobnum", *more)
    assert done.returncode == 0, done.stderr
    first, second = (user.path(name).read_bytes() for name in ("f0", "f1"))
    assert len(first) == len(second) == 64 << 10
    blocks = {data[i:i + BLOCK] for data in (first, second) for i in range(0, len(data), BLOCK)}
    assert len(blocks) == 32


@pytest.mark.parametrize("access", ["write", "randwrite"])
def test_one_pass_covers_every_block(user, access):
    zeros(user, "f", 1 << 20)
    measured(user, "--filename=f", f"--rw={access}", "--bs=4k", "--size=1m")
    assert touched(user, "f") == list(range(256))


def test_a_colon_separates_names_and_a_name_that_was_cut_up_is_noticed(user):
    words = ["--name=a", "--rw=write", "--bs=4k", "--size=8k"]
    zeros(user, "pci-0:1f", 8 << 10)
    done = user.run(*words, "--filename=pci-0:1f")
    assert done.returncode == 0
    assert "filename=pci-0:1f names 2 files, although one of that whole name exists" in done.stderr
    assert touched(user, "pci-0:1f") == []
    done = user.run(*words, "--filename=pci-0\\:1f")
    assert (done.returncode, done.stderr) == (0, "")
    assert touched(user, "pci-0:1f") == [0, 1]


def test_missing_parents_of_a_file_are_made_for_its_owner(user):
    measured(user, "--filename=n/o/x", "--rw=write", "--size=4k")
    assert user.path("n/o").stat().st_mode & 0o777 == 0o700


def test_a_job_takes_the_first_of_the_files_its_defaults_name(user):
    user.write("n.fio", "[global]\nfilename=x:y:z\nsize=24k\nrw=write\n[j]\nnrfiles=2\n")
    assert user.run("n.fio").returncode == 0
    assert [user.path(name).stat().st_size for name in "xy"] == [12 << 10, 12 << 10]
    assert not user.path("z").exists()


def test_openfiles_below_nrfiles_still_reads_every_file(user):
    job = measured(user, "--nrfiles=5", "--openfiles=2", "--size=320k", "--bs=16k", "--rw=read",
                   "--file_service_type=roundrobin:1")
    assert job["read"]["io_bytes"] == 320 << 10


def test_a_hundred_thousand_files(user):
    job = measured(user, "--ioengine=null", "--nrfiles=100000", "--filesize=4k")
    assert job["read"]["total_ios"] == 100000


def test_a_read_job_leaves_its_files_where_they_are(user):
    measured(user, "--nrfiles=12", "--size=48k", "--bs=4k", "--rw=randread")
    assert len(list(user.directory.glob("a.0.*"))) == 12


def test_trim_on_a_regular_file_punches_it_out(user):
    user.path("f").write_bytes(b"x" * (64 << 10))
    job = measured(user, "--filename=f", "--rw=trim", "--bs=4k", "--size=32k")
    assert job["trim"]["total_ios"] == 8
    assert user.path("f").stat().st_size == 64 << 10
    assert touched(user, "f") == list(range(8, 16))


def test_the_mix_is_the_one_asked_for(user):
    job = measured(user, "--ioengine=null", "--rw=randrw", "--rwmixread=70", "--bs=4k",
                   "--size=64m")
    reads = job["read"]["total_ios"]
    assert reads + job["write"]["total_ios"] == 16384
    assert abs(reads - 11469) < 6 * 59  # six standard deviations of a binomial share


def test_a_mix_that_cannot_act_is_said(user):
    done = user.run("--name=a", "--ioengine=null", "--size=64k", "--rw=read", "--rwmixread=70")
    assert done.returncode == 0
    assert "rwmixread has no effect with rw=read" in done.stderr


def test_syncs_come_once_in_so_many_writes(user):
    for option in ("fsync", "fdatasync"):
        job = measured(user, "--filename=f", "--rw=rw", "--bs=4k", "--size=256k", f"--{option}=4")
        # The last write may be the fourth: then nothing follows that the sync would come before.
        assert job["sync"]["total_ios"] in ((job["write"]["total_ios"] - 1) // 4,
                                            job["write"]["total_ios"] // 4)
        assert job["read"]["short_ios"] == job["write"]["short_ios"] == 0
