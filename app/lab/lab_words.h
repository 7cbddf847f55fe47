// Words for the keys of the lab (series, figures, findings), and the lab's English sentences, for the translators.
#pragma once

#include <span>

namespace gh::app {

struct LabWord {
    const char* key;
    const char* text;   // English; translated in the context "Lab"
};
std::span<const LabWord> labWords();

}  // namespace gh::app
