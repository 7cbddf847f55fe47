// A row of swatches with words, each with an explanation on hover. Where room is short they go on in the next line, and
// beyond two lines those are left out that the picture names itself.
#pragma once

#include <functional>
#include <QWidget>
#include <vector>

class QPainter;

namespace gh::widgets {

class Legend : public QWidget {
    Q_OBJECT
public:
    struct Entry {
        QString text;
        QString explanation;
        std::function<void(QPainter&, const QRectF&)> draw;   // the swatch
        double swatchWidth = 10;
        bool namedInPicture = false;
    };
    explicit Legend(QWidget* parent = nullptr);
    void setEntries(std::vector<Entry> entries);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Place {
        const Entry* entry;
        QRectF box;
    };
    std::vector<Place> lines(double room, bool all) const;
    std::vector<Place> places(double room) const;
    std::vector<Place> placed() const;
    int lineHeight() const;
    std::vector<Entry> m_entries;
};

// A swatch of one colour role, rounded like a mark.
std::function<void(QPainter&, const QRectF&)> roleSwatch(const char* role);

}  // namespace gh::widgets
