#include "engine/evaluate/text_scores.h"

#include <algorithm>
#include <cmath>

#include "engine/evaluate/row_divergence.h"

namespace gh::evaluate {
namespace {

constexpr std::size_t kPart = ModelRuntime::kLogitRows;

std::size_t tokensOf(const Windows& windows) {
    std::size_t sum = 0;
    for (const Ids& window : windows.ids) sum += window.size();
    return sum;
}

std::size_t longestOf(const Windows& windows) {
    std::size_t most = 1;
    for (const Ids& window : windows.ids) most = std::max(most, window.size());
    return most;
}

Scored scoreAlone(std::span<const float> logits, TokenId right) {
    const RowScan scan = scanRow(logits);
    Scored out;
    out.logProbability = logProbability(logits, scan, std::log(sumExp(logits, scan.max)), right);
    if (scan.firstBad >= 0) out.logProbability = std::nan("");
    out.probability = std::exp(out.logProbability);
    return out;
}

Scored scoreBeside(std::span<const float> reference, std::span<const float> logits, TokenId right) {
    const RowScan referenceScan = scanRow(reference), scan = scanRow(logits);
    const RowDivergence apart = rowDivergence(reference, referenceScan, logits, scan);
    Scored out;
    out.logProbability = logProbability(logits, scan, apart.variantLogSum, right);
    out.probability = std::exp(out.logProbability);
    out.referenceProbability = std::exp(logProbability(reference, referenceScan, apart.referenceLogSum, right));
    out.kl = apart.forward;
    out.sameTop = scan.argmax == referenceScan.argmax;
    return out;
}

}  // namespace

Result<ReferenceText> readReference(ModelRuntime& reference, Windows windows, const GoOnWith& goOn) {
    auto sequences = Sequences::create(reference, 1, longestOf(windows));
    if (!sequences) return sequences.error();
    ReferenceText text{std::move(windows), {}};
    const auto width = static_cast<std::size_t>(reference.config().width);
    text.residuals.resize(tokensOf(text.windows) * width);
    std::size_t at = 0;
    for (const Ids& window : text.windows.ids) {
        if (auto read = residualsOf(reference, (**sequences)[0], window, goOn, text.residuals.data() + at * width); !read) return read.error();
        at += window.size();
    }
    return text;
}

Result<void> scoreText(ModelRuntime& reference, const ReferenceText& text, ModelRuntime& model, std::vector<TextPass>& passes,
                       const GoOnWith& goOn, const std::function<void(double share)>& progress) {
    auto sequences = Sequences::create(model, 1, longestOf(text.windows));
    if (!sequences) return sequences.error();
    const auto width = static_cast<std::size_t>(model.config().width), referenceWidth = static_cast<std::size_t>(reference.config().width);
    const auto vocab = static_cast<std::size_t>(model.config().vocab), referenceVocab = static_cast<std::size_t>(reference.config().vocab);
    const auto tokens = std::min({vocab, referenceVocab, static_cast<std::size_t>(model.tokenizer().size())});
    std::vector<std::vector<float>> residuals(passes.size(), std::vector<float>(longestOf(text.windows) * width));
    std::vector<float> logits(kPart * vocab), referenceLogits(kPart * referenceVocab);
    const bool compare = std::any_of(passes.begin(), passes.end(), [](const TextPass& pass) { return pass.compare; });
    const double all = static_cast<double>(text.windows.rows());
    std::size_t windowStart = 0, done = 0;
    for (const Ids& window : text.windows.ids) {
        for (std::size_t p = 0; p < passes.size(); ++p) {
            model.setActivations(passes[p].activations);
            if (auto read = residualsOf(model, (**sequences)[0], window, goOn, residuals[p].data()); !read) return read;
        }
        for (std::size_t first = 0; first + 1 < window.size(); first += kPart) {
            if (goOn && !goOn()) return Error{ErrorCode::Cancelled, "evaluation", "interrupted"};
            const std::size_t count = std::min(kPart, window.size() - 1 - first);
            if (compare) {
                reference.setActivations(ActivationMode::F32);
                reference.logitsOf(text.residuals.data() + (windowStart + first) * referenceWidth, static_cast<int>(count),
                                   referenceLogits.data());
            }
            for (std::size_t p = 0; p < passes.size(); ++p) {
                TextPass& pass = passes[p];
                model.setActivations(pass.activations);
                model.logitsOf(residuals[p].data() + first * width, static_cast<int>(count), logits.data());
                pass.scored.resize(done + count);
                model.threads().run(count, [&](std::size_t i, int) {
                    const auto row = std::span(logits).subspan(i * vocab, tokens);
                    const TokenId right = window[first + i + 1];
                    pass.scored[done + i] =
                        pass.compare ? scoreBeside(std::span(referenceLogits).subspan(i * referenceVocab, tokens), row, right)
                                     : scoreAlone(row, right);
                });
                for (std::size_t i = 0; i < count; ++i)
                    if (!std::isfinite(pass.scored[done + i].logProbability) || !std::isfinite(pass.scored[done + i].kl))
                        return Error{ErrorCode::Internal, "logits",
                                     "at position " + std::to_string(first + i) + " of a window they are no finite numbers"};
            }
            done += count;
            if (progress) progress(static_cast<double>(done) / all);
        }
        windowStart += window.size();
    }
    return {};
}

}  // namespace gh::evaluate
