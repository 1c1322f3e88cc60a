#include "disk/device.h"

#include "disk/hard_disk.h"
#include "disk/mechanics_of.h"

namespace fathom::disk {

std::unique_ptr<Device> make_device(const Parameters& parameters) {
    return std::make_unique<HardDisk>(parameters);
}

std::uint64_t capacity_bytes(const Parameters& parameters) {
    return mechanics_of(parameters).geometry().sectors() * parameters.sector;
}

}  // namespace fathom::disk
