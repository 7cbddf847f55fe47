#include "app/cli/cli.h"

int main(int argc, char** argv) {
    return gh::app::runCli(argc, argv);
}
