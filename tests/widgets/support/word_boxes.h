// Where a picture writes, and what: for tests of words that lie over each other or are cut.
#pragma once

#include <vector>
#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include "widgets/plots/plot_export.h"

namespace gh::test {

struct Word {
    QString text;
    QRectF box;
};

class WordRecorder : public QPaintDevice, private QPaintEngine {
public:
    explicit WordRecorder(QSize size) : QPaintEngine(QPaintEngine::AllFeatures), m_size(size) {}
    std::vector<Word> words;

    QPaintEngine* paintEngine() const override { return const_cast<WordRecorder*>(this); }

protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
            case PdmWidth: return m_size.width();
            case PdmHeight: return m_size.height();
            case PdmDepth: return 32;
            case PdmDpiX: case PdmDpiY: case PdmPhysicalDpiX: case PdmPhysicalDpiY: return 96;
            case PdmDevicePixelRatio: return 1;
            default: return QPaintDevice::metric(metric);
        }
    }

private:
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawPath(const QPainterPath&) override {}
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        // Letters reach from their ascent to the line they stand on; what hangs beneath it meets nothing.
        words.push_back({item.text(), painter()->transform().mapRect(QRectF(at.x(), at.y() - item.ascent() * 0.75, item.width(), item.ascent() * 0.75))});
    }
    Type type() const override { return User; }
    QSize m_size;
};

inline std::vector<Word> wordsOf(widgets::Exportable& picture) {
    WordRecorder recorder(picture.exportSize());
    QPainter painter(&recorder);
    picture.drawForExport(painter);
    painter.end();
    return recorder.words;
}

}  // namespace gh::test
