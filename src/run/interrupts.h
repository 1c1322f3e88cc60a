// SIGINT, SIGTERM and SIGUSR1 as something the main thread can wait for: descriptors that become
// readable.
// Used by run/run; the handlers themselves are installed by install_interrupt_handlers (run.h).
#pragma once

namespace fathom {

/// Readable once an interrupt has arrived; stays readable. -1 when descriptors have run out.
int interrupt_descriptor();

/// What the signal handler does: the first call asks for the end, the second leaves the process.
/// Safe in a signal handler.
void raise_interrupt(int signal);

/// The signal of the first interrupt; 0 when there was none.
int interrupt_signal();

/// Readable once somebody has asked for a report (SIGUSR1).
int report_request_descriptor();

/// What the handler of SIGUSR1 does. Safe in a signal handler.
void request_report();

/// Whether a report was asked for since the last call.
bool take_report_request();

/// Forgets an interrupt, so that another run can follow (tests).
void clear_interrupt();

}  // namespace fathom
