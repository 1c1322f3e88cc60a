#include "disk/built_in_flash.h"

namespace fathom::disk {

const std::string_view ssd_mqsim = R"drive([drive]
name=ssd-mqsim
type=ssd
source="default configuration of MQSim (Tavakkol et al., FAST 2018), its data cache off"

[ssd]
channels=8
chips=4
dies=2
planes=2
blocks=2048
pages=256
page_kib=8
bus_mbps=333
command_us=1
tr_us=75
tprog_us=750
tbers_us=3800
op_pct=7
gc_start_pct=5
)drive";

const std::string_view ssd_agrawal = R"drive([drive]
name=ssd-agrawal
type=ssd
source="parameters of Agrawal et al., Design tradeoffs for SSD performance, USENIX ATC 2008"

[ssd]
channels=8
chips=1
blocks=16384
pages=64
page_kib=4
bus_mbps=40
tr_us=25
tprog_us=200
tbers_us=1500
op_pct=15
gc_start_pct=1
)drive";

const std::string_view ssd_hw = R"drive([drive]
name=ssd-hw
type=ssd
fitted=1
source="fitted to a storage course's assignment of 2023"

[ssd]
channels=4
chips=4
blocks=1024
pages=256
page_kib=4
bus_mbps=4000
command_us=8
tr_us=75
tprog_us=600
tbers_us=3000
map=cached
map_cache_kib=64
wbuf_kib=16384
readahead_kib=64
op_pct=10

[host]
call_us=20.8
per_kib_us=7.4
buffered_call_us=9.6
)drive";

}  // namespace fathom::disk
