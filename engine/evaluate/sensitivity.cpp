// Sensitivities of a model's matrices: one at a time is replaced in the loaded model and the layers from its own on are run
// again, from the residual stream that the reference had there. What comes before is the reference's own and is not computed.
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/evaluate/evaluation.h"
#include "engine/evaluate/opened_variant.h"
#include "engine/evaluate/passes.h"
#include "engine/evaluate/row_divergence.h"
#include "engine/quantize/error_map.h"
#include "engine/quantize/matrix_values.h"

namespace gh::evaluate {
namespace {

// Logits of every fourth position: a head of 262,144 tokens takes more than the layers do.
constexpr std::size_t kEvery = 4;
// Budgets are about so many bits: the schemes that are measured should be near the ones that are chosen.
constexpr double kProbeBits = 4;

Error cancelled() { return {ErrorCode::Cancelled, "sensitivities", "interrupted"}; }

// One of the schemes asked for, and what it does to the weights of each matrix.
struct Candidate {
    const quantize::Scheme* scheme = nullptr;
    std::map<std::string, double, std::less<>> errors;
    double bits = 0;
};

class Sensor {
public:
    Sensor(const SensitivitySpec& spec, const EvaluationHooks& hooks) : m_spec(spec), m_hooks(hooks) {}

    Result<std::vector<quantize::Sensitivity>> run() {
        auto opened = openForUse(m_spec.reference.path, [this](const CheckedModel*) { return goOn(); });
        if (!opened) return ofVariant(m_spec.reference, opened.error());
        m_opened = std::move(*opened);
        if (auto chosen = chooseCandidates(); !chosen) return chosen.error();
        LoadOptions load = m_spec.reference.load;
        load.activations = ActivationMode::F32;
        auto model = ModelRuntime::load(m_spec.reference.path, load, m_spec.threads, kChunkRows,
                                        [this](const telemetry::LoadProgress&) { return goOn(); });
        if (!model) return ofVariant(m_spec.reference, model.error());
        m_model = std::move(*model);
        if (auto read = readReference(); !read) return read.error();
        return measureAll();
    }

private:
    bool goOn() const { return !m_hooks.cancelled || !m_hooks.cancelled(); }
    void say(double share, const std::string& what) {
        if (m_hooks.progress) m_hooks.progress(share, what);
    }
    static constexpr double kErrorsDone = 0.15;

    std::vector<const ModelTensor*> matrices() const {
        std::vector<const ModelTensor*> found;
        for (const ModelTensor* tensor : m_opened.checked.tensors)
            if (quantize::isMatrix(*tensor) && tensor->name.starts_with("blk.")) found.push_back(tensor);
        return found;
    }

    Result<void> chooseCandidates() {
        if (m_spec.schemes.empty()) return Error{ErrorCode::InvalidArgument, "schemes", "none were given"};
        for (const std::string& name : m_spec.schemes) {
            const double share = kErrorsDone * static_cast<double>(m_candidates.size()) / static_cast<double>(m_spec.schemes.size());
            Candidate candidate;
            candidate.scheme = quantize::findScheme(name);
            if (!candidate.scheme)
                return Error{ErrorCode::InvalidArgument, "'" + name + "'", "is no scheme; there are " + quantize::schemeNames()};
            say(share, "errors of the weights by " + name);
            auto map = quantize::errorMap(*m_opened.checked.file, *candidate.scheme, quantize::ScaleChoice::AbsMax, m_spec.threads,
                                          {[this] { return !goOn(); }, {}});
            if (!map) return map.error();
            for (const quantize::TensorErrors& errors : map->tensors) candidate.errors[errors.name] = errors.error;
            candidate.bits = map->bits;
            m_candidates.push_back(std::move(candidate));
        }
        // Those nearest to the bits that budgets are about are measured; of the others the error of the weights says the rest.
        std::vector<std::size_t> order(m_candidates.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::fabs(m_candidates[a].bits - kProbeBits) < std::fabs(m_candidates[b].bits - kProbeBits);
        });
        if (m_spec.measured > 0) order.resize(std::min(order.size(), static_cast<std::size_t>(m_spec.measured)));
        m_probes = std::move(order);
        return {};
    }

    Result<void> readReference() {
        const std::string_view text = m_spec.text.empty() ? calibrationText() : std::string_view(m_spec.text);
        const int tokens = std::clamp(m_spec.tokens, 2, std::min(kChunkRows, m_model->contextLimit()));
        Windows windows = windowsOf(m_model->tokenizer(), text, tokens, tokens);
        if (windows.ids.empty()) return Error{ErrorCode::InvalidArgument, "text", "has fewer than two tokens; give a longer one"};
        auto sequences = Sequences::create(*m_model, 1, windows.ids.front().size());
        if (!sequences) return sequences.error();
        m_sequence = std::move(*sequences);
        const Ids& ids = windows.ids.front();
        if (!(*m_sequence)[0].growTo(ids.size())) return Error{ErrorCode::DoesNotFit, "cache", "the pool has no free block"};
        for (std::size_t i = 0; i < ids.size(); ++i) m_batch.push_back({ids[i], static_cast<std::uint32_t>(i), &(*m_sequence)[0]});
        for (std::size_t i = kEvery - 1; i < ids.size(); i += kEvery) m_rows.push_back(static_cast<int>(i));
        if (m_rows.empty()) m_rows.push_back(static_cast<int>(ids.size()) - 1);

        const auto layers = static_cast<std::size_t>(m_model->config().layers);
        m_layerFloats = ids.size() * static_cast<std::size_t>(m_model->config().width);
        m_before.resize(layers * m_layerFloats);
        const TapSink taps = [&](Tap tap, int layer, Tensor tensor, int rows) {
            const auto next = static_cast<std::size_t>(layer + 1);   // the embedding's layer is -1
            if ((tap == Tap::Embedding || tap == Tap::Residual) && next < layers)
                m_model->backend().read(tensor, 0, rows, m_before.data() + next * m_layerFloats);
        };
        m_model->forward(m_batch, nullptr, &taps);
        const auto vocab = static_cast<std::size_t>(m_model->config().vocab);
        m_reference.resize(m_rows.size() * vocab);
        m_logits.resize(m_reference.size());
        m_model->logits(m_rows, m_reference.data());
        for (std::size_t i = 0; i < m_rows.size(); ++i) m_scans.push_back(scanRow(rowOf(m_reference, i)));
        return {};
    }

    std::span<const float> rowOf(const std::vector<float>& all, std::size_t i) const {
        const auto vocab = static_cast<std::size_t>(m_model->config().vocab);
        return std::span(all).subspan(i * vocab, std::min(vocab, static_cast<std::size_t>(m_model->tokenizer().size())));
    }

    // Mean KL at the rows, with the layers from `layer` on as they are now.
    double divergenceFrom(int layer) {
        m_model->forwardFrom(layer, m_before.data() + static_cast<std::size_t>(layer) * m_layerFloats, m_batch);
        m_model->logits(m_rows, m_logits.data());
        std::vector<double> kl(m_rows.size());
        m_model->threads().run(kl.size(), [&](std::size_t i, int) {
            kl[i] = rowDivergence(rowOf(m_reference, i), m_scans[i], rowOf(m_logits, i), scanRow(rowOf(m_logits, i))).forward;
        });
        double sum = 0;
        for (const double value : kl) sum += value;
        return sum / static_cast<double>(kl.size());
    }

    Result<std::vector<quantize::Sensitivity>> measureAll() {
        std::vector<quantize::Sensitivity> table;
        const auto tensors = matrices();
        for (std::size_t t = 0; t < tensors.size(); ++t) {
            const ModelTensor& tensor = *tensors[t];
            const int rows = quantize::rowsOf(tensor), cols = quantize::colsOf(tensor);
            if (!m_candidates.front().errors.contains(tensor.name))
                return Error{ErrorCode::Unsupported, tensor.name,
                             "is a part of a matrix that the file stores as one, which is not measured part by part"};
            std::vector<double> measured(m_candidates.size(), -1);
            for (const std::size_t probe : m_probes) {
                if (!goOn()) return cancelled();
                say(kErrorsDone + (1 - kErrorsDone) * static_cast<double>(t) / static_cast<double>(tensors.size()),
                    tensor.name + " by " + m_candidates[probe].scheme->name);
                const quantize::Scheme& scheme = *quantize::fittingScheme(*m_candidates[probe].scheme, cols).scheme;
                auto matrix = quantize::quantizeTensor(tensor, scheme, quantize::ScaleChoice::AbsMax, &m_model->threads());
                if (!matrix) return matrix.error();
                auto done = m_model->withMatrix(tensor.name, *matrix, [&](int layer) { measured[probe] = divergenceFrom(layer); });
                if (!done) return done.error();
            }
            for (std::size_t c = 0; c < m_candidates.size(); ++c) {
                const quantize::Scheme& scheme = *quantize::fittingScheme(*m_candidates[c].scheme, cols).scheme;
                table.push_back({tensor.name, m_candidates[c].scheme->name, scheme.bytes(rows, cols),
                                 static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols), estimate(tensor.name, c, measured)});
            }
        }
        say(1, "done");
        return table;
    }

    // A small error moves the distribution in proportion, and divergence goes with the square of that: a scheme that was not
    // measured has the nearest probe's (in error), times the square of how much larger its error of the weights is.
    double estimate(const std::string& tensor, std::size_t candidate, const std::vector<double>& measured) const {
        if (measured[candidate] >= 0) return measured[candidate];
        const double own = m_candidates[candidate].errors.find(tensor)->second;
        double best = INFINITY, value = 0;
        for (const std::size_t probe : m_probes) {
            const double error = m_candidates[probe].errors.find(tensor)->second;
            if (error <= 0 || own <= 0) continue;
            const double distance = std::fabs(std::log(own / error));
            if (distance < best) {
                best = distance;
                value = measured[probe] * (own / error) * (own / error);
            }
        }
        return value;
    }

    const SensitivitySpec& m_spec;
    const EvaluationHooks& m_hooks;
    OpenedModel m_opened;
    std::vector<Candidate> m_candidates;
    std::vector<std::size_t> m_probes;   // indices of the candidates that are measured
    std::unique_ptr<ModelRuntime> m_model;
    std::unique_ptr<Sequences> m_sequence;
    std::vector<BatchRow> m_batch;
    std::vector<int> m_rows;             // whose logits are compared
    std::size_t m_layerFloats = 0;       // of the residual stream at one layer: rows × width
    std::vector<float> m_before;         // [layers][rows][width]: before each layer
    std::vector<float> m_reference, m_logits;
    std::vector<RowScan> m_scans;        // of the reference's
};

}  // namespace

Result<std::vector<quantize::Sensitivity>> sensitivities(const SensitivitySpec& spec, const EvaluationHooks& hooks) {
    return Sensor(spec, hooks).run();
}

}  // namespace gh::evaluate
