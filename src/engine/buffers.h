// The memory behind a worker's I/O buffers: one piece, of the kind mem= asks for, cut into a buffer
// per slot. Made by run/, given to engines as EngineContext::arena.
#pragma once

#include <cstddef>
#include <span>

#include "engine/slot.h"
#include "job/job.h"

namespace fathom {

class Buffers {
  public:
    /// Memory for `count` buffers of `each` bytes, every one aligned to a page and to iomem_align.
    /// Untouched pages cost nothing. Throws Error naming the kind of memory and the reason.
    Buffers(const Job& job, std::size_t each, std::size_t count);
    ~Buffers();
    Buffers(const Buffers&) = delete;
    Buffers& operator=(const Buffers&) = delete;

    /// All buffers, one after another.
    [[nodiscard]] std::span<std::byte> bytes() const { return {first_, step_ * count_}; }
    /// Numbers the slots and gives each its buffer; as many slots as buffers.
    void give_to(std::span<Slot> slots) const;

  private:
    void* get(const Job& job);
    void* get_shared_segment(const Job& job, bool huge);
    void* get_mapping(const Job& job);

    void* memory_ = nullptr;
    std::byte* first_ = nullptr;
    std::size_t size_ = 0;  ///< of the piece, alignment included
    std::size_t step_ = 0;
    std::size_t count_ = 0;
    bool segment_ = false;  ///< shmdt, not munmap
};

}  // namespace fathom
