// Honest evaluation: variants of a model against a reference on the same tokens. Schemes are judged with f32 activations;
// a second column says what the variant does as it runs. Nothing here needs an engine thread: it runs on the caller's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/variant.h"
#include "engine/quantize/budget.h"
#include "engine/quantize/rules.h"

namespace gh::evaluate {

// A mean and its standard error.
struct Mean {
    double value = 0, error = 0;
};

// Of the variant's next-token distributions from the reference's, over the positions of a text. Nats; probabilities 0…1.
struct Divergence {
    std::size_t tokens = 0;
    Mean kl;                         // KL(reference ‖ variant)
    double median = 0, p90 = 0, p95 = 0, p99 = 0, p999 = 0, max = 0;
    Mean rmsDp;                      // of p(right token): root mean square of the differences
    Mean sameTop;                    // share of positions with the same most probable token
    double dp[7] = {};               // percentiles 1, 5, 25, 50, 75, 95, 99 of Δp
};

struct Perplexity {
    double value = 0, error = 0;     // error: of the mean log-likelihood, carried through the exponential
    std::size_t tokens = 0;          // scored
    int window = 0;                  // tokens; each window starts afresh
};

// Wilson interval of `right` of `asked`, 95 %.
struct Share {
    int right = 0, asked = 0;
    double low = 0, high = 0;
};
Share wilson(int right, int asked);

struct QuizAnswer {
    std::string question, answer;    // what the model wrote
    bool right = false;
};

// What was measured of one variant in one way of running it.
struct Column {
    std::optional<Perplexity> perplexity;
    std::optional<Divergence> divergence;
    std::optional<Share> agreement;  // greedy choices equal to the reference's on its own text
    std::optional<Share> quiz;
    std::vector<QuizAnswer> answers;
};

struct Evaluated {
    std::string name;
    double bits = 0;                 // a weight of the quantized matrices
    std::uint64_t bytes = 0;         // resident weights
    double errorMean = 0, errorWorst = 0;    // of the matrices (quantize::ErrorMap); 0 for the reference
    std::string worstTensor;
    Column exact;                    // f32 activations
    Column asRun;                    // the variant's own activations
    double tokensPerSecond = 0;      // decode, as it runs
};

struct Evaluation {
    std::string model;               // file name
    std::string reference;           // what the reference is, in words: "Q4_1 as stored"
    bool referenceQuantized = false;
    std::string text;                // name of the text
    Evaluated base;                  // the reference itself; base.asRun.divergence is the engine's noise floor
    std::vector<Evaluated> variants;
    bool complete = false;
};

enum Measures : unsigned { kPerplexity = 1, kDivergence = 2, kAgreement = 4, kQuiz = 8, kSpeed = 16, kErrors = 32, kAll = 63 };

struct EvaluationSpec {
    Variant reference;               // weights as stored, F32 activations are set here
    std::vector<Variant> variants;
    std::string text, textName;      // UTF-8; empty: the bundled held-out text
    unsigned measures = kAll;
    bool asRun = true;               // the second column too
    int window = 512;                // tokens of context for perplexity and divergence
    int most = 0;                    // tokens of the text at most; 0: all
    int threads = 0;
};

struct EvaluationHooks {
    std::function<void(double share, std::string_view what)> progress;
    std::function<bool()> cancelled;
    std::function<void(const Evaluation& soFar)> changed;    // another figure is known
};

struct EvaluationOutcome {
    Evaluation evaluation;           // what was measured until then
    std::optional<Error> error;      // Cancelled; of loading
};
EvaluationOutcome evaluate(const EvaluationSpec& spec, const EvaluationHooks& hooks = {});

std::string toJson(const Evaluation& evaluation);
Result<Evaluation> evaluationFromJson(std::string_view text);   // exactly what toJson makes
// scheme, bits, bytes, error mean/worst, perplexity, quiz, agreement, KL, tokens/s.
std::string toMarkdown(const Evaluation& evaluation);
std::string toCsv(const Evaluation& evaluation);

// Mean KL that each (tensor, scheme) causes alone, all other tensors as stored, with f32 activations; feeds
// quantize::assignWithin. Every fourth position of the text's first `tokens` is compared.
struct SensitivitySpec {
    Variant reference;
    std::vector<std::string> schemes;
    std::string text;                // empty: the bundled calibration text (not the held-out one)
    int tokens = 256;                // at most 264: one batch
    // How many schemes are measured of each tensor, those nearest to 4 bits first; the divergence of the others follows from
    // the nearest measured one by the square of the weights' errors. 0: all are measured.
    int measured = 1;
    int threads = 0;
};
Result<std::vector<quantize::Sensitivity>> sensitivities(const SensitivitySpec& spec, const EvaluationHooks& hooks = {});

std::string_view heldOutText();      // at least 2,048 tokens of English prose, written for this project
std::string_view calibrationText();  // another one

}  // namespace gh::evaluate
