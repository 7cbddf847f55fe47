// What the process's exit code says; README lists the same numbers.
#pragma once

#include "engine/base/result.h"

namespace gh::app {

constexpr int kExitDone = 0;
constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;          // the call makes no sense
constexpr int kExitRefusedFile = 3;    // missing, broken or not supported
constexpr int kExitDoesNotFit = 4;     // more memory than there is
constexpr int kExitInterrupted = 130;  // Ctrl-C, as shells report it

constexpr int exitCode(ErrorCode code) {
    switch (code) {
        case ErrorCode::MissingFile:
        case ErrorCode::BadFile:
        case ErrorCode::Unsupported:
            return kExitRefusedFile;
        case ErrorCode::InvalidArgument:
            return kExitUsage;
        case ErrorCode::DoesNotFit:
            return kExitDoesNotFit;
        case ErrorCode::Cancelled:
            return kExitInterrupted;
        case ErrorCode::Template:
        case ErrorCode::Internal:
            return kExitFailed;
    }
    return kExitFailed;
}

}  // namespace gh::app
