#include "disk/device.h"

#include "disk/flash_drive.h"
#include "disk/hard_disk.h"
#include "disk/mechanics_of.h"

namespace fathom::disk {

std::unique_ptr<Device> make_device(const Parameters& parameters) {
    if (parameters.type == DriveType::ssd) return std::make_unique<FlashDrive>(parameters);
    return std::make_unique<HardDisk>(parameters);
}

std::uint64_t capacity_bytes(const Parameters& parameters) {
    if (parameters.type == DriveType::ssd) {
        const FlashSettings& flash = parameters.flash;
        check_flash(flash);
        return std::uint64_t{flash.host_pages()} * flash.all_planes() * flash.page_bytes();
    }
    return mechanics_of(parameters).geometry().sectors() * parameters.sector;
}

}  // namespace fathom::disk
