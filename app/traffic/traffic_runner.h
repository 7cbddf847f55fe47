// Sends synthetic requests to the engine while traffic is on. They belong to no conversation, and what they write goes
// nowhere: chats know nothing of them. Ends with the model, with the engine and with the window.
#pragma once

#include <memory>
#include <set>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/bridge/engine_bridge.h"
#include "app/model/model_session.h"
#include "engine/schedule/traffic/traffic_generator.h"
#include "widgets/models/requests_desk.h"

namespace gh::app {

class TrafficRunner : public QObject {
    Q_OBJECT
public:
    // Arrivals that find so many of their own kind are held back until one ends.
    static constexpr std::size_t kMostAtOnce = 512;

    TrafficRunner(EngineBridge* bridge, ModelSession* model, QObject* parent = nullptr);
    widgets::RequestsDesk* desk() { return &m_desk; }
    bool running() const { return m_generator != nullptr; }
    void start();        // with the settings of the desk; why it cannot is said there
    void stop();         // those that are under way are cancelled
    void engineGone();   // it says nothing more of them

private:
    void onModel();
    void onFinished(const RequestFinished& event);
    void submit();
    void arrive();       // of a rate: those that are due
    void end(const QString& trouble = {});
    void tell();

    EngineBridge* m_bridge;
    ModelSession* m_model;
    widgets::RequestsDesk m_desk;
    std::unique_ptr<TrafficGenerator> m_generator;
    ModelId m_of;
    std::vector<std::pair<TokenId, float>> m_noEnd;   // a reply is as long as asked for
    std::set<RequestId> m_open;
    telemetry::TrafficCounts m_counts;
    QElapsedTimer m_clock;
    qint64 m_lateBy = 0;                              // ms that arrivals were held back in all
    QTimer m_timer;
};

}  // namespace gh::app
