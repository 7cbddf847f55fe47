#include "app/settings/language.h"

#include <array>
#include <memory>
#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace gh::app {

namespace {

// The application's one language: translators that are installed now.
struct InUse {
    QString code;
    std::unique_ptr<QTranslator> own, qt;
};
InUse& inUse() {
    static InUse state;
    return state;
}

std::unique_ptr<QTranslator> installed(const QLocale& locale, const QString& stem, const QString& folder) {
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, stem, "_", folder)) return nullptr;
    QCoreApplication::installTranslator(translator.get());
    return translator;
}

// The desktop's own locale where it speaks this language: it knows the country.
QLocale localeOf(const QString& code) {
    const QLocale system = QLocale::system(), plain(code);
    return system.language() == plain.language() ? system : plain;
}

}  // namespace

std::span<const LanguageEntry> languageList() {
    static constexpr std::array kLanguages = {
        LanguageEntry{"en", "English"},
        LanguageEntry{"bg", "Български"},
    };
    return kLanguages;
}

QString resolvedLanguage(const QString& setting) {
    for (const LanguageEntry& entry : languageList()) {
        if (setting == QLatin1String(entry.code)) return setting;
    }
    for (const QString& wanted : QLocale::system().uiLanguages()) {
        for (const LanguageEntry& entry : languageList()) {
            if (wanted.section('-', 0, 0).section('_', 0, 0) == QLatin1String(entry.code))
                return QLatin1String(entry.code);
        }
    }
    return QStringLiteral("en");
}

void useLanguage(const QString& setting) {
    const QString code = resolvedLanguage(setting);
    InUse& now = inUse();
    if (code == now.code) return;
    now.code = code;
    const QLocale locale = localeOf(code);
    QLocale::setDefault(locale);
    now.own.reset();
    now.qt.reset();
    if (!QCoreApplication::instance()) return;
    now.own = installed(locale, QStringLiteral("glasshouse"), QStringLiteral(":/i18n"));
    now.qt = installed(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
}

QString languageInUse() {
    return inUse().code;
}

}  // namespace gh::app
