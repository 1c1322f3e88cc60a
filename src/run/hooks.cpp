#include "run/hooks.h"

#include <cerrno>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

namespace fathom {

std::string hook_output_path(const std::string& job_name, const std::string& when) {
    return job_name + "." + when + ".txt";
}

void run_hook(const std::string& command, const std::string& output_path) {
    // Not system(3): it turns SIGINT off for the whole process while the command runs.
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output_path.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0644);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    std::string text = command;
    char shell[] = "sh", flag[] = "-c";
    char* const arguments[] = {shell, flag, text.data(), nullptr};
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, "/bin/sh", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw system_error("cannot run \"" + command + "\"", failed);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) throw system_error("cannot wait for \"" + command + "\"", errno);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    const std::string how = WIFEXITED(status) ? "exit status " + std::to_string(WEXITSTATUS(status))
                                              : "signal " + std::to_string(WTERMSIG(status));
    throw Error("\"" + command + "\" failed with " + how, {}, "its output is in " + output_path)
        .with_code(ECANCELED);
}

}  // namespace fathom
