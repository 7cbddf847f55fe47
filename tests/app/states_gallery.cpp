// Pictures of the window's rarer states from scripted engines, to be looked at: states_gallery FOLDER.
#include <QDir>

#include "tests/app/support/window_driver.h"
#include "widgets/theme.h"

using namespace gh::app;
using namespace gh::app::test;
using gh::widgets::Theme;
using gh::widgets::ThemeMode;

namespace {

void shoot(WindowDriver& d, const QString& folder, const QString& name) {
    const struct {
        ThemeMode mode;
        const char* name;
    } kLooks[] = {{ThemeMode::Light, "light"}, {ThemeMode::Dark, "dark"}};
    for (const auto& look : kLooks) {
        Theme::instance().setMode(look.mode);
        QTest::qWait(60);
        d.window->grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, name, look.name));
    }
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    const QString folder = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("states");
    QDir().mkpath(folder);
    {
        WindowDriver d(Script{}, QString());
        d.open();
        QTest::qWait(100);
        shoot(d, folder, "empty-model");
    }
    {
        Script script;
        script.loadMs = 4000;
        WindowDriver d(script);
        d.open();
        d.type("This waits until the model is ready.");
        QTest::qWait(1600);
        shoot(d, folder, "loading");
    }
    {
        Script script;
        script.reply =
            "# A heading\n\nSome text with **bold**, *italics* and `code`.\n\n- one\n- two\n  - inner\n\n1. "
            "first\n2. second\n\n"
            "> a quote\n\n```python\nfor i in range(3):\n    print(i)\n```\n\nThe end.";
        WindowDriver d(script);
        d.openReady();
        shoot(d, folder, "empty-chat");
        d.type("Show me everything.");
        d.waitIdle();
        shoot(d, folder, "markdown");
        d.window->model()->open("/models/bad-135m.gguf");
        QTest::qWait(300);
        shoot(d, folder, "bad-file");
    }
    {
        Script script;
        script.hasTemplate = false;
        WindowDriver d(script);
        d.open();
        d.type("Which template?");
        QTest::qWait(300);
        shoot(d, folder, "template");
    }
    {
        Script script;
        script.repeats = 100;
        script.contextLimit = 256;
        script.stepMs = 3;
        WindowDriver d(script);
        d.openReady();
        d.type("Fill the context.");
        if (!QTest::qWaitFor([&] { return d.window->chatPane()->notice("full") != nullptr; }, 10'000))
            return 1;
        shoot(d, folder, "nearly-full");
        d.waitIdle();
        QTest::qWait(50);
        shoot(d, folder, "context-full");
    }
    return 0;
}
