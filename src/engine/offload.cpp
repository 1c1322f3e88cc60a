#include "engine/offload.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/error.h"

namespace fathom {

namespace {
/// A helper's answer to the worker: it is ready, or has closed its file.
using Answer = std::binary_semaphore;
}  // namespace

struct Offload::Helper {
    enum class Task : std::uint8_t { none, perform, close, measure, end };

    std::vector<File> files;  ///< the worker's, with descriptors of its own
    Slot slot;
    Slot* original = nullptr;
    std::span<std::byte> buffer;

    Task task = Task::none;
    std::size_t file_to_close = 0;
    int close_result = 0;
    unsigned usage_round = 0;
    ThreadUsage usage_at_start;
    ThreadUsage used;  ///< the answer to Task::measure
    std::exception_ptr failure;
    std::binary_semaphore wake{0};
    Answer answer{0};
    std::thread thread;
};

Offload::Offload(const EngineContext& context, PortMaker maker)
    : context_(context), maker_(std::move(maker)), main_(maker_(context)) {
    queued_.reserve(context.slots.size());
    completions_.reserve(context.slots.size());
}

Offload::~Offload() {
    for (const auto& helper : helpers_) {
        helper->task = Helper::Task::end;
        helper->wake.release();
    }
    for (const auto& helper : helpers_) helper->thread.join();
}

void Offload::files_ready() {
    const std::size_t count = context_.slots.size();
    const std::size_t each = count == 0 ? 0 : context_.arena.size() / count;
    for (std::size_t i = 0; i < count; ++i) {
        auto helper = std::make_unique<Helper>();
        helper->files.assign(context_.files.begin(), context_.files.end());
        for (File& file : helper->files) {
            file.fd = -1;
            file.engine_data = 0;
        }
        helper->buffer = {context_.slots[i].buffer, each};
        try {
            helper->thread = std::thread([this, own = helper.get()] { serve(*own); });
        } catch (const std::system_error& error) {
            throw system_error("io_submit_mode=offload: cannot start a helper thread",
                               error.code().value());
        }
        helpers_.push_back(std::move(helper));
    }
    std::exception_ptr failure;
    for (const auto& helper : helpers_) {
        helper->answer.acquire();
        if (!failure) failure = helper->failure;
    }
    if (failure) std::rethrow_exception(failure);
}

int Offload::close(File& file) {
    const auto number = static_cast<std::size_t>(&file - context_.files.data());
    int result = main_->close(file);
    for (const auto& helper : helpers_) {
        helper->task = Helper::Task::close;
        helper->file_to_close = number;
        helper->wake.release();
        helper->answer.acquire();
        if (result == 0) result = helper->close_result;
    }
    return result;
}

ThreadUsage Offload::helpers_usage() {
    ThreadUsage sum;
    for (const auto& helper : helpers_) {
        helper->task = Helper::Task::measure;
        helper->wake.release();
        helper->answer.acquire();
        sum = sum.plus(helper->used);
    }
    return sum;
}

bool Offload::queue(Slot& slot) {
    queued_.push_back(&slot);
    return true;
}

int Offload::commit() {
    for (Slot* slot : queued_) {
        Helper& helper = *helpers_[slot->index];
        helper.original = slot;
        helper.slot = *slot;
        helper.slot.index = 0;  // an engine of one slot
        helper.task = Helper::Task::perform;
        helper.wake.release();
    }
    const auto count = static_cast<int>(queued_.size());
    queued_.clear();
    return count;
}

int Offload::reap(unsigned min, std::span<Completion> out) {
    std::size_t got = 0;
    while (got < out.size()) {
        if (got < min) {
            finished_.acquire();
        } else if (!finished_.try_acquire()) {
            break;
        }
        const std::lock_guard lock(mutex_);
        out[got++] = completions_.front();
        completions_.erase(completions_.begin());
    }
    return static_cast<int>(got);
}

void Offload::done(const Completion& completion) {
    {
        const std::lock_guard lock(mutex_);
        completions_.push_back(completion);
    }
    finished_.release();
}

void Offload::serve(Helper& helper) {
    std::unique_ptr<OffloadPort> port;
    try {
        EngineContext own = context_;
        own.files = helper.files;
        own.slots = std::span(&helper.slot, 1);
        own.arena = helper.buffer;
        helper.slot.buffer = helper.buffer.data();
        port = maker_(own);
        port->files_ready();
    } catch (...) {
        helper.failure = std::current_exception();
    }
    helper.usage_at_start = ThreadUsage::now();
    helper.answer.release();
    for (;;) {
        helper.wake.acquire();
        if (helper.task == Helper::Task::end) break;
        // What it did before, its last I/O of the ramp among it, is not measured.
        if (const unsigned round = usage_round_.load(std::memory_order_relaxed);
            round != helper.usage_round) {
            helper.usage_round = round;
            helper.usage_at_start = ThreadUsage::now();
        }
        if (helper.task == Helper::Task::measure) {
            helper.used = ThreadUsage::now().since(helper.usage_at_start);
            helper.answer.release();
            continue;
        }
        if (helper.task == Helper::Task::close) {
            helper.close_result = port ? port->close(helper.files[helper.file_to_close]) : 0;
            helper.answer.release();
            continue;
        }
        std::int64_t result = 0;
        File& file = helper.files[helper.slot.request.file];
        try {
            if (file.fd < 0) port->open(file);
            result = port->perform(helper.slot, file);
        } catch (const Error& error) {
            result = -error.code();
        }
        done({helper.original, result});
    }
    if (!port) return;
    for (File& file : helper.files) port->close(file);
}

}  // namespace fathom
