#include "run/hooks.h"

#include <cerrno>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

namespace fathom {

namespace {

/// Runs `command` by the shell and waits for it; its exit status as of waitpid(2). Not system(3):
/// that turns SIGINT off for the whole process while the command runs.
int run(const std::string& command, const posix_spawn_file_actions_t* actions) {
    std::string text = command;
    char shell[] = "sh", flag[] = "-c";
    char* const arguments[] = {shell, flag, text.data(), nullptr};
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, "/bin/sh", actions, nullptr, arguments, environ);
    if (failed != 0) throw system_error("cannot run \"" + command + "\"", failed);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) throw system_error("cannot wait for \"" + command + "\"", errno);
    }
    return status;
}

/// A file that both outputs of a command go to.
class OutputFile {
  public:
    explicit OutputFile(const std::string& path) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, path.c_str(),
                                         O_WRONLY | O_CREAT | O_TRUNC, 0644);
        posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    }
    ~OutputFile() { posix_spawn_file_actions_destroy(&actions_); }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_;
};

}  // namespace

std::string hook_output_path(const std::string& directory, const std::string& job_name,
                             const std::string& when) {
    return (directory.empty() ? "" : directory + "/") + job_name + "." + when + ".txt";
}

void run_shell(const std::string& command) {
    run(command, nullptr);
}

void run_hook(const std::string& command, const std::string& output_path) {
    const OutputFile output(output_path);
    const int status = run(command, output.get());
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    const std::string how = WIFEXITED(status) ? "exit status " + std::to_string(WEXITSTATUS(status))
                                              : "signal " + std::to_string(WTERMSIG(status));
    throw Error("\"" + command + "\" failed with " + how, {}, "its output is in " + output_path)
        .with_code(ECANCELED);
}

}  // namespace fathom
