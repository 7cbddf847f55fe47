#include "app/log/log_window.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/log/bug_report.h"
#include "app/model/model_session.h"
#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::app {

namespace {
constexpr int kLookMs = 300;
}

LogWindow::LogWindow(ModelSession* model, QWidget* parent) : QDialog(parent), m_model(model) {
    setWindowTitle(tr("Log"));
    resize(820, 480);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_level = new QComboBox(this);
    m_level->setAccessibleName(tr("Least level"));
    m_level->addItem(tr("Everything"), int(spdlog::level::trace));
    m_level->addItem(tr("Warnings and errors"), int(spdlog::level::warn));
    m_level->addItem(tr("Errors"), int(spdlog::level::err));
    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Show lines that contain"));
    m_filter->setClearButtonEnabled(true);
    row->addWidget(m_level);
    row->addWidget(m_filter, 1);
    column->addLayout(row);
    m_text = new QPlainTextEdit(this);
    m_text->setReadOnly(true);
    m_text->setFont(widgets::Theme::instance().mono("caption"));
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);  // a long path goes on in the next line
    m_text->setMaximumBlockCount(int(LogBuffer::kLines));
    m_text->setAccessibleName(tr("Log"));
    m_text->setTabChangesFocus(true);
    column->addWidget(m_text, 1);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(8);
    auto* note = new QLabel(tr("Files, counts and times; never what you or a model wrote. It is kept in memory and goes "
                               "nowhere unless you paste it."),
                            this);
    note->setProperty("role", "caption");
    note->setWordWrap(true);
    auto* clear = new QPushButton(tr("Clear"), this);
    m_copy = new QPushButton(widgets::icon("copy", "text"), tr("Copy for a bug report"), this);
    foot->addWidget(note, 1);
    foot->addWidget(clear);
    foot->addWidget(m_copy);
    column->addLayout(foot);
    for (QPushButton* button : {clear, m_copy}) button->setAutoDefault(false);
    connect(clear, &QPushButton::clicked, this, [this] {
        LogBuffer::installed()->clear();
        m_lines.clear();
        m_text->clear();
    });
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(report()); });
    connect(m_level, &QComboBox::currentIndexChanged, this, &LogWindow::showAll);
    connect(m_filter, &QLineEdit::textChanged, this, &LogWindow::showAll);
    m_timer.setInterval(kLookMs);
    connect(&m_timer, &QTimer::timeout, this, &LogWindow::readNew);
    readNew();
}

QString LogWindow::shown() const {
    return m_text->toPlainText();
}

QString LogWindow::report() const {
    return bugReport(m_model->facts(), LogBuffer::installed()->since(0));
}

bool LogWindow::passes(const LogLine& line) const {
    return int(line.level) >= m_level->currentData().toInt() &&
           (m_filter->text().isEmpty() || logText(line).contains(m_filter->text(), Qt::CaseInsensitive));
}

void LogWindow::readNew() {
    const std::vector<LogLine> lines = LogBuffer::installed()->since(m_lines.empty() ? 0 : m_lines.back().number);
    QStringList text;
    for (const LogLine& line : lines) {
        if (passes(line)) text << logText(line);
        m_lines.push_back(line);
    }
    if (m_lines.size() > LogBuffer::kLines) m_lines.erase(m_lines.begin(), m_lines.end() - LogBuffer::kLines);
    if (!text.isEmpty()) m_text->appendPlainText(text.join('\n'));
}

void LogWindow::showAll() {
    QStringList text;
    for (const LogLine& line : m_lines) {
        if (passes(line)) text << logText(line);
    }
    m_text->setPlainText(text.join('\n'));
    m_text->moveCursor(QTextCursor::End);
}

void LogWindow::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    readNew();
    m_timer.start();
}

void LogWindow::hideEvent(QHideEvent* event) {
    m_timer.stop();
    QDialog::hideEvent(event);
}

}  // namespace gh::app
