#include "app/chat/conversation.h"

#include <QCoreApplication>
#include "widgets/text/units.h"
#include <QStringList>
#include <algorithm>
#include <atomic>

namespace gh::app {

namespace {
QString tr(const char* text, int n = -1) { return QCoreApplication::translate("Reply", text, nullptr, n); }
}  // namespace

QString titleFrom(const QString& firstMessage) {
    constexpr int kLongest = 60;
    QString line = firstMessage.simplified();
    if (line.size() <= kLongest) return line;
    const int space = int(line.lastIndexOf(' ', kLongest));
    line.truncate(space > kLongest / 2 ? space : kLongest);
    return line + QChar(0x2026);
}

QString stopReasonText(const QString& reason) {
    if (reason == "end_of_generation") return tr("end of turn");
    if (reason == "max_tokens") return tr("token limit reached");
    if (reason == "stop_string") return tr("stop text found");
    if (reason == "context_full") return tr("context full");
    if (reason == "cancelled") return tr("stopped");
    if (reason == "failed") return tr("failed");
    return reason;
}

QString replyLine(const Message& m) {
    const QLocale locale = widgets::units::locale();
    QStringList parts;
    if (m.stats.ttftMs > 0) {
        parts << (m.stats.ttftMs < 10'000 ? tr("%1 ms to first token").arg(locale.toString(m.stats.ttftMs, 'f', 0))
                                          : tr("%1 s to first token").arg(locale.toString(m.stats.ttftMs / 1000, 'f', 1)));
    }
    if (m.stats.tokensPerSecond > 0) {
        const int digits = m.stats.tokensPerSecond < 10 ? 1 : 0;
        parts << tr("%1 tok/s").arg(locale.toString(m.stats.tokensPerSecond, 'f', digits));
    }
    if (m.stats.generated > 0) {
        parts << (m.stats.generated == 1 ? tr("1 token") : tr("%1 tokens").arg(locale.toString(m.stats.generated)));
    }
    if (m.state == MessageState::Streaming) {
        parts << (m.stats.generated > 0 ? tr("generating") : tr("reading the prompt"));
    } else if (m.state == MessageState::Interrupted) {
        parts << tr("interrupted: the program ended here");
    } else if (!m.stopReason.isEmpty()) {
        parts << (m.stats.generated == 0 && m.stopReason == "cancelled" ? tr("stopped before the first token")
                                                                        : stopReasonText(m.stopReason));
    }
    return parts.join(QStringLiteral(" · "));
}

RowId newRowId() {
    static std::atomic<RowId> last{0};
    const RowId now = QDateTime::currentMSecsSinceEpoch() * 1000;
    RowId previous = last.load();
    RowId next = 0;
    do {
        next = std::max(previous + 1, now);
    } while (!last.compare_exchange_weak(previous, next));
    return next;
}

}  // namespace gh::app
