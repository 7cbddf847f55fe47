// The pieces of a page of settings: a column of named controls, each with a line that says what it does.
#pragma once

#include <functional>
#include <QString>
#include <QWidget>

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace gh::app {

class SettingsForm : public QWidget {
    Q_OBJECT
public:
    explicit SettingsForm(const QString& title, QWidget* parent = nullptr);
    // The name stands above the control and is its accessible name; hint: what it does, below; may be empty.
    void add(const QString& name, QWidget* control, const QString& hint = {});
    void add(const QString& name, const QList<QWidget*>& controls, const QString& hint = {});
    // hint: of what the box says now; asked again when another is chosen.
    void add(const QString& name, QComboBox* box, std::function<QString()> hint);
    QLabel* addText(const QString& text);
    void addWidget(QWidget* widget);
    void addGap();
    void end();  // what is left of the page stays empty

private:
    QVBoxLayout* m_column;
};

// A box with words and the values behind them; the one that holds `value` is chosen.
QComboBox* choice(const QList<std::pair<QString, QVariant>>& words, const QVariant& value, QWidget* parent);

}  // namespace gh::app
