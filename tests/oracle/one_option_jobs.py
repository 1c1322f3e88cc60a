"""Jobs of one option (beside size=1m) that test_one_option_jobs.py gives to both programs."""

# Both take or refuse these alike, and read the same numbers.
ALIKE = r"""
bs=4k bs=4ki bs=4kib bs=4K bs=4KiB bs=4kb bs=4KB bs=0x10 bs=0x1000 bs=0X1000 bs=010 bs=+1 bs=+4k
bs=0 bs=1 bs=1b bs=1m bs=4096 bs=4096B bs=,8k bs=4k,8k bs=4k,8k,16k bs=4k,,16k bs=,,16k bs=4k, bs=,,
bs=4k,8k, bs=4k:8k bs=$pagesize bs=$pagesize*2 bs=2*$pagesize bs="4k" bs='4k' bs=${X} bs=${X}k
bs=${NOSUCH} bs=${NOSUCH}4k bs=k bs=99999999999999999999 size=10% size=100% size=0% size=+5m
size=20z size=1mi size=1mib size=1MB size=0 size=1t size=9223372036854775807
size=18446744073709551615 size=18446744073709551616 size=$mb_memory*1024 size=(1m*2 io_size=2m
io_size=50% io_size=100% offset=1m offset=10% offset=100% offset=1z offset_increment=1m
offset_increment=10% offset_align=4k filesize=1m filesize=1m-2m filesize=2m-1m filesize=0
bsrange=1k-4k bsrange=1k:4k bsrange=4k-1k bsrange=1k-4k,2k-8k bsrange=1k-4k,2k-8k,4k-16k
bsrange=1k-4k/2k-8k bsrange=1k bssplit=4k/50:8k/50 bssplit=4k/50:8k/ bssplit=4k/10:8k bssplit=4k
bssplit=4k/50:8k/50,16k/100 bssplit=4k/50:8k/50,16k/100,64k/100 bssplit=4k/50:8k/40 bs_unaligned
bs_unaligned=1 blockalign=512 blockalign=4k,8k runtime=0 runtime=1 runtime=1d runtime=1D runtime=1h
runtime=1m runtime=1M runtime=1s runtime=1ms runtime=1us runtime=1msec runtime=1usec runtime=10S
runtime=10MS  runtime=010 runtime=s timeout=5 ramp_time=5 ramp_time=5ms startdelay=5
startdelay=1-5 startdelay=5-1 startdelay=1ms-5ms startdelay=1s thinktime=100 thinktime=1ms
thinktime=1s thinktime_spin=10 thinktime_blocks=4 max_latency=10ms max_latency=10
max_latency=10ms,20ms latency_target=10ms latency_window=1s ss_dur=10 rw=read rw=READ rw=readwrite
rw=rw rw=randrw:8 rw=randrw:8k rw=read:8k rw=read:-8k rw=trimwrite rw=randtrimwrite rw= rw
rw_sequencer=identical file_service_type=random file_service_type=random:8
file_service_type=roundrobin:4 file_service_type=sequential:4k file_service_type=zipf
file_service_type=zipf:1.2 file_service_type=zipf:1.0 file_service_type=pareto:0.5
file_service_type=gauss:10 file_service_type=normal:10 random_distribution=random
random_distribution=zipf random_distribution=zipf:1.2 random_distribution=zipf:1
random_distribution=zipf:0 random_distribution=zipf:1.2:0.5 random_distribution=zipf:1.2:1.5
random_distribution=pareto:0.2 random_distribution=normal:50 random_distribution=normal:100
random_distribution=zoned:50/50:50/50 random_distribution=zoned:60/10:40/90
random_distribution=zoned:60/10:30/90 random_distribution=zoned random_distribution=zoned:50
random_distribution=zoned_abs:60/1m:40/2m iodepth=1 iodepth=0 iodepth=1k iodepth iodepth_batch=0
iodepth_low=8 iodepth_batch_complete_min=0 numjobs=2 numjobs=$ncpus numjobs=010 loops=2 loops=0
nrfiles=1k openfiles=0 fsync=32 fsync=1k fdatasync=32 direct=0 direct=1 direct=2 direct= direct
direct=true direct=01 direct=0x1 buffered=0 thread thread=0 thread=1 thread=x stonewall stonewall=0
time_based time_based=0 invalidate=0 unlink=1 create_only=1 gtod_reduce=1 norandommap norandommap=0
softrandommap=1 exitall exitall=1 nice=19 nice=20 nice=0 prio=0 prio=7 prio=8 prioclass=0
prioclass=3 rwmixread=0 rwmixread=50 rwmixread=100 rwmixread=101 rwmixwrite=30 percentage_random=50
percentage_random=50,20 percentage_random=50,,20 rate=1m rate=1m, rate=,1m rate=1m,2m,3m rate=0
rate_iops=100 rate_iops=100,200 rate_min=1m rate_process=poisson rate_process=linear sync=0 sync=1
sync=2 sync=none sync=dsync sync=sync sync_file_range=write:32 sync_file_range=wait_before,write:32
sync_file_range=foo:32 mem=malloc mem=mmap mem=mmap:/tmp/x mem_align=4k mem_align=0 hugepage-size=2m
lockmem=1m kb_base=1000 kb_base=1024 kb_base=1001 unit_base=0 unit_base=1 unit_base=8 unit_base=2
fallocate=none fallocate=0 fallocate=1 fallocate=keep fadvise_hint=0 fadvise_hint=1
fadvise_hint=random ioengine=null ioengine= clocksource=cpu clocksource=gettimeofday cpumask=1
cpumask=0x1 cpus_allowed=0 cpus_allowed_policy=split numa_cpu_nodes=0 numa_mem_policy=bind:0 uid=0
gid=x percentile_list=99 percentile_list=50:99:99.9 percentile_list=99.9:50 percentile_list=101
percentile_list=x significant_figures=4 significant_figures=0 bwavgtime=500 randseed=42
randseed=0x42 randseed=18446744073709551615 random_generator=lfsr random_generator=tausworthe64
exit_what=all verify=crc32c verify=md5 verify_interval=4k verify_pattern=0xdeadbeef
verify_pattern="abcd" verify_pattern=65 verify_pattern=%o verify_pattern=foo verify_pattern=0x
verify_pattern=0xff%o"abcd"-12 buffer_pattern=0xdeadbeef buffer_pattern="abcd" buffer_pattern=%o
buffer_compress_percentage=50 dedupe_percentage=50 ignore_error=EIO ignore_error=EIO:ENOSPC,EIO
ignore_error=5 continue_on_error=all continue_on_error=read continue_on_error=1
continue_on_error=foo latency_percentile=99.9 steadystate=iops:1% steadystate=iops:100
steadystate=foo:1% steadystate=bw_slope:0.3% zonemode=none zonemode=strided zonesize=1m zoneskip=1m
write_hint=short log_avg_msec=100 log_hist_coarseness=6 flow=1 flow_id=1 trim_percentage=50
number_ios=10 replay_skip=read,write replay_scale=2 io_submit_mode=offload write_bw_log
write_bw_log=x
""".split()

# The same, where there are blanks in them.
ALIKE += ["bs =4k", "rw=read ", "bs=4k # comment", "bs=4k ; comment", "bs=4k;8k",
          'description="a b"', "bs=4k\nkb_base=1000", "kb_base=1000\nbs=4k", "kb_base=1000\nbs=4kib",
          "kb_base=1000\nsize=1m\nio_size=1mib", "kb_base=1000\nrw=read:8k", "bs=4k\nbs=8k",
          "iodepth=$ncpus\nnumjobs=$ncpus*2", "time_based\nruntime=1m", "filename=a:b\nnrfiles=2"]

# fio takes these and we refuse them: by the row of docs/differences.md that says why.
REFUSED = {
    "text after a number is dropped": r"""
bs=1.5k bs=4kx bs=4k/8k bs=4*1024 size=1.5m size=1e6 size=1m1k size=10%% size=1m*2
filesize=1m,2m filesize=1m- runtime=1.5 runtime=1.5s runtime=0.5s runtime=1h30m runtime=1:30
runtime=01:00:00 runtime=1k runtime=10*60 startdelay=1.5 iodepth=4x iodepth=1.5 numjobs=2x loops=1.5
direct=1x percentile_list=50,99 bwavgtime=1s nice=5-10 iodepth_batch_complete_min=1-4
rwmixread=50% percentage_random=50% filesize=10%""".split() +
        ["bs=4 k", "runtime=1 s", "bs=4k kb_base=1000"],
    "a unit of time that is none": r"""
runtime=1x runtime=1min runtime=1ns runtime=1minutes""".split(),
    "a number below zero": r"""
bs=-1 bs=-4k size=-1 io_size=-1 offset=-4k offset_align=-1 filesize=-1m runtime=-1 ramp_time=-1
startdelay=-1 thinktime=-1 iodepth=-1 iodepth_batch=-1 numjobs=-1 loops=-1 nrfiles=-1 openfiles=-1
direct=-1 thread=-1 prio=-1 rwmixread=-1 percentage_random=-1 fsync=-1 iomem_align=-1 lockmem=-1
cpumask=-1 uid=-1 randseed=-1 number_ios=-1 steadystate=iops:-1 rate=-1 rate_iops=-1 max_latency=-1
gtod_cpu=-1 log_avg_msec=-1 zonesize=-1 bwavgtime=-1 flow=-1
rw=randrw:-1 random_distribution=zipf:-1 file_service_type=zipf:-1 bssplit=4k/-1:8k/101
ignore_error=-1""".split(),
    "a number past what the setting can hold": r"""
iodepth=99999999999 numjobs=99999999999 size=101% runtime=99999999999 runtime=9223372036854775807
log_hist_coarseness=7 ignore_error=99999 cpus_allowed=999 bssplit=4k/60:8k/60""".split(),
    "0 where one at least is needed": r"""
numjobs=0 nrfiles=0 bsrange=0-4k bwavgtime=0 hugepage-size=0 rw=randrw:0
file_service_type=random:0""".split(),
    "a switch that is neither on nor off": "thread=2 stonewall=2 direct=1k".split(),
    "`rw=randrw:foo` is taken": r"""
rw=randrw:foo rw=randrw: rw=randread: rw=write: rw=read:foo rw=read:4kx rw=read:1m:2
file_service_type=random:foo file_service_type=random: random_distribution=random:5
sync_file_range=write sync_file_range=write:x mem=malloc:/tmp/x""".split(),
    "a list with a part that is none": r"""
bssplit=,16k/100 bssplit=4k/x bssplit=: cpus_allowed=x cpus_allowed=0:1 cpus_allowed=1-0
numa_cpu_nodes=x numa_mem_policy=bind numa_mem_policy=foo ignore_error=foo replay_skip=foo
continue_on_error=read,write bs=4k,8k,16k,32k latency_percentile=50:60
percentile_list=1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17:18:19:20:21""".split(),
    "`bs=4g` and more is taken": "bs=4g bs=1t bs=1p".split(),
    "`--parse-only` takes any `ioengine=`": r"""
ioengine=NULL ioengine=nosuch ioengine=psyncx profile=foo""".split(),
    "a size below the block size": "size=10 size=$ncpus".split(),
    "an option that needs a value and has none": r"""
cpus_allowed ignore_error numa_cpu_nodes numa_mem_policy replay_skip verify_async_cpus""".split(),
}

# fio is ended by a signal; we refuse them.
DEADLY = {
    "a pattern that is missing, or an empty file": r"""
buffer_pattern verify_pattern buffer_pattern='/dev/null'""".split(),
}

# fio refuses these and we take them.
TAKEN = {
    "`io_size=150%` is refused": ["io_size=150%"],
    "an expression in parentheses": r"""
bs=(4*1024) bs=(1k+1k) size=(1m*2) runtime=(10*60) runtime=(10*60)s""".split(),
}

# Both take these and read other numbers: (option, fio's, ours).
OTHERWISE = {
    "a blank after `=`": [("bs= 4k", "4", "4096")],
    "`runtime=3sec` is 3 us": [("runtime=3sec", "3", "3000000")],
    "a hexadecimal time": [("runtime=0x10", "16", "16000000")],
}
