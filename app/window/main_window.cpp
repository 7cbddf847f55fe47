#include "app/window/main_window.h"

#include <algorithm>
#include <spdlog/spdlog.h>
#include <QCloseEvent>
#include <QDir>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QScreen>
#include <QTimer>

#include "app/chat/template_presenter.h"
#include "app/compare/compare_runner.h"
#include "app/lab/lab_runner.h"
#include "app/quantize/quantize_runner.h"
#include "app/log/event_log.h"
#include "app/model/model_path.h"
#include "app/settings/engine_settings.h"
#include "app/settings/language.h"
#include "app/settings/settings_texts.h"
#include "app/traffic/traffic_runner.h"
#include "app/window/action_list.h"
#include "app/window/chat_pane.h"
#include "app/window/drop_hint.h"
#include "app/window/model_button.h"
#include "app/window/panel_dock.h"
#include "app/window/status_strip.h"
#include "app/window/timeline.h"
#include "app/window/toolbar_strip.h"
#include "app/window/workspace_list.h"
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
      m_settings(m_options.settings),
      m_threadsInUse(m_settings.threads()) {
    useLanguage(m_settings.language());
    Theme::instance().setMode(m_settings.theme());
    setWindowTitle(QStringLiteral("Glasshouse"));
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setContextMenuPolicy(Qt::NoContextMenu);
    // The side columns run from the toolbar to the status line, the bottom panels stand between them.
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);

    m_bridge = new EngineBridge(this);
    m_store = new ConversationStore(m_options.database, this);
    m_selection = new widgets::SelectionModel(this);
    m_model = new ModelSession(m_bridge, &m_settings, this);
    m_chat = new ChatController(m_bridge, m_store, m_model, &m_settings, this);
    m_counter = new TokenCounter(this);
    // Before all who ask it about the new model.
    connect(m_model, &ModelSession::changed, m_counter, [this] {
        m_counter->setModel(m_model->facts() ? QString::fromStdString(m_model->facts()->path) : QString());
    });
    m_templates = new TemplatePresenter(m_model, m_chat, &m_settings, m_counter, this);
    connect(this, &MainWindow::rebuilt, m_templates, &TemplatePresenter::outdated);  // its words are in a language
    m_traffic = new TrafficRunner(m_bridge, m_model, this);
    m_lab = new LabRunner(m_bridge, m_model, &m_settings, QFileInfo(m_options.database).dir().filePath("lab.db"), this);
    connect(this, &MainWindow::rebuilt, m_lab, &LabRunner::outdated);
    connect(m_traffic->desk(), &widgets::RequestsDesk::stateChanged, m_lab, [this] {
        if (m_lab->desk()->state.traffic == m_traffic->running()) return;   // its counts alone are new
        m_lab->setTraffic(m_traffic->running());
        onSnapshot(m_bridge->latest());
    });
    connect(m_lab->desk(), &widgets::LabDesk::stopTrafficWanted, m_traffic, &TrafficRunner::stop);
    m_quantize = new QuantizeRunner(m_model, &m_settings, QFileInfo(m_options.database).dir().filePath("variants.db"), this);
    connect(this, &MainWindow::rebuilt, m_quantize, &QuantizeRunner::outdated);
    m_compare = new CompareRunner(m_bridge, m_model, m_chat, m_quantize, &m_settings, this);
    connect(this, &MainWindow::rebuilt, m_compare, &CompareRunner::outdated);
    new EventLog(m_bridge, m_store, this);

    connect(m_bridge, &EngineBridge::snapshotChanged, this, &MainWindow::onSnapshot);
    connect(m_selection->clock(), &widgets::ClockModel::changed, this, &MainWindow::showState);
    connect(m_chat, &ChatController::currentChanged, this, [this] { onSnapshot(m_bridge->latest()); });
    connect(m_chat, &ChatController::stateChanged, this, [this] { onSnapshot(m_bridge->latest()); });
    connect(m_model, &ModelSession::changed, this, [this] { onSnapshot(m_bridge->latest()); });
    connect(m_store, &ConversationStore::notice, this,
            [this](const QString& title, const QString& text) { say("store", title, text); });
    connect(m_chat, &ChatController::notice, this,
            [this](const QString& title, const QString& text) { say("chat", title, text); });
    m_settings.file().onWriteFailed([this](const QString& reason) {
        spdlog::error("settings cannot be written: {}", reason.toStdString());
        say("settings", tr("The settings cannot be saved"), settingsWriteText(m_settings, reason), true);
    });

    build();
    m_dropHint = new DropHint(this);
    // A small screen gets a window that fits it, with room for the frame that the desktop puts round it.
    resize(kFirstSize.boundedTo(screen()->availableGeometry().size() - kFrame));
    const QByteArray geometry = m_settings.geometry();
    if (!geometry.isEmpty()) restoreGeometry(geometry);
    m_workspace = QLatin1String(findWorkspace(m_settings.workspace()).id);
    if (!arrangeAsStored(m_workspace)) arrangeByDefault(findWorkspace(m_workspace));
    onSnapshot(m_bridge->latest());
    m_pane->composer()->edit()->setFocus();
    sayWhatSettingsLack();
}

MainWindow::~MainWindow() {
    m_settings.file().onWriteFailed(nullptr);
    shutDown();
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
    // Those that floated when the program ended were there before the window was, and lie behind it.
    for (PanelDock* dock : m_panels) {
        if (dock->isFloating() && !dock->isHidden()) dock->raise();
    }
    beginEngine();
    QString path = m_options.model;
    if (path.isEmpty() && m_options.openLastModel) path = m_settings.modelAtStart();
    if (!path.isEmpty()) m_model->open(path);
}

void MainWindow::restartEngine() {
    const QString path =
        m_model->facts() ? QString::fromStdString(m_model->facts()->path) : m_model->loadingPath();
    const auto weights = m_model->facts() ? m_model->weights() : nullptr;
    const QString variant = m_model->weightsName();
    m_chat->saveAll();
    endEngine();
    m_chat->engineGone();
    m_model->forget();
    beginEngine();
    if (!path.isEmpty()) m_model->openWith(path, weights, weights ? variant : QString());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_settings.setGeometry(saveGeometry());
    storeArrangement();
    hide();  // gone for the user at once, whatever the last step takes
    shutDown();
    event->accept();
}

void MainWindow::beginEngine() {
    m_threadsInUse = m_settings.threads();
    m_bridge->open(m_factory(engineConfig(m_settings)));
}

// It ends on a thread of its own; its end is waited for when the window goes.
void MainWindow::endEngine() {
    std::erase_if(m_ending, [](const auto& engine) { return engine->waitFor(std::chrono::milliseconds(0)); });
    m_traffic->engineGone();
    if (std::unique_ptr<Disposal> engine = m_bridge->close()) m_ending.push_back(std::move(engine));
}

bool MainWindow::shutDown() {
    if (std::exchange(m_down, true)) return m_quitInTime;
    m_chat->saveAll();
    m_templates->save();
    endEngine();
    QElapsedTimer clock;
    clock.start();
    const auto left = [&clock](int limit) { return std::max(0, limit - int(clock.elapsed())); };
    m_quitInTime = m_store->flush(kQuitMs / 2);
    m_quitInTime = m_settings.file().flush(left(kQuitMs * 3 / 4)) && m_quitInTime;
    m_quantize->cancel();
    m_quitInTime = m_lab->shutDown(left(kQuitMs)) && m_quitInTime;
    m_quitInTime = m_quantize->shutDown(left(kQuitMs)) && m_quitInTime;
    for (const auto& engine : m_ending)
        m_quitInTime = engine->waitFor(std::chrono::milliseconds(left(kQuitMs))) && m_quitInTime;
    return m_quitInTime;
}

// ---- what has to be said -----------------------------------------------------------------------------

void MainWindow::say(const QString& key, const QString& title, const QString& text, bool error) {
    std::erase_if(m_said, [&](const Said& said) { return said.key == key; });
    m_said.push_back({key, title, text, error});
    using Severity = widgets::InlineMessage::Severity;
    m_pane->showNotice(key, error ? Severity::Error : Severity::Warning, title, text,
                       {{tr("Understood"), [this, key] {
                             std::erase_if(m_said, [&](const Said& said) { return said.key == key; });
                             m_pane->hideNotice(key);
                         }}});
}

void MainWindow::sayWhatSettingsLack() {
    if (const auto& trouble = m_settings.file().trouble()) {
        spdlog::warn("settings were not read: {}", trouble->reason.toStdString());
        say("settings", tr("The settings could not be read"), settingsTroubleText(m_settings), true);
        return;
    }
    const std::vector<RefusedSetting> refused = refusals(m_settings.file());
    if (refused.empty()) return;
    for (const RefusedSetting& r : refused)
        spdlog::warn("setting {} is refused: {} is not {}", r.key.toStdString(), r.found.toStdString(),
                     r.expected.toStdString());
    say("settings", tr("Some settings are not used"), refusedSettingsText(refused));
}

// ---- model files -------------------------------------------------------------------------------------

void MainWindow::openFile() { openFileIn(m_settings.dialogFolder()); }

void MainWindow::openFileIn(const QString& folder) {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a model"), folder, modelFileFilter());
    if (!path.isEmpty()) m_pane->chooseModel(path);
}

void MainWindow::openFolder() {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("A model folder, or a folder with models"), m_settings.dialogFolder());
    if (!folder.isEmpty()) takeFolder(folder);
}

void MainWindow::takeFolder(const QString& folder) {
    if (isModelPath(folder)) {
        m_pane->chooseModel(folder);
        return;
    }
    if (modelsIn(folder, 1).isEmpty()) {
        say("folder", tr("There is no model in %1").arg(QDir(folder).dirName()),
            tr("A model is a GGUF file, or a folder with config.json, tokenizer.json and safetensors files. Neither lies in "
               "this folder or one level below it."));
        return;
    }
    addFolder(folder);
    m_modelButton->click();  // which of them?
}

void MainWindow::addFolder(const QString& folder) {
    QStringList folders = m_settings.chosenFolders();
    folders.removeAll(folder);
    folders.prepend(folder);
    m_settings.setChosenFolders(folders);  // the picker lists what is in them
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const Drop drop = dropOf(event->mimeData());
    if (drop.kind == Drop::Kind::Nothing) return;
    event->acceptProposedAction();
    m_dropHint->showFor(drop, QRect(m_pane->mapTo(this, QPoint()), m_pane->size()));
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    m_dropHint->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_dropHint->hide();
    const Drop drop = dropOf(event->mimeData());
    if (drop.kind == Drop::Kind::Nothing) return;
    event->acceptProposedAction();
    if (drop.kind == Drop::Kind::Model)
        m_pane->chooseModel(drop.files.front());
    else if (drop.kind == Drop::Kind::Folder)
        takeFolder(drop.files.front());
    else
        m_pane->attach(drop.files);
}

// ---- what the engine says ----------------------------------------------------------------------------

// The engine's state in a word, and which step the panels show: the clock may be behind.
void MainWindow::showState() {
    using telemetry::EngineState;
    const widgets::SnapshotPtr& s = m_bridge->latest();
    const widgets::ClockModel& clock = *m_selection->clock();
    const bool paused = s->state == EngineState::Paused || s->pauseRequested;
    QString word;
    const char* role = "muted";
    if (paused) {
        word = s->state == EngineState::Paused ? tr("Paused") : tr("Pausing…");
        role = "warn";
    } else if (m_model->loading()) {
        word = tr("Opening a model");
    } else if (s->state == EngineState::Running) {
        word = clock.isLive() ? tr("Live") : tr("Running");
        role = "ok";
    } else if (m_model->facts()) {
        word = tr("Ready");
    }
    // How far it is behind stands in the timeline.
    m_strip->setState(word, role, widgets::clockWords(clock).step);
    m_status->setWeights(m_model->facts() ? m_model->weightsName() : QString());
    m_status->show(s, m_chat->current() ? m_chat->current()->head.id : 0, clock);
}

void MainWindow::onSnapshot(const widgets::SnapshotPtr& s) {
    const bool paused = s->state == telemetry::EngineState::Paused || s->pauseRequested;
    const bool busy = s->running + s->waiting > 0;
    m_timeline->bar()->setSnapshot(s);
    showState();
    m_strip->setPaused(paused);
    const QString stops = stopWords();
    const bool canPause = m_model->facts() && (busy || paused);
    const std::pair<const char*, bool> able[] = {{"engine.stop", !stops.isEmpty()},
                                                 {"engine.pause", canPause},
                                                 {"engine.step", paused && busy},
                                                 {"model.reload", m_model->facts() && !m_model->loading()}};
    for (const auto& [id, on] : able) m_actions->find(id)->setEnabled(on);
    stopButton()->setEnabled(!stops.isEmpty());
    if (const QString tip = stops.isEmpty() ? tr("Stop this reply (Esc)") : stops; tip != stopButton()->toolTip()) stopButton()->setToolTip(tip);
    pauseButton()->setEnabled(canPause);
    stepButton()->setEnabled(paused && busy);
}

}  // namespace gh::app
