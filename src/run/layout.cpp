#include "run/layout.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workload/payload.h"

namespace fathom {

namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 20;

/// An open descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] int close() {
        const int result = ::close(fd_) == 0 ? 0 : errno;
        fd_ = -1;
        return result;
    }

  private:
    int fd_;
};

bool needs_layout(const PlannedFile& planned) {
    return planned.file.type == FileType::regular &&
           (!planned.exists || planned.file.real_size < planned.wanted_size);
}

std::string announcement(const Job& job, std::size_t count, std::uint64_t bytes) {
    const std::string size = std::to_string(bytes >> 20) + "MiB";
    if (count == 1) return job.name + ": Laying out IO file (1 file / " + size + ")";
    return job.name + ": Laying out IO files (" + std::to_string(count) + " files / total " + size +
           ")";
}

/// Reserves space as fallocate= says. Where that cannot be done the space is taken when written,
/// and what does not fit fails there; only fallocate=keep insists.
void reserve(int fd, const Job& job, const PlannedFile& planned) {
    const auto size = static_cast<off_t>(planned.wanted_size);
    int failed = 0;
    switch (job.fallocate) {
        case Fallocate::none:
            break;
        case Fallocate::native:
            ::fallocate(fd, 0, 0, size);
            break;
        case Fallocate::posix:
            ::posix_fallocate(fd, 0, size);
            break;
        case Fallocate::keep:
            if (::fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, size) != 0) failed = errno;
            break;
        case Fallocate::truncate:
            if (::ftruncate(fd, size) != 0) failed = errno;
            break;
    }
    if (failed != 0) throw system_error(planned.file.path + ": cannot allocate space", failed);
}

/// Writes data over the whole file. False when stopped.
bool fill(int fd, const Job& job, const PlannedFile& planned, const LayoutContext& context) {
    std::vector<std::byte> data(
        static_cast<std::size_t>(std::min<std::uint64_t>(planned.wanted_size, chunk_size)));
    Payload payload(Payload::Kind::scramble, context.seed);
    if (!job.zero_buffers) payload.fill(data);
    for (std::uint64_t at = 0; at < planned.wanted_size;) {
        if (context.stopped()) return false;
        const auto length = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(data.size(), planned.wanted_size - at));
        if (!job.zero_buffers) payload.prepare(data.data(), length, at);
        const ssize_t put = ::pwrite(fd, data.data(), length, static_cast<off_t>(at));
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) throw system_error(planned.file.path + ": cannot lay out the file", errno);
        at += static_cast<std::uint64_t>(put);
    }
    return true;
}

/// Makes one file from nothing. False when stopped.
bool make_file(const Job& job, const PlannedFile& planned, const LayoutContext& context) {
    const std::string& path = planned.file.path;
    if (planned.exists && ::unlink(path.c_str()) != 0)
        throw system_error("cannot replace " + path, errno);
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.get() < 0) throw system_error("cannot make " + path, errno);
    try {
        reserve(file.get(), job, planned);
        if (wants_data(job) && !fill(file.get(), job, planned, context)) {
            ::unlink(path.c_str());
            return false;
        }
        if (job.create_fsync && ::fsync(file.get()) != 0)
            throw system_error(path + ": fsync", errno);
        if (const int error = file.close(); error != 0) throw system_error(path + ": close", error);
    } catch (...) {
        ::unlink(path.c_str());
        throw;
    }
    return true;
}

}  // namespace

void make_parents(const std::string& path) {
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
        const std::string parent = path.substr(0, at);
        if (::mkdir(parent.c_str(), 0700) == 0 || errno == EEXIST) continue;
        const int error = errno;
        struct stat st {};
        if (::stat(parent.c_str(), &st) == 0) continue;  // a read-only place that is there
        throw system_error("cannot make the directory " + parent, error);
    }
}

bool wants_data(const Job& job) {
    return job.access.read || (job.access.write && job.overwrite);
}

bool needs_layout(const FileSet& set, const EngineTraits& traits) {
    if (traits.diskless || !traits.needs_layout) return false;
    return std::any_of(set.files.begin(), set.files.end(),
                       [](const PlannedFile& planned) { return needs_layout(planned); });
}

bool lay_out(const Job& job, FileSet& set, const EngineTraits& traits,
             const LayoutContext& context) {
    if (traits.diskless) return true;
    for (const PlannedFile& planned : set.files) {
        if (!planned.exists && job.allow_file_create) make_parents(planned.file.path);
    }
    if (!needs_layout(set, traits)) return true;
    std::size_t count = 0;
    std::uint64_t bytes = 0;
    for (const PlannedFile& planned : set.files) {
        if (!needs_layout(planned)) continue;
        ++count;
        bytes += planned.wanted_size;
    }
    if (!job.allow_file_create) {
        throw Error(job.name + ": file creation disallowed by allow_file_create=0", job.origin);
    }
    if (job.create_on_open) return true;
    context.say(announcement(job, count, bytes));
    for (PlannedFile& planned : set.files) {
        if (!needs_layout(planned)) continue;
        if (!make_file(job, planned, context)) return false;
        planned.exists = true;
        planned.file.real_size = planned.wanted_size;
    }
    return true;
}

void pre_read(const File& file, const std::function<bool()>& stopped) {
    if (file.type == FileType::character) return;
    Descriptor fd(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0) throw system_error("cannot open " + file.path, errno);
    std::vector<std::byte> buffer(chunk_size);
    const std::uint64_t end = file.span.offset + file.span.length;
    for (std::uint64_t at = file.span.offset; at < end && !stopped();) {
        const ssize_t got =
            ::pread(fd.get(), buffer.data(),
                    static_cast<std::size_t>(std::min<std::uint64_t>(chunk_size, end - at)),
                    static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw system_error(file.path + ": pre_read", errno);
        if (got == 0) return;
        at += static_cast<std::uint64_t>(got);
    }
}

std::string invalidate_cache(const File& file) {
    if (file.type == FileType::character) return {};
    const Descriptor own(file.fd >= 0 ? -1 : ::open(file.path.c_str(), O_RDONLY | O_CLOEXEC));
    const int fd = file.fd >= 0 ? file.fd : own.get();
    if (fd < 0) return file.path + ": cache not dropped: " + errno_text(errno);
    if (file.type == FileType::block && ::ioctl(fd, BLKFLSBUF) != 0)
        return file.path + ": cache not dropped: " + errno_text(errno);
    const int failed = ::posix_fadvise(fd, static_cast<off_t>(file.span.offset),
                                       static_cast<off_t>(file.span.length), POSIX_FADV_DONTNEED);
    return failed == 0 ? std::string{} : file.path + ": cache not dropped: " + errno_text(failed);
}

}  // namespace fathom
