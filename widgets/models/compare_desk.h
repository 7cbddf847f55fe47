// What the Compare panel and the app have between them: which variants there are to choose from, what is to be compared,
// and what the user wants. What comes of it stands in Snapshot::comparison.
#pragma once

#include <vector>

#include <QObject>
#include <QString>

#include "engine/telemetry/comparison_facts.h"

namespace gh::widgets {

struct CompareChoice {
    QString subject, title;          // kAsStored, a scheme's name, kDraft, "variant:ID"
};
struct CompareVariant {
    QString subject;
    QString keys, values;            // words of the cache's types; empty: as the settings say
    bool operator==(const CompareVariant&) const = default;
};

struct CompareWish {
    std::vector<CompareVariant> variants;            // 2…4, the first is the reference
    QString prompt;
    bool lastMessage = false;        // the open chat up to its last message in place of the prompt
    telemetry::ComparisonMode mode = telemetry::ComparisonMode::Lockstep;
    int maxTokens = 96;
    double temperature = 0;
};

class CompareDesk : public QObject {
    Q_OBJECT
public:
    explicit CompareDesk(QObject* parent = nullptr) : QObject(parent) {}

    static constexpr std::size_t kMost = 4;

    bool possible = false;           // a model is open
    bool chatHasMessage = false;     // the open chat has one to go on from
    std::vector<CompareChoice> choices;
    QStringList cacheTypes;          // words: f16, q8_0 …
    quint64 running = 0;             // id of the comparison that was started here and goes on; 0: none
    QString trouble;                 // why it could not begin
    CompareWish wish;                // the form, kept by the panel for the next one
    bool formShown = true;

    QString titleOf(const QString& subject) const {
        for (const CompareChoice& choice : choices)
            if (choice.subject == subject) return choice.title;
        return subject;
    }

signals:
    void changed();                  // possible, chat, choices, trouble
    void startWanted();              // of wish
    void stopWanted();
};

}  // namespace gh::widgets
