// fathom_docs DIRECTORY: writes the documents that are made from the option table into it.
#include <cstdio>
#include <fstream>

#include "cli/documents.h"
#include "cli/full_table.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: fathom_docs DIRECTORY\n", stderr);
        return 1;
    }
    for (const auto& document : fathom::documents(fathom::full_table())) {
        const std::string path = std::string(argv[1]) + "/" + document.file;
        std::ofstream file(path, std::ios::binary);
        file << document.text;
        file.close();
        if (!file) {
            std::fprintf(stderr, "fathom_docs: cannot write %s\n", path.c_str());
            return 1;
        }
    }
    return 0;
}
