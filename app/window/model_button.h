// The model picker: which model is open, in one line; a click lists recent ones, shows what each is before it is opened,
// and opens files.
#pragma once

#include <QAbstractButton>
#include <QPointer>
#include <QTimer>

#include "app/model/model_peek.h"
#include "app/model/model_session.h"

namespace gh::app {

class ModelDetails;

class ModelButton : public QAbstractButton {
    Q_OBJECT
public:
    ModelButton(ModelSession* session, Settings* settings, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    static constexpr int kLookMs = 120;  // an entry that is only passed over is not read

signals:
    void openRequested(const QString& path);
    void fileRequested();
    void folderRequested();
    void folderFilesRequested(const QString& folder);  // what of it the menu has no room for

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    void refresh();
    void openMenu();
    void showSight();

    ModelSession* m_session;
    Settings* m_settings;
    QString m_name, m_line;
    ModelPeek* m_peek;
    QTimer m_lookDelay;
    QString m_pointedAt;  // the entry of the menu
    QPointer<ModelDetails> m_details;  // in the menu
};

}  // namespace gh::app
