// Entry point. Placeholder body until the command line is wired up in this commit series.
#include <cstdio>

#include "engine/engine.h"
int main() {
    for (const auto& e : fathom::engines()) std::puts(e.name.c_str());
}
