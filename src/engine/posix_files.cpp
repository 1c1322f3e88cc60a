#include "engine/posix_files.h"

#include <cerrno>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace fathom {

namespace {

int open_flags(const Job& job, const File& file) {
    int flags = 0;
    if (job.direct) flags |= O_DIRECT;
    if (job.sync == SyncMode::sync) flags |= O_SYNC;
    if (job.sync == SyncMode::dsync) flags |= O_DSYNC;
    if (job.access.write || job.access.trim) {
        flags |= job.access.read || file.type == FileType::block ? O_RDWR : O_WRONLY;
    } else {
        flags |= O_RDONLY;
    }
    if (file.type == FileType::regular && job.access.write && job.allow_file_create) {
        flags |= O_CREAT;
    }
    return flags | O_CLOEXEC;
}

}  // namespace

void PosixFiles::open(File& file) {
    const int flags = open_flags(job_, file);
    int fd = -1;
    // O_NOATIME is a courtesy only the owner may ask for; without it is fine too.
    fd = ::open(file.path.c_str(), flags | O_NOATIME, 0644);
    if (fd < 0 && errno == EPERM) fd = ::open(file.path.c_str(), flags, 0644);
    if (fd < 0) throw system_error("cannot open " + file.path, errno);
    file.fd = fd;
    file.written = false;
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
    return result == 0 ? request.length : -errno;
}

}  // namespace fathom
