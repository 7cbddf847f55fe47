// The settings, in pages. What is changed holds at once and is saved at once; what needs the model loaded again, or
// another engine, says so and offers it.
#pragma once

#include <QDialog>

class QListWidget;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace gh::widgets {
class InlineMessage;
}

namespace gh::app {

class MainWindow;
class Settings;
class SettingsForm;

class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(MainWindow* window);
    static constexpr int kCachePage = 2;
    int page() const;
    void setPage(int page);
    // Null: nothing has to be loaded or started again.
    widgets::InlineMessage* reloadNotice() const;

private:
    QWidget* lookPage();
    QWidget* enginePage();
    QWidget* cachePage();
    QWidget* modelsPage();
    QWidget* privacyPage();
    void addDeleteAll(SettingsForm* form);
    void addPage(const QString& title, QWidget* page);
    void refreshNotice();

    MainWindow* m_window;
    Settings* m_settings;
    QListWidget* m_list;
    QStackedWidget* m_pages;
    widgets::InlineMessage* m_notice;
};

}  // namespace gh::app
