#include "app/settings/sampling_settings.h"

#include <algorithm>
#include <QJsonArray>

namespace gh::app {

SamplerSettings SamplingSettings::forEngine(std::uint64_t seedUsed, std::uint32_t sample) const {
    SamplerSettings s;
    s.temperature = float(temperature);
    s.topP = float(topP);
    s.minP = float(minP);
    s.topK = topK;
    s.repeatPenalty = float(repeatPenalty);
    s.presencePenalty = float(presencePenalty);
    s.frequencyPenalty = float(frequencyPenalty);
    s.penaltyLastN = penaltyLastN;
    s.seed = seedUsed;
    s.sample = sample;
    return s;
}

std::vector<std::string> SamplingSettings::stopsForEngine() const {
    std::vector<std::string> result;
    for (const QString& stop : stops) {
        if (!stop.isEmpty()) result.push_back(stop.toStdString());
    }
    return result;
}

SamplingSettings SamplingSettings::clamped() const {
    SamplingSettings s = *this;
    s.temperature = std::clamp(temperature, 0.0, 5.0);
    s.topP = std::clamp(topP, 0.01, 1.0);
    s.minP = std::clamp(minP, 0.0, 1.0);
    s.repeatPenalty = std::clamp(repeatPenalty, 0.1, 3.0);
    s.presencePenalty = std::clamp(presencePenalty, -2.0, 2.0);
    s.frequencyPenalty = std::clamp(frequencyPenalty, -2.0, 2.0);
    s.penaltyLastN = std::clamp(penaltyLastN, -1, 1'000'000);
    s.topK = std::clamp(topK, 0, 100'000);
    s.maxTokens = std::clamp(maxTokens, 0, 1'000'000);
    return s;
}

QJsonObject SamplingSettings::toJson() const {
    QJsonObject o{{"temperature", temperature},
                  {"top_p", topP},
                  {"min_p", minP},
                  {"top_k", topK},
                  {"repeat_penalty", repeatPenalty},
                  {"presence_penalty", presencePenalty},
                  {"frequency_penalty", frequencyPenalty},
                  {"penalty_last_n", penaltyLastN},
                  {"max_tokens", maxTokens}};
    if (seed) o["seed"] = QString::number(*seed);  // a JSON number holds 53 bits
    if (!stops.isEmpty()) o["stops"] = QJsonArray::fromStringList(stops);
    return o;
}

SamplingSettings SamplingSettings::fromJson(const QJsonObject& o) {
    SamplingSettings s;
    s.temperature = o["temperature"].toDouble(s.temperature);
    s.topP = o["top_p"].toDouble(s.topP);
    s.minP = o["min_p"].toDouble(s.minP);
    s.topK = o["top_k"].toInt(s.topK);
    s.repeatPenalty = o["repeat_penalty"].toDouble(s.repeatPenalty);
    s.presencePenalty = o["presence_penalty"].toDouble(s.presencePenalty);
    s.frequencyPenalty = o["frequency_penalty"].toDouble(s.frequencyPenalty);
    s.penaltyLastN = o["penalty_last_n"].toInt(s.penaltyLastN);
    s.maxTokens = o["max_tokens"].toInt(s.maxTokens);
    bool good = false;
    const quint64 seed = o["seed"].toVariant().toString().toULongLong(&good);
    if (good) s.seed = seed;
    for (const auto& stop : o["stops"].toArray()) {
        if (stop.isString() && !stop.toString().isEmpty()) s.stops << stop.toString();
    }
    return s.clamped();
}

}  // namespace gh::app
