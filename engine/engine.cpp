#include "engine/engine.h"

#include <spdlog/spdlog.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "engine/evaluate/comparison_host.h"
#include "engine/schedule/machine_watch.h"
#include "engine/schedule/model_loader.h"
#include "engine/schedule/recorder.h"
#include "engine/schedule/scheduler.h"
#include "engine/text/kept_turns.h"

namespace gh {

const char* stopReasonName(StopReason reason) {
    constexpr const char* kNames[] = {"end_of_generation", "max_tokens", "stop_string", "context_full", "cancelled", "failed"};
    return kNames[static_cast<std::size_t>(reason)];
}

struct Engine::Impl {
    explicit Impl(EngineConfig settings) : config(settings), started(Clock::now()), machine(settings.measureMachine) {
        latest = recorder.build(nullptr, telemetry::EngineState::Empty, false, {}, 0);
        thread = std::thread([this] { loop(); });
    }

    // ---- shared with other threads --------------------------------------------------------------------
    EngineConfig config;
    std::mutex commandMutex;
    std::condition_variable commandReady;
    std::deque<Command> commands;
    bool loaderChanged = false, stopping = false;
    std::mutex outMutex;
    std::vector<Event> events;
    std::shared_ptr<const telemetry::Snapshot> latest;
    std::function<void()> wakeUp;

    // ---- the engine thread's own ------------------------------------------------------------------------
    Clock::time_point started, lastPublish{};
    Recorder recorder;
    std::unique_ptr<ModelLoader> loader;
    std::vector<std::unique_ptr<ModelLoader>> retired;   // cancelled loaders that still wind down
    std::unique_ptr<ModelRuntime> model;
    std::unique_ptr<Scheduler> scheduler;   // before the model on the way out
    MachineWatch machine;                   // uses the model's threads
    evaluate::ComparisonHost comparison{[this] { loaderCalls(); }};   // with models of its own
    std::shared_ptr<const ChatTemplate> chatTemplate;
    std::optional<Error> templateError;     // of the model's own template
    ModelId modelId;
    bool paused = false, dirty = false, woke = false;
    int stepCredits = 0, comparisonCredits = 0;
    std::uint64_t stepNumber = 0, nextSequence = 1;
    std::thread thread;

    // From a loader's thread.
    void loaderCalls() {
        const std::lock_guard lock(commandMutex);
        loaderChanged = true;
        commandReady.notify_one();
    }

    void emit(Event event) {
        {
            const std::lock_guard lock(outMutex);
            events.push_back(std::move(event));
        }
        woke = true;
    }

    void wake() {
        std::function<void()> call;
        {
            const std::lock_guard lock(outMutex);
            call = wakeUp;
        }
        if (call) call();
        woke = false;
    }

    telemetry::EngineState state() const {
        if (scheduler && paused) return telemetry::EngineState::Paused;
        if (scheduler && scheduler->hasWork()) return telemetry::EngineState::Running;
        if (loader) return telemetry::EngineState::Loading;
        return scheduler ? telemetry::EngineState::Idle : telemetry::EngineState::Empty;
    }

    void publish() {
        std::optional<telemetry::LoadProgress> loading;
        if (loader) loading = loader->progress();
        auto snapshot = recorder.build(scheduler.get(), state(), paused, loading, stepNumber);
        snapshot->machine = machine.facts();
        snapshot->comparison = comparison.facts();
        {
            const std::lock_guard lock(outMutex);
            latest = std::move(snapshot);
        }
        lastPublish = Clock::now();
        dirty = false;
        woke = true;
    }

    // ---- commands ---------------------------------------------------------------------------------------
    void apply(LoadModel& command) {
        retireLoader();
        loader = std::make_unique<ModelLoader>(std::move(command), config.threads, config.stepTokenBudget, [this] { loaderCalls(); });
    }
    void apply(CancelLoad&) {
        if (!loader) return;
        const LoadModel& command = loader->command();
        emit(LoadFailed{command.model, command.path, Error{ErrorCode::Cancelled, command.path, "loading was cancelled"}});
        retireLoader();
    }
    void apply(UnloadModel& command) {
        if (!model || command.model != modelId) return;
        dropModel();
        emit(ModelUnloaded{command.model});
    }
    void apply(SubmitRequest& command) {
        if (!scheduler || command.model != modelId) {
            RequestFinished refused{command.request, command.conversation, StopReason::Failed, {}, {}, {}, {}, {}};
            refused.error = Error{ErrorCode::InvalidArgument, "model", "no model is loaded; open one first"};
            emit(std::move(refused));
            return;
        }
        if (auto valid = validate(command.sampler); !valid) {
            RequestFinished refused{command.request, command.conversation, StopReason::Failed, {}, {}, {}, {}, {}};
            refused.error = valid.error();
            emit(std::move(refused));
            return;
        }
        scheduler->submit(std::move(command));
    }
    void apply(CancelRequest& command) {
        if (scheduler) scheduler->cancel(command.request);
    }
    void apply(SetPaused& command) {
        paused = command.paused;
        if (scheduler && paused) scheduler->pauseClock().pause();
        if (scheduler && !paused) scheduler->pauseClock().resume();
        stepCredits = comparisonCredits = 0;
    }
    void apply(StepOnce&) {
        if (!paused) return;
        ++stepCredits;
        comparisonCredits += comparison.running();
    }
    void apply(ReleaseConversation& command) {
        if (scheduler) scheduler->release(command.conversation);
    }
    void apply(SetPolicy& command) {
        config.policy = command.policy;
        if (scheduler) scheduler->setPolicy(config.policy);
    }
    void apply(StartComparison& command) {
        comparisonCredits = 0;
        comparison.start(std::move(command.spec));
    }
    void apply(StopComparison&) { comparison.stop(); }
    void apply(SetChatTemplate& command) {
        if (model && command.model == modelId) parseTemplate(command.source);
    }

    void parseTemplate(const std::string& source) {
        chatTemplate.reset();
        templateError.reset();
        if (source.empty()) {
            templateError = Error{ErrorCode::Template, "chat template", "this model's file has none; choose one of the named templates"};
            return;
        }
        auto parsed = ChatTemplate::parse(source);
        if (parsed)
            chatTemplate = *parsed;
        else
            templateError = parsed.error();
    }

    Result<Prompt> promptOf(const SubmitRequest& request) {
        telemetry::PromptText text;
        if (const auto* ids = std::get_if<std::vector<TokenId>>(&request.prompt)) {
            text.promptTokens = static_cast<std::uint32_t>(ids->size());
            return Prompt{*ids, std::make_shared<const telemetry::PromptText>(std::move(text)), 0};
        }
        if (templateError) return *templateError;
        PromptRoom room;
        if (request.whenFull == WhenFull::DropOldest)
            room = roomFor(static_cast<std::size_t>(model->contextLimit()), request.maxTokens, request.continued.size(),
                           request.droppedBefore);
        auto kept = keepNewestTurns(
            std::get<std::vector<ChatMessage>>(request.prompt), room, request.foldSystem,
            [&](const std::vector<ChatMessage>& messages) { return chatIds(model->tokenizer(), *chatTemplate, messages); });
        if (!kept) return kept.error();
        return Prompt{std::move(kept->chat.ids),
                      std::make_shared<const telemetry::PromptText>(std::move(kept->chat.prompt)),
                      static_cast<std::uint32_t>(kept->dropped)};
    }

    // ---- loading ------------------------------------------------------------------------------------------
    void retireLoader() {
        if (!loader) return;
        loader->cancel();
        retired.push_back(std::move(loader));
    }

    void takeLoaded() {
        dirty |= comparison.takeLoaded();
        std::erase_if(retired, [](const auto& old) { return old->takeOutcome().has_value(); });
        if (!loader) return;
        auto outcome = loader->takeOutcome();
        dirty = true;
        if (!outcome) return;
        const LoadModel command = loader->command();
        loader.reset();
        if (!*outcome) {
            spdlog::debug("cannot load {}: {}", command.path, outcome->error().message());
            emit(LoadFailed{command.model, command.path, outcome->error()});
            return;
        }
        dropModel();
        model = std::move(*outcome).value();
        model->setModelId(command.model);
        modelId = command.model;
        parseTemplate(model->templateSource());
        SchedulerHooks hooks{[this](Event event) { emit(std::move(event)); },
                             [this](const SubmitRequest& request) { return promptOf(request); }, started};
        scheduler = std::make_unique<Scheduler>(*model, std::move(hooks), config.stepTokenBudget,
                                                RecordingSettings{config.recordTelemetry, config.candidates, config.candidateBytes}, nextSequence,
                                                config.policy, stepNumber);
        auto warnings = model->warnings();
        if (templateError && !model->templateSource().empty()) warnings.push_back(templateError->message());
        const auto& facts = *model->facts();
        spdlog::info("loaded {} ({}, {}) in {:.2f} s on {} with {} threads", facts.fileName, facts.family, facts.precision,
                     facts.loadSeconds, facts.isa, facts.threads);
        emit(ModelLoaded{model->facts(), model->templateSource(), std::move(warnings)});
    }

    void dropModel() {
        if (scheduler) {
            scheduler->cancelAll();
            recorder.takeMarks(*scheduler);
            nextSequence = scheduler->nextSequence();
        }
        scheduler.reset();
        machine.forgetModel();
        model.reset();
        recorder.forgetModel();
        modelId = {};
        dirty = true;
    }

    // ---- the loop -------------------------------------------------------------------------------------------
    // Nothing runs, and nothing else of ours takes the processor.
    bool mayMeasure() const { return scheduler && !scheduler->hasWork() && !loader && retired.empty() && !comparison.active(); }
    bool canStep() const { return scheduler && scheduler->hasWork() && (!paused || stepCredits > 0); }
    bool canCompare() const { return comparison.running() && (!paused || comparisonCredits > 0); }

    void loop() {
        for (;;) {
            std::deque<Command> todo;
            {
                std::unique_lock lock(commandMutex);
                if (!canStep() && !canCompare()) {
                    lock.unlock();
                    if (dirty) publish();
                    if (woke) wake();
                    lock.lock();
                    const auto asked = [&] { return stopping || loaderChanged || !commands.empty(); };
                    const auto idle = mayMeasure() ? machine.waits(stepNumber) : std::nullopt;
                    if (!idle) {
                        commandReady.wait(lock, asked);
                    } else if (!commandReady.wait_for(lock, *idle, asked)) {
                        lock.unlock();
                        dirty |= machine.advance(*model, stepNumber);
                        continue;
                    }
                    machine.interrupt();
                }
                if (stopping) break;
                todo.swap(commands);
                loaderChanged = false;
            }
            for (auto& command : todo) {
                std::visit([this](auto& c) { apply(c); }, command);
                dirty = true;
            }
            takeLoaded();
            // In turns: a request waits at most for one step of the comparison, and the other way round.
            if (canStep()) runStep();
            if (canCompare()) {
                if (paused) --comparisonCredits;
                comparison.step();
                dirty = true;
            }
            const double sincePublish = std::chrono::duration<double, std::milli>(Clock::now() - lastPublish).count();
            if (config.recordTelemetry && dirty && sincePublish >= config.publishIntervalMs) publish();
            if (woke) wake();
        }
        if (scheduler) scheduler->cancelAll();
    }

    void runStep() {
        if (paused) {
            --stepCredits;
            scheduler->pauseClock().resume();
        }
        const double at = std::chrono::duration<double>(Clock::now() - started).count();
        try {
            if (scheduler->step(stepNumber + 1, at)) {
                ++stepNumber;
                if (config.recordTelemetry) recorder.addStep(*scheduler);
            }
        } catch (const std::exception& problem) {
            spdlog::error("a step failed: {}", problem.what());
            scheduler->failAll(Error{ErrorCode::Internal, "engine", problem.what()});
        }
        if (paused) scheduler->pauseClock().pause();
        dirty = true;
    }
};

Engine::Engine(EngineConfig config) : m_impl(std::make_unique<Impl>(config)) {}

Engine::~Engine() {
    {
        const std::lock_guard lock(m_impl->commandMutex);
        m_impl->stopping = true;
        m_impl->commandReady.notify_one();
    }
    m_impl->thread.join();
    m_impl->loader.reset();
    m_impl->retired.clear();
    m_impl->scheduler.reset();
}

void Engine::post(Command command) {
    const std::lock_guard lock(m_impl->commandMutex);
    m_impl->commands.push_back(std::move(command));
    m_impl->commandReady.notify_one();
}

std::vector<Event> Engine::takeEvents() {
    const std::lock_guard lock(m_impl->outMutex);
    return std::exchange(m_impl->events, {});
}

std::shared_ptr<const telemetry::Snapshot> Engine::snapshot() const {
    const std::lock_guard lock(m_impl->outMutex);
    return m_impl->latest;
}

void Engine::setWakeUp(std::function<void()> wakeUp) {
    const std::lock_guard lock(m_impl->outMutex);
    m_impl->wakeUp = std::move(wakeUp);
}

namespace {
std::uint64_t nextId() {
    static std::atomic<std::uint64_t> next{1};
    return next++;
}
}  // namespace

ModelId Engine::newModelId() { return {nextId()}; }
RequestId Engine::newRequestId() { return {nextId()}; }

}  // namespace gh
