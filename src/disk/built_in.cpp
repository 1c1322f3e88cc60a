// The drives that are built in, each as a parameter file would describe it.
// Facts of drives are from the sources named; what is fitted says so.
#include "disk/built_in.h"

#include <algorithm>
#include <array>

#include "disk/built_in_flash.h"

namespace fathom::disk {

namespace {

constexpr std::string_view hp97560 = R"drive([drive]
name=hp97560
type=hdd
source="Ruemmler, Wilkes: An introduction to disk drive modeling, IEEE Computer 27(3), 1994; doi 10.1109/2.268881"

[mech]
rpm=4002
heads=19
head_switch_ms=1.6
write_settle_ms=0

[seek]
short="3.24 0.4 383"
long="8.0 0.008"

[bus]
cmd_overhead_read_us=2200
cmd_overhead_write_us=2200
mbps=10

[cache]
read=segments
segment_kib=128
readahead=fixed
readahead_kib=128

[zone.1]
first_cyl=0
last_cyl=1961
spt=72
track_skew=8
cyl_skew=18
)drive";

constexpr std::string_view hp_c2247a = R"drive([drive]
name=hp_c2247a
type=hdd
source="drive facts of DiskSim 4.0 (CMU-PDL-08-101)"

[mech]
rpm=5400
heads=13
head_switch_ms=0.89
write_settle_ms=0.65

[seek]
table="1:2.89 2:3.68 3:3.81 4:3.98 5:4.27 6:4.65 7:4.52 8:4.65 9:4.82 10:4.99"
short="3.81 0.33 299"
long="7.75 0.0059"

[bus]
cmd_overhead_read_us=417
cmd_overhead_write_us=417
completion_us=590

[zone.1]
first_cyl=0
last_cyl=558
spt=96
track_skew=14
cyl_skew=32

[zone.2]
first_cyl=559
last_cyl=760
spt=92
track_skew=13
cyl_skew=30

[zone.3]
first_cyl=761
last_cyl=901
spt=88
track_skew=13
cyl_skew=29

[zone.4]
first_cyl=902
last_cyl=1051
spt=84
track_skew=12
cyl_skew=28

[zone.5]
first_cyl=1052
last_cyl=1193
spt=80
track_skew=12
cyl_skew=27

[zone.6]
first_cyl=1194
last_cyl=1519
spt=72
track_skew=11
cyl_skew=24

[zone.7]
first_cyl=1520
last_cyl=1793
spt=64
track_skew=10
cyl_skew=22

[zone.8]
first_cyl=1794
last_cyl=2050
spt=56
track_skew=9
cyl_skew=19
)drive";

constexpr std::string_view barracuda4lp = R"drive([drive]
name=barracuda4lp
type=hdd
source="drive facts of DiskSim 4.0 (CMU-PDL-08-101); seek curve fitted to its table"

[mech]
rpm=7200
heads=5
head_switch_ms=0.1
write_settle_ms=0.0

[seek]
short="2.048 0.1905 1390"
long="5.987 0.002144"

[bus]
cmd_overhead_read_us=774
cmd_overhead_write_us=774
completion_us=630

[zone.1]
first_cyl=0
last_cyl=1127
spt=186
track_skew=37
cyl_skew=52

[zone.2]
first_cyl=1129
last_cyl=2352
spt=185
track_skew=37
cyl_skew=52

[zone.3]
first_cyl=2354
last_cyl=2761
spt=177
track_skew=35
cyl_skew=49

[zone.4]
first_cyl=2763
last_cyl=3098
spt=170
track_skew=34
cyl_skew=47

[zone.5]
first_cyl=3100
last_cyl=3387
spt=163
track_skew=32
cyl_skew=46

[zone.6]
first_cyl=3389
last_cyl=3700
spt=157
track_skew=31
cyl_skew=44

[zone.7]
first_cyl=3702
last_cyl=4013
spt=148
track_skew=29
cyl_skew=41

[zone.8]
first_cyl=4015
last_cyl=4326
spt=141
track_skew=28
cyl_skew=39

[zone.9]
first_cyl=4328
last_cyl=4615
spt=135
track_skew=27
cyl_skew=38

[zone.10]
first_cyl=4617
last_cyl=4928
spt=126
track_skew=25
cyl_skew=35

[zone.11]
first_cyl=4930
last_cyl=5171
spt=119
track_skew=23
cyl_skew=33
)drive";

constexpr std::string_view cheetah9lp = R"drive([drive]
name=cheetah9lp
type=hdd
source="drive facts of DiskSim 4.0 (CMU-PDL-08-101); seek curve fitted to its table"

[mech]
rpm=10045
heads=12
head_switch_ms=0.03
write_settle_ms=0.461

[seek]
short="1.019 0.0991 1166"
long="3.113 0.001078"

[bus]
cmd_overhead_read_us=698
cmd_overhead_write_us=698
completion_us=280

[zone.1]
first_cyl=0
last_cyl=846
spt=254
track_skew=97
cyl_skew=133

[zone.2]
first_cyl=848
last_cyl=1643
spt=245
track_skew=97
cyl_skew=133

[zone.3]
first_cyl=1645
last_cyl=2392
spt=238
track_skew=97
cyl_skew=117

[zone.4]
first_cyl=2394
last_cyl=3096
spt=227
track_skew=97
cyl_skew=116

[zone.5]
first_cyl=3098
last_cyl=3757
spt=217
track_skew=97
cyl_skew=108

[zone.6]
first_cyl=3759
last_cyl=4379
spt=209
track_skew=97
cyl_skew=108

[zone.7]
first_cyl=4381
last_cyl=4964
spt=201
track_skew=97
cyl_skew=108

[zone.8]
first_cyl=4966
last_cyl=5515
spt=189
track_skew=88
cyl_skew=94

[zone.9]
first_cyl=5516
last_cyl=6031
spt=181
track_skew=88
cyl_skew=93

[zone.10]
first_cyl=6032
last_cyl=6517
spt=174
track_skew=88
cyl_skew=93

[zone.11]
first_cyl=6518
last_cyl=6961
spt=167
track_skew=88
cyl_skew=80
)drive";

constexpr std::string_view atlas10k = R"drive([drive]
name=atlas10k
type=hdd
source="drive facts of DiskSim 4.0 (CMU-PDL-08-101); seek curve fitted to its table"

[mech]
rpm=10025
heads=6
head_switch_ms=0.176
write_settle_ms=0.487

[seek]
short="1.354 0.076 4622"
long="3.705 0.000675"

[bus]
cmd_overhead_read_us=702
cmd_overhead_write_us=702
completion_us=0

[zone.1]
first_cyl=0
last_cyl=432
spt=334
track_skew=63
cyl_skew=113

[zone.2]
first_cyl=433
last_cyl=848
spt=334
track_skew=63
cyl_skew=113

[zone.3]
first_cyl=849
last_cyl=1264
spt=334
track_skew=63
cyl_skew=113

[zone.4]
first_cyl=1265
last_cyl=1688
spt=324
track_skew=63
cyl_skew=101

[zone.5]
first_cyl=1689
last_cyl=2104
spt=324
track_skew=63
cyl_skew=101

[zone.6]
first_cyl=2105
last_cyl=2520
spt=324
track_skew=63
cyl_skew=101

[zone.7]
first_cyl=2521
last_cyl=2936
spt=324
track_skew=62
cyl_skew=101

[zone.8]
first_cyl=2937
last_cyl=3360
spt=324
track_skew=61
cyl_skew=98

[zone.9]
first_cyl=3361
last_cyl=3776
spt=324
track_skew=61
cyl_skew=98

[zone.10]
first_cyl=3777
last_cyl=4192
spt=324
track_skew=61
cyl_skew=98

[zone.11]
first_cyl=4193
last_cyl=4608
spt=324
track_skew=61
cyl_skew=98

[zone.12]
first_cyl=4609
last_cyl=5032
spt=306
track_skew=58
cyl_skew=98

[zone.13]
first_cyl=5033
last_cyl=5448
spt=306
track_skew=58
cyl_skew=98

[zone.14]
first_cyl=5449
last_cyl=5864
spt=302
track_skew=57
cyl_skew=92

[zone.15]
first_cyl=5865
last_cyl=6280
spt=293
track_skew=56
cyl_skew=91

[zone.16]
first_cyl=6281
last_cyl=6704
spt=288
track_skew=55
cyl_skew=91

[zone.17]
first_cyl=6705
last_cyl=7120
spt=288
track_skew=55
cyl_skew=88

[zone.18]
first_cyl=7121
last_cyl=7536
spt=280
track_skew=54
cyl_skew=88

[zone.19]
first_cyl=7537
last_cyl=7952
spt=270
track_skew=51
cyl_skew=87

[zone.20]
first_cyl=7953
last_cyl=8376
spt=262
track_skew=51
cyl_skew=83

[zone.21]
first_cyl=8377
last_cyl=8792
spt=255
track_skew=48
cyl_skew=83

[zone.22]
first_cyl=8793
last_cyl=9208
spt=246
track_skew=47
cyl_skew=75

[zone.23]
first_cyl=9209
last_cyl=9624
spt=237
track_skew=45
cyl_skew=75

[zone.24]
first_cyl=9625
last_cyl=10041
spt=229
track_skew=44
cyl_skew=75
)drive";

constexpr std::string_view ide1gb = R"drive([drive]
name=ide1gb
type=hdd
source="fitted to figures of a mail to the squid-dev list, 24 April 2000"
fitted=1

[mech]
rpm=5400
heads=4
head_switch_ms=1.5
write_settle_ms=0

[seek]
short="2.749 0.2505 1384"
long="7.605 0.00323"

[bus]
cmd_overhead_read_us=550
cmd_overhead_write_us=550

[zone.1]
first_cyl=0
last_cyl=4153
spt=124
track_skew=17
cyl_skew=40
)drive";

constexpr std::string_view ide1gb_flat = R"drive([drive]
name=ide1gb-flat
type=hdd
source="fitted to the elevator figure of the same mail; a seek curve no drive has"
fitted=1

[mech]
rpm=5400
heads=4
head_switch_ms=2.2
write_settle_ms=0

[seek]
short="8.008 0.0922 1533"
long="10.274 0.00088"

[bus]
cmd_overhead_read_us=550
cmd_overhead_write_us=550

[zone.1]
first_cyl=0
last_cyl=4599
spt=112
track_skew=23
cyl_skew=87
)drive";

constexpr std::string_view eric = R"drive([drive]
name=eric
type=hdd
source="fitted to 30 and 60 operations a second on the same list"
fitted=1

[mech]
rpm=3600
heads=8
head_switch_ms=1.0
write_settle_ms=0

[seek]
t2t_ms=2.5
mean_ms=20.0
full_ms=40

[bus]
cmd_overhead_read_us=2500
cmd_overhead_write_us=2500

[zone.1]
first_cyl=0
last_cyl=1149
spt=52
track_skew=4
cyl_skew=8
)drive";

constexpr std::string_view sata14t = R"drive([drive]
name=sata14t
type=hdd
source="fitted to the hard disk of a storage course of 2023"
fitted=1

[mech]
rpm=7200
heads=16
head_switch_ms=0.32
write_settle_ms=0.05
read_on_arrival=1

[seek]
t2t_ms=0.27
mean_ms=8.5
full_ms=17

[bus]
cmd_overhead_read_us=150
cmd_overhead_write_us=150
hit_overhead_us=0.1

[cache]
read=track
segments=64
readahead=stream
readahead_kib=1024
preempt=0

[wcache]
mode=back
kib=65536
entries=43
destage=satf

[queue]
policy=satf
depth=32

[host]
call_us=20.8
per_kib_us=7.4
per_kib_limit_kib=64

[zones]
capacity=1.4e+13
outer_mbps=272
inner_ratio=0.5
count=24
skew_ms=0.37
)drive";

constexpr std::string_view sata1t_desktop = R"drive([drive]
name=sata1t-desktop
type=hdd
source="an assumed desktop drive of 1 TB"
fitted=1

[mech]
rpm=7200
heads=2
head_switch_ms=1.0
write_settle_ms=0.2

[seek]
t2t_ms=1.0
mean_ms=8.5
full_ms=17

[bus]
cmd_overhead_read_us=150
cmd_overhead_write_us=150
hit_overhead_us=20

[wcache]
mode=back
kib=65536
entries=43
destage=satf

[queue]
policy=satf
depth=32

[zones]
capacity=1e+12
outer_mbps=200
inner_ratio=0.5
count=24
)drive";

const std::array<BuiltIn, 13> drives = {{
    {"hp97560", hp97560},
    {"hp_c2247a", hp_c2247a},
    {"barracuda4lp", barracuda4lp},
    {"cheetah9lp", cheetah9lp},
    {"atlas10k", atlas10k},
    {"ide1gb", ide1gb},
    {"ide1gb-flat", ide1gb_flat},
    {"eric", eric},
    {"sata14t", sata14t},
    {"sata1t-desktop", sata1t_desktop},
    {"ssd-mqsim", ssd_mqsim},
    {"ssd-agrawal", ssd_agrawal},
    {"ssd-hw", ssd_hw},
}};

}  // namespace

std::span<const BuiltIn> built_in_drives() {
    return drives;
}

const BuiltIn* find_built_in(std::string_view name) {
    const auto found = std::find_if(drives.begin(), drives.end(),
                                    [&](const BuiltIn& one) { return one.name == name; });
    return found == drives.end() ? nullptr : &*found;
}

}  // namespace fathom::disk
