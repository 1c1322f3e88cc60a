// Engines that fio has and this version has not, with their options, and options of fio's that an
// engine of ours does not act on yet. Known so that such a job is read, checked and refused by
// name.
#include "job/later_row.h"

namespace fathom::rows {

namespace {

using enum OptionKind;

/// Engines that fio has on every Linux.
constexpr std::string_view later_engines[] = {
    "net",     "netsplice", "splice",  "exec",        "e4defrag",     "sg",
    "mtd",     "nbd",       "rdma",    "rados",       "rbd",          "gfapi",
    "pmemblk", "dev-dax",   "libpmem", "gfapi_async", "io_uring_cmd",
};

/// Engines that need a library or a system that Debian's fio is built without.
constexpr std::string_view foreign_engines[] = {
    "dirstat",  "dircreate", "dirdelete",  "http",       "dfs",      "nfs",       "libhdfs",
    "libblkio", "libcufile", "libhipfile", "libiscsi",   "xnvme",    "ime_psync", "ime_psyncv",
    "ime_aio",  "libzbc",    "windowsaio", "solarisaio", "external", "guasi",
};

/// An option and the engines (separated by '|') that have it.
struct EngineRow {
    std::string_view engines;
    LaterRow row;
};

constexpr LaterRow option(std::string_view name, OptionKind kind, std::string_view fallback,
                          std::string_view help, std::string_view words = "",
                          std::int64_t min = none, std::int64_t max = none, int values = 1,
                          std::string_view alias = "") {
    return {name, alias,  kind, OptionStanding::later, fallback, "engine", "", words, "", min,
            max,  values, help};
}

constexpr std::string_view both_rings = "io_uring|io_uring_cmd";

constexpr EngineRow ring_rows[] = {
    {both_rings, option("readfua", boolean, "0", "Reads go past the device's cache")},
    {both_rings, option("writefua", boolean, "0", "Writes go past the device's cache")},
    {both_rings, option("write_mode", choice, "write", "Command that a write becomes",
                        "write|uncor|zeroes|verify")},
    {both_rings, option("verify_mode", choice, "read", "Command that checks data", "read|compare")},
    {both_rings, option("cmd_type", choice, "nvme", "Kind of pass-through command", "nvme|bsg")},
    {both_rings, option("cdb_len", choice, "0", "Length of a SCSI command block", "0|10|16|32")},
    {both_rings, option("verify_bytchk", choice, "0", "BYTCHK of a SCSI verify", "0|1|3")},
    {both_rings,
     option("read_mode", choice, "read", "Command that a read becomes", "read|prefetch")},
    {both_rings, option("md_per_io_size", integer, "0", "Bytes of separate metadata for each I/O")},
    {both_rings, option("pi_act", boolean, "1", "The controller makes the protection information")},
    {both_rings, option("pi_chk", string, "", "What of the protection information is checked")},
    {both_rings, option("apptag", integer, "0x1234", "Application tag")},
    {both_rings, option("apptag_mask", integer, "0xffff", "Bits of the application tag in use")},
    {both_rings, option("deac", boolean, "0", "Write zeroes may deallocate")},
    {"io_uring_cmd", option("hipri", flag, "", "Poll for completions")},
    {"io_uring_cmd", option("fixedbufs", flag, "", "Register the buffers once")},
    {"io_uring_cmd", option("registerfiles", flag, "", "Register the files once")},
    {"io_uring_cmd", option("sqthread_poll", flag, "", "A kernel thread takes the requests")},
    {"io_uring_cmd", option("sqthread_poll_cpu", integer, "", "CPU of that thread")},
    {"io_uring_cmd",
     option("nonvectored", integer, "-1", "Requests without an I/O vector", "", -1)},
    {"io_uring_cmd", option("uncached", integer, "", "Drop pages after use")},
    {"io_uring_cmd", option("nowait", boolean, "", "Do not wait for resources")},
    {"io_uring_cmd",
     option("force_async", integer, "", "Every Nth request goes to a worker thread")},
    {"io_uring_cmd",
     option("cmdprio_percentage", integer, "", "Share of I/Os with a priority", "", 0, 100, 2)},
    {"io_uring_cmd", option("cmdprio_class", integer, "", "Class of that priority", "", 1, 3, 2)},
    {"io_uring_cmd", option("cmdprio_hint", integer, "", "Hint of that priority", "", 0, 1023, 2)},
    {"io_uring_cmd", option("cmdprio", integer, "", "Level of that priority", "", 0, 7, 2)},
    {"io_uring_cmd", option("cmdprio_bssplit", string, "", "Priorities by block size")},
    {"libaio", option("libaio_vectored", boolean, "0", "Requests with an I/O vector")},
};

constexpr EngineRow file_rows[] = {
    {"e4defrag", option("donorname", string, "", "File that lends its blocks")},
    {"e4defrag",
     option("inplace", integer, "", "Where blocks are taken: 0 anew, 1 in place", "", 0, 1)},
    {"exec", option("program", string, "", "Program to run")},
    {"exec", option("arguments", string, "", "Its arguments")},
    {"exec", option("grace_time", integer, "1", "Seconds from SIGTERM to SIGKILL", "", 0)},
    {"exec", option("std_redirect", boolean, "1", "Its output goes to files")},
    {"dirstat",
     option("stat_type", choice, "stat", "System call that is made", "stat|lstat|statx")},
    {"mtd", option("skip_bad", boolean, "0", "Leave bad blocks out")},
    {"sg", option("hipri", flag, "", "Poll for completions")},
    {"sg", option("readfua", boolean, "0", "Reads go past the device's cache")},
    {"sg", option("writefua", boolean, "0", "Writes go past the device's cache")},
    {"sg", option("sg_write_mode", choice, "write", "Command that a write becomes",
                  "write|write_and_verify|verify|write_same|same|write_same_ndob|verify_bytchk_00|"
                  "verify_bytchk_01|verify_bytchk_11|write_stream")},
    {"sg", option("stream_id", integer, "0", "Stream of a write_stream command")},
    {"xnvme", option("hipri", flag, "", "Poll for completions")},
    {"xnvme", option("sqthread_poll", flag, "", "A kernel thread takes the requests")},
    {"xnvme", option("xnvme_be", string, "", "Backend")},
    {"xnvme", option("xnvme_mem", string, "", "Memory backend")},
    {"xnvme", option("xnvme_async", string, "", "Asynchronous interface")},
    {"xnvme", option("xnvme_sync", string, "", "Synchronous interface")},
    {"xnvme", option("xnvme_admin", string, "", "Interface for admin commands")},
    {"xnvme", option("xnvme_dev_nsid", integer, "", "Namespace")},
    {"xnvme", option("xnvme_dev_subnqn", string, "", "Name of the fabrics subsystem")},
    {"xnvme", option("xnvme_iovec", flag, "", "Requests with an I/O vector")},
    {"xnvme", option("md_per_io_size", integer, "0", "Bytes of separate metadata for each I/O")},
    {"xnvme", option("pi_act", boolean, "1", "The controller makes the protection information")},
    {"xnvme", option("pi_chk", string, "", "What of the protection information is checked")},
    {"xnvme", option("apptag", integer, "0x1234", "Application tag")},
    {"xnvme", option("apptag_mask", integer, "0xffff", "Bits of the application tag in use")},
    {"libblkio", option("libblkio_driver", string, "", "Driver")},
    {"libblkio", option("libblkio_path", string, "", "Its path")},
    {"libblkio", option("libblkio_pre_connect_props", string, "", "Properties before connecting")},
    {"libblkio", option("libblkio_num_entries", integer, "", "Entries of a queue", "", 1)},
    {"libblkio", option("libblkio_queue_size", integer, "", "Size of a queue", "", 1)},
    {"libblkio", option("libblkio_pre_start_props", string, "", "Properties before starting")},
    {"libblkio", option("hipri", flag, "", "Poll queues")},
    {"libblkio", option("libblkio_vectored", flag, "", "Requests with an I/O vector")},
    {"libblkio", option("libblkio_write_zeroes_on_trim", flag, "", "Trims write zeroes")},
    {"libblkio", option("libblkio_wait_mode", choice, "block", "How completions are awaited",
                        "block|eventfd|loop")},
    {"libblkio", option("libblkio_force_enable_completion_eventfd", flag, "",
                        "Completions are told by an eventfd too")},
    {"libcufile", option("gpu_dev_ids", string, "", "GPUs whose memory holds the buffers")},
    {"libcufile", option("cuda_io", choice, "cufile", "Interface", "cufile|posix")},
    {"libhipfile", option("gpu_dev_ids", string, "", "GPUs whose memory holds the buffers")},
    {"libhipfile", option("rocm_io", choice, "hipfile", "Interface", "hipfile|posix")},
    {"windowsaio", option("no_completion_thread", flag, "", "No thread for completions")},
};

constexpr std::string_view sockets = "net|netsplice";

constexpr EngineRow network_rows[] = {
    {sockets, option("hostname", string, "", "Host to talk to")},
    {sockets, option("port", integer, "", "Port", "", 1, 65535)},
    {sockets, option("protocol", choice, "tcp", "Protocol", "tcp|tcpv6|udp|udpv6|unix|vsock", none,
                     none, 1, "proto")},
    {sockets, option("nodelay", boolean, "", "Send at once (TCP_NODELAY)")},
    {sockets, option("listen", flag, "", "Wait for a connection")},
    {sockets, option("pingpong", flag, "", "Each message is answered")},
    {sockets, option("interface", string, "", "Address of the interface for multicast")},
    {sockets, option("ttl", integer, "1", "Hops of multicast packets", "", 0)},
    {sockets, option("window_size", integer, "", "Size of the window", "", 0)},
    {sockets, option("mss", integer, "", "Largest TCP segment", "", 0)},
    {"nbd", option("uri", string, "", "Address of the server")},
    {"nfs", option("nfs_url", string, "", "Address of the share")},
    {"libiscsi", option("initiator", string, "iqn.2019-04.org.fio:fio", "Name of the initiator")},
    {"rdma", option("hostname", string, "", "Host to talk to")},
    {"rdma", option("bindname", string, "", "Address to bind to")},
    {"rdma", option("port", integer, "", "Port", "", 1, 65535)},
    {"rdma", option("verb", choice, "write", "What is done", "write|read|send|recv", none, none, 1,
                    "proto")},
    {"rados|rbd", option("clustername", string, "", "Name of the cluster")},
    {"rados|rbd", option("pool", string, "", "Name of the pool")},
    {"rados|rbd", option("clientname", string, "", "Name of the client")},
    {"rados|rbd", option("busy_poll", boolean, "0", "Poll for completions")},
    {"rados", option("conf", string, "/etc/ceph/ceph.conf", "Configuration of the cluster")},
    {"rados", option("touch_objects", boolean, "1", "Make objects before the run")},
    {"rbd", option("rbdname", string, "", "Name of the image")},
    {"rbd", option("rbd_encryption_format", string, "", "How the image is encrypted")},
    {"rbd", option("rbd_encryption_passphrase", string, "", "Its passphrase")},
    {"gfapi|gfapi_async", option("volume", string, "", "Name of the volume")},
    {"gfapi|gfapi_async", option("brick", string, "", "Name of the brick")},
    {"gfapi|gfapi_async", option("single-instance", boolean, "", "One instance for all jobs")},
    {"dfs", option("pool", string, "", "Name of the pool")},
    {"dfs", option("cont", string, "", "Name of the container")},
    {"dfs", option("chunk_size", integer, "0", "Size of a chunk")},
    {"dfs", option("object_class", string, "", "Class of the objects")},
    {"libhdfs", option("namenode", string, "localhost", "Name node")},
    {"libhdfs", option("hostname", string, "localhost", "Host of the name node")},
    {"libhdfs", option("port", integer, "9000", "Port of the name node", "", 1, 65535)},
    {"libhdfs", option("hdfsdirectory", string, "/", "Directory in the file system")},
    {"libhdfs",
     option("chunk_size", integer, "1048576", "Size of a chunk", "", none, none, 1, "chunck_size")},
    {"libhdfs", option("single_instance", boolean, "1", "One instance for all jobs")},
    {"libhdfs", option("hdfs_use_direct", boolean, "0", "Read past the client's copy")},
    {"http", option("https", choice, "off", "Use TLS", "off|on|insecure")},
    {"http", option("http_host", string, "localhost", "Host to talk to")},
    {"http", option("http_user", string, "", "User")},
    {"http", option("http_pass", string, "", "Password")},
    {"http", option("http_s3_key", string, "", "S3 secret key")},
    {"http", option("http_s3_keyid", string, "", "S3 key id")},
    {"http", option("http_s3_security_token", string, "", "S3 session token")},
    {"http", option("http_swift_auth_token", string, "", "Swift token")},
    {"http", option("http_s3_region", string, "us-east-1", "S3 region")},
    {"http", option("http_s3_sse_customer_key", string, "", "S3 encryption key")},
    {"http", option("http_s3_sse_customer_algorithm", string, "AES256", "S3 encryption algorithm")},
    {"http", option("http_s3_storage_class", string, "STANDARD", "S3 storage class")},
    {"http", option("http_mode", choice, "webdav", "Protocol", "webdav|s3|swift")},
    {"http", option("http_verbose", integer, "0", "How much is said of the transfers")},
    {"http", option("http_object_mode", choice, "block", "What an object holds", "block|range")},
};

/// Built-in tests, selected by profile=NAME, stand in the table as engines "profile:NAME".
constexpr EngineRow profile_rows[] = {
    {"profile:act", option("device-names", string, "", "Devices to test")},
    {"profile:act", option("load", integer, "1", "Load in units of 2,000 reads a second")},
    {"profile:act", option("test-duration", time, "24h", "How long the test takes")},
    {"profile:act", option("threads-per-queue", integer, "8", "Threads for each queue")},
    {"profile:act", option("read-req-num-512-blocks", integer, "3", "Sectors of a read")},
    {"profile:act", option("large-block-op-kbytes", integer, "131072", "KiB of a large operation")},
    {"profile:act", option("prep", flag, "", "Prepare the devices, test nothing")},
    {"profile:tiobench", option("size", size, "", "Size of the file")},
    {"profile:tiobench", option("block", integer, "4096", "Block size")},
    {"profile:tiobench", option("numruns", integer, "", "Repeats")},
    {"profile:tiobench", option("dir", string, "", "Directory of the file")},
    {"profile:tiobench", option("threads", integer, "", "Threads")},
};

void add(std::span<const EngineRow> engine_rows, OptionTable& table) {
    for (const EngineRow& entry : engine_rows) {
        for (const std::string_view engine : split(entry.engines, '|')) {
            table.add_engine(std::string(engine), {entry.row.to_row()}, EngineStanding::unknown);
        }
    }
}

}  // namespace

void add_later_engines(OptionTable& table) {
    for (const std::string_view name : later_engines) {
        table.add_engine(std::string(name), {}, EngineStanding::later);
    }
    for (const std::string_view name : foreign_engines) {
        table.add_engine(std::string(name), {}, EngineStanding::foreign);
    }
    add(ring_rows, table);
    add(file_rows, table);
    add(network_rows, table);
    for (const std::string_view name : {"profile:act", "profile:tiobench"}) {
        table.add_engine(std::string(name), {}, EngineStanding::profile);
    }
    add(profile_rows, table);
}

}  // namespace fathom::rows
