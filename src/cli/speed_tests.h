// --crctest, --memcpytest and --cpuclock-test: what this processor does with checksums, copies and
// its own counter. Used by cli/fio_command.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace fathom {

using LinePrinter = std::function<void(std::string_view)>;

/// Each checksum of a comma list ("" and "all": every one) at work on blocks of 128 KiB. "help"
/// only lists them. Throws Error when the list holds no name that is known; unknown ones beside
/// known ones are passed over, as fio does.
void checksum_speed(const std::string& list, const LinePrinter& print);

/// The same for ways to copy memory, at several sizes.
void copy_speed(const std::string& list, const LinePrinter& print);

/// Reads the processor's counter on all processors at once: true when it never runs backwards from
/// one to another.
bool counter_test(const LinePrinter& print);

}  // namespace fathom
