// Building the window's widgets, and building them anew in another language around what lives on.
#include <QDockWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include "app/chat/template_presenter.h"
#include "app/chat/token_branch.h"
#include "app/compare/compare_runner.h"
#include "app/lab/lab_runner.h"
#include "app/quantize/quantize_runner.h"
#include "app/log/log_window.h"
#include "app/settings/language.h"
#include "app/settings/settings_dialog.h"
#include "app/traffic/traffic_runner.h"
#include "app/window/about_box.h"
#include "app/window/action_list.h"
#include "app/window/chat_pane.h"
#include "app/window/conversation_list.h"
#include "app/window/dock_tabs.h"
#include "app/window/main_window.h"
#include "app/window/model_button.h"
#include "app/window/command_palette.h"
#include "app/window/panel_dock.h"
#include "app/window/shortcut_sheet.h"
#include "app/window/status_strip.h"
#include "app/window/timeline.h"
#include "app/window/toolbar_strip.h"
#include "app/window/workspace_list.h"
#include "widgets/controls/scrub_bar.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/compare.h"
#include "widgets/panels/lab.h"
#include "widgets/panels/quantize.h"
#include "widgets/panels/requests.h"
#include "widgets/panels/tokens.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

// What of the widgets' state is nowhere else.
struct MainWindow::Kept {
    QByteArray focus;
    int caret = 0, anchor = 0;
    ChatPane::Kept pane;
    int settingsPage = -1;  // of the dialog that was open
    bool log = false;
};

void MainWindow::build() {
    m_actions = new ActionList(this);
    m_pane = new ChatPane(m_bridge, m_chat, m_model, &m_settings, m_selection, m_counter, this);
    if (!centralWidget()) {
        // Stays when the pane goes: docks would take the room of a middle that is not there.
        auto* middle = new QWidget(this);
        middle->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
        auto* layout = new QVBoxLayout(middle);
        layout->setContentsMargins(0, 0, 0, 0);
        setCentralWidget(middle);
    }
    centralWidget()->layout()->addWidget(m_pane);
    connect(m_pane, &ChatPane::fileRequested, this, &MainWindow::openFile);
    connect(m_pane, &ChatPane::cacheSettingsRequested, this, [this] { openSettings(SettingsDialog::kCachePage); });
    m_list = new ConversationList(m_chat, this);
    connect(m_list, &ConversationList::picked, this,
            [this] { m_pane->composer()->edit()->setFocus(Qt::MouseFocusReason); });
    buildToolbar();
    buildDocks();
    m_tabs = new DockTabs(this, m_panels);
    m_timeline = new Timeline(m_selection, this);
    addToolBar(Qt::BottomToolBarArea, m_timeline);
    buildStatus();
    buildActions();
    m_actions->fill(m_strip->menu());
}

void MainWindow::tearDown() {
    for (const QPointer<QDialog>& dialog : {m_sheet, m_logWindow, m_about}) delete dialog.data();
    delete m_dialog.data();
    delete m_palette.data();
    delete m_actions;
    delete m_tabs;
    // Docks stay where they stand. (The list goes when the next one is there: a dock without header and content has no
    // least size.)
    delete m_timeline;
    delete m_bar;
    delete m_pane;
    setStatusBar(nullptr);
}

void MainWindow::buildToolbar() {
    m_bar = addToolBar(tr("Toolbar"));
    m_bar->setObjectName("toolbar");
    m_bar->setMovable(false);
    m_bar->setFloatable(false);
    m_bar->toggleViewAction()->setVisible(false);
    m_bar->setFixedHeight(Theme::instance().size("toolbar"));
    m_modelButton = new ModelButton(m_model, &m_settings);
    m_strip = new ToolbarStrip(m_modelButton, m_bar);
    m_strip->reserve({tr("Paused"), tr("Pausing…"), tr("Opening a model"), tr("Live"), tr("Running"), tr("Ready")},
                     widgets::longestStepWords());
    m_bar->addWidget(m_strip);
    connect(m_modelButton, &ModelButton::fileRequested, this, &MainWindow::openFile);
    connect(m_modelButton, &ModelButton::folderRequested, this, &MainWindow::openFolder);
    connect(m_modelButton, &ModelButton::openRequested, this, [this](const QString& path) { m_pane->chooseModel(path); });
    connect(m_modelButton, &ModelButton::folderFilesRequested, this, &MainWindow::openFileIn);
    connect(m_strip->workspaces(), &widgets::Segmented::chosen, this, [this](int index) {
        switchWorkspace(QLatin1String(workspaceList()[std::size_t(index)].id));
    });
    connect(m_strip->stopButton(), &QPushButton::clicked, this, &MainWindow::stopWhatRuns);
    connect(m_strip->pauseButton(), &QPushButton::clicked, this, &MainWindow::togglePause);
    connect(m_strip->stepButton(), &QPushButton::clicked, this, [this] { m_bridge->post(StepOnce{}); });
}

void MainWindow::buildDocks() {
    if (!m_listDock) {
        m_listDock = new QDockWidget(this);
        m_listDock->setObjectName("conversations");
        m_listDock->setFeatures(QDockWidget::DockWidgetClosable);
        m_listDock->setTitleBarWidget(new QWidget(m_listDock));
        addDockWidget(Qt::LeftDockWidgetArea, m_listDock);
        for (const widgets::PanelEntry& entry : widgets::panelList()) {
            m_panels.append(new PanelDock(entry, m_bridge, m_selection, this));
            addDockWidget(entry.area, m_panels.back());
            connect(m_panels.back(), &PanelDock::floated, this, [this, dock = m_panels.back()] { placeFloating(dock); });
            connectPanel(m_panels.back());
        }
    }
    m_listDock->setWindowTitle(tr("Conversations"));
    QWidget* old = m_listDock->widget();
    m_listDock->setWidget(m_list);
    delete old;
    m_list->setMinimumWidth(180);
}

void MainWindow::connectPanel(PanelDock* dock) {
    connect(dock->panel(), &widgets::Panel::actionRequested, this, [this](const QString& action) {
        if (action == "sample-prompt") m_pane->samplePrompt();
        if (action == "open-model") openFile();
    });
    if (auto* tokens = qobject_cast<widgets::TokensPanel*>(dock->panel())) tokens->setTemplateDesk(m_templates->desk());
    if (auto* requests = qobject_cast<widgets::RequestsPanel*>(dock->panel())) requests->setDesk(m_traffic->desk());
    if (auto* lab = qobject_cast<widgets::LabPanel*>(dock->panel())) lab->setDesk(m_lab->desk());
    if (auto* quantize = qobject_cast<widgets::QuantizePanel*>(dock->panel())) quantize->setDesk(m_quantize->desk());
    if (auto* compare = qobject_cast<widgets::ComparePanel*>(dock->panel())) compare->setDesk(m_compare->desk());
    connect(dock->panel(), &widgets::Panel::branchRequested, this,
            [this](quint64 sequence, quint32 position, qint32 token, const QString& text) {
                branchAt(m_chat, m_bridge->latest(), sequence, position, token, text);
            });
}

void MainWindow::buildStatus() {
    m_status = new StatusStrip(this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setFixedHeight(Theme::instance().size("statusBar"));
    statusBar()->setContentsMargins(0, 0, 0, 0);
    statusBar()->addWidget(m_status, 1);
}

PanelDock* MainWindow::panel(const QString& id) const {
    for (PanelDock* dock : m_panels) {
        if (dock->objectName() == id) return dock;
    }
    return nullptr;
}

QPushButton* MainWindow::stopButton() const {
    return m_strip->stopButton();
}
QPushButton* MainWindow::pauseButton() const {
    return m_strip->pauseButton();
}
QPushButton* MainWindow::stepButton() const {
    return m_strip->stepButton();
}

// ---- another language --------------------------------------------------------------------------------

void MainWindow::setLanguage(const QString& setting) {
    m_settings.setLanguage(setting);
    if (std::exchange(m_rebuildAsked, true)) return;
    // The action or box that asks is one of the widgets that go.
    QTimer::singleShot(0, this, &MainWindow::takeLanguage);
}

void MainWindow::takeLanguage() {
    if (m_down || resolvedLanguage(m_settings.language()) == languageInUse()) {
        m_rebuildAsked = false;
        return;
    }
    useLanguage(m_settings.language());
    setUpdatesEnabled(false);
    rebuildInTurns(keep(), 0);
}

// A panel a turn: all at once is the longest thing that the window ever does in one.
void MainWindow::rebuildInTurns(const Kept& kept, int turn) {
    if (m_down) return;
    if (turn < m_panels.size()) {
        rebuildPanel(m_panels[turn]);
        QTimer::singleShot(0, this, [this, kept, turn] { rebuildInTurns(kept, turn + 1); });
        return;
    }
    rebuildRest(kept);
    takeLanguage();  // chosen anew meanwhile?
}

MainWindow::Kept MainWindow::keep() const {
    Kept kept;
    const QWidget* focus = focusWidget();
    if (focus == m_pane->view()) kept.focus = "chat";
    if (focus && m_list->isAncestorOf(focus)) kept.focus = "list";
    const QTextCursor cursor = m_pane->composer()->edit()->textCursor();
    kept.caret = cursor.position();
    kept.anchor = cursor.anchor();
    kept.pane = m_pane->keep();
    if (const SettingsDialog* dialog = settingsDialog()) kept.settingsPage = dialog->page();
    kept.log = m_logWindow && m_logWindow->isVisible();
    return kept;
}

void MainWindow::giveBack(const Kept& kept) {
    for (const Said& said : std::vector<Said>(m_said)) say(said.key, said.title, said.text, said.error);
    QPlainTextEdit* edit = m_pane->composer()->edit();
    QTextCursor cursor = edit->textCursor();
    const int last = int(edit->toPlainText().size());
    cursor.setPosition(std::min(kept.anchor, last));
    cursor.setPosition(std::min(kept.caret, last), QTextCursor::KeepAnchor);
    edit->setTextCursor(cursor);
    QWidget* focus = edit;
    if (kept.focus == "chat") focus = m_pane->view();
    if (kept.focus == "list") focus = m_list->view();
    focus->setFocus();
    onSnapshot(m_bridge->latest());
    m_pane->giveBack(kept.pane);
    // The new view gets its size when it is shown first.
    QTimer::singleShot(0, m_pane, [pane = m_pane, place = kept.pane.place] { pane->view()->setReadingPlace(place); });
    if (kept.log) openLog();
    if (kept.settingsPage >= 0) openSettings(kept.settingsPage);
}

void MainWindow::rebuildPanel(PanelDock* dock) {
    dock->clear();
    dock->build();
    connectPanel(dock);
}

void MainWindow::rebuild() {
    const Kept kept = keep();
    setUpdatesEnabled(false);
    for (PanelDock* dock : m_panels) rebuildPanel(dock);
    rebuildRest(kept);
}

void MainWindow::rebuildRest(const Kept& kept) {
    tearDown();
    build();
    m_strip->workspaces()->setCurrent(int(&findWorkspace(m_workspace) - workspaceList().data()));
    giveBack(kept);
    setUpdatesEnabled(true);
    emit rebuilt();
}

// ---- boxes beside the window -------------------------------------------------------------------------

void MainWindow::openPalette() {
    if (m_palette) return;
    auto* palette = new CommandPalette(this);
    m_palette = palette;
    palette->open();
}

CommandPalette* MainWindow::commandPalette() const {
    return static_cast<CommandPalette*>(m_palette.data());
}

SettingsDialog* MainWindow::settingsDialog() const {
    return static_cast<SettingsDialog*>(m_dialog.data());
}

void MainWindow::openSettings(int page) {
    if (!m_dialog) m_dialog = new SettingsDialog(this);
    settingsDialog()->setPage(page);
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

namespace {

template <class D>
void present(QPointer<QDialog>& box, D* (*make)(MainWindow*), MainWindow* window) {
    if (!box) box = make(window);
    box->show();
    box->raise();
    box->activateWindow();
}

}  // namespace

void MainWindow::openShortcuts() {
    present<ShortcutSheet>(m_sheet, [](MainWindow* w) { return new ShortcutSheet(w->actionList(), w); }, this);
}

void MainWindow::openLog() {
    present<LogWindow>(m_logWindow, [](MainWindow* w) { return new LogWindow(w->model(), w); }, this);
}

void MainWindow::openAbout() {
    present<AboutBox>(m_about, [](MainWindow* w) { return new AboutBox(w); }, this);
}

}  // namespace gh::app
