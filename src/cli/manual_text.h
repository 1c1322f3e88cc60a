// The parts of the manual page that no table holds, in troff. Used by documents.cpp only.
#pragma once

#include <string_view>

namespace fathom {

/// From DESCRIPTION to the flags.
inline constexpr std::string_view manual_start = R"(.SH DESCRIPTION
Runs the jobs of job files, or of the command line where
.B \-\-name
begins a job, and reports bandwidth, IOPS and latencies as fio does.
A job file of the name \- is standard input.
.PP
.B fathom explain
takes the same arguments, runs nothing, and says what they come to: each setting with the place it
comes from, the order of the jobs, an estimate of time and bytes; with
.B \-\-all
the defaults of every option too.
.PP
.B fathom compare
runs variants in turn, many times, and says whether they differ, by how much, how sure that is, and
what else differed; or compares results that are saved already, fio's too. See COMPARE.
.PP
.B fathom sweep
runs every combination of some options' values and tables them. See SWEEP.
.PP
.B fathom disks
lists the drives that
.B ioengine=sim
can simulate;
.B disks show
.I NAME
prints one's parameters,
.B disks fields
what a file of them may say.
.PP
.B fathom report
.I FILE
prints results that
.B \-\-save
has saved.
.SH JOB FILES
A section in brackets is a job and its name. What stands in
.B [global]
holds for the jobs after it. A line is
.IR option = value ,
or an option that takes no value. # and ; begin a comment anywhere in a line.
.PP
.B include
.I FILE
reads options from another file. ${NAME} is taken from the environment; $pagesize, $mb_memory and
$ncpus are this machine's.
.PP
Numbers take the suffixes k, m, g, t, p (powers of 1024) and kib, mib, gib, tib, pib (powers of
1000); kb_base=1000 swaps the two. Times take us, ms, s, m, h, d. An expression stands in
parentheses: (4*1024).
.PP
Options on the command line before a job file are its defaults; what the file says wins, and a
message says so.
.B \-\-override
wins over the file.
)";

/// After the engines.
inline constexpr std::string_view manual_end = R"(.SH SIGNALS
SIGINT and SIGTERM end the jobs, and what was done is reported; a second one ends the program at
once.
.SH EXIT STATUS
0 on success; 1 when a job or its input failed; 128 after an interrupt. compare: 3 when something is
slower beyond the margin, 4 when a difference is not resolved.
.SH EXAMPLES
.nf
fathom \-\-name=a \-\-filename=data \-\-size=1g \-\-rw=randread \-\-direct=1 \-\-runtime=10 \-\-time_based
fathom nightly.fio \-\-output\-format=json \-\-output=nightly.json
fathom explain nightly.fio \-\-override bs=64k
fathom compare nightly.fio \-\-vary ioengine=psync,io_uring
fathom \-\-cmdhelp=iodepth
.fi
.SH SEE ALSO
.BR fio (1)
)";

}  // namespace fathom
