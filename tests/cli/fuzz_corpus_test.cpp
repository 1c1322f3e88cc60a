// Texts that once were too much for the job language (fuzz/corpus), given to the fuzz target again:
// a crash, an exception that is no Error or a sanitizer's complaint fails.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fathom {
namespace {

TEST(FuzzCorpus, EveryTextIsAnswered) {
    int texts = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(FATHOM_SOURCE_DIR "/fuzz/corpus")) {
        SCOPED_TRACE(entry.path().filename().string());
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(file), {});
        EXPECT_NO_THROW(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()),
                                               text.size()));
        ++texts;
    }
    EXPECT_GT(texts, 0);
}

}  // namespace
}  // namespace fathom
