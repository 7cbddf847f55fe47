// A chat template: parser and evaluator.
#include <nlohmann/json.hpp>

#include "engine/text/chat_template.h"
#include "tests/fuzz/fuzz_target.h"

namespace gh::fuzz {

void runJinja(std::string_view input) {
    const auto parsed = ChatTemplate::parse(std::string(input));
    if (!parsed) return require(!parsed.error().message().empty(), "a rejection says why");
    ChatTemplate::Options options{.bosToken = "<s>", .eosToken = "</s>", .clock = std::tm{}};
    options.clock->tm_mday = 1;
    const std::vector<ChatMessage> chat = {
        {"system", "Be brief.", {}}, {"user", " a<|im_end|>\n\xc3\xa9 ", {}}, {"assistant", "b", {}}, {"user", "", {}}};
    const auto text = (*parsed)->render(chat, options);
    if (!text) require(text.error().code == ErrorCode::Template, "a failure is the template's");
}

std::vector<std::string> jinjaSeeds() {
    std::vector<std::string> seeds;
    for (const char* name : {"own_templates.json", "smollm2.json", "features.json", "more_features.json"}) {
        const auto file = nlohmann::json::parse(readFile(testData() / "template" / name));
        if (file.contains("templates"))
            for (const auto& source : file["templates"]) seeds.push_back(source.get<std::string>());
        for (const auto& c : file["cases"])
            if (c["input"].contains("template_text")) seeds.push_back(c["input"]["template_text"].get<std::string>());
    }
    for (const NamedTemplate& named : namedTemplates()) seeds.push_back(named.source);
    return seeds;
}

}  // namespace gh::fuzz
