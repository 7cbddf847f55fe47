// A GGUF model in two files, opened by the second.
#include "engine/model/gguf.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/gguf_writer.h"

namespace gh::fuzz {

void runGgufSplit(std::string_view input) {
    const auto parts = splitFiles(input, 2);
    writeScratch("m-00001-of-00002.gguf", parts[0]);
    writeScratch("m-00002-of-00002.gguf", parts[1]);
    const auto file = openGguf(scratchFolder() + "/m-00002-of-00002.gguf");
    if (file) useModel(*file);
}

std::vector<std::string> ggufSplitSeeds() {
    std::vector<std::string> seeds;
    for (const int tensors : {2, 3}) {
        std::vector<std::string> parts;
        for (std::uint8_t number : {0, 1}) {
            test::GgufWriter writer;
            writer.addRaw("split.no", 2, {std::byte(number), {}});
            writer.addRaw("split.count", 2, {std::byte(2), {}});
            writer.add("split.tensors.count", tensors);
            if (number == 0) writer.add("general.architecture", "llama");
            writer.addTensor(number == 0 ? "token_embd.weight" : "output_norm.weight", {4}, 0, test::Bytes(16));
            const test::Bytes bytes = writer.build();
            parts.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        }
        seeds.push_back(joinFiles(parts));
    }
    return seeds;
}

}  // namespace gh::fuzz
