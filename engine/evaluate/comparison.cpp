#include "engine/evaluate/comparison.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "engine/evaluate/comparison_load.h"
#include "engine/evaluate/row_divergence.h"

namespace gh::evaluate {
namespace {

using telemetry::ComparisonCell;
using telemetry::ComparisonMode;
using telemetry::ComparisonState;

constexpr int kCandidates = 8;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

float relativeError(std::span<const float> x, std::span<const float> reference) {
    double off = 0, size = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double r = reference[i], d = static_cast<double>(x[i]) - r;
        off += d * d;
        size += r * r;
    }
    return size > 0 ? static_cast<float>(std::sqrt(off / size)) : off > 0 ? std::numeric_limits<float>::infinity() : 0.0f;
}

// What is kept of a variant beside its lane.
struct Course {
    explicit Course(const SamplerSettings& settings) : sampler(settings) {}
    Sampler sampler;
    SampleResult drawn;
    std::vector<TokenId> output;       // what it has read behind the prompt, and the newest token it is to read
    std::vector<double> stepMs;        // of decode steps
    std::vector<double> layerErrorSums;
    std::span<float> logits;           // of the position that is judged
    RowScan scan;
    RowDivergence divergence;
    double klSum = 0;
    int layerErrorCount = 0;
};

}  // namespace

struct Comparison::Impl {
    std::shared_ptr<const ComparisonSpec> spec;
    LoadedComparison loaded;
    std::vector<Course> courses;
    telemetry::ComparisonFacts facts;   // but for the positions
    telemetry::ChunkedLog<telemetry::ComparisonPosition> positions;
    std::size_t promptDone = 0;
    std::uint64_t changes = 1;
    mutable std::shared_ptr<const telemetry::ComparisonFacts> latest;
    mutable std::uint64_t latestChanges = 0;

    bool free() const { return facts.mode == ComparisonMode::Free; }
    // Whether it has read the same text as the reference up to here, and both go on.
    bool comparable(std::size_t v) const {
        return !facts.variants[v].ended && !facts.variants[0].ended && facts.variants[v].splitAt < 0;
    }
    const Tokenizer& tokenizer() const { return loaded.lanes.front()->model().tokenizer(); }

    void fail(std::string trouble) {
        facts.state = ComparisonState::Failed;
        facts.trouble = std::move(trouble);
    }

    // Reads the ids in one variant; with `judged` the logits of the last one are made too, and the time is a step's.
    bool read(std::size_t v, std::span<const TokenId> ids, bool judged, bool timed) {
        Lane& lane = *loaded.lanes[v];
        const auto start = std::chrono::steady_clock::now();
        if (!lane.run(ids, judged && spec->layerErrors)) {
            fail(facts.variants[v].name + ": its cache has no free block");
            return false;
        }
        if (judged) courses[v].logits = lane.logits();
        if (timed)
            courses[v].stepMs.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        return true;
    }

    void step() {
        if (facts.state != ComparisonState::Running) return;
        ++changes;
        const auto& prompt = loaded.prompt;
        if (promptDone < prompt.size()) {
            const auto count = std::min<std::size_t>(kChunkRows, prompt.size() - promptDone);
            const bool last = promptDone + count == prompt.size();
            for (std::size_t v = 0; v < courses.size(); ++v)
                if (!read(v, std::span(prompt).subspan(promptDone, count), last, false)) return;
            promptDone += count;
            if (!last) return;
        } else {
            for (std::size_t v = 0; v < courses.size(); ++v) {
                if (facts.variants[v].ended) continue;
                const TokenId next = courses[free() ? v : 0].output.back();
                if (!read(v, {&next, 1}, true, true)) return;
            }
        }
        judge();
        const auto ended = [](const auto& variant) { return variant.ended; };
        if (facts.state == ComparisonState::Running &&
            (positions.size() == facts.wanted || std::all_of(facts.variants.begin(), facts.variants.end(), ended)))
            facts.state = ComparisonState::Done;
    }

    void judge() {
        telemetry::ComparisonPosition position;
        position.position = static_cast<std::uint32_t>(loaded.prompt.size() + positions.size());
        position.cells.resize(courses.size());
        std::size_t row = SIZE_MAX;   // a file may have fewer rows than its vocabulary has tokens
        for (const Course& course : courses) row = std::min(row, course.logits.size());
        for (Course& course : courses) {
            course.logits = course.logits.first(row);
            course.scan = scanRow(course.logits);
        }
        // All divergences before anything is drawn: penalties change logits in place.
        for (std::size_t v = 1; v < courses.size(); ++v) {
            if (comparable(v))
                courses[v].divergence = rowDivergence(courses[0].logits, courses[0].scan, courses[v].logits, courses[v].scan);
            else
                position.cells[v].klForward = position.cells[v].klBackward = kNan;
        }
        for (std::size_t v = 0; v < courses.size(); ++v) {
            if (facts.variants[v].ended) continue;
            if (v > 0 && comparable(v)) compare(v, position);
            if (!draw(v, position)) return;
        }
        settle(position);
        positions.append(std::move(position));
    }

    // Against the reference, whose token is drawn already.
    void compare(std::size_t v, telemetry::ComparisonPosition& position) {
        Course& course = courses[v];
        ComparisonCell& cell = position.cells[v];
        const TokenId token = position.cells[0].id;
        cell.klForward = static_cast<float>(course.divergence.forward);
        cell.klBackward = static_cast<float>(course.divergence.backward);
        cell.rank = rankOf(course.logits, token);
        cell.referenceProbability =
            static_cast<float>(std::exp(logProbability(course.logits, course.scan, course.divergence.variantLogSum, token)));
        const ModelConfig &own = loaded.lanes[v]->model().config(), &first = loaded.lanes[0]->model().config();
        if (!spec->layerErrors || own.layers != first.layers || own.width != first.width) return;
        course.layerErrorSums.resize(static_cast<std::size_t>(own.layers));
        for (int layer = 0; layer < own.layers; ++layer) {
            const float error = relativeError(loaded.lanes[v]->residual(layer), loaded.lanes[0]->residual(layer));
            cell.layerErrors.push_back(error);
            course.layerErrorSums[static_cast<std::size_t>(layer)] += static_cast<double>(error);
            if (cell.departsAt < 0 && !(error <= telemetry::kDepartThreshold)) cell.departsAt = layer;
        }
        ++course.layerErrorCount;
    }

    bool draw(std::size_t v, telemetry::ComparisonPosition& position) {
        Course& course = courses[v];
        ComparisonCell& cell = position.cells[v];
        const std::vector<TokenId>& output = courses[free() ? v : 0].output;
        // The reference's newest token is no part of what this position was made from.
        const std::span<const TokenId> before(output.data(), positions.size());
        auto drawn = course.sampler.sampleInto(course.drawn, course.logits, loaded.prompt, before,
                                               loaded.prompt.size() + before.size(), kCandidates);
        if (!drawn) {
            fail(ofVariant(spec->variants[v], drawn.error()).message());
            return false;
        }
        cell.id = course.drawn.id;
        cell.text = tokenizer().piece(cell.id);
        for (const Candidate& candidate : course.drawn.top)
            cell.candidates.push_back({candidate.id, candidate.probability, std::string(tokenizer().piece(candidate.id))});
        if (v == 0) {
            cell.rank = static_cast<int>(course.drawn.rank) + 1;
            cell.referenceProbability = std::exp(course.drawn.logProbability);
        }
        if (free() || v == 0) course.output.push_back(cell.id);
        return true;
    }

    // What the position means for the variants: counts, splits, ends.
    void settle(const telemetry::ComparisonPosition& position) {
        const TokenId reference = position.cells[0].id;
        for (std::size_t v = 1; v < courses.size(); ++v) {
            telemetry::ComparisonVariant& variant = facts.variants[v];
            const ComparisonCell& cell = position.cells[v];
            if (!comparable(v)) continue;
            ++variant.compared;
            variant.agreed += cell.id == reference;
            courses[v].klSum += courses[v].divergence.forward;
            variant.klMean = courses[v].klSum / variant.compared;
            variant.klMax = std::max(variant.klMax, courses[v].divergence.forward);
            if (free() && cell.id != reference) variant.splitAt = static_cast<int>(positions.size());
        }
        for (std::size_t v = 0; v < courses.size(); ++v) {
            const TokenId own = position.cells[free() ? v : 0].id;
            if (own >= 0 && tokenizer().isEndOfGeneration(own)) facts.variants[v].ended = true;
        }
    }

    void refresh(std::size_t v, telemetry::ComparisonVariant& variant) const {
        const Lane& lane = *loaded.lanes[v];
        const Course& course = courses[v];
        std::vector<double> times = course.stepMs;
        if (!times.empty()) {
            const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
            std::nth_element(times.begin(), middle, times.end());
            variant.stepMs = *middle;
            variant.tokensPerSecond = variant.stepMs > 0 ? 1e3 / variant.stepMs : 0;
        }
        variant.cachePredicted = lane.cache().predictedBytes(lane.tokens());
        variant.cacheAllocated = lane.cache().pools().allocatedBytes();
        variant.cacheReserved = lane.cache().pools().reservedBytes();
        variant.layerErrorMeans.clear();
        for (const double sum : course.layerErrorSums) variant.layerErrorMeans.push_back(static_cast<float>(sum / course.layerErrorCount));
    }
};

Comparison::Comparison() : m_impl(std::make_unique<Impl>()) {}
Comparison::~Comparison() = default;

Result<std::unique_ptr<Comparison>> Comparison::load(std::shared_ptr<const ComparisonSpec> spec,
                                                     const std::function<bool(double share, std::string_view doing)>& progress) {
    auto loaded = loadComparison(*spec, progress);
    if (!loaded) return loaded.error();
    std::unique_ptr<Comparison> comparison(new Comparison);
    Impl& impl = *comparison->m_impl;
    impl.spec = std::move(spec);
    impl.loaded = std::move(*loaded);
    telemetry::ComparisonFacts& facts = impl.facts;
    facts.mode = impl.spec->mode;
    facts.state = ComparisonState::Running;
    facts.share = 1;
    facts.prompt = impl.loaded.promptText;
    facts.promptTokens = static_cast<std::uint32_t>(impl.loaded.prompt.size());
    facts.wanted = impl.loaded.wanted;
    facts.departThreshold = telemetry::kDepartThreshold;
    for (std::size_t v = 0; v < impl.loaded.lanes.size(); ++v) {
        impl.courses.emplace_back(impl.spec->sampler);
        telemetry::ComparisonVariant& variant = facts.variants.emplace_back();
        variant.name = impl.spec->variants[v].name;
        variant.weightBytes = impl.loaded.lanes[v]->model().facts()->weightBytes;
        variant.bits = impl.loaded.bits[v];
    }
    return comparison;
}

bool Comparison::done() const { return m_impl->facts.state != ComparisonState::Running; }

void Comparison::step() { m_impl->step(); }

std::shared_ptr<const telemetry::ComparisonFacts> Comparison::facts() const {
    Impl& impl = *m_impl;
    if (!impl.latest || impl.latestChanges != impl.changes) {
        for (std::size_t v = 0; v < impl.courses.size(); ++v) impl.refresh(v, impl.facts.variants[v]);
        impl.facts.version = impl.changes;
        auto fresh = std::make_shared<telemetry::ComparisonFacts>(impl.facts);
        fresh->positions = impl.positions.view();
        impl.latest = std::move(fresh);
        impl.latestChanges = impl.changes;
    }
    return impl.latest;
}

}  // namespace gh::evaluate
