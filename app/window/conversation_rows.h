// How the rows of the list at the left are drawn, and the list itself: a "…" at the end of the row under the
// pointer.
#pragma once

#include <QListView>
#include <QStyledItemDelegate>

namespace gh::app {

class ConversationView : public QListView {
    Q_OBJECT
public:
    explicit ConversationView(QWidget* parent = nullptr);
    QRect moreRect(const QModelIndex& index) const;  // in the viewport
    bool overMore(const QPoint& at) const;

signals:
    void menuRequested(const QModelIndex& index, const QPoint& globalPos);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    bool m_onMore = false;
};

class ConversationRows : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
};

// Where a conversation begins its title and time; below it two lines of the text with what was found marked.
class HitRows : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    static QString speaker(const QModelIndex& index);  // "You: "
};

}  // namespace gh::app
