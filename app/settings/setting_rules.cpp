#include "app/settings/setting_rules.h"

#include <array>
#include <cmath>

#include "app/settings/settings_file.h"
#include "widgets/text/units.h"

namespace gh::app {

namespace units = widgets::units;

std::span<const SettingRule> settingRules() {
    static constexpr std::array kRules = {
        SettingRule{"look/theme", 0, 0, "system light dark"},
        SettingRule{"look/language", 0, 0, "system en bg"},
        SettingRule{"engine/threads", 0, 1024},
        SettingRule{"engine/activations", 0, 0, "int8 f32"},
        SettingRule{"cache/key_type", 0, 0, "f32 f16 q8_0 q4_0"},
        SettingRule{"cache/value_type", 0, 0, "f32 f16 q8_0 q4_0"},
        SettingRule{"cache/type", 0, 0, "f16 f32"},  // older files
        SettingRule{"cache/budget", 0, 0, "model tokens bytes"},
        SettingRule{"cache/tokens", 64, 16'777'216},
        SettingRule{"cache/mib", 1, 1'048'576},
        SettingRule{"cache/when_full", 0, 0, "stop drop-oldest"},
        SettingRule{"models/start", 0, 0, "last default none"},
        SettingRule{"sampling/temperature", 0, 5},
        SettingRule{"sampling/top_p", 0.01, 1},
        SettingRule{"sampling/min_p", 0, 1},
        SettingRule{"sampling/repeat_penalty", 0.1, 3},
        SettingRule{"sampling/presence_penalty", -2, 2},
        SettingRule{"sampling/frequency_penalty", -2, 2},
        SettingRule{"sampling/penalty_last_n", -1, 1'000'000},
        SettingRule{"sampling/top_k", 0, 100'000},
        SettingRule{"sampling/max_tokens", 0, 1'000'000},
    };
    return kRules;
}

const SettingRule* findRule(const QString& key) {
    for (const SettingRule& rule : settingRules()) {
        if (key == QLatin1String(rule.key)) return &rule;
    }
    return nullptr;
}

std::optional<RefusedSetting> refusal(const QString& key, const QVariant& value) {
    const SettingRule* rule = findRule(key);
    if (!rule || !value.isValid()) return {};
    RefusedSetting refused{key, value.toString().left(60), {}};
    if (rule->words) {
        const QStringList words = QString::fromLatin1(rule->words).split(' ');
        if (value.typeId() == QMetaType::QString && words.contains(value.toString())) return {};
        refused.expected = words.join(QStringLiteral(", "));
    } else {
        bool good = false;
        const double number = value.toDouble(&good);
        if (good && std::isfinite(number) && number >= rule->low && number <= rule->high) return {};
        const auto text = [](double v) { return units::number(v, v == std::floor(v) ? 0 : 2); };
        refused.expected = text(rule->low) + QStringLiteral(" – ") + text(rule->high);
    }
    return refused;
}

std::vector<RefusedSetting> refusals(const SettingsFile& file) {
    std::vector<RefusedSetting> all;
    for (const SettingRule& rule : settingRules()) {
        const QString key = QString::fromLatin1(rule.key);
        if (auto refused = refusal(key, file.value(key))) all.push_back(std::move(*refused));
    }
    return all;
}

}  // namespace gh::app
