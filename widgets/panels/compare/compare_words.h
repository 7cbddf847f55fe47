// Words for what a comparison found, the same in every part of the panel.
#pragma once

#include <QString>

#include "engine/telemetry/comparison_facts.h"

namespace gh::widgets {

QString natsText(double nats);                       // "0.0312"; NaN: a dash
// Rich text: token, choice, divergences, rank, first layer that departs.
QString cellHover(const telemetry::ComparisonFacts& facts, const telemetry::ComparisonPosition& position, std::size_t variant);
QString variantHover(const telemetry::ComparisonVariant& variant, const QString& letter);   // rich text
QString plainWords(QString rich);                    // for screen readers

}  // namespace gh::widgets
