#include "app/chat/sampling_popover.h"

#include <algorithm>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/settings/setting_rules.h"
#include "widgets/controls/panel_header.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {
constexpr int kWidth = 470;

// A stop text may be a line break: it is written as \n, and a backslash as two.
QString escaped(QString text) {
    return text.replace('\\', QLatin1String("\\\\")).replace('\n', QLatin1String("\\n")).replace('\t', QLatin1String("\\t"));
}
QString unescaped(const QString& text) {
    QString out;
    for (int i = 0; i < text.size(); ++i) {
        const QChar next = i + 1 < text.size() ? text[i + 1] : QChar();
        if (text[i] == '\\' && (next == 'n' || next == 't' || next == '\\')) {
            out += next == 'n' ? QChar('\n') : next == 't' ? QChar('\t') : QChar('\\');
            ++i;
        } else {
            out += text[i];
        }
    }
    return out;
}
}  // namespace

SamplingPopover::SamplingPopover(ChatController* chat, ModelSession* model, Settings* settings,
                                 QWidget* parent)
    : QFrame(parent, Qt::Popup),
      m_chat(chat),
      m_model(model),
      m_settings(settings),
      m_conversation(currentId()) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("System prompt and sampling"));
    auto* around = new QVBoxLayout(this);
    around->setContentsMargins(1, 1, 1, 1);
    auto* area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    around->addWidget(area);
    auto* page = new QWidget;
    page->setAttribute(Qt::WA_StyledBackground);
    page->setProperty("plane", "surface");
    area->setWidget(page);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(16, 12, 16, 14);
    column->setSpacing(8);

    auto* systemTitle = new QLabel(tr("System prompt of this chat"), page);
    systemTitle->setProperty("role", "title");
    column->addWidget(systemTitle);
    m_system = new QPlainTextEdit(page);
    m_system->setPlaceholderText(tr("What the model is told before the first message. Empty: nothing."));
    m_system->setAccessibleName(systemTitle->text());
    m_system->setTabChangesFocus(true);
    m_system->setFixedHeight(66);
    if (chat->current()) m_system->setPlainText(chat->current()->head.systemPrompt);
    connect(m_system, &QPlainTextEdit::textChanged, this, &SamplingPopover::setSystemPrompt);
    column->addWidget(m_system);

    auto* title = new QLabel(tr("Sampling of its next replies"), page);
    title->setProperty("role", "title");
    column->addWidget(title);
    auto* originRow = new QHBoxLayout;
    m_origin = new QLabel(page);
    m_origin->setProperty("role", "caption");
    m_origin->setWordWrap(true);
    originRow->addWidget(m_origin, 1);
    m_useDefaults = new QPushButton(tr("Use the defaults"), page);
    m_useDefaults->setProperty("kind", "ghost");
    originRow->addWidget(m_useDefaults);
    column->addLayout(originRow);
    connect(m_useDefaults, &QPushButton::clicked, this, [this] {
        setSampling(std::nullopt);
        show(m_chat->samplingInUse());
        refreshOrigin();
    });
    buildPresets(column);
    buildFields(column);
    buildDefaults(column);
    show(chat->samplingInUse());
    refreshOrigin();
    refreshPresets();
    connect(chat, &ChatController::currentChanged, this, [this] {
        if (!m_writing && currentId() != m_conversation) close();
    });
}

// ---- the chat ----------------------------------------------------------------------------------------

RowId SamplingPopover::currentId() const {
    return m_chat->current() ? m_chat->current()->head.id : 0;
}

// The first change of a new chat begins it.
void SamplingPopover::setSampling(const std::optional<SamplingSettings>& sampling) {
    m_writing = true;
    m_chat->setSampling(sampling);
    m_writing = false;
    m_conversation = currentId();
}

void SamplingPopover::setSystemPrompt() {
    m_writing = true;
    m_chat->setSystemPrompt(m_system->toPlainText());
    m_writing = false;
    m_conversation = currentId();
}

// ---- named sets --------------------------------------------------------------------------------------

void SamplingPopover::buildPresets(QVBoxLayout* column) {
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_presets = new QComboBox(this);
    m_presets->setAccessibleName(tr("Preset"));
    m_presets->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    row->addWidget(m_presets, 1);
    m_deletePreset = widgets::iconButton("trash", tr("Delete this preset"), this);
    m_deletePreset->setFocusPolicy(Qt::TabFocus);
    row->addWidget(m_deletePreset);
    m_presetName = new QLineEdit(this);
    m_presetName->setPlaceholderText(tr("Name of a new preset"));
    m_presetName->setAccessibleName(m_presetName->placeholderText());
    m_presetName->setMaxLength(60);
    row->addWidget(m_presetName, 1);
    auto* save = new QPushButton(tr("Save"), this);
    save->setAccessibleName(tr("Save these values as a preset"));
    save->setEnabled(false);
    row->addWidget(save);
    column->addLayout(row);
    connect(m_presetName, &QLineEdit::textChanged, save,
            [save](const QString& text) { save->setEnabled(!text.trimmed().isEmpty()); });
    connect(m_presetName, &QLineEdit::returnPressed, this, &SamplingPopover::savePreset);
    connect(save, &QPushButton::clicked, this, &SamplingPopover::savePreset);
    connect(m_presets, &QComboBox::activated, this, [this](int index) {
        const QVector<SamplingPreset> all = m_settings->presets();
        if (index <= 0 || index > all.size()) return;
        show(all[index - 1].sampling);
        setSampling(value());
        refreshOrigin();
        refreshPresets(all[index - 1].name);
    });
    connect(m_deletePreset, &QToolButton::clicked, this, [this] {
        QVector<SamplingPreset> all = m_settings->presets();
        const int index = m_presets->currentIndex() - 1;
        if (index < 0 || index >= all.size()) return;
        all.removeAt(index);
        m_settings->setPresets(all);
        refreshPresets();
    });
}

void SamplingPopover::refreshPresets(const QString& chosen) {
    const QSignalBlocker quiet(m_presets);
    const QVector<SamplingPreset> all = m_settings->presets();
    m_presets->clear();
    m_presets->addItem(all.isEmpty() ? tr("No presets yet") : tr("Choose a preset…"));
    for (const SamplingPreset& preset : all) {
        m_presets->addItem(preset.name);
        // The one whose values these are, whoever set them.
        const bool same = chosen.isEmpty() ? preset.sampling == value() : preset.name == chosen;
        if (same) m_presets->setCurrentIndex(m_presets->count() - 1);
    }
    m_presets->setEnabled(!all.isEmpty());
    m_deletePreset->setEnabled(m_presets->currentIndex() > 0);
}

void SamplingPopover::savePreset() {
    const QString name = m_presetName->text().trimmed();
    if (name.isEmpty()) return;
    QVector<SamplingPreset> all = m_settings->presets();
    const auto at = std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.name == name; });
    if (at != all.end())
        at->sampling = value();
    else
        all.append({name, value()});
    m_settings->setPresets(all);
    m_presetName->clear();
    refreshPresets(name);
}

// ---- values ------------------------------------------------------------------------------------------

void SamplingPopover::addField(const QString& label, QWidget* field) {
    field->setAccessibleName(label);
    auto* words = new QLabel(label, this);
    words->setBuddy(field);
    words->setToolTip(field->toolTip());
    const int column = m_fields % 2 * 3, row = m_fields / 2;
    m_grid->addWidget(words, row, column);
    m_grid->addWidget(field, row, column + 1);
    ++m_fields;
}

QDoubleSpinBox* SamplingPopover::real(const QString& label, const char* rule,
                                      double SamplingSettings::*member, double step, const QString& tip,
                                      const QString& off) {
    const SettingRule* limits = findRule(QString::fromLatin1(rule));
    auto* box = new QDoubleSpinBox(this);
    box->setRange(limits->low, limits->high);
    box->setSingleStep(step);
    box->setDecimals(2);
    box->setSpecialValueText(off);
    box->setToolTip(tip);
    addField(label, box);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, member](double value) {
        if (m_quiet) return;
        m_value.*member = value;
        edited();
    });
    return box;
}

QSpinBox* SamplingPopover::whole(const QString& label, const char* rule, int SamplingSettings::*member,
                                 int step, const QString& tip, const QString& off) {
    const SettingRule* limits = findRule(QString::fromLatin1(rule));
    auto* box = new QSpinBox(this);
    box->setRange(int(limits->low), int(limits->high));
    box->setSingleStep(step);
    box->setSpecialValueText(off);
    box->setToolTip(tip);
    addField(label, box);
    connect(box, &QSpinBox::valueChanged, this, [this, member](int value) {
        if (m_quiet) return;
        m_value.*member = value;
        edited();
    });
    return box;
}

void SamplingPopover::buildFields(QVBoxLayout* column) {
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnMinimumWidth(2, 10);
    m_grid->setColumnStretch(1, 1);
    m_grid->setColumnStretch(4, 1);
    column->addLayout(m_grid);
    using S = SamplingSettings;
    m_temperature =
        real(tr("Temperature"), "sampling/temperature", &S::temperature, 0.1,
             tr("How freely tokens are drawn. 0: always the most likely one."), tr("0, most likely"));
    m_topK =
        whole(tr("Top-k"), "sampling/top_k", &S::topK, 10, tr("Only the k most likely tokens."), tr("off"));
    m_topP = real(tr("Top-p"), "sampling/top_p", &S::topP, 0.05,
                  tr("Only the likeliest tokens that make up this share. 1: off."));
    m_minP = real(tr("Min-p"), "sampling/min_p", &S::minP, 0.01,
                  tr("Only tokens at least this likely, against the likeliest."), tr("off"));
    m_repeat = real(tr("Repetition"), "sampling/repeat_penalty", &S::repeatPenalty, 0.05,
                    tr("Above 1: tokens that were used become less likely. 1: off."));
    m_lastN = whole(tr("Looks back"), "sampling/penalty_last_n", &S::penaltyLastN, 16,
                    tr("How many of the last tokens the penalties look at. 0: penalties are off."),
                    tr("all tokens"));
    m_presence = real(tr("Presence"), "sampling/presence_penalty", &S::presencePenalty, 0.1,
                      tr("Taken off a token that was used at all. 0: off; below 0: the token is favoured."));
    m_frequency = real(tr("Frequency"), "sampling/frequency_penalty", &S::frequencyPenalty, 0.1,
                       tr("Taken off a token for each time it was used. 0: off."));
    m_maxTokens = whole(tr("Longest reply"), "sampling/max_tokens", &S::maxTokens, 64, tr("In tokens."),
                        tr("no limit"));
    m_seed = new QLineEdit(this);
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression("[0-9]{1,19}"), m_seed));
    m_seed->setToolTip(tr("Point at a reply's figures to see the seed it used."));
    addField(tr("Seed"), m_seed);
    connect(m_seed, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_value.seed = text.toULongLong();
        edited();
    });
    m_newSeed = new QCheckBox(tr("New seed for each reply"), this);
    m_grid->addWidget(m_newSeed, m_fields / 2, 3, 1, 2);
    connect(m_newSeed, &QCheckBox::toggled, this, [this](bool on) {
        m_seed->setEnabled(!on);
        if (m_quiet) return;
        m_value.seed = on ? std::nullopt : std::optional<quint64>(m_seed->text().toULongLong());
        edited();
    });
    auto* stopsLabel = new QLabel(tr("Stop at these texts, one a line; \\n stands for a line break"), this);
    stopsLabel->setProperty("role", "caption");
    stopsLabel->setWordWrap(true);
    column->addWidget(stopsLabel);
    m_stops = new QPlainTextEdit(this);
    m_stops->setAccessibleName(tr("Stop texts"));
    m_stops->setTabChangesFocus(true);
    m_stops->setFixedHeight(48);
    m_stops->setFont(Theme::instance().mono("body"));
    column->addWidget(m_stops);
    connect(m_stops, &QPlainTextEdit::textChanged, this, [this] {
        if (m_quiet) return;
        m_value.stops.clear();
        for (const QString& line : m_stops->toPlainText().split('\n')) {
            if (!line.isEmpty()) m_value.stops << unescaped(line);
        }
        edited();
    });
}

void SamplingPopover::show(const SamplingSettings& s) {
    m_value = s;
    m_quiet = true;
    m_temperature->setValue(s.temperature);
    m_topK->setValue(s.topK);
    m_topP->setValue(s.topP);
    m_minP->setValue(s.minP);
    m_repeat->setValue(s.repeatPenalty);
    m_lastN->setValue(s.penaltyLastN);
    m_presence->setValue(s.presencePenalty);
    m_frequency->setValue(s.frequencyPenalty);
    m_maxTokens->setValue(s.maxTokens);
    m_seed->setText(QString::number(s.seed.value_or(42)));
    m_newSeed->setChecked(!s.seed);
    m_seed->setEnabled(s.seed.has_value());
    QStringList stops;
    for (const QString& stop : s.stops) stops << escaped(stop);
    m_stops->setPlainText(stops.join('\n'));
    m_quiet = false;
}

void SamplingPopover::edited() {
    setSampling(value());
    refreshOrigin();
    refreshPresets();
}

// ---- whose values ------------------------------------------------------------------------------------

void SamplingPopover::buildDefaults(QVBoxLayout* column) {
    auto* row = new QHBoxLayout;
    m_makeModel = new QPushButton(this);
    m_makeModel->setProperty("kind", "ghost");
    auto* makeApp = new QPushButton(tr("Make them Glasshouse's defaults"), this);
    makeApp->setProperty("kind", "ghost");
    makeApp->setToolTip(tr("The defaults of chats with models that have none of their own"));
    row->addWidget(m_makeModel);
    row->addWidget(makeApp);
    row->addStretch(1);
    column->addLayout(row);
    if (m_model->facts()) {
        m_makeModel->setText(tr("Make them this model's defaults"));
        m_makeModel->setToolTip(tr("Chats with %1 that have no values of their own begin with these")
                                    .arg(modelName(*m_model->facts())));
    } else {
        m_makeModel->hide();
    }
    connect(m_makeModel, &QPushButton::clicked, this, [this] {
        m_settings->setModelDefaults(m_model->modelKey(), value());
        setSampling(std::nullopt);
        refreshOrigin();
        emit defaultsChanged();
    });
    connect(makeApp, &QPushButton::clicked, this, [this] {
        m_settings->setSampling(value());
        m_settings->setModelDefaults(m_model->modelKey(), std::nullopt);
        setSampling(std::nullopt);
        refreshOrigin();
        emit defaultsChanged();
    });
}

QString SamplingPopover::origin() const {
    return m_origin->text();
}

void SamplingPopover::refreshOrigin() {
    const ChatController::SamplingOrigin from = m_chat->samplingOrigin();
    const bool own = from == ChatController::SamplingOrigin::Chat;
    if (own)
        m_origin->setText(tr("These values are this chat's own."));
    else if (from == ChatController::SamplingOrigin::Model && m_model->facts())
        m_origin->setText(tr("These are the defaults of %1. A change is this chat's own.").arg(modelName(*m_model->facts())));
    else
        m_origin->setText(tr("These are Glasshouse's defaults. A change is this chat's own."));
    m_useDefaults->setVisible(own);
}

// ---- window ------------------------------------------------------------------------------------------

void SamplingPopover::showNear(QWidget* chip) {
    auto* area = findChild<QScrollArea*>();
    const QRect screen = chip->screen()->availableGeometry();
    const QSize wanted = area->widget()->sizeHint();
    const int width = std::max(kWidth, wanted.width() + 2);
    const int tall = area->widget()->hasHeightForWidth() ? area->widget()->heightForWidth(width - 2) : wanted.height();
    const int height = std::min(tall + 2, screen.height() - 16);
    resize(width + (height < tall + 2 ? area->verticalScrollBar()->sizeHint().width() : 0), height);
    QPoint at = chip->mapToGlobal(QPoint(0, -height - 6));
    if (at.y() < screen.top()) at.setY(std::clamp(at.y(), screen.top() + 8, std::max(screen.top() + 8, screen.bottom() - height - 8)));
    at.setX(std::clamp(at.x(), screen.left(), std::max(screen.left(), screen.right() - this->width())));
    move(at);
    QFrame::show();
    m_temperature->setFocus();
}

void SamplingPopover::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(QPen(Theme::instance().color("lineStrong"), 1));
    painter.setBrush(Theme::instance().color("surface"));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace gh::app
