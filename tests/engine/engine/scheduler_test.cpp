// The scheduler stepped by hand: who is served first, what preemption computes again, what a static batch pads, how samples of
// one prompt share, what is said when it does not fit.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/schedule/scheduler.h"
#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

using telemetry::RequestState;
using telemetry::RowKind;

struct Bench {
    std::unique_ptr<ModelRuntime> model;
    std::unique_ptr<Scheduler> scheduler;
    std::vector<Event> events;
    std::uint64_t steps = 0, requests = 0;
    telemetry::StepRecord record;   // of the newest step

    explicit Bench(int context, PolicySettings policy = {}, int budget = 32) {
        LoadOptions options;
        options.contextTokens = context;
        model = *ModelRuntime::load(tinyModelFile(tinyOptions("llama", kernels::StorageType::Q8_0)), options, 1, budget);
        SchedulerHooks hooks;
        hooks.emit = [this](Event event) { events.push_back(std::move(event)); };
        hooks.prompt = [](const SubmitRequest& request) -> Result<Prompt> {
            return Prompt{std::get<std::vector<TokenId>>(request.prompt), std::make_shared<const telemetry::PromptText>()};
        };
        scheduler = std::make_unique<Scheduler>(*model, std::move(hooks), budget, RecordingSettings{}, 1, policy);
    }
    SubmitRequest request(std::vector<TokenId> prompt, int maxTokens, int priority = 0) {
        SubmitRequest asked;
        asked.request = RequestId{++requests};
        asked.prompt = std::move(prompt);
        asked.maxTokens = maxTokens;
        asked.priority = priority;
        asked.sampler = EngineDriver::noEnd();
        return asked;
    }
    RequestId submit(std::vector<TokenId> prompt, int maxTokens, int priority = 0) {
        scheduler->submit(request(std::move(prompt), maxTokens, priority));
        return RequestId{requests};
    }
    bool step() {
        if (!scheduler->step(steps + 1, 0)) return false;
        ++steps;
        record = scheduler->takeRecord();
        return true;
    }
    void drain() {
        for (int i = 0; i < 20'000 && scheduler->hasWork(); ++i) step();
        EXPECT_FALSE(scheduler->hasWork());
    }
    const RequestFinished* ended(RequestId id) const {
        for (const Event& event : events)
            if (const auto* end = std::get_if<RequestFinished>(&event); end && end->request == id) return end;
        return nullptr;
    }
    std::size_t produced(RequestId id) const {
        return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const Event& event) {
            const auto* token = std::get_if<TokenProduced>(&event);
            return token && token->request == id;
        }));
    }
    std::vector<TokenId> alone(std::vector<TokenId> prompt, int maxTokens) {
        Bench bench(400);
        const RequestId id = bench.submit(std::move(prompt), maxTokens);
        bench.drain();
        return bench.ended(id)->ids;
    }
};

TEST(Scheduler, PreemptionCases) {
    std::ifstream file(GLASSHOUSE_TEST_DATA "/numeric/preemption.json");
    const auto document = nlohmann::json::parse(file);
    for (const auto& entry : document["cases"]) {
        SCOPED_TRACE(entry["id"].get<std::string>());
        const int promptTokens = entry["input"]["prompt"];
        const auto generated = entry["input"]["generated_before_each_preemption"].get<std::vector<std::size_t>>();
        const auto again = entry["expected"]["reprefill_tokens"].get<std::vector<std::uint32_t>>();
        const auto counter = entry["expected"]["generated_counter_after"].get<std::vector<std::size_t>>();
        // Where it is pushed out before it wrote anything, a step reads a part of the prompt.
        Bench bench(256, {}, generated[0] == 0 ? promptTokens - 2 : 32);
        const auto prompt = someIds(promptTokens, 3);
        const int most = static_cast<int>(counter.back()) + 12;
        const RequestId id = bench.submit(prompt, most);
        for (std::size_t i = 0; i < generated.size(); ++i) {
            do ASSERT_TRUE(bench.step());
            while (bench.produced(id) < counter[i]);
            bench.scheduler->preemptForTest(id);
            ASSERT_EQ(bench.scheduler->waiting().size(), 1u);
            EXPECT_EQ(bench.scheduler->waiting()[0]->state, RequestState::Preempted);
            EXPECT_EQ(bench.scheduler->waiting()[0]->generated(), counter[i]);
            // Until it draws again: found or computed, together all that it had.
            std::uint32_t read = 0;
            do {
                ASSERT_TRUE(bench.step());
                read += bench.record.hitTokens;
                for (const auto& row : bench.record.rows) read += row.count;
            } while (bench.produced(id) == counter[i]);
            EXPECT_EQ(read, again[i]);
        }
        bench.drain();
        const RequestFinished* end = bench.ended(id);
        ASSERT_TRUE(end);
        EXPECT_EQ(end->ids.size(), static_cast<std::size_t>(most));   // counted from the first start
        EXPECT_EQ(end->ids, bench.alone(prompt, most));
        EXPECT_EQ(end->stats.preemptions, generated.size());
    }
}

TEST(Scheduler, TheYoungestGivesWayAndNothingIsDrawnTwice) {
    Bench bench(96);   // six blocks
    std::vector<RequestId> ids;
    for (unsigned i = 0; i < 3; ++i) ids.push_back(bench.submit(someIds(20, i), 40));
    bench.drain();
    for (unsigned i = 0; i < 3; ++i) {
        ASSERT_TRUE(bench.ended(ids[i]));
        EXPECT_EQ(bench.ended(ids[i])->ids, bench.alone(someIds(20, i), 40));
        EXPECT_EQ(bench.produced(ids[i]), 40u);
    }
    EXPECT_EQ(bench.ended(ids[0])->stats.preemptions, 0u);
    EXPECT_GT(bench.ended(ids[1])->stats.preemptions + bench.ended(ids[2])->stats.preemptions, 0u);
    const auto marks = bench.scheduler->takeMarks();
    const auto count = [&](telemetry::MarkKind kind) {
        return std::count_if(marks.begin(), marks.end(), [&](const auto& mark) { return mark.kind == kind; });
    };
    EXPECT_GT(count(telemetry::MarkKind::Preempted), 0);
    EXPECT_EQ(count(telemetry::MarkKind::Preempted), count(telemetry::MarkKind::Resumed));
    EXPECT_EQ(count(telemetry::MarkKind::Submitted), 3);
}

TEST(Scheduler, PriorityComesFirstAndWaitingMakesUpForIt) {
    PolicySettings one;
    one.mostRunning = 1;
    Bench bench(256, one);
    const RequestId low = bench.submit(someIds(10, 1), 5, -1);
    const RequestId high = bench.submit(someIds(10, 2), 5, 3);
    bench.drain();
    EXPECT_LT(bench.ended(high)->stats.lastStep, bench.ended(low)->stats.firstStep);
    // Traffic of higher priority without end: the low one has its turn when it has waited for a level's worth of steps.
    const RequestId waits = bench.submit(someIds(10, 3), 5, 0);
    const std::uint64_t from = bench.steps;
    while (!bench.ended(waits) && bench.steps < from + 2000) {
        if (bench.scheduler->waiting().size() < 4) bench.submit(someIds(10, static_cast<unsigned>(bench.steps)), 20, 1);
        bench.step();
    }
    ASSERT_TRUE(bench.ended(waits));
    EXPECT_GT(bench.ended(waits)->stats.firstStep, from + 200);
}

TEST(Scheduler, SamplesOfOnePromptReadItOnce) {
    Bench bench(400, {}, 64);
    const auto prompt = someIds(40, 1);
    std::vector<RequestId> ids;
    for (std::uint32_t k = 0; k < 4; ++k) {
        SubmitRequest asked = bench.request(prompt, 10);
        asked.sampler.temperature = 1.5f;
        asked.sampler.seed = 7;
        asked.sampler.sample = k;
        if (k > 0) asked.sampleOf = ids[0];
        ids.push_back(asked.request);
        bench.scheduler->submit(std::move(asked));
    }
    ASSERT_TRUE(bench.step());
    EXPECT_EQ(bench.record.prefillTokens, 40u);
    EXPECT_EQ(bench.scheduler->running().size(), 4u);
    const BlockPool& pool = *bench.model->pools().groups[0];
    EXPECT_EQ(pool.heldBlocks(), 3);                       // all of them hold the prompt's, the one that is not full too
    EXPECT_EQ(pool.sharedBytes(), 9 * pool.blockBytes());
    ASSERT_TRUE(bench.step());
    EXPECT_EQ(pool.heldBlocks(), 2 + 4);                   // that one is everybody's own now
    EXPECT_EQ(pool.copies(), 3u);
    bench.drain();
    for (std::uint32_t k = 0; k < 4; ++k) {
        Bench lone(400);
        SubmitRequest asked = lone.request(prompt, 10);
        asked.sampler.temperature = 1.5f;
        asked.sampler.seed = 7;
        asked.sampler.sample = k;
        lone.scheduler->submit(std::move(asked));
        lone.drain();
        EXPECT_EQ(bench.ended(ids[k])->ids, lone.ended(RequestId{1})->ids) << k;
        if (k > 0) {
            EXPECT_EQ(bench.ended(ids[k])->stats.hit.hitTokens, 40u);
        }
    }
    // Without its leader a sample goes on by itself.
    SubmitRequest leader = bench.request(prompt, 5), sample = bench.request(prompt, 5);
    sample.sampleOf = leader.request;
    const RequestId left = sample.request;
    bench.scheduler->submit(leader);
    bench.scheduler->submit(std::move(sample));
    bench.scheduler->cancel(leader.request);
    bench.drain();
    EXPECT_EQ(bench.ended(left)->ids.size(), 5u);
}

TEST(Scheduler, WhatSeveralAskForAtOnceIsReadOnce) {
    Bench bench(400);
    const auto stem = someIds(100, 1);
    const RequestId first = bench.submit(joined(stem, {9}), 6), second = bench.submit(joined(stem, {8}), 6),
                    other = bench.submit(someIds(20, 5), 6);
    std::uint32_t read = 0;
    ASSERT_TRUE(bench.step());
    read += bench.record.prefillTokens;
    EXPECT_EQ(bench.scheduler->running().size(), 2u);   // who shares nothing does not wait
    ASSERT_EQ(bench.scheduler->waiting().size(), 1u);
    EXPECT_EQ(bench.scheduler->waiting()[0]->spec.request, second);
    while (bench.scheduler->hasWork()) {
        ASSERT_TRUE(bench.step());
        read += bench.record.prefillTokens;
    }
    EXPECT_EQ(bench.ended(second)->stats.hit.hitTokens, 96u);
    EXPECT_EQ(read, 101u + 20u + 5u);
    EXPECT_EQ(bench.ended(first)->ids, bench.alone(joined(stem, {9}), 6));
    EXPECT_EQ(bench.ended(second)->ids, bench.alone(joined(stem, {8}), 6));
    EXPECT_EQ(bench.ended(other)->ids, bench.alone(someIds(20, 5), 6));
}

TEST(Scheduler, NobodyWaitsForeverForWhatAnotherReads) {
    // A row a step: the reader takes longer than anybody waits.
    PolicySettings slow;
    slow.tokenBudget = 1;
    Bench bench(500, slow);
    const auto stem = someIds(150, 1);
    bench.submit(joined(stem, {9}), 3);
    const RequestId second = bench.submit(joined(stem, {8}), 3);
    bench.drain();
    EXPECT_GT(bench.ended(second)->stats.firstStep, Request::kMostAwaited / 2);
    EXPECT_LE(bench.ended(second)->stats.firstStep, Request::kMostAwaited + 2);
    EXPECT_EQ(bench.ended(second)->ids, bench.alone(joined(stem, {8}), 3));
    // Where the reader goes, the next one takes its place.
    Bench left(500);
    const RequestId reader = left.submit(joined(stem, {9}), 3), waits = left.submit(joined(stem, {8}), 3);
    left.step();
    EXPECT_EQ(left.scheduler->waiting().size(), 1u);
    left.scheduler->cancel(reader);
    left.step();
    EXPECT_EQ(left.scheduler->running().size(), 1u);
    left.drain();
    EXPECT_EQ(left.ended(waits)->ids.size(), 3u);
    // Another salt shares nothing; a static batch is filled in one step.
    SubmitRequest salted = left.request(joined(stem, {7, 7}), 3), plain = left.request(joined(stem, {7, 7}), 3);
    salted.salt = "other";
    left.scheduler->submit(salted);
    left.scheduler->submit(plain);
    left.step();
    EXPECT_EQ(left.scheduler->running().size(), 2u);
    PolicySettings fixed;
    fixed.kind = BatchPolicy::Static;
    fixed.mostRunning = 2;
    Bench batch(500, fixed);
    batch.submit(joined(stem, {9}), 3);
    batch.submit(joined(stem, {8}), 3);
    batch.step();
    EXPECT_EQ(batch.scheduler->running().size(), 2u);
}

TEST(Scheduler, AStaticBatchReturnsAsOne) {
    PolicySettings fixed;
    fixed.kind = BatchPolicy::Static;
    fixed.mostRunning = 2;
    Bench bench(256, fixed);
    const RequestId brief = bench.submit(someIds(10, 1), 3), longer = bench.submit(someIds(12, 2), 9), next = bench.submit(someIds(8, 3), 2);
    std::uint32_t padding = 0;
    while (!bench.ended(longer)) {
        EXPECT_FALSE(bench.ended(brief));
        ASSERT_TRUE(bench.step());
        padding += bench.record.paddingTokens;
        EXPECT_EQ(bench.scheduler->waiting().size(), 1u);   // nobody joins
    }
    EXPECT_TRUE(bench.ended(brief));
    EXPECT_EQ(padding, 6u);
    EXPECT_EQ(bench.ended(brief)->ids, bench.alone(someIds(10, 1), 3));
    EXPECT_GE(bench.ended(brief)->stats.finishedAt, bench.ended(brief)->stats.startedAt);
    bench.drain();
    EXPECT_EQ(bench.ended(next)->ids.size(), 2u);
    // The rule changes while a batch runs: who only waited for it returns.
    const RequestId a = bench.submit(someIds(10, 4), 2), b = bench.submit(someIds(10, 5), 50);
    for (int i = 0; i < 5; ++i) bench.step();
    EXPECT_FALSE(bench.ended(a));
    fixed.kind = BatchPolicy::Continuous;
    bench.scheduler->setPolicy(fixed);
    bench.step();
    EXPECT_TRUE(bench.ended(a));
    bench.drain();
    EXPECT_EQ(bench.ended(b)->ids.size(), 50u);
}

TEST(Scheduler, WhatCannotFitIsRefusedWithBothNumbers) {
    Bench bench(48);
    const RequestId id = bench.submit(someIds(60, 1), 5);
    EXPECT_FALSE(bench.step());
    ASSERT_TRUE(bench.ended(id));
    EXPECT_EQ(bench.ended(id)->reason, StopReason::Failed);
    EXPECT_NE(bench.ended(id)->error->message().find("60"), std::string::npos);
    EXPECT_NE(bench.ended(id)->error->message().find("48"), std::string::npos);
    EXPECT_FALSE(bench.scheduler->hasWork());
}

TEST(Scheduler, AThousandCancels) {
    Bench bench(256);
    std::vector<RequestId> ids;
    for (unsigned i = 0; i < 1000; ++i) ids.push_back(bench.submit(someIds(10 + static_cast<int>(i % 40), i % 7), 30));
    for (int i = 0; i < 30; ++i) bench.step();
    for (const RequestId id : ids) bench.scheduler->cancel(id);
    EXPECT_FALSE(bench.scheduler->hasWork());
    EXPECT_EQ(bench.model->pools().allocatedBytes(), 0u);
    for (const RequestId id : ids) ASSERT_TRUE(bench.ended(id));
    EXPECT_EQ(std::count_if(bench.events.begin(), bench.events.end(), [](const Event& e) { return std::holds_alternative<RequestFinished>(e); }), 1000);
}

TEST(Scheduler, BranchesOfAConversationRunAtOnce) {
    Bench bench(400);
    const auto stem = someIds(37, 1);
    SubmitRequest a = bench.request(joined(stem, {9}), 12), b = bench.request(joined(stem, {8}), 12);
    a.conversation = b.conversation = ConversationId{5};
    bench.scheduler->submit(a);
    for (int i = 0; i < 3; ++i) bench.step();
    bench.scheduler->submit(b);
    bench.step();
    EXPECT_EQ(bench.scheduler->running().size(), 2u);
    EXPECT_EQ(bench.record.hitTokens, 37u);   // of a prompt that another request is still going on from
    bench.drain();
    EXPECT_EQ(bench.ended(a.request)->ids, bench.alone(joined(stem, {9}), 12));
    EXPECT_EQ(bench.ended(b.request)->ids, bench.alone(joined(stem, {8}), 12));
    EXPECT_EQ(bench.scheduler->sequences().size(), 1u);   // the one that ended last
    bench.scheduler->release(ConversationId{5});
    EXPECT_EQ(bench.model->pools().allocatedBytes(), 0u);
}

}  // namespace
}  // namespace gh::test
