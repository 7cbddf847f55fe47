#include "app/window/no_model_page.h"

#include <QFileInfo>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/model/model_path.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/plain_text.h"
#include "widgets/text/units.h"

namespace gh::app {

namespace {
constexpr int kMostFiles = 4;
}

QStringList modelsAtHand(Settings* settings, int most) {
    QStringList found;
    const auto add = [&](const QString& path) {
        if (QFileInfo(path).isReadable() && !found.contains(path) && found.size() < most) found << path;
    };
    for (const QString& path : settings->recentModels()) add(path);
    for (const QString& folder : settings->modelFolders()) {
        for (const QString& path : modelsIn(folder)) add(path);
    }
    return found;
}

NoModelPage::NoModelPage(Settings* settings, QWidget* parent) : QWidget(parent), m_settings(settings) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addStretch(1);
    m_state = new widgets::EmptyState("empty-model", tr("No model is open"), QString(), tr("Open file…"), "file", this);
    column->addWidget(m_state);
    m_files = new QVBoxLayout;
    m_files->setSpacing(6);
    column->addLayout(m_files);
    column->addStretch(2);
    connect(m_state, &widgets::EmptyState::clicked, this, &NoModelPage::fileRequested);
    refresh();
}

void NoModelPage::refresh() {
    const QStringList found = modelsAtHand(m_settings, kMostFiles);
    if (m_found == found) return;
    m_found = found;
    while (QLayoutItem* item = m_files->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    const QString sentence =
        found.isEmpty() ? tr("Open a GGUF file or a model folder, or drop one here. In a terminal, ./dev models fetches the default "
                             "model into the cache folder; it is offered here then. Nothing is fetched by itself.")
                        : tr("Open a GGUF file or a model folder, drop one here, or choose one that is on this computer already.");
    m_state->setTexts(tr("No model is open"), sentence);
    m_state->setAccessibleName(sentence);
    for (const QString& path : found) {
        auto* button = new QPushButton(widgets::icon("chip"),
                                       QStringLiteral("%1 · %2").arg(
                                           widgets::onButton(modelStem(path)), widgets::units::bytes(modelBytes(path)).text()),
                                       this);
        button->setToolTip(path);
        button->setAccessibleName(tr("Open %1").arg(modelPathName(path)));
        connect(button, &QPushButton::clicked, this, [this, path] { emit openRequested(path); }, Qt::QueuedConnection);
        m_files->addWidget(button, 0, Qt::AlignHCenter);
    }
    // What is at hand comes first.
    m_state->button()->setVisible(found.isEmpty());
    if (found.isEmpty()) return;
    auto* other = new QPushButton(widgets::icon("file"), tr("Open another file…"), this);
    other->setProperty("kind", "ghost");
    connect(other, &QPushButton::clicked, this, &NoModelPage::fileRequested);
    m_files->addWidget(other, 0, Qt::AlignHCenter);
    if (m_room > 0) setRoom(m_room);
}

void NoModelPage::setRoom(int height) {
    m_room = height;
    // A button cut in half says less than none; the words and what is said below lead on.
    const auto buttons = [&] { return findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly); };
    int need = 0;
    for (QPushButton* button : buttons()) need += button->sizeHint().height() + m_files->spacing();
    m_state->setRoom(height - need - layout()->spacing());
    int left = height - m_state->sizeHint().height() - layout()->spacing();
    for (QPushButton* button : buttons()) {
        left -= button->sizeHint().height() + m_files->spacing();
        button->setVisible(left >= 0);
    }
}

}  // namespace gh::app
