// SIGINT and SIGTERM as something the main thread can wait for: a descriptor that becomes readable.
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

/// Forgets an interrupt, so that another run can follow (tests).
void clear_interrupt();

}  // namespace fathom
