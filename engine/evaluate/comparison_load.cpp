#include "engine/evaluate/comparison_load.h"

#include <algorithm>

#include "engine/plan/ledger.h"
#include "engine/text/chat_template.h"

namespace gh::evaluate {
namespace {

Error wrong(std::string subject, std::string detail) {
    return {ErrorCode::InvalidArgument, std::move(subject), std::move(detail)};
}

Result<void> check(const ComparisonSpec& spec) {
    if (spec.variants.size() < 2 || spec.variants.size() > 4)
        return wrong("variants", std::to_string(spec.variants.size()) + " were given; a comparison takes two to four");
    if (spec.maxTokens < 1) return wrong("max tokens", "must be at least 1");
    return validate(spec.sampler);
}

// All of them stay in memory at the same time.
Result<void> fitTogether(const std::vector<OpenedVariant>& opened) {
    const auto available = plan::availableMemory();
    if (!available) return {};
    std::uint64_t needed = 0;
    for (const OpenedVariant& variant : opened) needed += plan::predictedTotal(variant.outline.plan);
    if (needed <= *available) return {};
    const auto mib = [](std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; };
    return Error{ErrorCode::DoesNotFit, "comparison",
                 "the " + std::to_string(opened.size()) + " variants together need " + mib(needed) + " of memory, " +
                     mib(*available) + " are available; compare fewer, or give them a smaller context"};
}

Result<void> readPrompt(const ComparisonSpec& spec, const OpenedModel& model, LoadedComparison& loaded) {
    const Tokenizer& tokenizer = *model.tokenizer;
    if (const auto* text = std::get_if<std::string>(&spec.prompt)) {
        loaded.promptText = *text;
        loaded.prompt = tokenizer.withModelSpecials(tokenizer.encode(*text, false));
        if (loaded.prompt.empty()) return wrong("prompt", "is empty, and the model begins no text by itself; give some text");
        return {};
    }
    std::string source;
    if (const auto* value = model.checked.file->find("tokenizer.chat_template"))
        if (const auto* own = std::get_if<std::string_view>(&value->data)) source = *own;
    if (const auto& given = spec.variants.front().load.chatTemplate) source = *given;
    if (source.empty())
        return Error{ErrorCode::Template, "chat template", "this model's file has none; choose a named one, or give plain text"};
    auto parsed = ChatTemplate::parse(std::move(source));
    if (!parsed) return parsed.error();
    auto chat = chatIds(tokenizer, **parsed, std::get<std::vector<ChatMessage>>(spec.prompt));
    if (!chat) return chat.error();
    loaded.promptText = plainText(chat->text);
    loaded.prompt = std::move(chat->ids);
    return {};
}

}  // namespace

Result<LoadedComparison> loadComparison(const ComparisonSpec& spec,
                                        const std::function<bool(double share, std::string_view doing)>& progress) {
    if (auto sane = check(spec); !sane) return sane.error();
    const auto told = [&](double share, std::string_view doing) { return !progress || progress(share, doing); };
    auto opened = openVariants(spec.variants, kChunkRows, [&](std::string_view doing) { return told(0, doing); });
    if (!opened) return opened.error();
    LoadedComparison loaded;
    if (auto read = readPrompt(spec, *opened->front().model, loaded); !read) return read.error();
    if (auto fit = fitTogether(*opened); !fit) return fit.error();
    loaded.wanted = static_cast<std::uint32_t>(spec.maxTokens);
    for (std::size_t i = 0; i < opened->size(); ++i) {
        const auto limit = static_cast<std::uint32_t>((*opened)[i].outline.facts.contextLimit);
        if (loaded.prompt.size() >= limit)
            return wrong(spec.variants[i].name, "the prompt has " + std::to_string(loaded.prompt.size()) +
                                                    " tokens, the context holds " + std::to_string(limit) +
                                                    "; shorten the prompt or raise the context limit");
        loaded.wanted = std::min(loaded.wanted, limit - static_cast<std::uint32_t>(loaded.prompt.size()));
    }
    const auto count = static_cast<double>(opened->size());
    for (std::size_t i = 0; i < opened->size(); ++i) {
        const std::string doing = "loading " + spec.variants[i].name;
        (*opened)[i].model.reset();   // its pages are read again by the load, which checks them itself
        auto lane = Lane::load(spec.variants[i], spec.threads, [&](const telemetry::LoadProgress& now) {
            const bool packing = now.stage == telemetry::LoadStage::Packing && now.total > 0;
            const double inner = packing ? static_cast<double>(now.done) / static_cast<double>(now.total)
                                         : now.stage == telemetry::LoadStage::FirstPass;
            return told((static_cast<double>(i) + inner) / count, doing);
        });
        if (!lane) return lane.error();
        loaded.lanes.push_back(std::move(*lane));
        loaded.bits.push_back((*opened)[i].bits);
    }
    return loaded;
}

}  // namespace gh::evaluate
