#include "engine/buffers.h"

#include <algorithm>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace fathom {

namespace {

std::size_t rounded_up(std::size_t value, std::size_t unit) {
    return (value + unit - 1) / unit * unit;
}

const char* word_for(MemoryKind kind) {
    switch (kind) {
        case MemoryKind::malloc:
            return "malloc";
        case MemoryKind::shm:
            return "shm";
        case MemoryKind::shmhuge:
            return "shmhuge";
        case MemoryKind::mmap:
            return "mmap";
        case MemoryKind::mmapshared:
            return "mmapshared";
        case MemoryKind::mmaphuge:
            return "mmaphuge";
    }
    return "";
}

bool is_huge(MemoryKind kind) {
    return kind == MemoryKind::shmhuge || kind == MemoryKind::mmaphuge;
}

[[noreturn]] void refuse(const Job& job, std::size_t bytes, int error) {
    std::string hint;
    if (is_huge(job.memory) && (error == ENOMEM || error == EINVAL || error == EPERM)) {
        hint = "reserve huge pages (sysctl vm.nr_hugepages) and see that hugepage-size fits them";
    } else if (error == ENOMEM || error == ENOSPC) {
        hint = "lower iodepth or the block size";
    }
    throw Error(std::string("mem=") + word_for(job.memory) +
                    (job.memory_file.empty() ? "" : ":" + job.memory_file) + ": cannot get " +
                    std::to_string(bytes) + " bytes for I/O buffers: " + errno_text(error),
                job.origin, hint)
        .with_code(error);
}

}  // namespace

Buffers::Buffers(const Job& job, std::size_t each, std::size_t count) : count_(count) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t align = std::max<std::size_t>(page, job.iomem_align);
    step_ = rounded_up(std::max<std::size_t>(each, 1), align);
    size_ = step_ * count_ + (align > page ? align : 0);
    if (is_huge(job.memory)) size_ = rounded_up(size_, job.hugepage_size);
    memory_ = get(job);
    const auto start = reinterpret_cast<std::uintptr_t>(memory_);
    first_ = static_cast<std::byte*>(memory_) + (rounded_up(start, align) - start);
}

Buffers::~Buffers() {
    if (segment_) {
        ::shmdt(memory_);
    } else {
        ::munmap(memory_, size_);
    }
}

void Buffers::give_to(std::span<Slot> slots) const {
    for (std::size_t i = 0; i < slots.size(); ++i) {
        slots[i].index = static_cast<std::uint32_t>(i);
        slots[i].buffer = first_ + i * step_;
    }
}

void* Buffers::get(const Job& job) {
    if (job.memory == MemoryKind::shm) return get_shared_segment(job, false);
    if (job.memory == MemoryKind::shmhuge) return get_shared_segment(job, true);
    return get_mapping(job);
}

void* Buffers::get_shared_segment(const Job& job, bool huge) {
    const int flags = IPC_CREAT | 0600 | (huge ? SHM_HUGETLB : 0);
    const int id = ::shmget(IPC_PRIVATE, size_, flags);
    if (id < 0) refuse(job, size_, errno);
    void* memory = ::shmat(id, nullptr, 0);
    const int error = errno;
    // Marked at once, so that it goes away with its last user however that one ends.
    ::shmctl(id, IPC_RMID, nullptr);
    if (memory == reinterpret_cast<void*>(-1)) refuse(job, size_, error);
    segment_ = true;
    return memory;
}

void* Buffers::get_mapping(const Job& job) {
    int flags = job.memory == MemoryKind::mmapshared ? MAP_SHARED : MAP_PRIVATE;
    int fd = -1;
    if (!job.memory_file.empty()) {
        fd = ::open(job.memory_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (fd < 0) refuse(job, size_, errno);
        struct stat st {};
        const bool too_small =
            ::fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size < static_cast<off_t>(size_);
        if (too_small && ::ftruncate(fd, static_cast<off_t>(size_)) != 0) {
            const int error = errno;
            ::close(fd);
            refuse(job, size_, error);
        }
    } else {
        flags |= MAP_ANONYMOUS;
        if (job.memory == MemoryKind::mmaphuge) flags |= MAP_HUGETLB;
    }
    void* memory = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, flags, fd, 0);
    const int error = errno;
    if (fd >= 0) ::close(fd);
    if (memory == MAP_FAILED) refuse(job, size_, error);
    return memory;
}

}  // namespace fathom
