// The documents kept in docs/ are what the option table gives now.
#include "cli/documents.h"

#include <fstream>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include "cli/full_table.h"
#include "job/build.h"

namespace fathom {
namespace {

TEST(Documents, AreUpToDate) {
    for (const Document& document : documents(full_table())) {
        std::ifstream file(std::string(FATHOM_SOURCE_DIR) + "/docs/" + document.file);
        std::ostringstream kept;
        kept << file.rdbuf();
        EXPECT_TRUE(kept.str() == document.text)
            << "docs/" << document.file << " is old; run: build/release/fathom_docs docs";
    }
}

TEST(Documents, NameEveryOptionFlagAndEngine) {
    const OptionTable table = full_table();
    const std::string page = options_page(table);
    const std::string manual = manual_page(table);
    for (const OptionRow& row : table.rows()) {
        EXPECT_NE(page.find("`" + std::string(row.name) + "`"), std::string::npos) << row.name;
    }
    for (const std::string& engine : table.engines()) {
        EXPECT_NE(page.find("## " + engine + "\n"), std::string::npos) << engine;
        EXPECT_NE(manual.find(".SS " + engine + "\n"), std::string::npos) << engine;
    }
}

/// The error text of a job of this engine with this line; empty when it is accepted.
std::string refusal(const OptionTable& table, const std::string& engine, const std::string& line) {
    try {
        const Spec spec = parse_job_text("[a]\nioengine=" + engine + "\n" + line + "\n", "x.fio",
                                         [](const std::string&) { return std::string(); });
        build_jobs(spec, table);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(EngineRows, KeepTheirPromises) {
    const OptionTable table = full_table();
    int limits = 0;
    for (const std::string& engine : table.engines()) {
        for (const OptionRow& row : table.engine_rows(engine)) {
            const std::string name = engine + ": " + std::string(row.name);
            const std::string set = std::string(row.name) + "=";
            EXPECT_FALSE(row.help.empty()) << name;
            EXPECT_EQ(table.find(row.name), nullptr) << name << " hides a core option";
            EXPECT_FALSE(refusal(table, engine, set).empty()) << name;
            if (row.kind != OptionKind::string) {
                EXPECT_NE(refusal(table, engine, set + "?bogus?").find(set), std::string::npos)
                    << name;
            }
            if (!row.default_text.empty()) {
                EXPECT_EQ(refusal(table, engine, set + std::string(row.default_text)), "") << name;
            }
            if (row.kind != OptionKind::integer) continue;
            if (row.min != std::numeric_limits<std::int64_t>::min()) {
                EXPECT_NE(refusal(table, engine, set + std::to_string(row.min - 1)), "") << name;
                ++limits;
            }
            if (row.max != std::numeric_limits<std::int64_t>::max()) {
                EXPECT_NE(refusal(table, engine, set + std::to_string(row.max + 1)), "") << name;
                ++limits;
            }
        }
    }
    EXPECT_GT(limits, 5);
}

}  // namespace
}  // namespace fathom
