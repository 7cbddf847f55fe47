// Above the conversation: its title, what it holds, which branch is on show, what can be done with it.
#pragma once

#include <QWidget>

#include "app/bridge/engine_bridge.h"
#include "app/chat/chat_controller.h"

class QMenu;
class QToolButton;

namespace gh::widgets {
class ClockModel;
class ElidedText;
}

namespace gh::app {

class Chip;

// The last message of the path that has others beside it; -1: none.
int lastBranching(const Conversation* conversation);

class ChatHeader : public QWidget {
    Q_OBJECT
public:
    ChatHeader(ChatController* chat, EngineBridge* bridge, ModelSession* model, const widgets::ClockModel* clock,
               QWidget* parent = nullptr);
    void refresh();
    QString figures() const;  // "24 messages · 1,306 tokens"
    Chip* branch() const { return m_branch; }
    QToolButton* more() const { return m_more; }
    void fillMenu(QMenu& menu);
    void fillBranches(QMenu& menu);  // each with how it begins

signals:
    void samplingRequested(QWidget* near);
    void messageRequested(qulonglong index);  // to be shown

private:
    void openBranches();
    void renameChat();
    void exportChat();

    ChatController* m_chat;
    EngineBridge* m_bridge;
    ModelSession* m_model;
    const widgets::ClockModel* m_clock;
    widgets::ElidedText *m_title, *m_figures;
    Chip* m_branch;
    QToolButton* m_more;
};

}  // namespace gh::app
