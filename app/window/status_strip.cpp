#include "app/window/status_strip.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include "app/chat/token_text.h"
#include "widgets/models/step_facts.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::PartsLabel;
using widgets::Theme;
namespace units = widgets::units;
using Tone = PartsLabel::Tone;

namespace {
constexpr int kMargin = 16, kGap = 12;
}

// How full: a bar that turns to the warning colour where the engine warns too.
class Meter : public QWidget {
public:
    explicit Meter(QWidget* parent) : QWidget(parent) { setFixedSize(120, 6); }
    void setShare(double share, bool warn) {
        if (share == m_share && warn == m_warn) return;
        m_share = share;
        m_warn = warn;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        Theme& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color("lineStrong"));
        painter.setOpacity(0.6);
        painter.drawRoundedRect(rect(), 3, 3);
        painter.setOpacity(1);
        painter.setBrush(theme.color(m_warn ? "warn" : "accent"));
        if (m_share > 0)
            painter.drawRoundedRect(QRectF(0, 0, std::max(6.0, width() * std::min(1.0, m_share)), height()),
                                    3, 3);
    }

private:
    double m_share = 0;
    bool m_warn = false;
};

StatusStrip::StatusStrip(QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kMargin, 0, kMargin, 0);
    row->setSpacing(kGap);
    m_label = new QLabel(tr("Context"), this);
    m_label->setProperty("role", "caption");
    row->addWidget(m_label);
    m_meter = new Meter(this);
    row->addWidget(m_meter);
    const auto add = [&](bool ruled) {
        if (ruled) {
            auto* rule = new QFrame(this);
            rule->setProperty("rule", "vertical");
            rule->setFixedHeight(14);
            row->addWidget(rule);
            m_rules.append(rule);
        }
        auto* parts = new PartsLabel(this);
        row->addWidget(parts);
        return parts;
    };
    m_context = add(false);
    m_cache = add(false);
    m_rate = add(true);
    m_first = add(true);
    m_step = add(true);
    m_traffic = add(true);
    m_weights = add(true);
    row->addStretch(1);
    m_requests = add(false);
    m_context->setToolTip(tr("Tokens of this conversation in the cache, of those it may hold"));
    m_rate->setToolTip(tr("Tokens per second of the reply on show, since its first token"));
    m_first->setToolTip(tr("From sending to the first token of the reply on show"));
    m_step->setToolTip(tr("Time of the newest step: one pass of the model over all rows"));
    m_requests->setToolTip(tr("Requests in the engine"));
}

QSize StatusStrip::minimumSizeHint() const {
    return {160, QWidget::minimumSizeHint().height()};
}

// In a narrow window what matters least goes first; nothing is cut.
void StatusStrip::fit() {
    const auto widthOf = [](const QWidget* w) { return w->sizeHint().width(); };
    int room = width() - 2 * kMargin - m_label->sizeHint().width() - m_meter->width() - 2 * kGap;
    struct Part {
        QWidget *part, *rule;
    };
    // By worth; the rule before a part goes with it.
    const Part parts[] = {{m_context, nullptr},          {m_rate, m_rules.value(0)}, {m_requests, nullptr},
                          {m_weights, m_rules.value(4)}, {m_first, m_rules.value(1)}, {m_cache, nullptr},         {m_step, m_rules.value(2)},
                          {m_traffic, m_rules.value(3)}};
    for (const Part& p : parts) {
        const int needs = widthOf(p.part) + kGap + (p.rule ? 1 + kGap : 0);
        const bool ofNow = p.part == m_rate || p.part == m_requests || p.part == m_first;
        const bool on = needs <= room && !(p.part == m_cache && !m_hasCache) &&
                        !(p.part == m_traffic && !m_hasTraffic) && !(p.part == m_weights && !m_hasWeights) && (m_live || !ofNow);
        if (on) room -= needs;
        if (p.part->isHidden() == on) p.part->setVisible(on);
        if (p.rule && p.rule->isHidden() == on) p.rule->setVisible(on);
    }
}

void StatusStrip::setWeights(const QString& name) {
    m_hasWeights = !name.isEmpty();
    constexpr int kMost = 24;  // letters
    const QString shown = name.size() > kMost ? name.left(kMost - 1) + QChar(0x2026) : name;
    m_weights->setParts({{tr("weights as "), Tone::Muted}, {shown, Tone::Strong}});
    m_weights->setToolTip(tr("The model is open with weights that were quantized while it was loaded: %1").arg(name));
    fit();
}

void StatusStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void StatusStrip::show(const widgets::SnapshotPtr& s, RowId conversation, const widgets::ClockModel& clock) {
    m_live = clock.isLive();
    const auto dash = QString(QChar(0x2013));
    const telemetry::ModelFacts* model = s->model.get();
    const telemetry::SequenceFacts* sequence = sequenceOf(*s, conversation);
    const std::uint64_t limit = model ? std::uint64_t(model->contextLimit) : 0;
    // The token that was drawn when the context was full has no place in it.
    const std::uint64_t tokens = sequence ? std::min(tokensOn(*s, *sequence, clock), limit) : 0;
    m_meter->setShare(limit ? double(tokens) / double(limit) : 0,
                      limit && limit - std::min(limit, tokens) < std::max<std::uint64_t>(64, limit / 20));
    m_meter->setToolTip(limit ? units::percent(double(tokens) / double(limit)).text() : QString());
    const bool notThen = sequence && tokens == 0 && !m_live;  // what the clock shows is another conversation's time
    if (notThen) {
        m_context->setParts({{tokensInWords(*s, *sequence, clock), Tone::Muted}});
    } else if (model) {
        m_context->setParts({{units::count(tokens), Tone::Strong},
                             {tr(" / %1 tokens").arg(units::count(limit)), Tone::Muted}});
    } else {
        m_context->setParts({{tr("no model"), Tone::Muted}});
    }
    std::uint64_t bytes = 0;
    const widgets::SnapshotPtr shown = m_past.at(s, clock.scrubbedTo());  // null: the blocks of then are not kept
    if (sequence && shown) {
        for (const telemetry::BlockPool& pool : shown->blocks->pools) {
            bytes += pool.blockBytes *
                     std::uint64_t(std::count_if(pool.cells.begin(), pool.cells.end(),
                                                 [&](const auto& c) { return c.owner == sequence->key; }));
        }
    }
    m_hasCache = model && !notThen;
    m_cache->setParts({{shown ? units::bytes(bytes).text() : dash, Tone::Strong}, {tr(" cache"), Tone::Muted}});
    m_cache->setToolTip(shown ? tr("Blocks of this conversation: %1").arg(units::exactBytes(bytes)) : QString());

    const telemetry::RequestFacts* request = nullptr;
    for (const telemetry::RequestFacts& r : s->requests) {  // running ones stand before the last finished one
        if (!request && r.conversation == std::uint64_t(conversation) && conversation != 0) request = &r;
    }
    const bool paused = s->state == telemetry::EngineState::Paused;
    const bool rate =
        request && request->tokensPerSecond > 0 && !paused;  // nothing shows a rate while paused
    m_rate->setParts({{rate ? units::tokensPerSecond(request->tokensPerSecond).value : dash, Tone::Strong},
                      {tr(" tok/s, this reply"), Tone::Muted}});
    m_first->setParts(
        {{request && request->ttftMs > 0 ? units::milliseconds(request->ttftMs).text() : dash, Tone::Strong},
         {tr(" to first token"), Tone::Muted}});
    const telemetry::StepRecord* step = s->steps.empty() ? nullptr : &s->steps.back();
    if (step && step->step < clock.models().since()) step = nullptr;  // it was another model's
    if (!m_live) {
        const std::size_t at = widgets::indexOfStep(s->steps, clock.step());
        step = at < s->steps.size() && s->steps[at].step == clock.step() ? &s->steps[at] : nullptr;
    }
    m_step->setParts({{step ? units::milliseconds(step->totalMs()).text() : dash, Tone::Strong},
                      {tr(" / step"), Tone::Muted}});
    const auto traffic = step ? widgets::readShare(*step, s->machine) : std::nullopt;
    m_hasTraffic = traffic.has_value();
    if (traffic) {
        m_traffic->setParts({{units::percent(*traffic, 0).text(), Tone::Strong}, {tr(" of memory bandwidth"), Tone::Muted}});
        m_traffic->setToolTip(tr("Weights and cache that the newest step read, over its time: %1.\nA plain read on this machine "
                                 "reaches %2, measured while nothing ran.")
                                  .arg(units::bytesPerSecond(widgets::rates(*step)->bytesPerSecond).text(),
                                       units::bytesPerSecond(s->machine->readBytesPerSecond).text()));
    }
    m_requests->setParts({{tr("%1 running").arg(s->running), Tone::Plain},
                          {tr(" · %1 waiting").arg(s->waiting), Tone::Muted}});
    fit();
}

}  // namespace gh::app
