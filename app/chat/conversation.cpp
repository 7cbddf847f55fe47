#include "app/chat/conversation.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <QCoreApplication>
#include <QStringList>

#include "widgets/text/units.h"

namespace gh::app {

namespace {
struct Reply {
    Q_DECLARE_TR_FUNCTIONS(Reply)
};
std::atomic<RowId> g_lastRowId{0};
}  // namespace

std::optional<RowId> keptFrom(const Conversation& conversation) {
    for (auto at = conversation.messages.rbegin(); at != conversation.messages.rend(); ++at) {
        // One that has not begun yet says nothing of its prompt.
        if (at->role != Role::Assistant || at->stats.promptTokens == 0) continue;
        return at->stats.keptFrom ? std::optional(at->stats.keptFrom) : std::nullopt;
    }
    return std::nullopt;
}

QString titleFrom(const QString& firstMessage) {
    constexpr int kLongest = 60;
    QString line = firstMessage.simplified();
    if (line.size() <= kLongest) return line;
    // The first sentence alone says enough when it is one.
    constexpr int kShortest = 12;
    for (int i = kShortest; i < kLongest; ++i) {
        if ((line[i] == '.' || line[i] == '?' || line[i] == '!') && line[i + 1] == ' ')
            return line.left(i + 1);
    }
    const int space = int(line.lastIndexOf(' ', kLongest));
    line.truncate(space > kLongest / 2 ? space : kLongest);
    return line + QChar(0x2026);
}

QString stopReasonText(const QString& reason) {
    if (reason == "end_of_generation") return Reply::tr("end of turn");
    if (reason == "max_tokens") return Reply::tr("token limit reached");
    if (reason == "stop_string") return Reply::tr("stop text found");
    if (reason == "context_full") return Reply::tr("context full");
    if (reason == "cancelled") return Reply::tr("stopped");
    if (reason == "failed") return Reply::tr("failed");
    return reason;
}

QString replyLine(const Message& m, bool paused) {
    const bool held = paused && m.state == MessageState::Streaming;
    const QLocale locale = widgets::units::locale();
    QStringList parts;
    if (m.stats.ttftMs > 0) {
        parts << (m.stats.ttftMs < 10'000
                      ? Reply::tr("%1 ms to first token").arg(locale.toString(m.stats.ttftMs, 'f', 0))
                      : Reply::tr("%1 s to first token").arg(locale.toString(m.stats.ttftMs / 1000, 'f', 1)));
    }
    if (m.stats.tokensPerSecond > 0 && !held) {
        const int digits = m.stats.tokensPerSecond < 10 ? 1 : 0;
        parts << Reply::tr("%1 tok/s").arg(locale.toString(m.stats.tokensPerSecond, 'f', digits));
    }
    if (m.stats.generated > 0) {
        parts << (m.stats.generated == 1 ? Reply::tr("1 token")
                                         : Reply::tr("%1 tokens").arg(locale.toString(m.stats.generated)));
    }
    if (held) {
        parts << Reply::tr("paused");
    } else if (m.state == MessageState::Streaming) {
        // The prompt's length is known once the request is admitted.
        parts << (m.stats.generated > 0      ? Reply::tr("generating")
                  : m.stats.promptTokens > 0 ? Reply::tr("reading the prompt")
                                             : Reply::tr("waiting for its turn"));
    } else if (m.state == MessageState::Interrupted) {
        parts << Reply::tr("interrupted here");
    } else if (!m.stopReason.isEmpty()) {
        parts << (m.stats.generated == 0 && m.stopReason == "cancelled"
                      ? Reply::tr("stopped before the first token")
                      : stopReasonText(m.stopReason));
    }
    return parts.join(QStringLiteral(" · "));
}

QString replyDetails(const Message& m) {
    namespace units = widgets::units;
    QStringList lines;
    if (m.stats.promptTokens > 0) {
        lines << (m.stats.reusedTokens > 0
                      ? Reply::tr("Prompt: %1, %2 of them from the cache")
                            .arg(units::tokens(m.stats.promptTokens), units::count(m.stats.reusedTokens))
                      : Reply::tr("Prompt: %1").arg(units::tokens(m.stats.promptTokens)));
    }
    lines << Reply::tr("Seed %1, sample %2").arg(m.stats.seed).arg(m.stats.sample);
    if (m.stats.seconds > 0) lines << Reply::tr("%1 s in all").arg(units::number(m.stats.seconds, 2));
    if (!m.model.isEmpty()) lines << Reply::tr("Written by %1").arg(m.model.section(':', 0, -3));
    return lines.join('\n');
}

RowId newRowId() {
    const RowId now = QDateTime::currentMSecsSinceEpoch() * 1000;
    RowId previous = g_lastRowId.load();
    RowId next = 0;
    do {
        next = std::max(previous + 1, now);
    } while (!g_lastRowId.compare_exchange_weak(previous, next));
    return next;
}

void raiseRowIds(RowId floor) {
    // A file may hold anything: there is room to count on.
    floor = std::min(floor, std::numeric_limits<RowId>::max() / 2);
    RowId previous = g_lastRowId.load();
    while (previous < floor && !g_lastRowId.compare_exchange_weak(previous, floor)) {
    }
}

}  // namespace gh::app
