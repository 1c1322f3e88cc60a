// mmap: copies between a buffer and the mapped file. Direct mode, which a mapping does not know, is
// imitated as far as it goes: each I/O is written back and its pages are dropped.
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <mutex>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/drive.h"
#include "engine/engine_options.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

// A file cut short by others, or a full disk, is a SIGBUS in the middle of a copy. It is turned
// into EIO for the thread that was copying, and left alone for everybody else.
thread_local sigjmp_buf* copying = nullptr;
struct sigaction previous_handler {};

void on_bus_error(int signal, siginfo_t* info, void* context) {
    if (copying != nullptr) siglongjmp(*copying, 1);
    if ((previous_handler.sa_flags & SA_SIGINFO) != 0 && previous_handler.sa_sigaction != nullptr)
        return previous_handler.sa_sigaction(signal, info, context);
    ::signal(signal, SIG_DFL);
}

void catch_bus_errors() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action {};
        action.sa_sigaction = on_bus_error;
        action.sa_flags = SA_SIGINFO | SA_NODEFER;
        ::sigaction(SIGBUS, &action, &previous_handler);
    });
}

/// memcpy that answers false where a page cannot be had.
bool guarded_copy(std::byte* to, const std::byte* from, std::size_t length) {
    sigjmp_buf place;
    if (sigsetjmp(place, 0) != 0) {
        copying = nullptr;
        return false;
    }
    copying = &place;
    std::memcpy(to, from, length);
    // The copy must not sink below the end of its protection.
    asm volatile("" ::: "memory");
    copying = nullptr;
    return true;
}

class Mmap : public PosixFiles {
  public:
    static constexpr EngineTraits traits{};

    explicit Mmap(const EngineContext& context)
        : PosixFiles(context),
          page_(static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))),
          huge_(EngineOptions(context.job).on("thp")) {
        catch_bus_errors();
    }

    void open(File& file) {
        int flags = flags_for(file) & ~(O_DIRECT | O_ACCMODE);
        flags |= writes() || job_.access.trim ? O_RDWR : O_RDONLY;
        open_with(file, flags);
        try {
            if (writes()) grow(file);
            map(file);
        } catch (...) {
            PosixFiles::close(file);
            throw;
        }
    }

    int close(File& file) {
        if (file.engine_data != 0) ::munmap(mapping(file), mapped_length(file));
        file.engine_data = 0;
        return PosixFiles::close(file);
    }

    std::int64_t transfer(const Request& r, File& file, std::byte* buffer) {
        if (r.op == Op::trim) return trim(r, file);
        if (file.engine_data == 0) return -EBADF;
        const std::uint64_t start = mapped_start(file);
        const std::uint64_t end = start + mapped_length(file);
        if (r.offset >= end || r.offset < start) return 0;
        const std::size_t length = std::min<std::uint64_t>(r.length, end - r.offset);
        std::byte* const place = mapping(file) + (r.offset - start);
        const bool whole = r.op == Op::read ? guarded_copy(buffer, place, length)
                                            : guarded_copy(place, buffer, length);
        if (!whole) return -EIO;
        if (job_.direct || job_.sync != SyncMode::none) return settle(r, file, length);
        return static_cast<std::int64_t>(length);
    }

    std::int64_t sync(const Request& r, File& file) {
        if (r.op == Op::sync_range) return PosixFiles::sync(r, file);
        if (file.engine_data == 0) return -EBADF;
        return ::msync(mapping(file), mapped_length(file), MS_SYNC) == 0 ? 0 : -errno;
    }

  private:
    [[nodiscard]] bool writes() const { return job_.access.write; }
    static std::byte* mapping(const File& file) {
        return reinterpret_cast<std::byte*>(file.engine_data);
    }
    [[nodiscard]] std::uint64_t mapped_start(const File& file) const {
        return file.span.offset / page_ * page_;
    }
    [[nodiscard]] std::uint64_t mapped_length(const File& file) const {
        return file.span.offset + file.span.length - mapped_start(file);
    }

    /// A mapping needs the file's size; a file made by opening it has none.
    static void grow(const File& file) {
        struct stat st {};
        const auto wanted = static_cast<off_t>(file.span.offset + file.span.length);
        if (::fstat(file.fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size >= wanted) return;
        if (::ftruncate(file.fd, wanted) != 0)
            throw system_error("cannot grow " + file.path, errno);
    }

    void map(File& file) {
        if (file.span.length == 0) throw system_error("cannot map " + file.path, EINVAL);
        const int protection = writes() ? PROT_READ | PROT_WRITE : PROT_READ;
        void* memory = ::mmap(nullptr, mapped_length(file), protection, MAP_SHARED, file.fd,
                              static_cast<off_t>(mapped_start(file)));
        if (memory == MAP_FAILED) throw system_error("cannot map " + file.path, errno);
        file.engine_data = reinterpret_cast<std::uint64_t>(memory);
        if (huge_ && ::madvise(memory, mapped_length(file), MADV_HUGEPAGE) != 0) {
            const int error = errno;
            ::munmap(memory, mapped_length(file));
            file.engine_data = 0;
            throw system_error("thp=1: cannot ask for huge pages for " + file.path, error);
        }
        const int advice = access_advice(job_);
        if (advice == POSIX_FADV_RANDOM) ::madvise(memory, mapped_length(file), MADV_RANDOM);
        if (advice == POSIX_FADV_SEQUENTIAL)
            ::madvise(memory, mapped_length(file), MADV_SEQUENTIAL);
    }

    /// What direct and sync ask for beyond the copy.
    std::int64_t settle(const Request& r, File& file, std::size_t length) {
        const std::uint64_t first = (r.offset - mapped_start(file)) / page_ * page_;
        const std::uint64_t last = r.offset - mapped_start(file) + length;
        std::byte* const place = mapping(file) + first;
        if (r.op == Op::write && ::msync(place, last - first, MS_SYNC) != 0) return -errno;
        if (job_.direct && ::madvise(place, last - first, MADV_DONTNEED) != 0) return -errno;
        return static_cast<std::int64_t>(length);
    }

    const std::uint64_t page_;
    const bool huge_;
};

REGISTER_ENGINE(Mmap, "mmap", "memcpy(3) from and to the mapped file",
                {number_row("thp", "advise the kernel to use huge pages", "0", 0, 1)});

}  // namespace

}  // namespace fathom
