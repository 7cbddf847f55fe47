#include "engine/evaluate/evaluation.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>

#include "engine/evaluate/opened_variant.h"
#include "engine/evaluate/passes.h"
#include "engine/evaluate/quiz.h"
#include "engine/evaluate/text_scores.h"
#include "engine/evaluate/weight_errors.h"

namespace gh::evaluate {
namespace {

Error wrong(std::string subject, std::string detail) { return {ErrorCode::InvalidArgument, std::move(subject), std::move(detail)}; }

// One way of running the model that is measured, and where its figures go.
struct Way {
    ActivationMode activations;
    Column* column;
};

class Evaluator {
public:
    Evaluator(const EvaluationSpec& spec, const EvaluationHooks& hooks) : m_spec(spec), m_hooks(hooks) {}

    EvaluationOutcome run() {
        std::optional<Error> error;
        try {
            if (auto done = runAll(); !done) error = done.error();
        } catch (const std::bad_alloc&) {
            error = Error{ErrorCode::DoesNotFit, "evaluation", "the system gives no more memory; close other programs"};
        } catch (const std::exception& problem) {
            error = Error{ErrorCode::Internal, "evaluation", problem.what()};
        }
        m_out.complete = !error;
        return {std::move(m_out), std::move(error)};
    }

private:
    bool goOn() const { return !m_hooks.cancelled || !m_hooks.cancelled(); }
    bool wants(unsigned measures) const { return (m_spec.measures & measures) != 0; }

    // Shares of one subject's time, roughly.
    static constexpr double kLoaded = 0.05, kTextRead = 0.7, kAgreed = 0.8, kAsked = 0.95;
    void say(double share, std::string_view what) {
        if (!m_hooks.progress) return;
        const double subjects = static_cast<double>(m_spec.variants.size() + 1);
        m_hooks.progress((static_cast<double>(m_subject) + share) / subjects, m_name + ": " + std::string(what));
    }
    void changed() {
        if (m_hooks.changed) m_hooks.changed(m_out);
    }

    Result<std::unique_ptr<ModelRuntime>> load(const Variant& variant) {
        say(0, "loading");
        auto model = ModelRuntime::load(variant.path, variant.load, m_spec.threads, kChunkRows,
                                        [&](const telemetry::LoadProgress&) { return goOn(); });
        if (!model) return ofVariant(variant, model.error());
        if (model.value()->contextLimit() < m_spec.window)
            return wrong(variant.name, "its context holds " + std::to_string(model.value()->contextLimit()) + " tokens, windows of " +
                                           std::to_string(m_spec.window) + " were asked for; choose smaller ones");
        return model;
    }

    Result<void> runAll() {
        if (m_spec.window < 2) return wrong("window", "must be at least 2 tokens");
        m_name = m_spec.reference.name;
        std::vector<Variant> all{m_spec.reference};
        all.insert(all.end(), m_spec.variants.begin(), m_spec.variants.end());
        auto opened = openVariants(all, kChunkRows, [&](std::string_view doing) {
            say(0, doing);
            return goOn();
        });
        if (!opened) return opened.error();
        describe(opened->front());
        for (OpenedVariant& one : *opened) one.model.reset();   // its pages are read again by the load

        auto reference = load(m_spec.reference);
        if (!reference) return reference.error();
        m_reference = std::move(*reference);
        if (auto prepared = prepare(); !prepared) return ofVariant(m_spec.reference, prepared.error());
        m_out.base.bits = opened->front().bits;
        if (auto done = measure(m_spec.reference, *m_reference, m_out.base); !done) return ofVariant(m_spec.reference, done.error());

        for (std::size_t v = 0; v < m_spec.variants.size(); ++v) {
            const Variant& variant = m_spec.variants[v];
            m_subject = v + 1;
            m_name = variant.name;
            m_out.variants.emplace_back();
            m_out.variants.back().bits = (*opened)[v + 1].bits;
            auto model = load(variant);
            if (!model) return model.error();
            if (auto done = measure(variant, **model, m_out.variants.back()); !done) return ofVariant(variant, done.error());
        }
        if (m_hooks.progress) m_hooks.progress(1, "done");
        return {};
    }

    void describe(const OpenedVariant& reference) {
        const auto path = std::filesystem::path(m_spec.variants.empty() ? m_spec.reference.path : m_spec.variants.front().path).lexically_normal();
        m_out.model = (path.has_filename() ? path : path.parent_path()).filename().string();
        const std::string& file = reference.outline.facts.fileName;
        m_out.reference = m_spec.reference.load.weights ? m_spec.reference.name : reference.outline.facts.precision + " as stored";
        if (file != m_out.model) m_out.reference += " (" + file + ")";
        m_out.referenceQuantized = reference.quantized;
        m_out.text = m_spec.text.empty() ? "held-out text of Glasshouse" : m_spec.textName;
    }

    // What all are measured against: the reference's reading of the text, and its own greedy replies.
    Result<void> prepare() {
        const Tokenizer& tokenizer = m_reference->tokenizer();
        const std::string_view source = m_spec.text.empty() ? heldOutText() : std::string_view(m_spec.text);
        Windows windows = windowsOf(tokenizer, source, m_spec.window, m_spec.most);
        if (windows.ids.empty()) return wrong(m_out.text, "has fewer than two tokens; give a longer text");
        m_first = windows.ids.front();
        m_reference->setActivations(ActivationMode::F32);
        if (wants(kPerplexity | kDivergence)) {
            say(kLoaded, "reading the text");
            auto text = readReference(*m_reference, std::move(windows), [this] { return goOn(); });
            if (!text) return text.error();
            m_text = std::move(*text);
        }
        if (wants(kAgreement)) {
            say(kLoaded, "greedy replies");
            for (const char* prompt : agreementPrompts()) m_prompts.push_back(tokenizer.withModelSpecials(tokenizer.encode(prompt, false)));
            auto replies = continueGreedily(*m_reference, m_prompts, kAgreementTokens, {}, [this] { return goOn(); });
            if (!replies) return replies.error();
            m_replies = std::move(*replies);
        }
        return {};
    }

    Result<void> measure(const Variant& variant, ModelRuntime& model, Evaluated& out) {
        out.name = variant.name;
        out.bytes = model.facts()->weightBytes;
        const bool reference = &model == m_reference.get();
        std::vector<Way> ways{{ActivationMode::F32, &out.exact}};
        if (m_spec.asRun && variant.load.activations != ActivationMode::F32) ways.push_back({variant.load.activations, &out.asRun});
        if (wants(kErrors) && variant.load.weights) {
            say(kLoaded, "errors of the weights");
            auto errors = weightErrors(variant, m_spec.threads, [this] { return goOn(); });
            if (!errors) return errors.error();
            out.errorMean = errors->mean;
            out.errorWorst = errors->worst;
            out.worstTensor = errors->worstTensor;
        }
        changed();
        if (wants(kPerplexity | kDivergence))
            if (auto read = measureText(model, ways, reference); !read) return read;
        if (wants(kAgreement))
            for (const Way& way : ways)
                if (auto asked = measureAgreement(model, way); !asked) return asked;
        if (wants(kQuiz))
            for (const Way& way : ways)
                if (auto asked = measureQuiz(model, way); !asked) return asked;
        if (m_spec.asRun && variant.load.activations == ActivationMode::F32) out.asRun = out.exact;
        if (wants(kSpeed)) {
            say(kAsked, "speed");
            model.setActivations(variant.load.activations);
            auto speed = decodeSpeed(model, m_first, [this] { return goOn(); });
            if (!speed) return speed.error();
            out.tokensPerSecond = *speed;
        }
        changed();
        return {};
    }

    Result<void> measureText(ModelRuntime& model, const std::vector<Way>& ways, bool reference) {
        std::vector<TextPass> passes;
        for (const Way& way : ways)
            passes.push_back({way.activations, wants(kDivergence) && !(reference && way.activations == ActivationMode::F32), {}});
        auto done = scoreText(*m_reference, m_text, model, passes, [this] { return goOn(); },
                              [this](double share) { say(kLoaded + share * (kTextRead - kLoaded), "reading the text"); });
        if (!done) return done;
        for (std::size_t i = 0; i < ways.size(); ++i) {
            if (wants(kPerplexity)) ways[i].column->perplexity = perplexityOf(passes[i].scored, m_spec.window);
            if (passes[i].compare) ways[i].column->divergence = divergenceOf(passes[i].scored);
        }
        changed();
        return {};
    }

    Result<void> measureAgreement(ModelRuntime& model, const Way& way) {
        say(kTextRead, "agreement");
        model.setActivations(way.activations);
        auto choices = choicesOn(model, m_prompts, m_replies, [this] { return goOn(); });
        if (!choices) return choices.error();
        int right = 0, asked = 0;
        for (std::size_t i = 0; i < m_replies.size(); ++i)
            for (std::size_t p = 0; p < m_replies[i].size(); ++p, ++asked) right += (*choices)[i][p] == m_replies[i][p];
        way.column->agreement = wilson(right, asked);
        changed();
        return {};
    }

    Result<void> measureQuiz(ModelRuntime& model, const Way& way) {
        say(kAgreed, "quiz");
        model.setActivations(way.activations);
        const Tokenizer& tokenizer = model.tokenizer();
        std::vector<Ids> prompts;
        for (const QuizItem& item : quizList()) prompts.push_back(tokenizer.withModelSpecials(tokenizer.encode(item.question, false)));
        auto replies = continueGreedily(
            model, prompts, kQuizTokens, [&](std::size_t, TokenId id) { return tokenizer.isEndOfGeneration(id); }, [this] { return goOn(); });
        if (!replies) return replies.error();
        int right = 0;
        for (std::size_t i = 0; i < prompts.size(); ++i) {
            const std::string reply = tokenizer.decode((*replies)[i], false);
            QuizAnswer answer{quizList()[i].question, std::string(quizAnswer(reply)), false};
            answer.right = quizRight(quizList()[i], answer.answer);
            right += answer.right;
            way.column->answers.push_back(std::move(answer));
        }
        way.column->quiz = wilson(right, static_cast<int>(prompts.size()));
        changed();
        return {};
    }

    const EvaluationSpec& m_spec;
    const EvaluationHooks& m_hooks;
    Evaluation m_out;
    std::unique_ptr<ModelRuntime> m_reference;
    ReferenceText m_text;
    Ids m_first;                         // of the text, for the speed
    std::vector<Ids> m_prompts, m_replies;
    std::size_t m_subject = 0;           // 0: the reference
    std::string m_name;
};

}  // namespace

EvaluationOutcome evaluate(const EvaluationSpec& spec, const EvaluationHooks& hooks) { return Evaluator(spec, hooks).run(); }

}  // namespace gh::evaluate
