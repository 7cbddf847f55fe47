// What the Requests panel and the app have between them: the synthetic traffic that is asked for and how it goes, and
// what the user wants of the engine. It lives as long as the window, so that traffic outlives every panel.
#pragma once

#include <QObject>
#include <QString>

#include "engine/telemetry/snapshot.h"
#include "engine/telemetry/traffic.h"

namespace gh::widgets {

struct TrafficState {
    bool possible = false;                           // a model is open
    bool running = false;
    std::uint32_t contextTokens = 0;                 // that a request may hold
    telemetry::TrafficCounts counts;                 // of the traffic that runs, or ran last
    QString trouble;                                 // why it did not begin, or ended by itself; empty: neither
    bool operator==(const TrafficState&) const = default;
};

class RequestsDesk : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const telemetry::TrafficSettings& traffic() const { return m_traffic; }
    void setTraffic(const telemetry::TrafficSettings& traffic) { m_traffic = traffic; }
    const TrafficState& state() const { return m_state; }
    void setState(const TrafficState& state) {
        if (state == m_state) return;
        m_state = state;
        emit stateChanged();
    }

signals:
    void stateChanged();
    void startWanted();
    void stopWanted();
    void policyWanted(const gh::telemetry::PolicyFacts& policy);

private:
    telemetry::TrafficSettings m_traffic;
    TrafficState m_state;
};

}  // namespace gh::widgets
