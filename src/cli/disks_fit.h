// `fathom disks fit`: a parameter file from what `fathom seek --curve` and `--zones` measured.
#pragma once

#include <span>
#include <string>

namespace fathom {

/// `words`: what follows "fit". Returns the text of a parameter file. Throws Error.
std::string fitted_drive_text(std::span<const std::string> words);

}  // namespace fathom
