#include "app/settings/settings_texts.h"

#include <QCoreApplication>
#include <QDir>
#include <QStringList>

namespace gh::app {

namespace {
struct Text {
    Q_DECLARE_TR_FUNCTIONS(SettingsTexts)
};
}  // namespace

QString settingsTroubleText(const Settings& settings) {
    const auto& trouble = settings.file().trouble();
    if (!trouble) return {};
    const QString path = QDir::toNativeSeparators(settings.file().path());
    if (trouble->movedTo.isEmpty()) {
        return Text::tr("%1: %2. It is left as it is, the defaults are used, and changes are not kept until it can be "
                        "read and written again.")
            .arg(path, trouble->reason);
    }
    return Text::tr("%1 is no settings file (%2). It was moved to %3 and nothing in it is lost; the defaults are used.")
        .arg(path, trouble->reason, QDir::toNativeSeparators(trouble->movedTo));
}

QString refusedSettingsText(const std::vector<RefusedSetting>& refused) {
    QStringList lines;
    for (const RefusedSetting& r : refused)
        lines << Text::tr("%1 is %2; it may be %3. The default is used.").arg(r.key, r.found, r.expected);
    return lines.join('\n');
}

QString settingsWriteText(const Settings& settings, const QString& reason) {
    return Text::tr("%1: %2. What you change holds until the window is closed.")
        .arg(QDir::toNativeSeparators(settings.file().path()), reason);
}

}  // namespace gh::app
