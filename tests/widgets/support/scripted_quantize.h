// Invented values for the panels Quantize and Compare: a desk as the app fills it, comparisons as the engine reports them.
#pragma once

#include <cmath>

#include "engine/telemetry/snapshot.h"
#include "widgets/models/compare_desk.h"
#include "widgets/models/quantize_desk.h"

namespace gh::test {

using namespace gh::widgets;

inline std::vector<SchemeFacts> scriptedSchemes() {
    return {{"int8-row", "INT8 · a scale a row", 8.028, false, "q8_0"}, {"int4-row", "INT4 · a scale a row", 4.028, false, "q4_0"},
            {"int4-group64", "INT4 · groups of 64", 4.25, false, "q4_0"}, {"nf4", "NF4 · blocks of 64", 4.25, false, "q4_0"},
            {"q4_0", "Q4_0", 4.5, true, {}}, {"q4_k", "Q4_K", 4.5, true, {}}, {"q8_0", "Q8_0", 8.5, true, {}}};
}

inline ErrorMapPtr scriptedMap(const QString& scheme = "int4-row", int layers = 30) {
    auto made = std::make_shared<ErrorMapFacts>();
    made->scheme = scheme;
    made->bits = 4.028;
    double sum = 0;
    for (int layer = 0; layer < layers; ++layer)
        for (const char* part : {"attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"}) {
            TensorFacts tensor;
            tensor.part = part;
            tensor.name = QStringLiteral("blk.%1.%2.weight").arg(layer).arg(tensor.part);
            tensor.layer = layer;
            tensor.rows = tensor.part.startsWith("ffn") ? 1536 : 576;
            tensor.cols = 576;
            tensor.storedType = "Q4_1";
            tensor.scheme = scheme;
            tensor.bits = 4.028;
            tensor.error = 0.13 + 0.03 * std::sin(layer * 0.7 + static_cast<double>(tensor.part.size())) + (layer == 27 && tensor.part == "ffn_gate" ? 0.06 : 0);
            tensor.maxOverStd = 6 + 0.2 * layer + (layer == 27 && tensor.part == "ffn_gate" ? 40 : 0);
            tensor.beyond6Sigma = layer == 27 && tensor.part == "ffn_gate" ? 94 : static_cast<quint64>(layer % 5);
            tensor.levelsUsed = 9.5 - 0.05 * layer;
            sum += tensor.error;
            made->tensors.push_back(tensor);
            if (made->worst < 0 || tensor.error > made->tensors[static_cast<std::size_t>(made->worst)].error) made->worst = static_cast<int>(made->tensors.size()) - 1;
        }
    made->mean = sum / static_cast<double>(made->tensors.size());
    return made;
}

inline TensorDetailPtr scriptedDetail(const TensorFacts& tensor) {
    auto made = std::make_shared<TensorDetailFacts>();
    made->tensor = tensor;
    made->low = -1.1, made->high = 1.3;
    for (int i = 0; i < 160; ++i) {
        const double w = made->low + (made->high - made->low) * (i + 0.5) / 160;
        made->counts.push_back(static_cast<quint32>(90000 * std::exp(-w * w / 0.03) + (i % 17 == 0 ? 2 : 0)));
    }
    for (int level = -8; level <= 7; ++level) made->levels.push_back(level * 0.16);
    for (int row = 0; row < 20; ++row) made->worstRows.push_back({row * 31, 0.42 - row * 0.01, 1.3 - row * 0.02});
    return made;
}

inline EvaluatedFacts scriptedEvaluated(const QString& name, double bits, double kl, double perplexity) {
    EvaluatedFacts made;
    made.name = name;
    made.bits = bits;
    made.bytes = static_cast<quint64>(135e6 * bits / 8);
    made.errorMean = kl / 4;
    made.errorWorst = kl / 2;
    made.worstTensor = "blk.27.ffn_gate.weight";
    for (EvaluatedColumn* column : {&made.exact, &made.asRun}) {
        column->perplexity = {perplexity, perplexity / 50};
        column->kl = {kl, kl / 20};
        column->rmsDp = {0.03, 0.001};
        column->sameTop = {1 - kl / 2, 0.01};
        column->klMedian = kl / 3, column->kl90 = 2 * kl, column->kl95 = 3 * kl, column->kl99 = 6 * kl, column->kl999 = 9 * kl, column->klMax = 12 * kl;
        column->dp = {-0.2, -0.08, -0.02, 0, 0.01, 0.05, 0.1};
        column->agreement = {static_cast<int>(144 * (1 - kl / 2)), 144, 0.8, 0.95};
        column->quiz = {9, 16, 0.33, 0.77};
    }
    made.tokensPerSecond = 120;
    return made;
}

inline EvaluationPtr scriptedEvaluation(qint64 id = 1) {
    auto made = std::make_shared<EvaluationFacts>();
    made->id = id;
    made->when = QDateTime(QDate(2026, 3, 1), QTime(12, 30));
    made->model = "SmolLM2-135M-Instruct.Q4_1.gguf";
    made->reference = "Q4_1 as stored";
    made->text = "held-out text";
    made->referenceQuantized = true;
    made->base = scriptedEvaluated("Q4_1 as stored", 5, 0, 24.1);
    made->base.exact.kl = {0, 0};
    made->base.asRun.kl = {0.0004, 0.00001};
    made->variants = {scriptedEvaluated("int8-row", 8.028, 0.0021, 24.12), scriptedEvaluated("int4-row", 4.028, 0.52, 41), scriptedEvaluated("int4-group64", 4.25, 0.21, 31),
                      scriptedEvaluated("nf4", 4.25, 0.13, 27.4), scriptedEvaluated("q4_k", 4.5, 0.09, 26.2)};
    made->markdown = "| scheme | bits |\n";
    made->csv = "scheme,bits\n";
    return made;
}

inline void fillDesk(QuantizeDesk& desk) {
    desk.possible = true;
    desk.model = "SmolLM2-135M-Instruct.Q4_1.gguf";
    desk.stored = "Q4_1";
    desk.schemes = scriptedSchemes();
    desk.chosenScheme = "int4-row";
    desk.map = scriptedMap();
}

// As the app does it: counts what each rule decides (a plain search in place of the engine's rules).
inline void assign(QuantizeDesk& desk, const std::vector<int>& decides) {
    desk.assignment = {};
    desk.assignment.decides = decides;
    desk.assignment.troubles.resize(desk.rules().rules.size());
    desk.assignment.bytes = 71ull << 20;
    desk.assignment.bits = 4.41;
    if (desk.map)
        for (const TensorFacts& tensor : desk.map->tensors) desk.assignment.tensors.push_back({tensor.name, {}, -1});
}

inline std::vector<CompareChoice> scriptedChoices() {
    std::vector<CompareChoice> made{{kAsStored, "Q4_1 as stored"}};
    for (const SchemeFacts& scheme : scriptedSchemes()) made.push_back({scheme.name, scheme.title});
    return made;
}

struct ScriptedComparison {
    telemetry::ChunkedLog<telemetry::ComparisonPosition> log;
    std::shared_ptr<telemetry::ComparisonFacts> facts = std::make_shared<telemetry::ComparisonFacts>();
    static constexpr int kLayers = 30;

    explicit ScriptedComparison(int variants = 2, telemetry::ComparisonMode mode = telemetry::ComparisonMode::Lockstep) {
        facts->id = 7;
        facts->mode = mode;
        facts->state = telemetry::ComparisonState::Running;
        facts->prompt = "Why is the sky blue?";
        facts->promptTokens = 31;
        facts->wanted = 96;
        facts->departThreshold = 0.1f;
        const char* names[] = {"Q4_1 as stored", "INT4 · a scale a row", "NF4 · blocks of 64", "Q4_1 as stored · K Q4_0 · V Q4_0"};
        for (int v = 0; v < variants; ++v) {
            telemetry::ComparisonVariant made;
            made.name = names[v];
            made.weightBytes = (93ull - 8ull * static_cast<unsigned>(v)) << 20;
            made.bits = v == 0 ? 5 : 4.25;
            made.stepMs = 7.1 + v;
            made.tokensPerSecond = 1000 / made.stepMs;
            made.cachePredicted = made.cacheAllocated = 1u << 20;
            made.cacheReserved = 8u << 20;
            facts->variants.push_back(made);
        }
    }

    void add(int count) {
        static const char* kWords[] = {" The", " sky", " looks", " blue", " because", " sunlight", " is", " made", " of", " many", " colours", ",", " and", " the", " shorter", " waves", " are", " scattered", " more", " by", " the", " gas", " in", " air", ".\n"};
        constexpr int kCount = static_cast<int>(std::size(kWords));
        for (int n = 0; n < count; ++n) {
            const int i = static_cast<int>(log.size());
            telemetry::ComparisonPosition position;
            position.position = 31 + static_cast<std::uint32_t>(i);
            for (std::size_t v = 0; v < facts->variants.size(); ++v) {
                telemetry::ComparisonCell cell;
                cell.id = 100 + i % kCount;
                cell.text = kWords[i % kCount];
                telemetry::ComparisonVariant& variant = facts->variants[v];
                const bool free = facts->mode == telemetry::ComparisonMode::Free;
                if (v > 0 && i % 7 == 3 * static_cast<int>(v) % 7) {
                    cell.id = 900 + i;
                    cell.text = " reflected";
                }
                if (v > 0 && free && variant.splitAt < 0 && cell.id >= 900) variant.splitAt = i;
                if (v > 0) {
                    cell.klForward = 0.0004f * std::exp(static_cast<float>((i * 5 + static_cast<int>(v)) % 9));
                    cell.klBackward = cell.klForward * 0.9f;
                    cell.rank = cell.id >= 900 ? 2 : 1;
                    cell.referenceProbability = 0.4f;
                    if (free && variant.splitAt >= 0 && i > variant.splitAt) cell.klForward = cell.klBackward = NAN;
                    for (int layer = 0; layer < kLayers; ++layer) cell.layerErrors.push_back(0.002f * std::exp(0.17f * static_cast<float>(layer)) * (1 + static_cast<float>(v) * 0.3f));
                    for (int layer = 0; layer < kLayers && cell.departsAt < 0; ++layer)
                        if (cell.layerErrors[static_cast<std::size_t>(layer)] > facts->departThreshold) cell.departsAt = layer;
                    ++variant.compared;
                    variant.agreed += cell.id < 900;
                    if (!std::isnan(cell.klForward)) {
                        variant.klMean += (static_cast<double>(cell.klForward) - variant.klMean) / variant.compared;
                        variant.klMax = std::max(variant.klMax, static_cast<double>(cell.klForward));
                    }
                    variant.layerErrorMeans = cell.layerErrors;
                }
                for (int c = 0; c < 8; ++c)
                    cell.candidates.push_back({c == 0 ? cell.id : c == 1 && cell.id >= 900 ? 100 + i % kCount : 2000 + c, 0.58f / static_cast<float>(c + 1), c == 0 ? cell.text : c == 1 && cell.id >= 900 ? kWords[i % kCount] : " word" + std::to_string(c)});
                position.cells.push_back(std::move(cell));
            }
            log.append(std::move(position));
        }
        facts->positions = log.view();
        ++facts->version;
    }

    std::shared_ptr<const telemetry::ComparisonFacts> now() const { return std::make_shared<telemetry::ComparisonFacts>(*facts); }
};

// A snapshot with a comparison in it.
inline std::shared_ptr<const telemetry::Snapshot> withComparison(const telemetry::Snapshot& snapshot, std::shared_ptr<const telemetry::ComparisonFacts> facts) {
    auto made = std::make_shared<telemetry::Snapshot>(snapshot);
    made->comparison = std::move(facts);
    return made;
}

}  // namespace gh::test
