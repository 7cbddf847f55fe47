#include "widgets/models/request_words.h"

#include <QCoreApplication>

#include "widgets/text/pieces.h"
#include "widgets/text/units.h"

namespace gh::widgets {
namespace {

using telemetry::PrefixMiss;

constexpr std::size_t kMostLooked = 16384;   // tokens; the words are made anew with every step

struct Text {
    Q_DECLARE_TR_FUNCTIONS(RequestWords)
};

QString times(std::uint64_t n) {
    return n == 1 ? Text::tr("once") : Text::tr("%1 times").arg(units::count(n));
}

QString quoted(const telemetry::TokenFacts& token) {
    return Text::tr("“%1”").arg(onOneLine(QString::fromStdString(token.text)));
}

// The text of a token, wherever a sequence of the snapshot has it, that place first; its number where none does.
QString tokenText(const telemetry::Snapshot& snapshot, std::int32_t id, std::uint32_t position) {
    std::size_t looked = 0;
    if (snapshot.tokens) {
        for (const telemetry::SequenceTokens& sequence : *snapshot.tokens)
            if (const telemetry::TokenFacts* token = sequence.tokens.find(position); token && token->id == id) return quoted(*token);
        for (const telemetry::SequenceTokens& sequence : *snapshot.tokens)
            for (std::size_t i = 0; i < sequence.tokens.size() && looked < kMostLooked; ++i, ++looked)
                if (sequence.tokens[i].id == id) return quoted(sequence.tokens[i]);
    }
    return Text::tr("token %1").arg(units::count(static_cast<std::uint64_t>(std::max(0, id))));
}

QString sentence(const QString& words) { return words.isEmpty() ? words : words.left(1).toUpper() + words.mid(1) + '.'; }

}  // namespace

QString partWords(LanePart part) {
    switch (part) {
        case LanePart::Waiting: return Text::tr("waits in the queue");
        case LanePart::Prefill: return Text::tr("reads a chunk of its prompt");
        case LanePart::Decode: return Text::tr("writes a token");
        case LanePart::Recompute: return Text::tr("computes again what a preemption took");
        case LanePart::Preempted: return Text::tr("is preempted: its blocks went to others, and it waits to go on");
        case LanePart::Padding: return Text::tr("has ended; its row is computed for nothing until its static batch returns");
        case LanePart::Held: return Text::tr("has no row: the step’s budget went to others");
    }
    return {};
}

QString partName(LanePart part) {
    switch (part) {
        case LanePart::Waiting: return Text::tr("Waiting");
        case LanePart::Prefill: return Text::tr("Prefill chunk");
        case LanePart::Decode: return Text::tr("Decode");
        case LanePart::Recompute: return Text::tr("Recompute");
        case LanePart::Preempted: return Text::tr("Preempted");
        case LanePart::Padding: return Text::tr("Padding");
        case LanePart::Held: return Text::tr("No row");
    }
    return {};
}

QString partExplanation(LanePart part) {
    switch (part) {
        case LanePart::Waiting: return Text::tr("In the queue: no slot is free, or not enough blocks.");
        case LanePart::Prefill: return Text::tr("A chunk of the prompt, many tokens in one step.");
        case LanePart::Decode: return Text::tr("One token of the reply a step.");
        case LanePart::Recompute: return Text::tr("After a preemption its tokens are computed again, as a prompt is.");
        case LanePart::Preempted: return Text::tr("Blocks ran out: the youngest request gave its own to the others and waits to go on.");
        case LanePart::Padding: return Text::tr("A static batch computes the rows of members that have ended, until its longest one ends.");
        case LanePart::Held: return Text::tr("Admitted, but the step’s budget went to others.");
    }
    return {};
}

QString laneState(const Lane& lane, std::uint64_t now, std::optional<std::uint64_t> step) {
    if (step)
        if (const auto part = lane.partAt(*step, now)) return Text::tr("step %1: %2").arg(units::count(*step), partWords(*part));
    const QString at = units::count(lane.ended), written = units::tokens(lane.generated);
    switch (lane.end) {
        case LaneEnd::Finished: return Text::tr("ended at step %1 after %2").arg(at, written);
        case LaneEnd::Stopped: return Text::tr("stopped at step %1 after %2").arg(at, written);
        case LaneEnd::Failed: return Text::tr("failed at step %1 after %2").arg(at, written);
        case LaneEnd::ContextFull: return Text::tr("its context was full at step %1, after %2").arg(at, written);
        case LaneEnd::None: break;
    }
    if (lane.facts && lane.facts->queuePlace > 0 && lane.runs.empty())
        return Text::tr("waits in the queue, place %1").arg(units::count(lane.facts->queuePlace));
    if (const auto part = lane.partAt(now, now)) return partWords(*part);
    return lane.runs.empty() ? partWords(LanePart::Waiting) : QString();
}

QString missWords(const telemetry::PrefixHit& hit, const telemetry::Snapshot& snapshot, std::uint64_t sequence) {
    const QString place = units::count(hit.position);
    switch (hit.miss) {
        case PrefixMiss::None: return {};
        case PrefixMiss::FirstDifferingToken: {
            QString asked = tokenText(snapshot, hit.askedToken, hit.position);
            if (const TokenLog* log = tokensOf(snapshot, sequence))
                if (const telemetry::TokenFacts* token = log->find(hit.position); token && token->id == hit.askedToken)
                    asked = quoted(*token);
            return Text::tr("from position %1 on the tokens differ: the cache has %2, the prompt %3")
                .arg(place, tokenText(snapshot, hit.heldToken, hit.position), asked);
        }
        case PrefixMiss::PartialBlock:
            return Text::tr("from position %1 on the tokens lay in a block that was not full, which went with its owner").arg(place);
        case PrefixMiss::Evicted: return Text::tr("what followed position %1 was evicted: its blocks went to others").arg(place);
        case PrefixMiss::WindowEvicted:
            return Text::tr("the layers with a window no longer hold what the token at position %1 sees").arg(place);
        case PrefixMiss::OtherAdapter: return Text::tr("the cache holds it, but computed with another adapter");
        case PrefixMiss::OtherSalt: return Text::tr("the cache holds it, but under another salt");
        case PrefixMiss::NothingCached: return Text::tr("nothing in the cache goes on from position %1").arg(place);
    }
    return {};
}

QString laneStory(const Lane& lane, const telemetry::Snapshot& snapshot) {
    QStringList sentences;
    if (lane.promptTokens > 0) {
        const QString prompt = units::tokens(lane.promptTokens);
        sentences << (lane.hitTokens > 0 ? Text::tr("Prompt of %1, %2 of them found in the cache.").arg(prompt, units::count(lane.hitTokens))
                                         : Text::tr("Prompt of %1, none of them found in the cache.").arg(prompt));
        if (lane.facts) sentences << sentence(missWords(lane.facts->hit, snapshot, lane.sequence));
    }
    if (const auto waiting = lane.waitingRun(snapshot.step); waiting && !lane.runs.empty())
        sentences << Text::tr("Waited for %1 steps.").arg(units::count(waiting->last - waiting->first + 1));
    if (lane.preemptions > 0)
        sentences << Text::tr("Preempted %1: no block was free, and it was the last to have been admitted.").arg(times(lane.preemptions));
    if (lane.paddingRows > 0) sentences << Text::tr("%1 rows computed for nothing.").arg(units::count(lane.paddingRows));
    if (lane.facts && lane.facts->ttftMs > 0)
        sentences << Text::tr("First token after %1.").arg(units::milliseconds(lane.facts->ttftMs).text());
    if (lane.facts && lane.facts->tokensPerSecond > 0)
        sentences << Text::tr("%1 of this reply.").arg(units::tokensPerSecond(lane.facts->tokensPerSecond).text());
    sentences.removeAll(QString());
    return sentences.join(' ');
}

QString laneHover(const Lane& lane, std::optional<std::uint64_t> step, std::uint64_t now) {
    QString html = QStringLiteral("<b>%1</b>").arg(laneName(lane).toHtmlEscaped());
    const QString state = laneState(lane, now, step);
    if (!state.isEmpty()) html += QStringLiteral("<br>") + state.toHtmlEscaped();
    if (lane.promptTokens > 0)
        html += QStringLiteral("<br>") + Text::tr("prompt %1, from the cache %2, written %3")
                                             .arg(units::count(lane.promptTokens), units::count(lane.hitTokens), units::count(lane.generated));
    return html;
}

QString tokensHover(const telemetry::StepRecord& record, std::uint32_t budget) {
    const std::uint64_t sum = record.prefillTokens + record.decodeTokens + record.paddingTokens;
    QString html = Text::tr("<b>Step %1</b> · %2").arg(units::count(record.step), units::tokens(sum));
    if (budget > 0) html = Text::tr("%1 of a budget of %2").arg(html, units::count(budget));
    html += QStringLiteral("<br>") + Text::tr("prefill %1, decode %2").arg(units::count(record.prefillTokens), units::count(record.decodeTokens));
    if (record.paddingTokens > 0) html += Text::tr(", padding %1").arg(units::count(record.paddingTokens));
    return html;
}

}  // namespace gh::widgets
