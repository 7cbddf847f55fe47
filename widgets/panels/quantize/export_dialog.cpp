#include "widgets/panels/quantize/export_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/panels/quantize/tensor_words.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kWidth = 460;

}  // namespace

ExportDialog::ExportDialog(QuantizeDesk* desk, QWidget* parent) : QDialog(parent), m_desk(desk) {
    const Theme& theme = Theme::instance();
    setWindowTitle(tr("Save as GGUF"));
    setMinimumWidth(kWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme.space(4), theme.space(4), theme.space(4), theme.space(4));
    column->setSpacing(theme.space(3));
    m_what = new QLabel(this);
    m_what->setWordWrap(true);
    column->addWidget(m_what);
    m_own = new QLabel(this);
    m_own->setWordWrap(true);
    m_own->setProperty("role", "warn");
    column->addWidget(m_own);
    m_nearest = new QCheckBox(tr("Nearest GGUF types instead, so that other programs open it"), this);
    column->addWidget(m_nearest);
    auto* kept = new QLabel(tr("Vocabulary, template and all other data are kept. The file is written beside its place and renamed when it is whole; the open model’s own file is never overwritten."), this);
    kept->setProperty("role", "caption");
    kept->setWordWrap(true);
    column->addWidget(kept);
    auto* buttons = new QDialogButtonBox(this);
    auto* choose = buttons->addButton(tr("Choose a file…"), QDialogButtonBox::AcceptRole);
    choose->setProperty("kind", "primary");
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::chooseFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_nearest, &QCheckBox::toggled, this, &ExportDialog::refresh);
    refresh();
}

QString ExportDialog::notes() const { return m_what->text() + QChar('\n') + m_own->text(); }

void ExportDialog::refresh() {
    if (!m_desk) return;
    const AssignmentFacts& comes = m_desk->assignment;
    int changed = 0;
    for (const AssignmentFacts::Tensor& tensor : comes.tensors) changed += !tensor.scheme.isEmpty();
    QStringList lines;
    if (changed == 0) lines << tr("No rule changes a matrix: the file will hold the weights as they are stored.");
    else lines << tr("%n matrix(es) are quantized anew: %1 together, %2 a weight.", nullptr, changed).arg(units::bytes(comes.bytes).text(), weightBits(comes.bits));
    for (const AssignmentFacts::Fallback& fallback : comes.fallbacks)
        lines << tr("%n matrix(es): rows are no whole blocks of %1, they become %2.", nullptr, fallback.tensors).arg(m_desk->titleOf(fallback.scheme), fallback.becomes);
    if (m_nearest->isChecked())
        for (const QString& own : comes.ownTypes)
            if (const SchemeFacts* scheme = m_desk->find(own)) lines << tr("%1 becomes %2.").arg(scheme->title, m_desk->titleOf(scheme->nearest));
    m_what->setText(lines.join(QChar('\n')));
    QStringList titles;
    for (const QString& own : comes.ownTypes) titles << m_desk->titleOf(own);
    m_own->setText(tr("%1: GGUF has no such type. The file uses types of Glasshouse’s own, which no other program opens.").arg(titles.join(QStringLiteral(", "))));
    m_own->setVisible(!titles.isEmpty() && !m_nearest->isChecked());
    m_nearest->setVisible(!titles.isEmpty());
}

void ExportDialog::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Save as GGUF"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("gguf"));
    const QString name = m_desk ? m_desk->model : QString();
    dialog->selectFile(QString(name).remove(QStringLiteral(".gguf")) + QStringLiteral("-mixed.gguf"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (m_desk) emit m_desk->exportWanted(path, m_nearest->isChecked());
        accept();
    });
    dialog->open();
}

}  // namespace gh::widgets
