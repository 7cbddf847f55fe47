// One position in full: what was drawn, how likely it was, what the sampler's stages left, and the candidates, each with
// its probability and what removed it. Choosing a candidate branches there.
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/models/token_facts.h"

class QLabel;
class QStackedLayout;

namespace gh::widgets {

class CandidateModel;
class CandidateView;
class MetricLabel;
class WrappedLabel;

class CandidateSide : public QWidget {
    Q_OBJECT
public:
    explicit CandidateSide(QWidget* parent = nullptr);

    // When there is no such position, only `why`; empty: that one may be chosen.
    void setPosition(const TokenSequence& sequence, std::optional<std::uint32_t> position, const QString& why = {});
    std::optional<std::uint32_t> position() const { return m_position; }
    CandidateView* list() const { return m_list; }
    QString reason() const;                                  // why there are no candidates; empty: there are
    bool canBranch() const;

signals:
    void branchWanted(quint32 position, qint32 token, const QString& text);

private:
    void choose(const QModelIndex& index);

    TokenSequence m_sequence;
    std::optional<std::uint32_t> m_position;
    // What is on show of it: a token that was drawn has another step when it is computed.
    struct Shown {
        const telemetry::DrawFacts* draw = nullptr;          // of m_sequence's snapshot
        std::int32_t id = -1;
        std::uint64_t step = 0;
        bool operator==(const Shown&) const = default;
    } m_shown;
    QStackedLayout* m_pages;
    QLabel *m_title, *m_where;
    WrappedLabel *m_stages, *m_hint, *m_reason;
    MetricLabel *m_probability, *m_rank, *m_entropy;
    CandidateView* m_list;
    CandidateModel* m_model;
};

}  // namespace gh::widgets
