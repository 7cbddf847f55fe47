#include "app/settings/settings_dialog.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/settings/language.h"
#include "app/settings/settings_form.h"
#include "app/window/action_list.h"
#include "app/window/main_window.h"
#include "widgets/controls/inline_message.h"
#include "widgets/theme.h"

namespace gh::app {

SettingsDialog::SettingsDialog(MainWindow* window)
    : QDialog(window),
      m_window(window),
      m_settings(window->settings()) {
    setWindowTitle(tr("Settings"));
    resize(760, 560);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Pages"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSpacing(2);
    m_pages = new QStackedWidget(this);
    m_pages->setAttribute(Qt::WA_StyledBackground);
    m_pages->setProperty("plane", "surface");
    row->setContentsMargins(12, 0, 0, 0);
    auto* left = new QVBoxLayout;
    left->setContentsMargins(0, 16, 12, 12);
    left->addWidget(m_list);
    row->addLayout(left);
    row->addWidget(m_pages, 1);
    column->addLayout(row, 1);
    addPage(tr("Look and language"), lookPage());
    addPage(tr("Engine"), enginePage());
    addPage(tr("Cache"), cachePage());
    addPage(tr("Models"), modelsPage());
    addPage(tr("Privacy"), privacyPage());
    m_list->setFixedWidth(m_list->sizeHintForColumn(0) + 24);
    m_list->setCurrentRow(0);
    connect(m_list, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);

    auto* below = new QWidget(this);
    auto* foot = new QVBoxLayout(below);
    foot->setContentsMargins(16, 12, 16, 12);
    foot->setSpacing(12);
    m_notice = new widgets::InlineMessage(widgets::InlineMessage::Severity::Warning, below);
    m_notice->hide();
    foot->addWidget(m_notice);
    auto* close = new QPushButton(tr("Close"), below);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    foot->addWidget(close, 0, Qt::AlignRight);
    column->addWidget(below);
    connect(window->model(), &ModelSession::changed, this, &SettingsDialog::refreshNotice);
    connect(window->chat(), &ChatController::stateChanged, this, &SettingsDialog::refreshNotice);
    connect(window->chat(), &ChatController::busyChanged, this, &SettingsDialog::refreshNotice);
    refreshNotice();
}

void SettingsDialog::addPage(const QString& title, QWidget* page) {
    m_list->addItem(title);
    auto* area = new QScrollArea(m_pages);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(page);
    // The plane of the stack shows through.
    page->setAutoFillBackground(false);
    area->viewport()->setAutoFillBackground(false);
    m_pages->addWidget(area);
}

int SettingsDialog::page() const {
    return m_list->currentRow();
}

void SettingsDialog::setPage(int page) {
    m_list->setCurrentRow(std::clamp(page, 0, m_list->count() - 1));
}

widgets::InlineMessage* SettingsDialog::reloadNotice() const {
    return m_notice->isHidden() ? nullptr : m_notice;
}

void SettingsDialog::refreshNotice() {
    const bool engine = m_settings->threads() != m_window->threadsInUse();
    if (!engine && !m_window->model()->outdated()) {
        m_notice->hide();
        return;
    }
    m_notice->clearButtons();
    const bool busy = m_window->chat()->busyAnywhere();
    if (engine) {
        m_notice->setMessage(tr("Threads count from the engine's next start"),
                             tr("Starting it again takes as long as opening the model. The caches are built anew with "
                                "the next message."));
    } else {
        m_notice->setMessage(tr("This counts when the model is loaded again"),
                             tr("The caches are built anew with the next message; nothing of a chat is lost."));
    }
    QPushButton* now = m_notice->addButton(engine ? tr("Start the engine again") : tr("Load again now"));
    now->setEnabled(!busy);
    if (busy) now->setToolTip(tr("A reply is being written"));
    connect(now, &QPushButton::clicked, this, [this, engine] {
        if (engine) {
            m_window->restartEngine();
        } else {
            m_window->model()->reload();
        }
        refreshNotice();
    }, Qt::QueuedConnection);
    m_notice->show();
}

QWidget* SettingsDialog::lookPage() {
    auto* form = new SettingsForm(tr("Look and language"));
    using Mode = widgets::ThemeMode;
    QComboBox* theme = choice({{tr("As the system"), int(Mode::System)},
                               {tr("Light"), int(Mode::Light)},
                               {tr("Dark"), int(Mode::Dark)}},
                              int(m_settings->theme()), form);
    theme->setObjectName("theme");
    form->add(tr("Theme"), theme);
    connect(theme, &QComboBox::activated, this,
            [this, theme] { m_window->setThemeMode(Mode(theme->currentData().toInt())); });
    QList<std::pair<QString, QVariant>> languages{{tr("As the system"), QStringLiteral("system")}};
    for (const LanguageEntry& entry : languageList())
        languages.append({QString::fromUtf8(entry.name), QString::fromLatin1(entry.code)});
    QComboBox* language = choice(languages, m_settings->language(), form);
    language->setObjectName("language");
    form->add(tr("Language"), language,
              tr("Changes at once; a reply that is being written goes on. Numbers and dates follow the language."));
    connect(language, &QComboBox::activated, this,
            [this, language] { m_window->setLanguage(language->currentData().toString()); });
    form->end();
    return form;
}

}  // namespace gh::app
