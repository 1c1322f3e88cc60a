#include "cli/side_commands.h"

#include <cstdio>
#include <string_view>

#include "cli/inflate_log.h"
#include "cli/output.h"
#include "cli/speed_tests.h"
#include "report/idle_text.h"
#include "run/idle_profile.h"

namespace fathom {

int side_command(const Arguments& arguments) {
    bool fine = true;
    switch (arguments.action) {
        case Arguments::Action::crctest:
            checksum_speed(arguments.topic, print_at_once);
            break;
        case Arguments::Action::memcpytest:
            copy_speed(arguments.topic, print_at_once);
            break;
        case Arguments::Action::cpuclock_test:
            fine = counter_test(print_at_once);
            break;
        case Arguments::Action::inflate_log:
            inflate_log(arguments.topic, print_at_once);
            break;
        default: {
            const UnitWork unit = measure_unit_work();
            print_at_once("CPU idleness:\n" + unit_work_line(unit.mean, unit.deviation));
        }
    }
    return fine && std::ferror(stdout) == 0 ? 0 : 1;
}

}  // namespace fathom
