// A figure with its caption and unit: the caption small above, the unit muted behind, digits in cells of one width.
#pragma once

#include <vector>

#include <QWidget>

#include "widgets/text/units.h"

namespace gh::widgets {

class MetricLabel : public QWidget {
    Q_OBJECT
public:
    enum class Size { Value, Heading };           // as tokens.json's type sizes
    enum class Caption { Above, Below };
    explicit MetricLabel(const QString& caption, Size size = Size::Value, QWidget* parent = nullptr,
                         Caption where = Caption::Above);

    void setCaption(const QString& caption);
    // `exact` is what a hover shows; repaints only when something changed.
    void setFigure(const units::Figure& figure, const QString& exact = {});
    void setNothing();                            // a dash: there is no such figure now
    void setColorRole(const char* role);          // of the value; "text" unless told
    const units::Figure& figure() const { return m_figure; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void describe();
    const char* valueSize() const { return m_size == Size::Heading ? "heading" : "value"; }
    QString m_caption;
    units::Figure m_figure;
    QByteArray m_role = "text";
    Size m_size;
    Caption m_where;
};

// A line of text in parts of different weight, digits in cells of one width: for status bars and headers.
class PartsLabel : public QWidget {
    Q_OBJECT
public:
    enum class Tone { Strong, Plain, Muted };
    struct Part {
        QString text;
        Tone tone = Tone::Plain;
        bool operator==(const Part&) const = default;
    };
    explicit PartsLabel(QWidget* parent = nullptr, const char* size = "caption");
    void setParts(std::vector<Part> parts);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont fontOf(Tone tone) const;
    double width() const;
    std::vector<Part> m_parts;
    QByteArray m_size;
};

}  // namespace gh::widgets
