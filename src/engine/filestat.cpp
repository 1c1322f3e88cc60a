// filestat: stat(2), lstat(2) or statx(2). Measures how fast names are found.
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>

#include "engine/drive.h"
#include "engine/engine_options.h"
#include "engine/name_operations.h"

namespace fathom {

namespace {

class FileStat : public NameOperations {
  public:
    explicit FileStat(const EngineContext& context)
        : NameOperations(context), call_(call_named(context.job)) {}

    std::int64_t transfer(const Request& r, File& file, std::byte*) {
        if (!first_block(r, file)) return r.length;
        return whole_or_errno(look(file.path.c_str()), r);
    }

  private:
    enum class Call : std::uint8_t { stat, lstat, statx };

    static Call call_named(const Job& job) {
        const std::string name = EngineOptions(job).text("stat_type", "stat");
        return name == "lstat" ? Call::lstat : name == "statx" ? Call::statx : Call::stat;
    }

    [[nodiscard]] int look(const char* path) const {
        if (call_ == Call::statx) {
            struct statx details {};
            return ::statx(AT_FDCWD, path, AT_STATX_SYNC_AS_STAT, STATX_ALL, &details);
        }
        struct stat details {};
        return call_ == Call::stat ? ::stat(path, &details) : ::lstat(path, &details);
    }

    Call call_;
};

REGISTER_ENGINE(
    FileStat, "filestat", "looks up files and does nothing else",
    {choice_row("stat_type", "the system call", "stat",
                {{"stat", 0, "stat(2)"}, {"lstat", 1, "lstat(2)"}, {"statx", 2, "statx(2)"}})});

}  // namespace

}  // namespace fathom
