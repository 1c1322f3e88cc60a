// Rows: which files a job works on and how they are made.
#include <fcntl.h>

#include "job/rows.h"

namespace fathom::rows {

namespace {

struct ServiceWord {
    std::string_view word;
    FileService service;
    std::string_view help;
};

constexpr ServiceWord service_words[] = {
    {"roundrobin", FileService::roundrobin, "one after the other, over and over"},
    {"sequential", FileService::sequential, "finish one, then the next"},
    {"random", FileService::random, "any of the open ones"},
    {"zipf", FileService::zipf, "Zipf's law; a theta may follow ':'"},
    {"pareto", FileService::pareto, "Pareto's law; its h may follow ':'"},
    {"normal", FileService::normal, "a normal law; the deviation may follow ':'"},
    {"gauss", FileService::normal, "the same as normal"},
};

bool is_distribution(FileService service) {
    return service == FileService::zipf || service == FileService::pareto ||
           service == FileService::normal;
}

/// Default and limits of the parameter of each law.
void store_law(Job& job, const OptionRow& row, std::string_view text, std::string_view parameter,
               const ValueContext& context) {
    job.file_service_parameter = job.file_service == FileService::zipf     ? 1.1
                                 : job.file_service == FileService::pareto ? 0.2
                                                                           : 0.0;
    if (parameter.empty()) return;
    const auto value = parse_fraction(parameter);
    if (!value) refuse(row, text, context, "what follows ':' is not a number");
    const double top = job.file_service == FileService::pareto   ? 1.0
                       : job.file_service == FileService::normal ? 100.0
                                                                 : 1000.0;
    if (*value < 0 || *value >= top || (job.file_service == FileService::zipf && *value == 1.0)) {
        refuse(row, text, context, "the number after ':' is out of range");
    }
    job.file_service_parameter = *value;
}

void store_service(Job& job, const OptionRow& row, std::string_view text,
                   const ValueContext& context) {
    const auto colon = text.find(':');
    const std::string_view word = trimmed(text.substr(0, colon));
    const ServiceWord* found = nullptr;
    for (const ServiceWord& candidate : service_words) {
        if (candidate.word == word) found = &candidate;
    }
    if (found == nullptr) refuse(row, text, context, "no such order of files");
    const std::string_view parameter =
        colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    if (colon != std::string_view::npos && parameter.empty()) {
        refuse(row, text, context, "nothing follows ':'");
    }
    job.file_service = found->service;
    job.file_service_run = 1;
    if (is_distribution(found->service)) {
        store_law(job, row, text, parameter, context);
    } else if (!parameter.empty()) {
        const auto run = parse_integer(parameter, context.kb_base);
        if (!run || *run < 1 || *run > std::numeric_limits<std::uint32_t>::max()) {
            refuse(row, text, context, "the number of I/Os after ':' is not one");
        }
        job.file_service_run = static_cast<std::uint32_t>(*run);
    }
}

void store_sync_file_range(Job& job, const OptionRow& row, std::string_view text,
                           const ValueContext& context) {
    const auto colon = text.rfind(':');
    SyncFileRange range;
    for (const std::int64_t flag : read_words(row, text.substr(0, colon), context)) {
        range.flags |= static_cast<unsigned>(flag);
    }
    if (colon == std::string_view::npos) refuse(row, text, context, "no count after ':'");
    const auto every = parse_integer(text.substr(colon + 1), context.kb_base);
    if (!every || *every < 0 || *every > std::numeric_limits<std::uint32_t>::max()) {
        refuse(row, text, context, "the count after ':' is not one");
    }
    range.every = static_cast<std::uint32_t>(*every);
    job.sync_file_range = range;
}

void store_file_name(Job& job, const OptionRow& row, std::string_view text,
                     const ValueContext& context) {
    if (trimmed(text).empty()) refuse(row, text, context, "no name");
    if (text.size() >= 4096) refuse(row, text, context, "longer than 4095 characters");
    job.filename = text;
}

void add_name_rows(Rows& rows) {
    rows.push_back(custom("filename", store_file_name, "", "file",
                          "File or device to work on; several are separated by ':'"));
    rows.back().kind = OptionKind::string;
    rows.push_back(text("directory", &Job::directory, "", "file", "Where the files are"));
    rows.push_back(text("filename_format", &Job::filename_format, "$jobname.$jobnum.$filenum",
                        "file", "How files without a filename= are named"));
    rows.push_back(boolean("unique_filename", &Job::unique_filename, "1", "file",
                           "Files of network clients begin with the client's address"));
    rows.push_back(number("nrfiles", &Job::nrfiles, "1", "file", "Number of files of each job")
                       .alias("nr_files")
                       .at_least(1));
    rows.push_back(number("openfiles", &Job::openfiles, "", "file",
                          "How many of them are open at a time (default: all)"));
    rows.push_back(custom("file_service_type", store_service, "roundrobin", "file",
                          "Which file the next I/O goes to")
                       .under("nrfiles"));
    for (const auto& word : service_words) {
        rows.back().choices.push_back(pick(word.word, word.service, word.help));
    }
}

void add_making_rows(Rows& rows) {
    rows.push_back(choice("fallocate", &Job::fallocate, "native",
                          {pick("none", Fallocate::none, "no space is reserved"),
                           pick("native", Fallocate::native, "fallocate(2), if it works"),
                           pick("posix", Fallocate::posix, "posix_fallocate(3)"),
                           pick("keep", Fallocate::keep, "fallocate(2), the size is kept"),
                           pick("truncate", Fallocate::truncate, "ftruncate(2)"),
                           pick("0", Fallocate::none, "the same as none"),
                           pick("1", Fallocate::posix, "the same as posix")},
                          "file", "How space is reserved when a file is laid out"));
    rows.push_back(choice("fadvise_hint", &Job::fadvise_hint, "1",
                          {pick("0", FadviseHint::off, "no advice"),
                           pick("1", FadviseHint::on, "as the job's order is"),
                           pick("random", FadviseHint::random, "say random"),
                           pick("sequential", FadviseHint::sequential, "say sequential"),
                           pick("noreuse", FadviseHint::noreuse, "say: used once")},
                          "file", "What posix_fadvise(2) tells the kernel"));
    rows.push_back(boolean("create_serialize", &Job::create_serialize, "1", "file",
                           "Files are laid out one after the other"));
    rows.push_back(boolean("create_fsync", &Job::create_fsync, "1", "file",
                           "fsync(2) after a file is laid out"));
    rows.push_back(boolean("create_on_open", &Job::create_on_open, "0", "file",
                           "Files are made only when the job first opens them"));
    rows.push_back(boolean("create_only", &Job::create_only, "0", "file",
                           "Lay the files out and do nothing else"));
    rows.push_back(boolean("allow_file_create", &Job::allow_file_create, "1", "file",
                           "Missing files may be made"));
    rows.push_back(boolean("allow_mounted_write", &Job::allow_mounted_write, "0", "file",
                           "A device in use may be written: its data is lost"));
    rows.push_back(boolean("overwrite", &Job::overwrite, "0", "file",
                           "A writing job lays its file out first, so that it writes over data"));
    rows.push_back(boolean("file_append", &Job::file_append, "0", "file",
                           "The job begins at the end of the file"));
    rows.push_back(boolean("unlink", &Job::unlink, "0", "file", "Remove the files at the end"));
    rows.push_back(boolean("unlink_each_loop", &Job::unlink_each_loop, "0", "file",
                           "Remove the files after each loop"));
    rows.push_back(boolean("pre_read", &Job::pre_read, "0", "file",
                           "Read the files into the cache before the job begins"));
    rows.push_back(boolean("invalidate", &Job::invalidate, "1", "io",
                           "Drop the cached pages of the files before the job begins"));
}

void add_syncing_rows(Rows& rows) {
    rows.push_back(number("fsync", &Job::fsync, "0", "file", "fsync(2) after this many writes"));
    rows.push_back(
        number("fdatasync", &Job::fdatasync, "0", "file", "fdatasync(2) after this many writes"));
    rows.push_back(
        custom("sync_file_range", store_sync_file_range, "", "file",
               "sync_file_range(2) with these flags after N writes: write,wait_after:N"));
    rows.back().choices = {
        {"wait_before", SYNC_FILE_RANGE_WAIT_BEFORE, "wait for what is under way"},
        {"write", SYNC_FILE_RANGE_WRITE, "start writing dirty pages"},
        {"wait_after", SYNC_FILE_RANGE_WAIT_AFTER, "wait until they are written"}};
    rows.push_back(boolean("end_fsync", &Job::end_fsync, "0", "file",
                           "fsync(2) at the end of the job, within its time"));
    rows.push_back(boolean("fsync_on_close", &Job::fsync_on_close, "0", "file",
                           "fsync(2) whenever a file is closed"));
}

}  // namespace

void add_file_rows(Rows& rows) {
    add_name_rows(rows);
    add_making_rows(rows);
    add_syncing_rows(rows);
}

}  // namespace fathom::rows
