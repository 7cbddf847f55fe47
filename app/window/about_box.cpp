#include "app/window/about_box.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/theme.h"

namespace gh::app {

namespace {

struct Part {
    const char *name, *license;
};
// What the program is linked with or brings along; licences as their authors name them.
constexpr Part kParts[] = {
    {"Qt", "LGPL-3.0"},        {"QCustomPlot", "GPL-3.0"},   {"SQLite", "public domain"},
    {"Highway", "Apache-2.0"}, {"spdlog, fmt", "MIT"},       {"nlohmann/json", "MIT"},
    {"CLI11", "BSD-3-Clause"}, {"PCRE2", "BSD-3-Clause"},    {"Inter, JetBrains Mono", "OFL-1.1"},
};

}  // namespace

AboutBox::AboutBox(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("About Glasshouse"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(28, 24, 28, 20);
    column->setSpacing(10);
    auto* name = new QLabel(QStringLiteral("Glasshouse"), this);
    name->setProperty("role", "heading");
    auto* version = new QLabel(tr("Version %1, with Qt %2").arg(GLASSHOUSE_VERSION, qVersion()), this);
    version->setProperty("role", "muted");
    auto* what = new QLabel(tr("Runs a language model on this machine and shows what the engine does while it does it. "
                               "Nothing goes to the network."),
                            this);
    what->setWordWrap(true);
    what->setMinimumWidth(400);
    column->addWidget(name);
    column->addWidget(version);
    column->addWidget(what);
    auto* built = new QLabel(tr("Built with"), this);
    built->setProperty("role", "title");
    column->addSpacing(6);
    column->addWidget(built);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(0, 1);
    int row = 0;
    for (const Part& part : kParts) {
        auto* license = new QLabel(QString::fromLatin1(part.license), this);
        license->setProperty("role", "muted");
        grid->addWidget(new QLabel(QString::fromLatin1(part.name), this), row, 0);
        grid->addWidget(license, row, 1);
        ++row;
    }
    column->addLayout(grid);
    column->addSpacing(8);
    auto* close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    column->addWidget(close, 0, Qt::AlignRight);
    column->setSizeConstraint(QLayout::SetFixedSize);
}

}  // namespace gh::app
