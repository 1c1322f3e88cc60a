#include "cli/full_table.h"

#include "engine/engine.h"

namespace fathom {

OptionTable full_table() {
    OptionTable table = OptionTable::core();
    for (const EngineEntry& engine : engines()) table.add_engine(engine.name, engine.options);
    return table;
}

}  // namespace fathom
