#include "widgets/models/token_facts.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "widgets/text/pieces.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

using telemetry::TokenOrigin;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(TokenFacts)
};

constexpr char kHex[] = "0123456789ABCDEF";

// Bytes of the character that begins at `at`, 0: none whole does.
std::size_t characterAt(std::string_view bytes, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char lead = byte(at);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (length == 0 || lead >= 0xf5 || at + length > bytes.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(at + i) & 0xc0) != 0x80) return 0;
    return length;
}

QString quoted(const QString& text) { return Text::tr("“%1”").arg(text); }

}  // namespace

TokenSequence::TokenSequence(SnapshotPtr snapshot, std::uint64_t key) : m_snapshot(std::move(snapshot)) {
    if (!m_snapshot || !m_snapshot->tokens) return;
    for (const telemetry::SequenceTokens& entry : *m_snapshot->tokens)
        if (entry.key == key) m_tokens = &entry;
    if (!m_tokens) return;
    m_resident = static_cast<std::uint32_t>(m_tokens->tokens.end());
    m_size = std::max(m_resident, m_tokens->draws.end());
    // A draw further on than the next position belongs to what was cut off since.
    m_size = std::min(m_size, m_resident + 1);
    if (m_size > m_resident && !draw(m_resident)) m_size = m_resident;
    if (const auto& model = m_snapshot->model) {
        m_contextLimit = static_cast<std::uint32_t>(std::max(0, model->contextLimit));
        std::uint32_t bos = 0;
        while (model->bos >= 0 && bos < m_resident && id(bos) == model->bos) ++bos;
        m_surplusBos = bos > 1 ? bos - 1 : 0;
    }
    if (!m_snapshot->blocks) return;
    for (const telemetry::SequenceFacts& facts : m_snapshot->blocks->sequences)
        if (facts.key == key) m_facts = &facts;
    for (const telemetry::BlockPool& pool : m_snapshot->blocks->pools) {
        if (pool.window <= 0) {
            m_fullLayers += pool.layers;
            continue;
        }
        m_windowLayers += pool.layers;
        m_window = std::max(m_window, pool.window);
    }
    // The next token stands at m_resident and sees itself and the window - 1 before it.
    if (m_window > 0 && m_resident + 1 > static_cast<std::uint32_t>(m_window))
        m_firstInWindow = m_resident + 1 - static_cast<std::uint32_t>(m_window);
}

const telemetry::CandidateFacts* TokenSequence::candidate(std::uint32_t position, std::int32_t id) const {
    const telemetry::DrawFacts* facts = draw(position);
    if (!facts) return nullptr;
    for (const telemetry::CandidateFacts& candidate : facts->candidates)
        if (candidate.id == id) return &candidate;
    return nullptr;
}

std::optional<double> TokenSequence::probability(std::uint32_t position) const {
    const telemetry::DrawFacts* facts = draw(position);
    if (!facts) return std::nullopt;
    if (!branched(position)) return std::exp(static_cast<double>(facts->logProbability));
    const telemetry::CandidateFacts* here = candidate(position, id(position));
    return here ? std::optional(static_cast<double>(here->probability)) : std::nullopt;
}

std::optional<std::uint32_t> TokenSequence::rank(std::uint32_t position) const {
    const telemetry::DrawFacts* facts = draw(position);
    if (!facts) return std::nullopt;
    if (!branched(position)) return facts->rank;
    const telemetry::CandidateFacts* here = candidate(position, id(position));
    return here ? std::optional(here->rank) : std::nullopt;
}

std::int32_t TokenSequence::id(std::uint32_t position) const {
    if (const auto* facts = token(position)) return facts->id;
    const telemetry::DrawFacts* drawn = draw(position);
    return drawn ? drawn->id : -1;
}

std::string_view TokenSequence::bytes(std::uint32_t position) const {
    if (const auto* facts = token(position)) return facts->text;
    const telemetry::CandidateFacts* drawn = candidate(position, id(position));
    return drawn ? std::string_view(drawn->text) : std::string_view();
}

bool TokenSequence::special(std::uint32_t position) const {
    if (const auto* facts = token(position)) return facts->special;
    const telemetry::CandidateFacts* drawn = candidate(position, id(position));
    return drawn && drawn->special;
}

std::uint64_t TokenSequence::step(std::uint32_t position) const {
    if (const auto* facts = token(position)) return facts->step;
    const telemetry::DrawFacts* drawn = draw(position);
    return drawn ? drawn->step : 0;
}

TokenOrigin TokenSequence::origin(std::uint32_t position) const {
    const auto* facts = token(position);
    if (!facts) return TokenOrigin::Generated;
    return facts->generated ? TokenOrigin::Generated : facts->origin;
}

bool TokenSequence::branched(std::uint32_t position) const {
    const auto* facts = token(position);
    const telemetry::DrawFacts* drawn = draw(position);
    return facts && drawn && facts->id != drawn->id;
}

int TokenSequence::message(std::uint32_t position) const {
    const telemetry::PromptText* text = prompt();
    if (!text || position >= text->tokens.size()) return -1;
    const auto& range = text->tokens[position];
    const auto span = std::upper_bound(text->spans.begin(), text->spans.end(), range.begin,
                                       [](std::uint32_t at, const auto& s) { return at < s.end; });
    // A token across a border belongs to the content in it.
    for (auto s = span; s != text->spans.end() && s->begin < std::max(range.end, range.begin + 1); ++s)
        if (s->message >= 0) return s->message;
    return -1;
}

TokenVoice TokenSequence::voice(std::uint32_t position) const {
    switch (origin(position)) {
        case TokenOrigin::Given: return TokenVoice::Given;
        case TokenOrigin::Template: return TokenVoice::Template;
        case TokenOrigin::Generated: return TokenVoice::Generated;
        case TokenOrigin::Reply: return TokenVoice::Assistant;
        case TokenOrigin::Mixed:
        case TokenOrigin::Content: break;
    }
    const int index = message(position);
    const telemetry::PromptText* text = prompt();
    if (!text || index < 0 || static_cast<std::size_t>(index) >= text->roles.size()) return TokenVoice::Content;
    const std::string& role = text->roles[static_cast<std::size_t>(index)];
    return role == "system"      ? TokenVoice::System
           : role == "user"      ? TokenVoice::User
           : role == "assistant" ? TokenVoice::Assistant
           : role == "tool"      ? TokenVoice::Tool
                                 : TokenVoice::Content;
}

std::uint64_t liveSequence(const telemetry::Snapshot& snapshot) {
    if (!snapshot.blocks || !snapshot.tokens) return 0;
    std::uint64_t best = 0, bestStep = 0;
    bool bestRuns = false;
    for (const telemetry::SequenceFacts& facts : snapshot.blocks->sequences) {
        const TokenLog* log = tokensOf(snapshot, facts.key);
        if (!log) continue;
        const std::uint64_t step = log->empty() ? 0 : log->back().step;
        if (best != 0 && (facts.running != bestRuns ? bestRuns : step < bestStep)) continue;
        best = facts.key;
        bestStep = step;
        bestRuns = facts.running;
    }
    return best;
}

std::uint64_t sequenceAt(const telemetry::Snapshot& snapshot, std::uint64_t step) {
    const std::uint64_t live = liveSequence(snapshot);
    std::uint64_t best = live, bestStep = 0;
    if (!snapshot.tokens) return best;
    for (const telemetry::SequenceTokens& sequence : *snapshot.tokens) {
        const std::uint32_t reached = reachedAt(sequence, step);
        const std::uint64_t last = reached > 0 ? writtenAt(sequence, reached - 1) : 0;
        // Of those that one step wrote, the live one: it stays where the clock goes on to.
        if (last < bestStep || last == 0 || (last == bestStep && sequence.key != live)) continue;
        best = sequence.key;
        bestStep = last;
    }
    return best;
}

// ---- texts --------------------------------------------------------------------------------------------

bool isWholeText(std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = characterAt(bytes, at);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

QString pieceText(std::string_view bytes) {
    QString text;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = characterAt(bytes, at);
        if (length == 0) {
            const auto byte = static_cast<unsigned char>(bytes[at++]);
            text += QChar(0x2039);
            text += QLatin1Char(kHex[byte >> 4]);
            text += QLatin1Char(kHex[byte & 15]);
            text += QChar(0x203a);
        } else {
            const QString character = QString::fromUtf8(bytes.data() + at, static_cast<qsizetype>(length));
            text += character == QLatin1String(" ") ? QString(QChar(0x00b7)) : onOneLine(character);
            at += length;
        }
    }
    return text;
}

QString voiceName(TokenVoice voice) {
    switch (voice) {
        case TokenVoice::Given: return Text::tr("given");
        case TokenVoice::Template: return Text::tr("template");
        case TokenVoice::System: return Text::tr("system");
        case TokenVoice::User: return Text::tr("user");
        case TokenVoice::Assistant: return Text::tr("earlier reply");
        case TokenVoice::Tool: return Text::tr("tool");
        case TokenVoice::Content: return Text::tr("content");
        case TokenVoice::Generated: return Text::tr("reply");
    }
    return {};
}

QString stageName(const char* stage) { return QString::fromLatin1(stage); }

QString probabilityText(double probability) {
    if (probability > 0 && probability < 0.001) return QStringLiteral("< ") + units::percent(0.001).text();
    // What is nearly certain must not read as certain.
    if (probability < 1 && probability > 0.999) return QStringLiteral("> ") + units::percent(0.999).text();
    return units::percent(probability).text();
}

QString bitsText(double bits) { return Text::tr("%1 bits").arg(units::number(bits, 2)); }

QString stageLine(const telemetry::DrawFacts& draw) {
    const QString arrow = QStringLiteral(" ") + QChar(0x2192) + QStringLiteral(" ");
    QStringList parts{units::tokens(draw.vocabulary)};
    if (draw.allowed != draw.vocabulary) parts << Text::tr("allowed %1").arg(units::count(draw.allowed));
    for (const telemetry::StageFacts& stage : draw.stages)
        parts << stageName(stage.name) + QChar(0x00a0) + units::count(stage.after) +
                     (stage.before > stage.after ? QStringLiteral(" (") + QChar(0x2212) + units::count(stage.before - stage.after) + QLatin1Char(')')
                                                 : QString());
    parts << (draw.temperature > 0 ? Text::tr("one drawn at temperature %1").arg(units::number(static_cast<double>(draw.temperature), 2))
                                   : Text::tr("the likeliest taken"));
    return parts.join(arrow);
}

QString stageHover(const telemetry::DrawFacts& draw) {
    QStringList lines;
    if (draw.allowed != draw.vocabulary)
        lines << Text::tr("the bias forbade %1").arg(units::tokens(draw.vocabulary - draw.allowed));
    for (const telemetry::StageFacts& stage : draw.stages)
        lines << (stage.before == stage.after ? Text::tr("%1 removed nothing").arg(stageName(stage.name))
                                              : Text::tr("%1 removed %2, %3 stayed")
                                                    .arg(stageName(stage.name), units::count(stage.before - stage.after),
                                                         units::count(stage.after)));
    if (lines.isEmpty()) lines << Text::tr("No filter is on: every token could be drawn.");
    return lines.join(u'\n');
}

QString candidateFate(const telemetry::DrawFacts& draw, const telemetry::CandidateFacts& candidate) {
    if (candidate.id == draw.id) return Text::tr("drawn");
    if (const telemetry::StageFacts* stage = draw.removedBy(candidate.rank)) return Text::tr("removed by %1").arg(stageName(stage->name));
    return {};
}

// ---- copying ------------------------------------------------------------------------------------------

namespace {

QString joinedIds(const TokenSequence& sequence, std::uint32_t first, std::uint32_t last, const char* between) {
    QString text;
    if (!sequence || sequence.size() == 0) return text;
    for (std::uint32_t p = first; p <= std::min(last, sequence.size() - 1); ++p) {
        if (p > first) text += QLatin1String(between);
        text += QString::number(sequence.id(p));
    }
    return text;
}

}  // namespace

QString idsText(const TokenSequence& sequence, std::uint32_t first, std::uint32_t last) {
    return joinedIds(sequence, first, last, " ");
}

QString pythonList(const TokenSequence& sequence, std::uint32_t first, std::uint32_t last) {
    return QLatin1Char('[') + joinedIds(sequence, first, last, ", ") + QLatin1Char(']');
}

QString plainTextOf(const TokenSequence& sequence, std::uint32_t first, std::uint32_t last) {
    QByteArray bytes;
    if (!sequence || sequence.size() == 0) return {};
    for (std::uint32_t p = first; p <= std::min(last, sequence.size() - 1); ++p) {
        const std::string_view piece = sequence.bytes(p);
        bytes.append(piece.data(), static_cast<qsizetype>(piece.size()));
    }
    return QString::fromUtf8(bytes);
}

// ---- in words -----------------------------------------------------------------------------------------

QString noDrawReason(const TokenSequence& sequence, std::uint32_t position) {
    if (sequence.wasDrawn(position)) return Text::tr("Not kept: newer records took its place.");
    return Text::tr("Not computed: the prompt is read, not drawn, so no probability stands here.");
}

namespace {

QStringList remarks(const TokenSequence& sequence, std::uint32_t position) {
    QStringList parts;
    if (position > 0 && position <= sequence.surplusBos()) parts << Text::tr("a second BOS");
    if (sequence.special(position)) parts << Text::tr("special token");
    if (sequence.origin(position) == TokenOrigin::Mixed) parts << Text::tr("across the border of template and content");
    if (sequence.outOfWindow(position)) parts << Text::tr("out of the window");
    if (sequence.overContext(position)) parts << Text::tr("over the context limit: not read");
    else if (position >= sequence.resident()) parts << Text::tr("not read yet");
    if (const telemetry::DrawFacts* draw = sequence.draw(position); draw && draw->end && !sequence.branched(position))
        parts << Text::tr("ends the reply");
    return parts;
}

QString drawWords(const TokenSequence& sequence, std::uint32_t position) {
    const telemetry::DrawFacts* draw = sequence.draw(position);
    if (!draw) return noDrawReason(sequence, position);
    const QString entropy = bitsText(static_cast<double>(draw->entropy));
    const auto rank = sequence.rank(position);
    const QString facts = rank ? Text::tr("probability %1, rank %2, entropy %3")
                                     .arg(probabilityText(*sequence.probability(position)), units::count(*rank + 1ull), entropy)
                               : Text::tr("not among the best candidates, entropy %1").arg(entropy);
    return sequence.branched(position) ? Text::tr("put here by a branch: %1").arg(facts) : facts;
}

}  // namespace

QString tokenHover(const TokenSequence& sequence, std::uint32_t position) {
    if (!sequence || position >= sequence.size()) return {};
    const QString mono = Theme::instance().mono("caption").family();
    const QString piece = pieceText(sequence.bytes(position)).toHtmlEscaped();
    QStringList lines;
    lines << QStringLiteral("<span style='font-family:\"%1\"'><b>%2</b></span>").arg(mono, piece);
    lines << Text::tr("position %1 · id %2 · %3")
                 .arg(units::count(position), QString::number(sequence.id(position)), voiceName(sequence.voice(position)));
    lines << remarks(sequence, position);
    if (!isWholeText(sequence.bytes(position))) {
        // The whole characters that it is a part of, from its neighbours.
        const std::uint32_t first = position > 3 ? position - 3 : 0, last = std::min(position + 3, sequence.size() - 1);
        lines << Text::tr("a part of a character; with its neighbours %1")
                     .arg(quoted(onOneLine(plainTextOf(sequence, first, last))).toHtmlEscaped());
    }
    lines << drawWords(sequence, position).toHtmlEscaped();
    return QStringLiteral("<p style='white-space:pre-wrap'>") + lines.join(QStringLiteral("<br>")) + QStringLiteral("</p>");
}

QString tokenSpoken(const TokenSequence& sequence, std::uint32_t position) {
    if (!sequence || position >= sequence.size()) return {};
    const QString text = QString::fromUtf8(sequence.bytes(position).data(), static_cast<qsizetype>(sequence.bytes(position).size()));
    QStringList parts{Text::tr("position %1").arg(units::count(position)), onOneLine(text),
                      Text::tr("id %1").arg(sequence.id(position)), voiceName(sequence.voice(position))};
    parts << remarks(sequence, position) << drawWords(sequence, position);
    return parts.join(QStringLiteral(", "));
}

std::vector<TokenNotice> noticesOf(const TokenSequence& sequence) {
    std::vector<TokenNotice> notices;
    if (!sequence) return notices;
    if (sequence.surplusBos() > 0)
        notices.push_back({true, Text::tr("The prompt begins with %1 BOS tokens. Models are trained on one: look at the chat "
                                          "template, or at the ids that were given.")
                                     .arg(units::count(sequence.surplusBos() + 1ull))});
    if (sequence.size() > 0 && sequence.overContext(sequence.size() - 1))
        notices.push_back({true, Text::tr("The context is full: the last token was drawn, but there is no room to read it.")});
    if (const std::uint32_t first = sequence.firstInWindow(); first > 0) {
        const QString seen = sequence.fullLayers() > 0
                                 ? Text::tr("seen only by the %1 with full attention")
                                       .arg(units::layers(sequence.fullLayers()))
                                 : Text::tr("no layer sees them any more");
        notices.push_back({false, Text::tr("Positions before %1 are out of the window of %2 (%3): %4.")
                                      .arg(units::count(first), units::tokens(static_cast<std::uint64_t>(sequence.window())),
                                           units::layers(sequence.windowLayers()), seen)});
    }
    for (const telemetry::RequestFacts& request : sequence.snapshot().requests)
        if (request.sequence == sequence.key() && request.state == telemetry::RequestState::Prefill &&
            request.prefilled < request.promptTokens)
            notices.push_back({false, Text::tr("Reading the prompt: %1 of %2.")
                                          .arg(units::count(request.prefilled), units::tokens(request.promptTokens))});
    return notices;
}

}  // namespace gh::widgets
