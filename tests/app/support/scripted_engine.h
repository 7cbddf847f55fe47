// An engine that plays a script on a thread of its own: loads in stages, reads a prompt in steps, writes a
// text token by token, keeps sequences in a block map. It does what engine.h promises, so the window cannot
// tell it from the real one.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "app/bridge/engine_door.h"
#include "engine/telemetry/history.h"

namespace gh::app::test {

struct Script {
    int stepMs = 2;  // of one step
    int prefillSteps = 2;
    int loadMs = 40;  // in all
    std::string reply = "The **cache** keeps keys and values, so nothing is computed twice.";
    int repeats = 1;  // of the reply's text
    int contextLimit = 2048;
    bool hasTemplate = true;
    std::string chatTemplate = "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}"
                               "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";
    bool templateFails = false;  // until another one is chosen
    int quitMs = 0;              // what the destructor takes
};

class ScriptedEngine {
public:
    explicit ScriptedEngine(Script script);
    ~ScriptedEngine();

    void post(Command command);
    std::vector<Event> takeEvents();
    std::shared_ptr<const telemetry::Snapshot> snapshot() const;
    void setWakeUp(std::function<void()> wakeUp);

    // What was asked, for tests to look at.
    std::vector<SubmitRequest> submitted() const;
    std::vector<LoadModel> loads() const;
    std::vector<std::string> templates() const;   // that were set, in order

private:
    struct Sequence {
        std::uint64_t key = 0, conversation = 0, request = 0;
        std::string label;
        telemetry::ChunkedLog<telemetry::TokenFacts> tokens;
        bool running = false;
    };
    struct Running {
        SubmitRequest request;
        std::shared_ptr<Sequence> sequence;
        std::vector<std::string> pieces;  // to be written
        std::size_t written = 0;
        int prefill = 0;
        bool started = false, warned = false;
        std::vector<TokenId> ids;
        double startedAt = 0, firstAt = 0;
        std::uint64_t firstStep = 0;
    };
    void run();
    void handle(Command& command);
    void load(const LoadModel& command);
    void step();
    bool advance(Running& running);  // false: finished
    void finish(Running& running, StopReason reason, std::optional<Error> error = {});
    void put(Event event);
    void mark(telemetry::MarkKind kind, const Running& running, std::uint64_t amount);
    void publish();
    double now() const;

    const Script m_script;
    mutable std::mutex m_mutex;  // guards what crosses threads, below
    std::condition_variable m_changed;
    std::deque<Command> m_commands;
    std::vector<Event> m_events;
    std::vector<SubmitRequest> m_submitted;
    std::vector<LoadModel> m_loads;
    std::vector<std::string> m_templates;
    std::shared_ptr<const telemetry::Snapshot> m_snapshot;
    std::function<void()> m_wakeUp;
    bool m_quit = false, m_cancelLoad = false;

    // The engine thread's own.
    std::shared_ptr<const telemetry::ModelFacts> m_model;
    std::optional<telemetry::LoadProgress> m_loading;
    std::map<std::uint64_t, std::shared_ptr<Sequence>> m_sequences;  // by conversation
    std::deque<Running> m_running;
    telemetry::ChunkedLog<telemetry::StepRecord> m_steps{4096};
    telemetry::ChunkedLog<telemetry::StepMark> m_marks{4096};
    telemetry::BlockHistoryLog m_past;
    std::uint64_t m_remembered = 0;  // the newest step in it
    std::uint64_t m_step = 0, m_version = 0, m_nextKey = 1;
    bool m_paused = false, m_templateChosen = false;
    int m_singleSteps = 0;
    std::optional<telemetry::RequestFacts> m_last;
    std::thread m_thread;
};

}  // namespace gh::app::test
