// What the lab of the engine says in English, in the language of the window: experiments, options, plots, series, figures.
#pragma once

#include <string_view>

#include "engine/lab/lab.h"
#include "widgets/models/lab_desk.h"

namespace gh::app {

// A text of the lab: translated where the table has it, else as it is, with "_" as spaces.
QString labText(std::string_view english);
widgets::LabExperiment toDesk(const lab::Experiment& experiment);
widgets::LabRun toDesk(const lab::Run& run);

}  // namespace gh::app
