// glasshouse: a command when one is named, the window otherwise.
#include <cstdio>
#include <cstdlib>

#include "app/application.h"
#include "app/cli/cli.h"

namespace {

// Qt aborts without a display; a person needs a sentence.
bool hasDisplay() {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (const char* value = std::getenv(name); value && *value) return true;
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    if (gh::app::wantsCli(argc, argv)) return gh::app::runCli(argc, argv);
    if (!hasDisplay()) {
        std::fputs("glasshouse: there is no display for the window (DISPLAY and WAYLAND_DISPLAY are empty); "
                   "glasshouse chat MODEL chats in the terminal\n", stderr);
        return 1;
    }
    return gh::app::runWindow(argc, argv);
}
