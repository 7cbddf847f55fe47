// Runs an experiment on a tiny model and keeps what the hooks were told.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/lab/lab.h"
#include "tests/support/tiny_model.h"

namespace gh::test {

using Given = std::vector<std::pair<std::string, std::string>>;   // option, value

struct LabRun {
    lab::Outcome outcome;
    std::size_t points = 0;        // that the hook was told of
    std::size_t begun = 0;
    double lastShare = -1;
    const lab::Run& run() const { return outcome.run; }
    double figure(const std::string& name) const;   // a test failure where there is none
    const lab::Series& series(const std::string& plot, const std::string& name) const;
};

// cancelAfter: the hook says so from that many questions on; < 0: never.
LabRun runLab(const std::string& experiment, const std::string& model, const Given& given, int cancelAfter = -1,
              const LoadOptions& load = {});

// A tiny Llama with room for experiments.
std::string labModel(const std::string& family = "llama", int context = 512);

}  // namespace gh::test
