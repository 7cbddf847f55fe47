// What the window says about its settings: a file that was moved aside, a value that is refused, a disk that is full.
#pragma once

#include <QString>
#include <vector>

#include "app/settings/settings.h"

namespace gh::app {

QString settingsTroubleText(const Settings& settings);  // of settings.file().trouble()
QString refusedSettingsText(const std::vector<RefusedSetting>& refused);
QString settingsWriteText(const Settings& settings, const QString& reason);

}  // namespace gh::app
