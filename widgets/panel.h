// A panel draws plain values from engine/telemetry and knows nothing else of the engine.
#pragma once

#include <QWidget>
#include <memory>

#include "engine/telemetry/snapshot.h"
#include "widgets/selection.h"

namespace gh::widgets {

using SnapshotPtr = std::shared_ptr<const telemetry::Snapshot>;

class Panel : public QWidget {
    Q_OBJECT
public:
    explicit Panel(SelectionModel* selection, QWidget* parent = nullptr) : QWidget(parent), m_selection(selection) {}
    // Called at most once a frame, only while the panel is on show, and once with the latest when it comes on show.
    // Must be cheap when the parts it draws have not changed.
    virtual void setSnapshot(SnapshotPtr snapshot) = 0;
    virtual QString helpText() const = 0;     // a paragraph for the "?"
    virtual QString summary() const = 0;      // what the picture means, one line

signals:
    // An action that belongs to the window (the panel does not know how): "sample-prompt", "open-model"
    void actionRequested(const QString& action);
    // A reply is to go on another way: from this position of this sequence, with this token (`text`: what it reads).
    void branchRequested(quint64 sequence, quint32 position, qint32 token, const QString& text);

protected:
    SelectionModel* selection() const { return m_selection; }

private:
    SelectionModel* m_selection;
};

}  // namespace gh::widgets
