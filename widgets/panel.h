// A panel draws plain values from engine/telemetry and knows nothing else of the engine. What is not on show (behind
// another tab, closed) does nothing: what it missed is done when it comes on show.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "engine/telemetry/snapshot.h"
#include "widgets/selection.h"

namespace gh::widgets {

using SnapshotPtr = std::shared_ptr<const telemetry::Snapshot>;

class Panel : public QWidget {
    Q_OBJECT
public:
    explicit Panel(SelectionModel* selection, QWidget* parent = nullptr);
    // Called at most once a frame while the panel is on show, and with the latest before it comes on show.
    void setSnapshot(SnapshotPtr snapshot);
    // Its owner says so: a widget cannot tell a tab that is behind another. Until then a panel is on show.
    void setOnShow(bool on);
    bool isOnShow() const { return m_onShow; }
    virtual QString helpText() const = 0;     // a paragraph for the "?"
    virtual QString summary() const = 0;      // what the picture means, one line

signals:
    // An action that belongs to the window (the panel does not know how): "sample-prompt", "open-model"
    void actionRequested(const QString& action);
    // A reply is to go on another way: from this position of this sequence, with this token (`text`: what it reads).
    void branchRequested(quint64 sequence, quint32 position, qint32 token, const QString& text);

protected:
    SelectionModel* selection() const { return m_selection; }
    const SnapshotPtr& latest() const { return m_latest; }
    // The step that a scrubbed clock stands at; nothing: live.
    std::optional<std::uint64_t> scrubbedTo() const;
    // Called while the panel is on show, after what the name says. Must be cheap when the parts it draws are as they were.
    virtual void onSnapshot() = 0;
    virtual void onClock() = 0;
    virtual void onSelection() = 0;
    virtual void onShown(bool /*on*/) {}      // it came on show, or went from it

private:
    enum Part { kSnapshot = 1, kClock = 2, kSelection = 4 };
    void note(int part);
    SelectionModel* m_selection;
    SnapshotPtr m_latest;
    int m_missed = kClock | kSelection;       // of Part; those that were there before the panel are new to it
    bool m_onShow = true;
};

}  // namespace gh::widgets
