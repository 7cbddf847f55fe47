// Ctrl+K: everything that can be done or opened, found by a few letters: actions, panels, workspaces, models, chats.
#pragma once

#include <functional>
#include <QAbstractListModel>
#include <QFrame>
#include <QIcon>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <vector>

#include "app/window/fuzzy.h"

class QLabel;

namespace gh::app {

class MainWindow;

struct PaletteItem {
    QString title, group, keys;  // "KV blocks", "View › Panels", "Ctrl+1"
    QIcon icon;
    bool enabled = true;
    std::function<void()> run;
    QString words = {};  // other names; found, not shown
};

class PaletteModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum DataRole { GroupRole = Qt::UserRole, KeysRole, MatchRole };
    PaletteModel(std::vector<PaletteItem> items, QObject* parent = nullptr);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    void find(const QString& query);
    const PaletteItem& item(int row) const { return m_items[m_rows[std::size_t(row)].item]; }

private:
    struct Row {
        std::size_t item;
        int score;
        QVariantList at;  // letters of the title that matched
    };
    std::vector<PaletteItem> m_items;
    struct Names {
        FoldedText inGroup, other;  // other: empty, it has none
    };
    std::vector<Names> m_names;  // of each item, as they are looked through
    std::vector<Row> m_rows;
};

class CommandPalette : public QFrame {
    Q_OBJECT
public:
    explicit CommandPalette(MainWindow* window);
    void open();
    QLineEdit* edit() const { return m_edit; }
    QListView* list() const { return m_list; }
    PaletteModel* model() const { return m_model; }

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    static std::vector<PaletteItem> itemsOf(MainWindow* window);
    void changed();
    void run(const QModelIndex& index);
    void describe();

    MainWindow* m_window;
    PaletteModel* m_model;
    QLineEdit* m_edit;
    QListView* m_list;
    QLabel* m_nothing;
};

}  // namespace gh::app
