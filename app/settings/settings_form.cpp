#include "app/settings/settings_form.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace gh::app {

SettingsForm::SettingsForm(const QString& title, QWidget* parent) : QWidget(parent) {
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(24, 20, 24, 20);
    m_column->setSpacing(6);
    auto* head = new QLabel(title, this);
    head->setProperty("role", "heading");
    m_column->addWidget(head);
    m_column->addSpacing(8);
}

void SettingsForm::add(const QString& name, QWidget* control, const QString& hint) {
    add(name, QList<QWidget*>{control}, hint);
}

void SettingsForm::add(const QString& name, const QList<QWidget*>& controls, const QString& hint) {
    if (!name.isEmpty()) {
        auto* label = new QLabel(name, this);
        label->setProperty("role", "title");
        label->setBuddy(controls.front());
        m_column->addWidget(label);
    }
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (QWidget* control : controls) {
        row->addWidget(control, qobject_cast<QLabel*>(control) ? 1 : 0);
        if (control->accessibleName().isEmpty()) control->setAccessibleName(name);
    }
    if (!qobject_cast<QLabel*>(controls.front())) row->addStretch(1);
    m_column->addLayout(row);
    if (!hint.isEmpty()) {
        addText(hint);
        for (QWidget* control : controls) control->setAccessibleDescription(hint);
    }
    m_column->addSpacing(12);
}

void SettingsForm::add(const QString& name, QComboBox* box, std::function<QString()> hint) {
    add(name, box);
    delete m_column->takeAt(m_column->count() - 1);  // the gap comes below the hint
    QLabel* words = addText({});
    m_column->addSpacing(12);
    const auto say = [box, words, hint = std::move(hint)] {
        words->setText(hint());
        box->setAccessibleDescription(words->text());
    };
    connect(box, &QComboBox::currentIndexChanged, words, say);
    say();
}

QLabel* SettingsForm::addText(const QString& text) {
    auto* label = new QLabel(text, this);
    label->setProperty("role", "muted");
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_column->addWidget(label);
    return label;
}

void SettingsForm::addWidget(QWidget* widget) {
    m_column->addWidget(widget);
}

void SettingsForm::addGap() {
    m_column->addSpacing(12);
}

void SettingsForm::end() {
    m_column->addStretch(1);
}

QComboBox* choice(const QList<std::pair<QString, QVariant>>& words, const QVariant& value, QWidget* parent) {
    auto* box = new QComboBox(parent);
    for (const auto& [word, data] : words) box->addItem(word, data);
    box->setCurrentIndex(std::max(0, box->findData(value)));
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return box;
}

}  // namespace gh::app
