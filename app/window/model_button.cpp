#include "app/window/model_button.h"

#include <cmath>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QWidgetAction>

#include "app/model/model_path.h"
#include "app/window/model_details.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/plain_text.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {
constexpr int kHeight = 32, kIcon = 16, kPad = 8, kGap = 8, kWidest = 460, kMostOfAFolder = 12, kWidestPath = 360;
}

ModelButton::ModelButton(ModelSession* session, Settings* settings, QWidget* parent)
    : QAbstractButton(parent), m_session(session), m_settings(settings), m_peek(new ModelPeek(settings, this)) {
    m_lookDelay.setSingleShot(true);
    m_lookDelay.setInterval(kLookMs);
    connect(&m_lookDelay, &QTimer::timeout, this, [this] {
        if (!m_pointedAt.isEmpty()) m_peek->look(m_pointedAt);
    });
    connect(m_peek, &ModelPeek::changed, this, &ModelButton::showSight);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setFixedHeight(kHeight);
    connect(session, &ModelSession::changed, this, &ModelButton::refresh);
    connect(this, &QAbstractButton::clicked, this, &ModelButton::openMenu);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

void ModelButton::refresh() {
    const telemetry::ModelFacts* facts = m_session->facts();
    if (m_session->loading()) {
        m_name = modelStem(m_session->loadingPath());
        m_line = tr("opening…");
    } else if (facts) {
        m_name = modelName(*facts);
        m_line = modelLine(*facts);
        if (!m_session->weightsName().isEmpty()) m_line = tr("as %1 · %2", "a model: name of its variant, what it is").arg(m_session->weightsName(), m_line);
    } else {
        m_name = tr("No model");
        m_line = tr("open one");
    }
    setAccessibleName(tr("Model: %1, %2").arg(m_name, m_line));
    setToolTip(
        facts && !m_session->loading()
            ? tr("%1\n%2\nlayers %3 · heads %4, for keys and values %5 · context %6\ncache %7 a token · %8 · "
                 "threads %9")
                  .arg(QString::fromStdString(facts->path), widgets::units::exactBytes(facts->fileBytes),
                       QString::number(facts->layers), QString::number(facts->heads), QString::number(facts->kvHeads),
                       widgets::units::count(std::uint64_t(facts->context)),
                       widgets::units::exactBytes(facts->cacheBytesPerToken), QString::fromStdString(facts->isa),
                       QString::number(facts->threads))
            : QString());
    updateGeometry();
    update();
}

QSize ModelButton::sizeHint() const {
    const Theme& theme = Theme::instance();
    const double text = QFontMetricsF(theme.font("body", "semibold")).horizontalAdvance(m_name) + kGap +
                        QFontMetricsF(theme.font("caption")).horizontalAdvance(m_line);
    return {std::min(kWidest, int(std::ceil(text)) + 2 * kPad + 2 * kIcon + 2 * kGap + 4), kHeight};
}

QSize ModelButton::minimumSizeHint() const {
    return {160, kHeight};
}

void ModelButton::paintEvent(QPaintEvent*) {
    Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool ring = hasFocus() && property("keyboardFocus").toBool();
    painter.setPen(QPen(theme.color(ring ? "focus" : underMouse() ? "control" : "lineStrong"), ring ? 2 : 1));
    painter.setBrush(theme.color("surface"));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius("control"),
                            theme.radius("control"));
    const double middle = (height() - kIcon) / 2.0;
    widgets::drawIcon(painter, QRectF(kPad, middle, kIcon, kIcon), "chip", theme.color("textMuted"));
    widgets::drawIcon(painter, QRectF(width() - kPad - kIcon, middle, kIcon, kIcon), "chevron-down",
                      theme.color("textMuted"));
    double x = kPad + kIcon + kGap;
    const double right = width() - kPad - kIcon - kGap / 2.0;
    painter.setFont(theme.font("body", "semibold"));
    painter.setPen(theme.color("text"));
    const QFontMetricsF bold(painter.font());
    const QString name = bold.elidedText(m_name, Qt::ElideRight, right - x);
    painter.drawText(QRectF(x, 0, right - x, height()), Qt::AlignVCenter, name);
    x += bold.horizontalAdvance(name) + kGap;
    painter.setFont(theme.font("caption"));
    painter.setPen(theme.color("textMuted"));
    if (right - x > 30) {
        painter.drawText(QRectF(x, 0, right - x, height()), Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(m_line, Qt::ElideRight, right - x));
    }
}

namespace {

// The end of a path says most, its beginning where to look.
QString shortPath(const QString& folder) {
    QString path = QDir::cleanPath(folder);
    const QString home = QDir::homePath();
    if (path == home || path.startsWith(home + '/')) path.replace(0, home.size(), QStringLiteral("~"));
    return QFontMetrics(Theme::instance().font("caption")).elidedText(QDir::toNativeSeparators(path), Qt::ElideMiddle, kWidestPath);
}

// A word above a group of a menu. (A menu's own sections are bare lines in this style.)
void caption(QMenu* menu, const QString& text, const QString& tip = {}) {
    auto* label = new QLabel(text, menu);
    label->setProperty("role", "caption");
    label->setToolTip(tip);
    label->setContentsMargins(12, 6, 12, 2);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(label);
    action->setEnabled(false);
    menu->addAction(action);
}

}  // namespace

void ModelButton::openMenu() {
    // Not on the stack: what is chosen may build the window anew.
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& path) {
        const std::uint64_t bytes = modelBytes(path);
        const QString size = bytes > 0 ? widgets::units::bytes(bytes, 1).text() : QString();
        QAction* action = menu->addAction(widgets::icon(QFileInfo(path).isDir() ? "folder" : "file"),
                                          widgets::onButton(modelPathName(path)) + '\t' + size, this,
                                          [this, path] { emit openRequested(path); });
        action->setData(path);
        action->setEnabled(bytes > 0);
    };
    const QStringList known = m_settings->recentModels();
    if (!known.isEmpty()) caption(menu, tr("Recent"));
    for (const QString& path : known) add(path);
    // What ./dev models fetched is offered without a dialog, and what lies in the folders of the settings.
    QStringList listed = known;
    for (const QString& folder : m_settings->modelFolders()) {
        QStringList beside;
        for (const QString& path : modelsIn(folder)) {
            if (!listed.contains(path)) beside << path;
        }
        if (beside.isEmpty()) continue;
        listed << beside;
        caption(menu, tr("Models in %1").arg(shortPath(folder)), QDir::toNativeSeparators(folder));
        for (const QString& path : beside.mid(0, kMostOfAFolder)) add(path);
        if (const int more = int(beside.size()) - kMostOfAFolder; more > 0)
            menu->addAction(tr("and %n more…", nullptr, more), this, [this, folder] { emit folderFilesRequested(folder); });
    }
    if (!menu->isEmpty()) {
        menu->addSeparator();
        auto* what = new QWidgetAction(menu);
        m_details = new ModelDetails(menu);
        what->setDefaultWidget(m_details);
        what->setEnabled(false);
        menu->addAction(what);
        m_details->setEnabled(true);  // nothing to choose, but to be read
        menu->addSeparator();
        m_pointedAt.clear();
        showSight();
        connect(menu, &QMenu::hovered, this, [this](const QAction* action) {
            m_pointedAt = action->data().toString();
            m_peek->cancel();
            m_lookDelay.start();
            showSight();
        });
        connect(menu, &QMenu::aboutToHide, this, [this] {
            m_lookDelay.stop();
            m_peek->cancel();
        });
    }
    menu->addAction(widgets::icon("file"), tr("Open file…"), this, &ModelButton::fileRequested);
    menu->addAction(widgets::icon("folder"), tr("Open folder…"), this, &ModelButton::folderRequested);
    menu->popup(mapToGlobal(QPoint(0, height() + 4)));
}

void ModelButton::showSight() {
    if (!m_details) return;
    if (m_pointedAt.isEmpty())
        m_details->showHint(tr("Point at a model, or go to it with the arrow keys: here stands what it is and whether it "
                               "fits into memory. It is read only then."));
    else
        m_details->show(modelStem(m_pointedAt), m_peek->sight());
}

}  // namespace gh::app
