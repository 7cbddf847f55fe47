// Which language the window speaks: its own texts, Qt's, and how numbers and dates are written.
#pragma once

#include <QString>
#include <span>

namespace gh::app {

struct LanguageEntry {
    const char* code;
    const char* name;  // in the language itself, UTF-8
};
std::span<const LanguageEntry> languageList();

// The code that a setting comes to: "system" is the first of the desktop's languages that is listed, else English.
QString resolvedLanguage(const QString& setting);
// Installs texts and locale for the whole application; windows on show build themselves anew afterwards.
void useLanguage(const QString& setting);
QString languageInUse();

}  // namespace gh::app
