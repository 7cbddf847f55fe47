// Pictures of the conversation with everything a message can hold, to be looked at: chat_gallery FOLDER.
#include <QDir>
#include <QScrollBar>

#include "app/chat/message_editor.h"
#include "app/chat/sampling_popover.h"
#include "tests/app/support/window_driver.h"
#include "widgets/theme.h"

using namespace gh::app;
using namespace gh::app::test;
using gh::widgets::Theme;
using gh::widgets::ThemeMode;

namespace {

const char* kEverything =
    "<think>\nThe user wants to see everything.\n\n- tables\n- code\n</think>\n\n"
    "# A heading\n\nSome text with **bold**, *italics*, `code`, ~~struck~~ and [a link](https://example.org).\n\n"
    "| Quantity | Formula | Value |\n|:---------|:-------:|------:|\n| keys and values | `2 * layers * heads * size` "
    "| 23,040 B |\n| one block | 16 tokens | 368,640 B |\n| a **long** cell that has to wrap because there is no "
    "room for all of it in one row | x | 1 |\n\n"
    "- one\n- two\n  - inner\n    1. deep\n- [x] done\n- [ ] not yet\n\n1. first\n2. second\n\n> a quote\n> > and one "
    "in it\n\n---\n\n"
    "```python\n@cached\ndef step(tokens: list[int], size=16) -> float:\n    \"\"\"One step.\"\"\"\n    blocks = "
    "len(tokens) // size  # full ones\n    return blocks * 1.5e3 if blocks else None\n```\n\n"
    "```\nplain = 1\n```\n\n```diff\n- old line\n+ new line\n```\n\nThe end.";

void shoot(QWidget* widget, const QString& folder, const QString& name) {
    const struct {
        ThemeMode mode;
        const char* name;
    } kLooks[] = {{ThemeMode::Light, "light"}, {ThemeMode::Dark, "dark"}};
    for (const auto& look : kLooks) {
        Theme::instance().setMode(look.mode);
        QTest::qWait(60);
        widget->grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, name, look.name));
    }
    Theme::instance().setMode(ThemeMode::Light);
    QTest::qWait(20);
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    const QString folder = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("chat");
    QDir().mkpath(folder);
    Script script;
    script.reply = kEverything;
    WindowDriver d(script);
    if (!d.openReady()) return 1;
    ChatPane* pane = d.window->chatPane();
    pane->setParent(nullptr);
    pane->resize(780, 900);
    pane->show();
    d.type("Show me everything.");
    d.waitIdle();
    ChatView* view = pane->view();
    view->verticalScrollBar()->setValue(0);
    shoot(pane, folder, "markdown-top");
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->actionRect(1, "thought").center());
    shoot(pane, folder, "thought");
    view->scrollToEnd();
    shoot(pane, folder, "markdown-end");
    d.window->chat()->regenerate(1);
    d.waitIdle();
    pane->composer()->attachments()->setAttachments(
        {{"notes.txt", "Some text of a file.", 20}, {"a very long name of a file that does not fit anywhere.cpp", "int x;", 4096}});
    pane->composer()->edit()->setPlainText("What is in these?");
    shoot(pane, folder, "attached");
    pane->send();
    d.waitIdle();
    view->verticalScrollBar()->setValue(0);
    view->setFocus(Qt::TabFocusReason);
    view->setCurrentMessage(2);
    shoot(pane, folder, "branches");
    view->edit(2);
    shoot(pane, folder, "editor");
    view->closeEditor();
    QTest::mouseMove(view->viewport(), view->messageRect(0).center());
    SamplingPopover popover(d.window->chat(), d.window->model(), d.window->settings());
    popover.setAttribute(Qt::WA_DeleteOnClose, false);
    popover.showNear(pane->composer());
    shoot(&popover, folder, "sampling");
    popover.hide();
    d.type("Stop this.");
    d.waitTokens(5);
    d.window->chat()->stop();
    d.waitIdle();
    shoot(pane, folder, "stopped");
    pane->resize(420, 640);
    shoot(pane, folder, "narrow");
    delete pane;
    _exit(0);
}
