#include "app/window/main_window.h"

#include <algorithm>
#include <QCloseEvent>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>

#include "app/window/chat_pane.h"
#include "app/window/conversation_list.h"
#include "app/window/model_button.h"
#include "app/window/panel_dock.h"
#include "app/window/status_strip.h"
#include "widgets/controls/icons.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {
constexpr QSize kFirstSize(1440, 900), kFrame(16, 48);
}  // namespace

MainWindow::MainWindow(EngineFactory factory, WindowOptions options, QWidget* parent)
    : QMainWindow(parent),
      m_factory(std::move(factory)),
      m_options(std::move(options)),
      m_settings(m_options.settings) {
    Theme::instance().setMode(m_settings.theme());
    setWindowTitle(QStringLiteral("Glasshouse"));
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    setDockNestingEnabled(true);
    setContextMenuPolicy(Qt::NoContextMenu);

    m_bridge = new EngineBridge(this);
    m_store = new ConversationStore(m_options.database, this);
    m_selection = new widgets::SelectionModel(this);
    m_model = new ModelSession(m_bridge, &m_settings, this);
    m_chat = new ChatController(m_bridge, m_store, m_model, &m_settings, this);
    m_pane = new ChatPane(m_bridge, m_chat, m_model, &m_settings, m_selection, this);
    setCentralWidget(m_pane);
    m_list = new ConversationList(m_chat, this);
    buildToolbar();
    buildDocks();
    buildActions();
    m_status = new StatusStrip(this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setFixedHeight(Theme::instance().size("statusBar"));
    statusBar()->setContentsMargins(0, 0, 0, 0);
    statusBar()->addWidget(m_status, 1);

    connect(m_pane, &ChatPane::fileRequested, this, &MainWindow::openFile);
    connect(m_bridge, &EngineBridge::snapshotChanged, this, &MainWindow::onSnapshot);
    connect(m_chat, &ChatController::currentChanged, this, [this] { onSnapshot(m_bridge->latest()); });
    connect(m_chat, &ChatController::stateChanged, this, [this] { onSnapshot(m_bridge->latest()); });
    connect(m_model, &ModelSession::changed, this, [this] { onSnapshot(m_bridge->latest()); });
    connect(m_store, &ConversationStore::notice, this, [this](const QString& title, const QString& text) {
        m_pane->showNotice("store", widgets::InlineMessage::Severity::Warning, title, text,
                           {{tr("Understood"), [this] { m_pane->hideNotice("store"); }}});
    });
    arrange();
    onSnapshot(m_bridge->latest());
    m_pane->composer()->edit()->setFocus();
}

MainWindow::~MainWindow() {
    shutDown();
}

// ---- parts -------------------------------------------------------------------------------------------

void MainWindow::buildDocks() {
    // The side columns run from the toolbar to the status line, the bottom panels stand between them.
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_listDock = new QDockWidget(tr("Conversations"), this);
    m_listDock->setObjectName("conversations");
    m_listDock->setFeatures(QDockWidget::NoDockWidgetFeatures);
    m_listDock->setTitleBarWidget(new QWidget(m_listDock));
    m_listDock->setWidget(m_list);
    m_list->setMinimumWidth(180);
    addDockWidget(Qt::LeftDockWidgetArea, m_listDock);
    for (const widgets::PanelEntry& entry : widgets::panelList()) {
        auto* dock = new PanelDock(entry, m_bridge, m_selection, this);
        const auto same = std::find_if(m_panels.begin(), m_panels.end(),
                                       [&](PanelDock* d) { return dockWidgetArea(d) == entry.area; });
        addDockWidget(entry.area, dock);
        if (same != m_panels.end()) tabifyDockWidget(*same, dock);
        m_panels.append(dock);
        connect(dock->panel(), &widgets::Panel::actionRequested, this, [this](const QString& action) {
            if (action == "sample-prompt") m_pane->samplePrompt();
            if (action == "open-model") openFile();
        });
    }
}

void MainWindow::arrange() {
    // A small screen gets a window that fits it, with room for the frame that the desktop puts round it.
    resize(kFirstSize.boundedTo(screen()->availableGeometry().size() - kFrame));
    const QByteArray geometry = m_settings.geometry();
    if (!geometry.isEmpty()) restoreGeometry(geometry);
    const QByteArray layout = m_settings.layout();
    if (!layout.isEmpty() && restoreState(layout)) return;
    QList<QDockWidget*> across{m_listDock}, down;
    QList<int> widths{248}, heights;
    for (PanelDock* dock : m_panels) {
        const Qt::DockWidgetArea area = dockWidgetArea(dock);
        if (area == Qt::BottomDockWidgetArea) {
            down << dock;
            heights << 260;
        } else {
            across << dock;
            widths << 384;
        }
    }
    resizeDocks(across, widths, Qt::Horizontal);
    resizeDocks(down, heights, Qt::Vertical);
}

PanelDock* MainWindow::panel(const QString& id) const {
    for (PanelDock* dock : m_panels) {
        if (dock->objectName() == id) return dock;
    }
    return nullptr;
}

// ---- life --------------------------------------------------------------------------------------------

bool MainWindow::event(QEvent* event) {
    const bool handled = QMainWindow::event(event);
    if (event->type() == QEvent::Paint && !m_painted) {
        m_painted = true;
        // The picture goes out first; the engine and the model begin with the next turn of the loop.
        QTimer::singleShot(0, this, &MainWindow::afterFirstPaint);
        emit firstPaint();
    }
    return handled;
}

void MainWindow::afterFirstPaint() {
    if (m_down) return;
    m_bridge->open(m_factory());
    QString path = m_options.model;
    if (path.isEmpty() && m_options.openLastModel) {
        const QStringList recent = m_settings.recentModels();
        if (!recent.isEmpty() && QFileInfo::exists(recent.front())) path = recent.front();
    }
    if (!path.isEmpty()) m_model->open(path);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_settings.setWindow(saveGeometry(), saveState());
    hide();  // gone for the user at once, whatever the last step takes
    shutDown();
    event->accept();
}

bool MainWindow::shutDown() {
    if (std::exchange(m_down, true)) return m_quitInTime;
    m_chat->saveAll();
    const std::unique_ptr<Disposal> disposal = m_bridge->close();
    QElapsedTimer clock;
    clock.start();
    const bool written = m_store->flush(kQuitMs / 2);
    const std::chrono::milliseconds left(std::max<qint64>(0, kQuitMs - clock.elapsed()));
    m_quitInTime = (!disposal || disposal->waitFor(left)) && written;
    return m_quitInTime;
}

// ---- model files -------------------------------------------------------------------------------------

void MainWindow::openFile() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a model"), m_settings.modelFolder(),
                                                      tr("GGUF models (*.gguf);;All files (*)"));
    if (!path.isEmpty()) m_model->open(path);
}

void MainWindow::openFolder() {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder with models"), m_settings.modelFolder());
    if (!folder.isEmpty()) m_settings.setModelFolder(folder);  // the picker lists what is in it
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile()) m_model->open(urls.front().toLocalFile());
}

// ---- what the engine says ----------------------------------------------------------------------------

void MainWindow::onSnapshot(const widgets::SnapshotPtr& s) {
    using telemetry::EngineState;
    const bool paused = s->state == EngineState::Paused || s->pauseRequested;
    const bool busy = s->running + s->waiting > 0;
    const QString step = s->step > 0 ? tr("step %1").arg(widgets::units::count(s->step)) : QString();
    QString word, role = "muted";
    if (paused) {
        word = s->state == EngineState::Paused ? tr("Paused") : tr("Pausing…");
        role = "warn";
    } else if (m_model->loading()) {
        word = tr("Opening a model");
    } else if (s->state == EngineState::Running) {
        word = tr("Live");
        role = "ok";
    } else if (m_model->facts()) {
        word = tr("Ready");
    }
    const QString text = word.isEmpty() ? QString() : QStringLiteral("● %1").arg(word);
    if (m_live->text() != text) m_live->setText(text);
    if (m_live->property("role").toString() != role) {
        m_live->setProperty("role", role);
        Theme::restyle(m_live);
    }
    if (m_liveStep->text() != step) m_liveStep->setText(step);
    m_stop->setEnabled(m_chat->generating());
    m_pause->setEnabled(m_model->facts() && (busy || paused));
    const QString pauseText = paused ? tr("Resume") : tr("Pause");
    if (m_pause->text() != pauseText) {
        m_pause->setText(pauseText);
        m_pause->setIcon(widgets::icon(paused ? "play" : "pause", "text"));
    }
    m_step->setEnabled(paused && busy);
    m_status->show(s, m_chat->current() ? m_chat->current()->head.id : 0);
}

}  // namespace gh::app
