// Evaluations of tiny models: exact things. What schemes do to the real models: evaluation_real_test.cpp.
#include "engine/evaluate/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine/evaluate/quiz.h"
#include "engine/forward/direct.h"
#include "engine/forward/model_outline.h"
#include "tests/support/real_models.h"
#include "tests/support/tiny_model.h"

namespace gh::evaluate {
namespace {

EvaluationSpec specOf(const std::string& path, std::vector<Variant> variants = {}) {
    EvaluationSpec spec;
    spec.reference = {"stored", path, {}};
    spec.variants = std::move(variants);
    spec.text = "The mill stood in the valley, and each of the three millers kept a time of his own, as the river did.";
    spec.textName = "a text";
    spec.window = 64;
    spec.threads = 2;
    return spec;
}

std::string tiny(const std::string& family, kernels::StorageType type = kernels::StorageType::Q8_0, std::uint64_t seed = 1) {
    auto options = test::tinyOptions(family, type);
    options.seed = seed;
    // Files with equal names replace each other.
    const std::string made = test::tinyModelFile(options);
    const auto own = std::filesystem::path(made).replace_filename(family + std::to_string(seed) + "-" +
                                                                 std::to_string(static_cast<int>(type)) + ".gguf");
    std::filesystem::copy_file(made, own, std::filesystem::copy_options::overwrite_existing);
    return own.string();
}

Evaluation evaluated(const EvaluationSpec& spec) {
    EvaluationOutcome outcome = evaluate(spec);
    EXPECT_FALSE(outcome.error) << outcome.error->message();
    EXPECT_TRUE(outcome.evaluation.complete);
    return std::move(outcome.evaluation);
}

void expectNothing(const Divergence& d) {
    EXPECT_GT(d.tokens, 10u);
    for (const double value : {d.kl.value, d.kl.error, d.median, d.p90, d.p95, d.p99, d.p999, d.max, d.rmsDp.value, d.rmsDp.error, d.sameTop.error})
        EXPECT_EQ(value, 0);
    for (const double value : d.dp) EXPECT_EQ(value, 0);
    EXPECT_EQ(d.sameTop.value, 1);
}

TEST(Evaluation, OfAModelAgainstItselfIsExactlyNothing) {
    for (const std::string& family : test::tinyFamilies()) {
        SCOPED_TRACE(family);
        const std::string path = tiny(family);
        const Evaluation found = evaluated(specOf(path, {{"again", path, {}}}));
        ASSERT_EQ(found.variants.size(), 1u);
        const Evaluated& again = found.variants[0];
        expectNothing(*again.exact.divergence);
        EXPECT_EQ(again.exact.perplexity->value, found.base.exact.perplexity->value);
        EXPECT_EQ(again.exact.perplexity->error, found.base.exact.perplexity->error);
        EXPECT_EQ(again.exact.agreement->right, again.exact.agreement->asked);
        EXPECT_GE(again.exact.agreement->asked, 144);
        EXPECT_EQ(again.exact.quiz->right, found.base.exact.quiz->right);
        EXPECT_EQ(again.exact.answers.size(), 16u);
        // As it runs it is off by the engine's own noise, the same for both.
        ASSERT_TRUE(again.asRun.divergence && found.base.asRun.divergence);
        EXPECT_GT(again.asRun.divergence->kl.value, 0);
        EXPECT_EQ(again.asRun.divergence->kl.value, found.base.asRun.divergence->kl.value);
        EXPECT_EQ(again.asRun.divergence->max, found.base.asRun.divergence->max);
        EXPECT_GT(again.tokensPerSecond, 0);
        EXPECT_EQ(again.bits, 8.5);
        EXPECT_TRUE(found.referenceQuantized);
        EXPECT_NE(found.reference.find("Q8_0 as stored"), std::string::npos) << found.reference;
    }
}

TEST(Evaluation, PerplexityIsThatOfTheLogits) {
    const std::string path = tiny("llama", kernels::StorageType::F32);
    auto spec = specOf(path);
    spec.window = 20;   // several windows, and a part of one
    const Evaluation found = evaluated(spec);
    EXPECT_FALSE(found.referenceQuantized);
    LoadOptions exact;
    exact.activations = ActivationMode::F32;
    auto direct = DirectRun::open(path, exact, 2);
    ASSERT_TRUE(direct);
    const Tokenizer& tokenizer = (*direct)->tokenizer();
    const std::vector<TokenId> ids = tokenizer.encode(spec.text, false);
    ASSERT_TRUE(tokenizer.addsBos());
    double loss = 0;
    std::size_t scored = 0;
    for (std::size_t first = 0; first < ids.size(); first += 19) {
        std::vector<TokenId> window{tokenizer.bos()};
        window.insert(window.end(), ids.begin() + static_cast<std::ptrdiff_t>(first),
                      ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), first + 19)));
        ASSERT_TRUE((*direct)->logits(window, false, 0, [&](std::size_t position, std::span<const float> logits) {
            if (position + 1 == window.size()) return true;
            double sum = 0;
            for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
            loss += std::log(sum) - static_cast<double>(logits[static_cast<std::size_t>(window[position + 1])]);
            ++scored;
            return true;
        }));
    }
    ASSERT_EQ(found.base.exact.perplexity->tokens, scored);
    EXPECT_EQ(scored, ids.size());
    EXPECT_NEAR(found.base.exact.perplexity->value / std::exp(loss / static_cast<double>(scored)), 1, 1e-6);
}

TEST(Evaluation, DoesNotDependOnThreads) {
    const std::string path = tiny("llama"), other = tiny("llama", kernels::StorageType::Q4_0);
    auto spec = specOf(path, {{"q4_0", other, {}}});
    spec.measures &= ~static_cast<unsigned>(kSpeed);
    Evaluation one, three;
    spec.threads = 1;
    one = evaluated(spec);
    spec.threads = 3;
    three = evaluated(spec);
    EXPECT_EQ(toJson(one), toJson(three));
    EXPECT_GT(one.variants[0].exact.divergence->kl.value, 0);
}

TEST(Evaluation, MeasuresOnlyWhatIsAskedFor) {
    const std::string path = tiny("llama");
    auto spec = specOf(path, {{"again", path, {}}});
    spec.measures = kPerplexity;
    spec.asRun = false;
    const Evaluation found = evaluated(spec);
    EXPECT_TRUE(found.variants[0].exact.perplexity);
    EXPECT_FALSE(found.variants[0].exact.divergence);
    EXPECT_FALSE(found.variants[0].exact.agreement);
    EXPECT_FALSE(found.variants[0].exact.quiz);
    EXPECT_FALSE(found.variants[0].asRun.perplexity);
    EXPECT_EQ(found.variants[0].tokensPerSecond, 0);
    spec.variants[0].load.activations = ActivationMode::F32;
    spec.asRun = true;
    EXPECT_EQ(evaluated(spec).variants[0].asRun.perplexity->value, found.variants[0].exact.perplexity->value)
        << "a variant that runs with f32 activations runs as it is judged";
}

TEST(Evaluation, EndsAtOnceWhereItIsCancelledAndKeepsWhatItFound) {
    const std::string path = tiny("llama");
    bool complete = false;
    for (int after = 0; after < 400 && !complete; after += 7) {
        int asked = 0, changes = 0;
        double last = 0;
        EvaluationHooks hooks;
        hooks.cancelled = [&] { return asked++ >= after; };
        hooks.progress = [&](double share, std::string_view what) {
            EXPECT_GE(share, last);
            EXPECT_LE(share, 1);
            EXPECT_FALSE(what.empty());
            last = share;
        };
        hooks.changed = [&](const Evaluation& soFar) {
            EXPECT_FALSE(soFar.complete);
            ++changes;
        };
        const EvaluationOutcome outcome = evaluate(specOf(path, {{"again", path, {}}}), hooks);
        complete = !outcome.error;
        if (complete) {
            EXPECT_GT(changes, 6);
            break;
        }
        EXPECT_EQ(outcome.error->code, ErrorCode::Cancelled);
        EXPECT_EQ(asked, after + 1) << "asked again after it was cancelled";
        EXPECT_FALSE(outcome.evaluation.complete);
    }
    EXPECT_TRUE(complete);
}

TEST(Evaluation, SaysWhatIsWrong) {
    const std::string path = tiny("llama");
    const auto failed = [](const EvaluationSpec& spec) {
        const EvaluationOutcome outcome = evaluate(spec);
        EXPECT_TRUE(outcome.error);
        return outcome.error.value_or(Error{});
    };
    EXPECT_EQ(failed(specOf("/nonexistent.gguf")).code, ErrorCode::MissingFile);
    EXPECT_EQ(failed(specOf(path, {{"gone", "/nonexistent.gguf", {}}})).subject.rfind("gone", 0), 0u);
    auto wide = specOf(path);
    wide.window = 4096;
    EXPECT_NE(failed(wide).detail.find("context"), std::string::npos);
    auto narrow = specOf(path);
    narrow.window = 1;
    EXPECT_EQ(failed(narrow).code, ErrorCode::InvalidArgument);
}

TEST(Evaluation, BundledTextsAreLongEnoughAndApart) {
    for (const auto name : {test::kSmolLm2, test::kGemma3}) {
        const std::string path = test::realModel(name);
        if (path.empty()) GTEST_SKIP() << name << " is not on this machine";
        auto opened = openForUse(path, [](const CheckedModel*) { return true; });
        ASSERT_TRUE(opened);
        EXPECT_GE(opened->tokenizer->encode(heldOutText(), false).size(), 2048u);
        EXPECT_GE(opened->tokenizer->encode(calibrationText(), false).size(), 2048u);
    }
}

TEST(Evaluation, BundledTextsShareNoSentence) {
    const std::string_view heldOut = heldOutText();
    EXPECT_GT(heldOut.size(), 9000u);
    EXPECT_GT(calibrationText().size(), 9000u);
    for (std::size_t at = 0; at + 60 < calibrationText().size(); at += 30)
        EXPECT_EQ(heldOut.find(calibrationText().substr(at, 30)), heldOut.npos) << calibrationText().substr(at, 30);
}

}  // namespace
}  // namespace gh::evaluate
