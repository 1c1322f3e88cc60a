#include "engine/posix_files.h"

#include <cerrno>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace fathom {

namespace {

std::string open_hint(const Job& job, int error) {
    if (error == EINVAL && job.direct) return "the file system may not take direct=1 (O_DIRECT)";
    if (error == EMFILE) return "raise the limit of open files (ulimit -n) or set openfiles";
    if (error == EBUSY) return "something holds the device";
    return {};
}

}  // namespace

int access_advice(const Job& job) {
    switch (job.fadvise_hint) {
        case FadviseHint::off:
            return -1;
        case FadviseHint::on:
            return job.access.random ? POSIX_FADV_RANDOM : POSIX_FADV_SEQUENTIAL;
        case FadviseHint::random:
            return POSIX_FADV_RANDOM;
        case FadviseHint::sequential:
            return POSIX_FADV_SEQUENTIAL;
        case FadviseHint::noreuse:
            return POSIX_FADV_NOREUSE;
    }
    return -1;
}

int PosixFiles::flags_for(const File& file) const {
    int flags = O_CLOEXEC;
    if (job_.direct) flags |= O_DIRECT;
    if (job_.sync == SyncMode::sync) flags |= O_SYNC;
    if (job_.sync == SyncMode::dsync) flags |= O_DSYNC;
    if (job_.access.write || job_.access.trim) {
        flags |= job_.access.read || file.type == FileType::block ? O_RDWR : O_WRONLY;
    } else {
        flags |= O_RDONLY;
    }
    if (file.type == FileType::regular && job_.allow_file_create &&
        (job_.access.write || job_.create_on_open)) {
        flags |= O_CREAT;
    }
    return flags;
}

void PosixFiles::open(File& file) {
    open_with(file, flags_for(file));
}

void PosixFiles::open_with(File& file, int flags) {
    // O_NOATIME is a courtesy only the owner may ask for; without it is fine too.
    int fd = ::open(file.path.c_str(), flags | O_NOATIME, 0600);
    if (fd < 0 && errno == EPERM) fd = ::open(file.path.c_str(), flags, 0600);
    if (fd < 0) {
        const int error = errno;
        throw Error("cannot open " + file.path + ": " + errno_text(error), {},
                    open_hint(job_, error))
            .with_code(error);
    }
    file.fd = fd;
    file.written = false;
    advise(file);
}

void PosixFiles::advise(const File& file) const {
    if (file.type == FileType::character) return;
    const int advice = access_advice(job_);
    if (advice < 0) return;
    const int failed = ::posix_fadvise(file.fd, static_cast<off_t>(file.span.offset),
                                       static_cast<off_t>(file.span.length), advice);
    if (failed != 0) throw system_error(file.path + ": fadvise_hint", failed);
}

int PosixFiles::close(File& file) {
    if (file.fd < 0) return 0;
    const int result = ::close(file.fd) == 0 ? 0 : -errno;
    file.fd = -1;
    return result;
}

std::int64_t PosixFiles::sync(const Request& request, File& file) {
    int result = 0;
    switch (request.op) {
        case Op::fsync:
            result = ::fsync(file.fd);
            break;
        case Op::fdatasync:
            result = ::fdatasync(file.fd);
            break;
        case Op::sync_range:
            result =
                ::sync_file_range(file.fd, static_cast<off64_t>(request.offset),
                                  static_cast<off64_t>(request.length), job_.sync_file_range.flags);
            break;
        default:
            break;
    }
    return result == 0 ? 0 : -errno;
}

std::int64_t PosixFiles::trim(const Request& request, File& file) {
    int result = 0;
    if (file.type == FileType::block) {
        const std::uint64_t range[2] = {request.offset, request.length};
        result = ::ioctl(file.fd, BLKDISCARD, range);
    } else {
        result =
            ::fallocate(file.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                        static_cast<off_t>(request.offset), static_cast<off_t>(request.length));
    }
    return whole_or_errno(result, request);
}

}  // namespace fathom
