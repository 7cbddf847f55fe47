#include "widgets/text/mark_words.h"

#include <QCoreApplication>

#include "widgets/text/pieces.h"
#include "widgets/text/units.h"

namespace gh::widgets {
namespace {

constexpr qsizetype kMostLabel = 60;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepMarks)
};

}  // namespace

QString markWords(const telemetry::StepMark& mark) {
    using telemetry::MarkKind;
    const QString amount = units::tokens(mark.amount);
    QString words;
    switch (mark.kind) {
        case MarkKind::Started: words = Text::tr("Request began, prompt of %1").arg(amount); break;
        case MarkKind::FirstToken: words = Text::tr("First token of the reply"); break;
        case MarkKind::Finished: words = Text::tr("Reply ended after %1").arg(amount); break;
        case MarkKind::Stopped: words = Text::tr("Stopped after %1").arg(amount); break;
        case MarkKind::Failed: words = Text::tr("Failed after %1").arg(amount); break;
        case MarkKind::ContextNearlyFull: words = Text::tr("Context nearly full, room for %1").arg(amount); break;
        case MarkKind::ContextFull: words = Text::tr("Context full after %1").arg(amount); break;
        case MarkKind::Submitted: words = Text::tr("Request queued"); break;
        case MarkKind::Preempted: words = Text::tr("Preempted after %1: its blocks went to others").arg(amount); break;
        case MarkKind::Resumed: words = Text::tr("Resumed, computing %1 again").arg(amount); break;
        case MarkKind::Evicted: words = Text::tr("Evicted from the cache to make room, %1").arg(amount); break;
    }
    QString label = onOneLine(QString::fromStdString(mark.label));
    if (label.size() > kMostLabel) label = label.left(kMostLabel) + QChar(0x2026);
    return label.isEmpty() ? words : Text::tr("%1: %2", "what happened: to which request").arg(words, label);
}

}  // namespace gh::widgets
