#include "app/window/shortcut_sheet.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/window/action_list.h"
#include "widgets/theme.h"

namespace gh::app {

namespace {

struct Line {
    QString what, keys;
};

QWidget* section(const QString& title, const std::vector<Line>& lines, QWidget* parent) {
    auto* box = new QWidget(parent);
    box->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 12);
    grid->setHorizontalSpacing(20);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    auto* head = new QLabel(title, box);
    head->setProperty("role", "title");
    grid->addWidget(head, 0, 0, 1, 2);
    int row = 1;
    for (const Line& line : lines) {
        auto* what = new QLabel(line.what, box);
        what->setWordWrap(true);
        auto* keys = new QLabel(line.keys, box);
        keys->setFont(widgets::Theme::instance().mono("caption"));
        keys->setProperty("role", "muted");
        grid->addWidget(what, row, 0);
        grid->addWidget(keys, row, 1, Qt::AlignRight | Qt::AlignTop);
        ++row;
    }
    return box;
}

}  // namespace

ShortcutSheet::ShortcutSheet(const ActionList* actions, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keyboard shortcuts"));
    resize(720, 560);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setAccessibleName(tr("Keyboard shortcuts"));
    auto* page = new QWidget(area);
    auto* columns = new QHBoxLayout(page);
    columns->setContentsMargins(24, 20, 24, 12);
    columns->setSpacing(40);
    auto* left = new QVBoxLayout;
    auto* right = new QVBoxLayout;
    const auto keyText = [](const QAction* action) {
        QStringList all;
        for (const QKeySequence& keys : action->shortcuts()) all << keys.toString(QKeySequence::NativeText);
        return all.join(QStringLiteral(", "));
    };
    int placed = 0;
    for (const ActionGroupEntry& group : actionGroups()) {
        std::vector<Line> lines;
        for (const ActionList::Entry& entry : actions->entries()) {
            if (!entry.action || entry.group != group.id || entry.action->shortcuts().isEmpty()) continue;
            lines.push_back({entry.action->text().remove(QChar(u'…')), keyText(entry.action)});
        }
        if (lines.empty()) continue;
        QVBoxLayout* column = placed < 13 ? left : right;
        placed += int(lines.size()) + 1;
        column->addWidget(section(group.title(), lines, page));
    }
    const auto named = [](Qt::Key key) { return QKeySequence(key).toString(QKeySequence::NativeText); };
    right->addWidget(section(tr("Message field"),
                             {{tr("Send"), named(Qt::Key_Return)},
                              {tr("New line"), QKeySequence(Qt::SHIFT | Qt::Key_Return).toString(QKeySequence::NativeText)},
                              {tr("Stop this reply, or let go of the selection"), named(Qt::Key_Escape)}},
                             page));
    right->addWidget(section(tr("Timeline, while it has the focus"),
                             {{tr("One step back or on"), QStringLiteral(",  .")},
                              {tr("Pause or play"), named(Qt::Key_Space)},
                              {tr("First step, live"), named(Qt::Key_Home) + ", " + named(Qt::Key_End)}},
                             page));
    left->addStretch(1);
    right->addStretch(1);
    columns->addLayout(left, 1);
    columns->addLayout(right, 1);
    area->setWidget(page);
    outer->addWidget(area);
}

}  // namespace gh::app
