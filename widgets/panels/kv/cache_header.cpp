#include "widgets/panels/kv/cache_header.h"

#include <QGridLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/controls/inline_message.h"
#include "widgets/controls/metric_label.h"
#include "widgets/controls/steady_label.h"
#include "widgets/theme.h"

namespace gh::widgets {

// "=" or "≠" in a pill: shape and word change with the colour.
class CacheHeader::Sign : public QWidget {
public:
    explicit Sign(QWidget* parent) : QWidget(parent) { setFixedSize(32, 24); }
    void setEqual(bool equal) {
        setAccessibleName(equal ? CacheHeader::tr("equal to the byte") : CacheHeader::tr("not equal"));
        setToolTip(accessibleName());
        if (equal == m_equal) return;
        m_equal = equal;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(m_equal ? "okFill" : "errorFill"));
        painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
        painter.setPen(QPen(theme.color(m_equal ? "ok" : "error"), 2));
        const QPointF c = QRectF(rect()).center();
        for (const double dy : {-3.0, 3.0}) painter.drawLine(QPointF(c.x() - 5, c.y() + dy), QPointF(c.x() + 5, c.y() + dy));
        if (!m_equal) painter.drawLine(QPointF(c.x() - 3.5, c.y() + 7.5), QPointF(c.x() + 3.5, c.y() - 7.5));
    }

private:
    bool m_equal = true;
};

CacheHeader::CacheHeader(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.space(2) - 2);
    m_predicted = new MetricLabel(tr("Predicted by formula"), MetricLabel::Size::Heading, this);
    m_allocated = new MetricLabel(tr("Allocated by pool"), MetricLabel::Size::Heading, this);
    m_sign = new Sign(this);
    auto* figures = new QHBoxLayout;
    figures->setSpacing(theme.space(3));
    figures->addWidget(m_predicted);
    figures->addStretch(1);
    figures->addWidget(m_sign, 0, Qt::AlignBottom);
    figures->addStretch(1);
    figures->addWidget(m_allocated);
    figures->addStretch(1);
    layout->addLayout(figures);
    m_arithmetic = new SteadyLabel(this);
    m_arithmetic->label()->setFont(theme.mono("caption"));
    m_arithmetic->label()->setProperty("role", "muted");
    m_arithmetic->label()->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_arithmetic->setToolTip(tr("The prediction's own sum: from the number of tokens and the shape of the model, without "
                                "asking the pool."));
    m_arithmetic->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    layout->addWidget(m_arithmetic);
    m_message = new InlineMessage(InlineMessage::Severity::Error, this);
    m_message->hide();
    layout->addWidget(m_message);
    m_inUse = new MetricLabel(tr("In use"), MetricLabel::Size::Value, this);
    m_waste = new MetricLabel(tr("Waste"), MetricLabel::Size::Value, this);
    m_cached = new MetricLabel(tr("Cached"), MetricLabel::Size::Value, this);
    m_reserved = new MetricLabel(tr("Reserved"), MetricLabel::Size::Value, this);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme.space(3));
    row->setContentsMargins(0, theme.space(1), 0, 0);
    for (MetricLabel* metric : {m_inUse, m_waste, m_cached, m_reserved}) {
        row->addWidget(metric);
        if (metric != m_reserved) row->addStretch(1);
    }
    layout->addLayout(row);
    m_sharing = new QWidget(this);
    auto* second = new QHBoxLayout(m_sharing);
    second->setSpacing(theme.space(3));
    second->setContentsMargins(0, theme.space(1), 0, 0);
    m_saved = new MetricLabel(tr("Saved by sharing"), MetricLabel::Size::Value, m_sharing);
    m_reusable = new MetricLabel(tr("Reusable"), MetricLabel::Size::Value, m_sharing);
    m_copies = new MetricLabel(tr("Copies"), MetricLabel::Size::Value, m_sharing);
    m_evictions = new MetricLabel(tr("Evictions"), MetricLabel::Size::Value, m_sharing);
    for (MetricLabel* metric : {m_saved, m_reusable, m_copies, m_evictions}) {
        second->addWidget(metric);
        if (metric != m_evictions) second->addStretch(1);
    }
    m_sharing->hide();
    layout->addWidget(m_sharing);
}

QString CacheHeader::arithmeticText() const { return m_arithmetic->text(); }

void CacheHeader::setFacts(const telemetry::BlockMap& map, const CacheFacts& facts) {
    m_predicted->setFigure(units::bytes(facts.predicted, 2), units::exactBytes(facts.predicted));
    m_allocated->setFigure(units::bytes(facts.allocated, 2), units::exactBytes(facts.allocated));
    m_reserved->setFigure(units::bytes(facts.reserved), tr("%1 set aside for the pool when the model was loaded.")
                                                            .arg(units::exactBytes(facts.reserved)));
    m_cached->setFigure(units::bytes(facts.cachedBytes),
                        tr("%1 held for conversations that wait: their next turn goes on from it.").arg(units::exactBytes(facts.cachedBytes)));
    m_inUse->setFigure(units::percent(facts.inUse), tr("Share of the reserved bytes in blocks that running requests hold."));
    m_waste->setFigure(units::percent(facts.waste), tr("Share of the bytes in held blocks (in use or cached) in which no token is written yet."));
    m_saved->setFigure(units::bytes(facts.sharedBytes), tr("%1: what the sequences would take each by itself, less what is allocated.").arg(units::exactBytes(facts.sharedBytes)));
    m_reusable->setFigure({units::count(facts.reusable), {}}, tr("Blocks that nobody holds and whose content is kept: a prompt that begins alike finds it."));
    m_copies->setFigure({units::count(facts.copies), {}}, tr("Blocks that were copied before a write, as others needed what was in them."));
    m_evictions->setFigure({units::count(facts.evictions), {}}, tr("Reusable blocks whose content was given up for another."));
    if (m_sharing->isVisibleTo(this) != facts.shares()) m_sharing->setVisible(facts.shares());
    QStringList lines;
    for (const telemetry::BlockPool& pool : map.pools) {
        const Arithmetic sum = arithmetic(map, pool);
        lines << (map.pools.size() > 1 ? tr("%1: %2").arg(poolName(pool), sum.blocks) : sum.blocks) << sum.bytes;
    }
    const QString text = lines.join('\n');
    m_arithmetic->setText(text);
    m_equal = facts.agrees();
    m_sign->setEqual(m_equal);
    m_allocated->setColorRole(m_equal ? "text" : "error");
    explain(map, facts);
}

void CacheHeader::explain(const telemetry::BlockMap& map, const CacheFacts& facts) {
    if (m_equal) {
        if (m_message->isVisibleTo(this)) m_message->hide();
        return;
    }
    QStringList found;
    int pool = -1, block = -1;
    for (std::size_t i = 0; i < map.pools.size(); ++i) {
        const telemetry::BlockPool& p = map.pools[i];
        if (p.predictedBytes == p.allocatedBytes || p.blockBytes == 0) continue;
        const bool more = p.allocatedBytes > p.predictedBytes;
        const std::uint64_t difference = more ? p.allocatedBytes - p.predictedBytes : p.predictedBytes - p.allocatedBytes;
        found << (more ? tr("%1 held, %2 needed: %3 more.") : tr("%1 held, %2 needed: %3 fewer."))
                     .arg(units::blocks(p.allocatedBytes / p.blockBytes), units::blocks(p.predictedBytes / p.blockBytes),
                          units::exactBytes(difference));
        if (!facts.pools[i].ownerless.empty() && block < 0) {
            pool = static_cast<int>(i);
            block = facts.pools[i].ownerless.front();
            found << tr("Block %1 has no owner.").arg(units::count(static_cast<std::uint64_t>(block)));
        }
    }
    m_message->setMessage(facts.allocated > facts.predicted ? tr("More is allocated than was predicted")
                                                            : tr("Less is allocated than was predicted"),
                          found.join(' '));
    if (pool != m_ownerlessPool || block != m_ownerlessBlock) {
        m_ownerlessPool = pool;
        m_ownerlessBlock = block;
        m_message->clearButtons();
        if (block >= 0)
            connect(m_message->addButton(tr("Show block %1").arg(units::count(static_cast<std::uint64_t>(block)))),
                    &QPushButton::clicked, this, [this] { emit blockWanted(m_ownerlessPool, m_ownerlessBlock); });
    }
    m_message->show();
}

}  // namespace gh::widgets
