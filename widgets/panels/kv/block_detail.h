// The card of the selected block: its tokens as text, where they stand, which steps wrote them, how full it is.
// Keeps its height when nothing is selected, so that the map above it never jumps.
#pragma once

#include <QFrame>

#include "widgets/panel.h"

class QLabel;
class QStackedLayout;

namespace gh::widgets {

class ElidedText;

class BlockDetail : public QFrame {
    Q_OBJECT
public:
    explicit BlockDetail(QWidget* parent = nullptr);
    void showBlock(const telemetry::Snapshot& snapshot, int pool, int block);
    void showTokens(const telemetry::Snapshot& snapshot, const Selection::Tokens& tokens);
    void showHint();

signals:
    void closed();

private:
    void show(const QString& title, const QString& where, const QString& text, const QString& facts);
    QStackedLayout* m_pages;
    QLabel *m_title, *m_where;
    ElidedText *m_text, *m_facts;
};

// Words for a block, for its hover (rich text) and for a screen reader (plain).
QString hoverText(const telemetry::Snapshot& snapshot, int pool, int block);
QString spokenText(const telemetry::Snapshot& snapshot, int pool, int block);

}  // namespace gh::widgets
