// exec_prerun and exec_postrun: a shell command before and after a job, its output in a file.
#pragma once

#include <string>

namespace fathom {

/// The file a hook's output goes to: "JOB.prerun.txt" in `directory`, or the working directory.
std::string hook_output_path(const std::string& directory, const std::string& job_name,
                             const std::string& when);

/// Runs `command` by the shell with both outputs in `output_path`. Throws Error when it cannot be
/// started or does not succeed.
void run_hook(const std::string& command, const std::string& output_path);

/// Runs `command` by the shell with our own outputs. Throws Error when it cannot be started.
void run_shell(const std::string& command);

}  // namespace fathom
