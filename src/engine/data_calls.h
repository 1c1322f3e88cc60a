// The system calls that move data, without glibc's wrappers. Those are cancellation points: in a
// process of several threads each sets a mark before the call and clears it after, two atomic
// operations an I/O, which is some per cent of a read from the page cache.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace fathom::calls {

static_assert(sizeof(long) == 8, "an offset is one argument of these calls");

/// As read(2) and write(2), pread(2) and so on: bytes or -errno.
inline std::int64_t bytes_or_errno(long result) {
    return result >= 0 ? result : -errno;
}

inline std::int64_t read(int fd, void* to, std::size_t length) {
    return bytes_or_errno(::syscall(SYS_read, fd, to, length));
}
inline std::int64_t write(int fd, const void* from, std::size_t length) {
    return bytes_or_errno(::syscall(SYS_write, fd, from, length));
}
inline std::int64_t pread(int fd, void* to, std::size_t length, std::uint64_t offset) {
    return bytes_or_errno(::syscall(SYS_pread64, fd, to, length, offset));
}
inline std::int64_t pwrite(int fd, const void* from, std::size_t length, std::uint64_t offset) {
    return bytes_or_errno(::syscall(SYS_pwrite64, fd, from, length, offset));
}
inline std::int64_t readv(int fd, const iovec* pieces, std::size_t count) {
    return bytes_or_errno(::syscall(SYS_readv, fd, pieces, count));
}
inline std::int64_t writev(int fd, const iovec* pieces, std::size_t count) {
    return bytes_or_errno(::syscall(SYS_writev, fd, pieces, count));
}
// The last argument but the flags is the upper half of an offset on machines of 32 bits.
inline std::int64_t preadv2(int fd, const iovec& piece, std::uint64_t offset, int flags) {
    return bytes_or_errno(::syscall(SYS_preadv2, fd, &piece, 1L, offset, 0L, flags));
}
inline std::int64_t pwritev2(int fd, const iovec& piece, std::uint64_t offset, int flags) {
    return bytes_or_errno(::syscall(SYS_pwritev2, fd, &piece, 1L, offset, 0L, flags));
}
inline std::int64_t preadv(int fd, const iovec& piece, std::uint64_t offset) {
    return bytes_or_errno(::syscall(SYS_preadv, fd, &piece, 1L, offset, 0L));
}
inline std::int64_t pwritev(int fd, const iovec& piece, std::uint64_t offset) {
    return bytes_or_errno(::syscall(SYS_pwritev, fd, &piece, 1L, offset, 0L));
}

}  // namespace fathom::calls
