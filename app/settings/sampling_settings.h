// How replies are sampled: values as people set them, for the app, for a model or for one chat, and named
// sets.
#pragma once

#include <optional>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <vector>

#include "engine/sample/sampler.h"

namespace gh::app {

struct SamplingSettings {
    double temperature = 0.7, topP = 0.9, minP = 0, repeatPenalty = 1;
    int topK = 0;
    int maxTokens = 0;            // 0: until the end of the turn
    std::optional<quint64> seed;  // none: a new one for each reply
    double presencePenalty = 0, frequencyPenalty = 0;
    int penaltyLastN = 64;  // how far back penalties look; -1: all
    QStringList stops;      // a reply ends before the first of these
    bool operator==(const SamplingSettings&) const = default;
    SamplerSettings forEngine(std::uint64_t seedUsed, std::uint32_t sample) const;
    std::vector<std::string> stopsForEngine() const;
    SamplingSettings clamped() const;  // each value within what the engine takes

    QJsonObject toJson() const;
    // Absent fields take their defaults, others are clamped: files may have been edited.
    static SamplingSettings fromJson(const QJsonObject& object);
};

struct SamplingPreset {
    QString name;
    SamplingSettings sampling;
    bool operator==(const SamplingPreset&) const = default;
};

}  // namespace gh::app
