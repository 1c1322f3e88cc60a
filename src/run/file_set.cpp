#include "run/file_set.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "base/wide.h"

namespace fathom {

namespace {

void replace_all(std::string& text, std::string_view from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

std::string generated_name(const Job& job, const PlannedWorker& worker, std::uint32_t number) {
    std::string name = job.filename_format;
    replace_all(name, "$jobname", job.name);
    replace_all(name, "$jobnum", std::to_string(worker.clone));
    replace_all(name, "$filenum", std::to_string(number));
    replace_all(name, "$clientuid", "localhost");
    return name;
}

/// A name in /dev that no device has: a typing error, or a device that is not there yet. A file of
/// that name would lie in memory and be measured in its place.
bool is_missing_device(const std::string& path) {
    return path.starts_with("/dev/") && path.find('/', 5) == std::string::npos;
}

std::uint64_t device_size(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) throw system_error("cannot open " + path, errno);
    std::uint64_t bytes = 0;
    const int failed = ::ioctl(fd, BLKGETSIZE64, &bytes) == 0 ? 0 : errno;
    ::close(fd);
    if (failed != 0) throw system_error("cannot get the size of " + path, failed);
    return bytes;
}

PlannedFile look_at(const std::string& path) {
    PlannedFile planned;
    planned.file.path = path;
    struct stat st {};
    if (::stat(path.c_str(), &st) != 0) {
        if (errno == ENOENT && is_missing_device(path)) {
            throw Error(path + ": there is no such device", {},
                        "a file is not made there: it would lie in memory")
                .with_code(ENOENT);
        }
        if (errno == ENOENT || errno == ENOTDIR) return planned;
        throw system_error("cannot look at " + path, errno);
    }
    planned.exists = true;
    if (S_ISDIR(st.st_mode)) {
        throw Error(path + ": " + errno_text(EISDIR), {},
                    "filename= takes files; directory= says where generated files go")
            .with_code(EISDIR);
    }
    if (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)) {
        throw Error("failed to get file size of " + path + ": it is a " +
                        (S_ISFIFO(st.st_mode) ? "pipe" : "socket"),
                    {}, "filename= takes files and devices");
    }
    if (S_ISBLK(st.st_mode)) {
        planned.file.type = FileType::block;
        planned.file.real_size = device_size(path);
        if (planned.file.real_size == 0) {
            throw Error(path + ": the device has no size", {},
                        "nothing is in it, or it has not been set up")
                .with_code(ENOSPC);
        }
    } else if (S_ISCHR(st.st_mode)) {
        planned.file.type = FileType::character;
    } else {
        planned.file.real_size = static_cast<std::uint64_t>(st.st_size);
    }
    return planned;
}

std::uint64_t share(std::uint64_t whole, std::uint32_t percent) {
    return static_cast<std::uint64_t>(static_cast<Wide>(whole) * percent / 100);
}

std::uint64_t min_block_size(const Job& job) {
    std::uint64_t smallest = 0;
    for (const Direction d : all_directions) {
        if (!job.access.does(d)) continue;
        const std::uint64_t bytes = job.bs[d].min.count();
        if (smallest == 0 || bytes < smallest) smallest = bytes;
    }
    return smallest == 0 ? 1 : smallest;
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) {
    return step == 0 ? value : (value + step - 1) / step * step;
}

/// Where a worker starts in a file of `size` bytes. A percentage is of the file's size and aligned.
std::uint64_t start_offset(const Job& job, const PlannedWorker& worker, std::uint64_t size) {
    const std::uint64_t align = job.offset_align != 0 ? job.offset_align : min_block_size(job);
    const auto resolve = [&](const SizeOrPercent& value) {
        if (!value.is_percent) return value.bytes;
        return round_up(share(size, value.percent), align);
    };
    return resolve(job.offset) + resolve(job.offset_increment) * worker.clone;
}

bool is_set(const SizeOrPercent& value) {
    return value.is_percent ? value.percent != 0 : value.bytes != 0;
}

/// How large files are: each its own size from filesize=, or an equal part of size=.
class Sizes {
  public:
    Sizes(const Job& job, std::uint64_t real_total, std::size_t count, std::uint64_t seed)
        : random_(seed) {
        if (job.filesize_max) {
            low_ = job.filesize_min ? job.filesize_min->count() : job.filesize_max->count();
            high_ = job.filesize_max->count();
            step_ = low_ == high_ ? 1 : min_block_size(job);
        } else if (is_set(job.size)) {
            const std::uint64_t total =
                job.size.is_percent ? share(real_total, job.size.percent) : job.size.bytes;
            low_ = high_ = total / count;
        }
    }
    /// 0: as large as the file is.
    std::uint64_t next() {
        if (low_ == high_) return low_;
        const std::uint64_t drawn = low_ + random_.below(high_ - low_ + 1);
        return std::max(low_, drawn / step_ * step_);
    }

  private:
    std::uint64_t low_ = 0, high_ = 0, step_ = 1;
    Random random_;
};

Error needs_size(const Job& job, const std::string& path) {
    return Error(job.name + ": you need to specify size=", job.origin,
                 path + " has no size of its own");
}

/// What a file that ends at `size` has from `offset` on. Throws Error when that is nothing.
std::uint64_t bytes_after(std::uint64_t offset, std::uint64_t size, const Job& job,
                          const File& file) {
    if (offset < size) return size - offset;
    throw Error(job.name + ": you need to specify valid offset=", job.origin,
                file.path + " has " + std::to_string(size) + " bytes, the offset is " +
                    std::to_string(offset));
}

/// Settles the part of one file a worker uses, and how large the file has to become.
void settle(PlannedFile& planned, const Job& job, const PlannedWorker& worker,
            const EngineTraits& traits, std::uint64_t asked, std::uint64_t first_size) {
    File& file = planned.file;
    const bool bounded = file.type == FileType::block;
    const bool endless = traits.diskless || file.type == FileType::character;
    const bool regular = !traits.diskless && file.type == FileType::regular;
    if (traits.sizeless) return;
    if (asked == 0 && file.real_size == 0) throw needs_size(job, file.path);

    const std::uint64_t whole = first_size != 0 ? first_size : asked;
    std::uint64_t offset = start_offset(job, worker, whole != 0 ? whole : file.real_size);
    if (job.file_append && regular) offset += file.real_size;
    if (job.filesize_max && regular && !job.file_append) {
        // filesize= is where the file ends, whatever part of it this worker uses.
        const std::uint64_t left = bytes_after(offset, asked, job, file);
        const bool part = is_set(job.size) && job.size.is_percent;
        const std::uint64_t length = part ? std::min(share(asked, job.size.percent), left) : left;
        planned.wanted_size = std::max(file.real_size, part ? offset + length : asked);
        file.span = {offset, length, planned.wanted_size};
        return;
    }
    // Without a size the file is used from the offset to its end.
    if (asked == 0 || bounded) {
        const std::uint64_t left = bytes_after(offset, file.real_size, job, file);
        asked = asked == 0 ? left : std::min(asked, left);
    }
    // A share of an existing file is cut at the file's end.
    if (job.size.is_percent && regular && file.real_size > offset)
        asked = std::min(asked, file.real_size - offset);
    planned.wanted_size = endless ? 0 : std::max(file.real_size, offset + asked);
    file.span = {offset, asked, planned.wanted_size};
}

}  // namespace

std::vector<File> FileSet::engine_files() const {
    std::vector<File> result;
    result.reserve(files.size());
    for (const PlannedFile& planned : files) result.push_back(planned.file);
    return result;
}

std::uint64_t FileSet::pass_bytes() const {
    if (io_size != 0) return io_size;
    std::uint64_t total = 0;
    for (const PlannedFile& planned : files) total += planned.file.span.length;
    return total;
}

std::vector<std::string> split_paths(std::string_view text) {
    std::vector<std::string> paths;
    std::string piece;
    const auto finish = [&] {
        if (!piece.empty()) paths.push_back(std::move(piece));
        piece.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ':') {
            piece += ':';
            ++i;
        } else if (text[i] == ':') {
            finish();
        } else {
            piece += text[i];
        }
    }
    finish();
    return paths;
}

std::vector<std::string> file_paths(const Job& job, const PlannedWorker& worker,
                                    const EngineTraits& traits) {
    std::vector<std::string> paths = split_paths(job.filename);
    const std::vector<std::string> directories = split_paths(job.directory);
    const bool generated = paths.empty();
    for (std::uint32_t i = 0; generated && i < std::max(job.nrfiles, 1U); ++i) {
        paths.push_back(generated_name(job, worker, i));
    }
    if (directories.empty() || traits.diskless) return paths;
    // Clones that make up their names are spread over the directories; named files are shared.
    const std::string& directory =
        generated ? directories[worker.clone % directories.size()] : directories.front();
    for (std::string& path : paths) path = directory + "/" + path;
    return paths;
}

FileSet make_file_set(const Job& job, const PlannedWorker& worker, const EngineTraits& traits,
                      std::uint64_t seed, FirstSizes& first_sizes) {
    FileSet set;
    std::uint64_t real_total = 0;
    for (const std::string& path : file_paths(job, worker, traits)) {
        PlannedFile planned;
        if (traits.diskless) {
            planned.file.path = path;
            if (traits.capacity != nullptr) {
                planned.file.type = FileType::block;
                planned.file.real_size = traits.capacity(job);
            }
        } else {
            planned = look_at(path);
        }
        real_total += planned.file.real_size;
        set.files.push_back(std::move(planned));
    }
    Sizes sizes(job, real_total, set.files.size(), seed);
    std::uint64_t spans = 0;
    for (PlannedFile& planned : set.files) {
        const std::uint64_t first_size =
            first_sizes.emplace(planned.file.path, planned.file.real_size).first->second;
        settle(planned, job, worker, traits, sizes.next(), first_size);
        spans += planned.file.span.length;
    }
    if (is_set(job.io_size)) {
        set.io_size =
            job.io_size.is_percent ? share(spans, job.io_size.percent) : job.io_size.bytes;
    } else if (job.filesize_max && is_set(job.size) && !job.size.is_percent) {
        set.io_size = std::min(job.size.bytes, spans);
    }
    return set;
}

}  // namespace fathom
