// What a value of the settings file may be: one line a key. A value outside is refused by name and its default used.
#pragma once

#include <optional>
#include <QString>
#include <QVariant>
#include <span>
#include <vector>

namespace gh::app {

class SettingsFile;

struct SettingRule {
    const char* key;
    double low = 0, high = 0;        // a number in this range …
    const char* words = nullptr;     // … or one of these words, separated by spaces
};

std::span<const SettingRule> settingRules();
const SettingRule* findRule(const QString& key);

struct RefusedSetting {
    QString key, found, expected;    // expected: "light, dark" or "1 – 256"
};
// Nothing when the value is as its rule says, or when there is no rule for the key.
std::optional<RefusedSetting> refusal(const QString& key, const QVariant& value);
std::vector<RefusedSetting> refusals(const SettingsFile& file);

}  // namespace gh::app
