// The experiments, one file each; experiment_list.cpp has their lines.
#pragma once

#include "engine/lab/notebook.h"

namespace gh::lab {

using Ended = std::optional<Error>;

std::span<const OptionSpec> cachedVsNaiveOptions();
std::span<const OptionSpec> phasesOptions();
std::span<const OptionSpec> cacheSizeOptions();
std::span<const OptionSpec> kneeOptions();
std::span<const OptionSpec> policiesOptions();
std::span<const OptionSpec> pagingOptions();

Ended cachedVsNaive(const Subject& subject, const Options& options, Notebook& notebook);
Ended phases(const Subject& subject, const Options& options, Notebook& notebook);
Ended cacheSize(const Subject& subject, const Options& options, Notebook& notebook);
Ended knee(const Subject& subject, const Options& options, Notebook& notebook);
Ended policies(const Subject& subject, const Options& options, Notebook& notebook);
std::string policiesJson(const Run& run);   // the form of `lab policies --json`
Ended paging(const Subject& subject, const Options& options, Notebook& notebook);

}  // namespace gh::lab
