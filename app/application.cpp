#include "app/application.h"

#include <cstdio>
#include <cstdlib>
#include <QApplication>

#include "app/shots/shots.h"
#include "app/window/main_window.h"

namespace gh::app {

EngineFactory realEngine() {
    return [](const EngineConfig& config) { return std::make_unique<DoorTo<Engine>>(config); };
}

int runWindow(int argc, char** argv) {
    QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication app(argc, argv);
    QApplication::setApplicationName("glasshouse");
    QApplication::setApplicationDisplayName("Glasshouse");
    QApplication::setApplicationVersion(GLASSHOUSE_VERSION);
    QApplication::setDesktopFileName("glasshouse");

    QStringList arguments = QApplication::arguments().mid(1);
    const auto shots = arguments.indexOf("--shots");
    if (shots >= 0) {
        if (shots + 1 >= arguments.size()) {
            std::fprintf(stderr, "glasshouse: --shots needs a folder\n");
            return 2;
        }
        const QString folder = arguments.takeAt(shots + 1);
        arguments.removeAt(shots);
        return takeShots(folder, arguments.value(0), realEngine());
    }
    for (const QString& argument : arguments) {
        if (argument.startsWith('-') || arguments.size() > 1) {
            std::fprintf(stderr, "glasshouse: %s is not understood; glasshouse --help lists what is\n",
                         qPrintable(argument));
            return 2;
        }
    }

    WindowOptions options;
    options.model = arguments.value(0);
    MainWindow window(realEngine(), options);
    window.show();
    const int code = QApplication::exec();
    // An engine or a disk that hangs must not keep the process.
    if (!window.shutDown()) std::_Exit(code);
    return code;
}

}  // namespace gh::app
