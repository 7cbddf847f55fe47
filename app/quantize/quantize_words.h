// What schemes, rules and evaluations are called in the window, and their values in the form that the panels draw.
#pragma once

#include <QString>

#include "engine/evaluate/evaluation.h"
#include "engine/quantize/error_map.h"
#include "engine/quantize/rules.h"
#include "engine/quantize/scheme.h"
#include "widgets/models/quantize_facts.h"

namespace gh::app {

QString schemeTitle(std::string_view english);   // "INT4 · groups of 64", in the window's language
QString workWords(std::string_view english);     // "nf4: reading the text"

widgets::SchemeFacts toDesk(const quantize::Scheme& scheme);
widgets::TensorFacts toDesk(const quantize::TensorErrors& errors, const QString& scheme);
widgets::ErrorMapFacts toDesk(const quantize::ErrorMap& map);
widgets::TensorDetailFacts toDesk(const quantize::TensorDetail& detail, const QString& scheme);
widgets::EvaluationFacts toDesk(const evaluate::Evaluation& evaluation);

quantize::WeightRules toEngine(const widgets::RuleList& rules);
widgets::RuleList toDesk(const quantize::WeightRules& rules);

}  // namespace gh::app
