// The command line: info, tokenize, generate, chat, logits, bench. Knows nothing of Qt, opens no window.
// Exit codes: 0 done, 1 failed, 2 wrong call, 3 the model file is refused, 4 does not fit in memory, 130
// interrupted.
#pragma once

namespace gh::app {

// True when argv[1] names one of the commands or asks for --help or --version: then runCli() is to be called
// instead of opening a window.
bool wantsCli(int argc, char** argv);

// Runs the command in argv and returns the process's exit code. Output on stdout, errors and progress on
// stderr.
int runCli(int argc, char** argv);

}  // namespace gh::app
