// A telemetry source that plays a script: plausible snapshots that grow, without an engine. For tests and for pictures
// while panels are being drawn; its figures are invented and go nowhere else.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/telemetry/history.h"

namespace gh::test {

class ScriptedSource : public telemetry::TelemetrySource {
public:
    struct Shape {
        int layers = 30, kvHeads = 3, headSize = 64, blocks = 256, blockTokens = 16;
        int windowLayers = 0, window = 0;      // a second pool of windowed layers when windowLayers > 0
        bool chatTemplate = false;             // prompts with markers, spans and roles
        int surplusBos = 0;                    // BOS tokens too many, with chatTemplate
        std::uint64_t drawBytes = UINT64_MAX;  // what a sequence's records of draws may take
        int mostRunning = 0;                         // requests that run at once; the others wait. 0: all, and no policy is known
        int budget = 264;                      // tokens a step, where that is set
    };
    explicit ScriptedSource(Shape shape);
    ScriptedSource() : ScriptedSource(Shape{}) {}

    telemetry::SourceAbilities abilities() const override { return {}; }
    std::shared_ptr<const telemetry::Snapshot> latest() const override { return m_latest; }

    std::uint64_t start(const std::string& label, std::uint32_t promptTokens);   // returns the sequence key
    void step(int count = 1);                  // each running sequence prefills a chunk or decodes one token
    void finish(std::uint64_t key);            // its blocks stay, cached
    void preempt(std::uint64_t key);           // it has no row until resume(), which computes its tokens again
    void resume(std::uint64_t key);
    void pad(std::uint64_t key, bool on);      // of a finished one: its row is computed all the same
    void setHit(std::uint64_t key, const telemetry::PrefixHit& hit);
    void setPolicy(telemetry::BatchPolicy kind) { m_policy = kind; }
    void release(std::uint64_t key);           // its blocks are free again
    void hold(int extraBlocks);                // a fault: blocks that nobody owns are counted as allocated
    void keepHistory(std::size_t bytes) { m_past = telemetry::BlockHistoryLog(bytes); }   // before the first step
    void setMachine(telemetry::MachineFacts machine) { m_machine = machine; }   // from the next publish() on
    void publish();                            // step, finish, release and hold do it themselves
    const Shape& shape() const { return m_shape; }

private:
    struct Sequence {
        std::uint64_t key = 0;
        std::string label;
        std::uint32_t prompt = 0, tokens = 0, generated = 0;
        bool running = true;
        bool admitted = false, preempted = false, padding = false;
        std::uint32_t recompute = 0, preemptions = 0;   // tokens to be computed again
        std::uint64_t submittedStep = 0;
        telemetry::PrefixHit hit;
        telemetry::ChunkedLog<telemetry::TokenFacts> facts;
        telemetry::DrawLog draws;
        std::shared_ptr<telemetry::PromptText> text;
        std::vector<std::vector<int>> tables;  // a pool each; -1: out of the window
    };
    struct Pool {
        telemetry::BlockPool facts;
        std::set<int> free;
        int extra = 0;
    };
    double noise();                            // 0..1, the same on every run
    void addPool(const std::string& name, int layers, int window, int blocks);
    void append(Sequence& sequence, bool generated);
    void describe(const Sequence& sequence, telemetry::TokenFacts& facts);
    void draw(Sequence& sequence, std::uint32_t position, std::int32_t id, const std::string& text);
    void admit();
    telemetry::RequestFacts factsOf(const Sequence& sequence, std::uint32_t place) const;
    void record(std::uint32_t prefill, std::uint32_t decode, std::uint32_t context, std::vector<telemetry::StepRow> rows);
    telemetry::BlockMap map() const;           // as it is now
    void mark(telemetry::MarkKind kind, const Sequence& sequence, std::uint64_t amount);

    Shape m_shape;
    std::vector<Pool> m_pools;
    std::map<std::uint64_t, Sequence> m_sequences;
    telemetry::ChunkedLog<telemetry::StepRecord> m_steps{4096};
    telemetry::ChunkedLog<telemetry::StepMark> m_marks{4096};
    telemetry::BlockHistoryLog m_past;
    std::shared_ptr<const telemetry::ModelFacts> m_model;
    std::optional<telemetry::MachineFacts> m_machine;
    std::shared_ptr<const telemetry::Snapshot> m_latest;
    std::uint64_t m_version = 0, m_step = 0, m_nextKey = 1, m_random = 88172645463325252ull;
    double m_clock = 0;
    telemetry::BatchPolicy m_policy = telemetry::BatchPolicy::Continuous;
    std::uint64_t m_lastFinished = 0;
};

}  // namespace gh::test
