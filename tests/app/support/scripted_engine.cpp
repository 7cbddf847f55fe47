#include "tests/app/support/scripted_engine.h"

#include <algorithm>
#include <chrono>

#include "tests/support/remember_map.h"

namespace gh::app::test {

using namespace std::chrono_literals;

namespace {

constexpr int kBlockTokens = 16;
constexpr std::uint64_t kBytesPerToken = 23'040;

// Words with the space before them, as tokenizers cut.
std::vector<std::string> pieces(const std::string& text) {
    std::vector<std::string> out;
    for (char c : text) {
        if (out.empty() || c == ' ' || c == '\n') out.emplace_back();
        out.back() += c;
    }
    return out;
}

std::string promptText(const SubmitRequest& request) {
    std::string text;
    if (const auto* messages = std::get_if<std::vector<ChatMessage>>(&request.prompt)) {
        for (const ChatMessage& m : *messages) text += "<" + m.role + ">\n" + m.content + "\n";
    }
    return text;
}

// Ids count the reply's pieces from 1,001 on.
std::string textOf(const std::vector<std::string>& pieces, TokenId id) {
    const std::size_t at = std::size_t(std::max(0, id - 1001));
    return at < pieces.size() ? pieces[at] : "?";
}

}  // namespace

ScriptedEngine::ScriptedEngine(Script script)
    : m_script(std::move(script)),
      m_snapshot(std::make_shared<telemetry::Snapshot>()),
      m_thread([this] { run(); }) {}

ScriptedEngine::~ScriptedEngine() {
    {
        const std::lock_guard lock(m_mutex);
        m_quit = true;
    }
    m_changed.notify_all();
    m_thread.join();
    std::this_thread::sleep_for(std::chrono::milliseconds(m_script.quitMs));
}

void ScriptedEngine::post(Command command) {
    {
        const std::lock_guard lock(m_mutex);
        if (std::holds_alternative<CancelLoad>(command)) m_cancelLoad = true;
        if (const auto* submit = std::get_if<SubmitRequest>(&command)) m_submitted.push_back(*submit);
        if (const auto* load = std::get_if<LoadModel>(&command)) m_loads.push_back(*load);
        if (const auto* set = std::get_if<SetChatTemplate>(&command)) m_templates.push_back(set->source);
        m_commands.push_back(std::move(command));
    }
    m_changed.notify_all();
}

std::vector<Event> ScriptedEngine::takeEvents() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_events, {});
}

std::shared_ptr<const telemetry::Snapshot> ScriptedEngine::snapshot() const {
    const std::lock_guard lock(m_mutex);
    return m_snapshot;
}

void ScriptedEngine::setWakeUp(std::function<void()> wakeUp) {
    const std::lock_guard lock(m_mutex);
    m_wakeUp = std::move(wakeUp);
}

std::vector<SubmitRequest> ScriptedEngine::submitted() const {
    const std::lock_guard lock(m_mutex);
    return m_submitted;
}

std::vector<LoadModel> ScriptedEngine::loads() const {
    const std::lock_guard lock(m_mutex);
    return m_loads;
}

std::vector<std::string> ScriptedEngine::templates() const {
    const std::lock_guard lock(m_mutex);
    return m_templates;
}

double ScriptedEngine::now() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void ScriptedEngine::put(Event event) {
    std::function<void()> wakeUp;
    {
        const std::lock_guard lock(m_mutex);
        m_events.push_back(std::move(event));
        wakeUp = m_wakeUp;
    }
    if (wakeUp) wakeUp();
}

void ScriptedEngine::run() {
    for (;;) {
        std::optional<Command> command;
        {
            std::unique_lock lock(m_mutex);
            const auto canStep = [&] { return !m_running.empty() && (!m_paused || m_singleSteps > 0); };
            m_changed.wait(lock, [&] { return m_quit || !m_commands.empty() || canStep(); });
            if (m_quit) return;
            if (!m_commands.empty()) {
                command = std::move(m_commands.front());
                m_commands.pop_front();
            }
        }
        if (command) {
            handle(*command);
        } else {
            step();
        }
        publish();
    }
}

void ScriptedEngine::handle(Command& command) {
    if (auto* load = std::get_if<LoadModel>(&command)) {
        this->load(*load);
    } else if (auto* submit = std::get_if<SubmitRequest>(&command)) {
        Running running;
        running.request = std::move(*submit);
        running.startedAt = now();
        running.prefill = m_script.prefillSteps;
        std::string reply;
        for (int i = 0; i < m_script.repeats; ++i) reply += (i ? "\n\n" : "") + m_script.reply;
        running.pieces = pieces(reply);
        running.ids = running.request.continued;
        running.written = std::min(running.ids.size(), running.pieces.size());
        auto& sequence = m_sequences[running.request.conversation.value];
        sequence = std::make_shared<Sequence>();
        sequence->key = m_nextKey++;
        sequence->conversation = running.request.conversation.value;
        sequence->request = running.request.request.value;
        sequence->label = running.request.label;
        sequence->running = true;
        running.sequence = sequence;
        m_running.push_back(std::move(running));
    } else if (auto* cancel = std::get_if<CancelRequest>(&command)) {
        for (auto it = m_running.begin(); it != m_running.end(); ++it) {
            if (it->request.request != cancel->request) continue;
            finish(*it, StopReason::Cancelled);
            m_running.erase(it);
            break;
        }
    } else if (auto* paused = std::get_if<SetPaused>(&command)) {
        m_paused = paused->paused;
        m_singleSteps = 0;
    } else if (std::holds_alternative<StepOnce>(command)) {
        ++m_singleSteps;
    } else if (std::holds_alternative<SetChatTemplate>(command)) {
        m_templateChosen = true;
    } else if (auto* release = std::get_if<ReleaseConversation>(&command)) {
        m_sequences.erase(release->conversation.value);
    }
}

void ScriptedEngine::load(const LoadModel& command) {
    {
        const std::lock_guard lock(m_mutex);
        m_cancelLoad = false;
    }
    m_loading = telemetry::LoadProgress{command.path, telemetry::LoadStage::Header, 0, 0, {}};
    for (int stage = 0; stage < 4; ++stage) {
        m_loading->stage = telemetry::LoadStage(stage);
        m_loading->total = stage == 1 ? 272 : 98'000'000;
        for (int part = 0; part < 4; ++part) {
            m_loading->done = m_loading->total / 4 * std::uint64_t(part);
            publish();
            std::this_thread::sleep_for(std::chrono::microseconds(m_script.loadMs * 1000 / 16));
            bool stop = false;
            {
                const std::lock_guard lock(m_mutex);
                stop = m_cancelLoad || m_quit;
            }
            if (stop) {
                m_loading.reset();
                put(LoadFailed{
                    command.model, command.path, {ErrorCode::Cancelled, command.path, "cancelled"}});
                return;
            }
        }
        m_loading->stageMs.push_back(m_script.loadMs / 4.0);
        if (command.path.find("bad") != std::string::npos && stage == 1) {
            m_loading.reset();
            put(LoadFailed{command.model,
                           command.path,
                           {ErrorCode::BadFile, command.path + ": blk.12.ffn_up",
                            "needs bytes 41,320,448 to 41,873,408; the file has 41,600,000"}});
            return;
        }
    }
    m_loading.reset();
    while (!m_running.empty()) {
        finish(m_running.front(), StopReason::Cancelled);
        m_running.pop_front();
    }
    m_sequences.clear();
    auto facts = std::make_shared<telemetry::ModelFacts>();
    facts->id = command.model.value;
    facts->path = command.path;
    facts->fileName = command.path.substr(command.path.rfind('/') + 1);
    facts->name = "Scripted";
    facts->family = "llama";
    facts->precision = "Q4_1";
    facts->parameters = 135'000'000;
    facts->fileBytes = 98'362'432;
    facts->layers = 30;
    facts->vocab = 49'152;
    facts->context = 8192;
    facts->contextLimit = m_script.contextLimit;
    facts->cacheBytesPerToken = kBytesPerToken;
    facts->hasTemplate = m_script.hasTemplate;
    m_model = facts;
    m_templateChosen = false;
    put(ModelLoaded{facts, m_script.hasTemplate ? m_script.chatTemplate : std::string(), {}});
}

void ScriptedEngine::step() {
    if (m_singleSteps > 0) --m_singleSteps;
    std::this_thread::sleep_for(std::chrono::milliseconds(m_script.stepMs));
    ++m_step;
    telemetry::StepRecord record;
    record.step = m_step;
    record.startedAt = now();
    record.decodeMs = float(m_script.stepMs);
    record.decodeTokens = std::uint32_t(m_running.size());
    for (const Running& r : m_running) record.sequences.push_back(r.sequence->key);
    record.layers.resize(30, {0.05f, 0.05f});
    m_steps.append(std::move(record));
    for (auto it = m_running.begin(); it != m_running.end();)
        it = advance(*it) ? it + 1 : m_running.erase(it);
}

bool ScriptedEngine::advance(Running& r) {
    if (m_script.templateFails && !m_templateChosen) {
        finish(r, StopReason::Failed,
               Error{ErrorCode::Template, "chat template", "line 3, column 7: no filter named 'strftime'"});
        return false;
    }
    auto& tokens = r.sequence->tokens;
    if (!r.started) {
        r.started = true;
        mark(telemetry::MarkKind::Started, r, 0);
        for (const std::string& piece : pieces(promptText(r.request))) {
            tokens.append({TokenId(tokens.size()), false, false, m_step, piece});
        }
        r.firstStep = m_step;
        RequestStarted started{r.request.request,
                               r.request.conversation,
                               {},
                               0,
                               r.request.sampler.seed,
                               std::uint32_t(m_script.contextLimit),
                               {}};
        started.promptIds.resize(tokens.size());
        for (const TokenId id : r.ids) {
            started.continuedText.push_back(textOf(r.pieces, id));
            tokens.append({id, false, true, m_step, started.continuedText.back()});
        }
        put(started);
    }
    if (r.prefill > 0) {
        --r.prefill;
        return true;
    }
    const bool full = int(tokens.size()) >= m_script.contextLimit;
    const bool longEnough =
        r.request.maxTokens >= 0 && int(r.ids.size() - r.request.continued.size()) >= r.request.maxTokens;
    if (r.written == r.pieces.size() || full || longEnough) {
        finish(r, full         ? StopReason::ContextFull
                  : longEnough ? StopReason::MaxTokens
                               : StopReason::EndOfGeneration);
        return false;
    }
    if (!r.warned && m_script.contextLimit - int(tokens.size()) < 64) {
        r.warned = true;
        put(ContextNearlyFull{r.request.request, r.request.conversation,
                              std::uint32_t(m_script.contextLimit - int(tokens.size())),
                              std::uint32_t(m_script.contextLimit)});
    }
    if (r.ids.size() == r.request.continued.size()) {
        r.firstAt = now();
        mark(telemetry::MarkKind::FirstToken, r, 0);
    }
    const auto position = std::uint32_t(tokens.size());
    const std::string& piece = r.pieces[r.written++];
    r.ids.push_back(TokenId(1000 + r.written));
    tokens.append({r.ids.back(), false, true, m_step, piece});
    put(TokenProduced{r.request.request, r.request.conversation, r.ids.back(), position, m_step, piece, {}});
    return true;
}

void ScriptedEngine::finish(Running& r, StopReason reason, std::optional<Error> error) {
    RequestFinished done;
    done.request = r.request.request;
    done.conversation = r.request.conversation;
    done.reason = reason;
    done.ids = r.ids;
    done.error = std::move(error);
    done.stats.generated = std::uint32_t(r.ids.size() - r.request.continued.size());
    if (r.started) done.stats.promptTokens = std::uint32_t(r.sequence->tokens.size() - r.ids.size());
    if (r.firstAt > 0) {
        done.stats.ttftMs = (r.firstAt - r.startedAt) * 1e3;
        const double seconds = now() - r.firstAt;
        if (r.ids.size() > 1 && seconds > 0) done.stats.tokensPerSecond = double(r.ids.size() - 1) / seconds;
    }
    r.sequence->running = false;
    r.sequence->request = 0;
    using telemetry::MarkKind;
    mark(reason == StopReason::Cancelled     ? MarkKind::Stopped
         : reason == StopReason::Failed      ? MarkKind::Failed
         : reason == StopReason::ContextFull ? MarkKind::ContextFull
                                             : MarkKind::Finished,
         r, r.written);
    put(std::move(done));
}

void ScriptedEngine::mark(telemetry::MarkKind kind, const Running& r, std::uint64_t amount) {
    m_marks.append({m_step, kind, r.request.request.value, r.sequence->key, r.request.conversation.value, amount,
                    r.sequence->label});
}

void ScriptedEngine::publish() {
    auto s = std::make_shared<telemetry::Snapshot>();
    s->version = ++m_version;
    s->step = m_step;
    s->state = m_loading            ? telemetry::EngineState::Loading
               : m_paused           ? telemetry::EngineState::Paused
               : !m_running.empty() ? telemetry::EngineState::Running
               : m_model            ? telemetry::EngineState::Idle
                                    : telemetry::EngineState::Empty;
    s->pauseRequested = m_paused;
    s->loading = m_loading;
    s->model = m_model;
    s->steps = m_steps.view();
    s->running = std::uint32_t(m_running.size());
    if (m_model) {
        auto map = std::make_shared<telemetry::BlockMap>();
        auto tokens = std::make_shared<std::vector<telemetry::SequenceTokens>>();
        map->version = m_version;
        telemetry::BlockPool pool;
        pool.name = "all layers";
        pool.layers = 30;
        pool.blockTokens = kBlockTokens;
        pool.blockBytes = kBytesPerToken * kBlockTokens;
        pool.cells.resize(std::size_t(m_script.contextLimit / kBlockTokens) * 2);
        pool.reservedBytes = pool.cells.size() * pool.blockBytes;
        std::size_t cell = 0;
        for (const auto& [conversation, sequence] : m_sequences) {
            const auto count = std::uint32_t(sequence->tokens.size());
            map->sequences.push_back(
                {sequence->key, conversation, sequence->request, sequence->label, count, sequence->running});
            tokens->push_back({sequence->key, sequence->tokens.view()});
            for (std::uint32_t first = 0; first < count && cell < pool.cells.size();
                 first += kBlockTokens, ++cell) {
                telemetry::BlockCell& c = pool.cells[cell];
                c.owner = sequence->key;
                c.firstToken = first;
                c.filled = std::uint16_t(std::min<std::uint32_t>(kBlockTokens, count - first));
                c.references = 1;
                c.state = sequence->running ? telemetry::BlockState::Used : telemetry::BlockState::Cached;
                c.filledAtStep = sequence->tokens[first + c.filled - 1u].step;
                c.allocatedAtStep = sequence->tokens[first].step;
                pool.allocatedBytes += pool.blockBytes;
            }
        }
        pool.predictedBytes = pool.allocatedBytes;
        map->pools.push_back(std::move(pool));
        std::sort(map->sequences.begin(), map->sequences.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
        if (m_step > m_remembered) gh::test::rememberMap(m_past, m_step, *map, m_steps[0].step);
        m_remembered = m_step;
        s->history = m_past.view();
        s->marks = m_marks.view();
        s->blocks = map;
        s->tokens = tokens;
    }
    for (const Running& r : m_running) {
        telemetry::RequestFacts facts;
        facts.request = r.request.request.value;
        facts.sequence = r.sequence->key;
        facts.conversation = r.request.conversation.value;
        facts.state = r.written ? telemetry::RequestState::Decode : telemetry::RequestState::Prefill;
        facts.generated = std::uint32_t(r.written);
        if (r.firstAt > 0) {
            facts.ttftMs = (r.firstAt - r.startedAt) * 1e3;
            facts.tokensPerSecond = r.written > 1 ? double(r.written - 1) / (now() - r.firstAt) : 0;
        }
        s->requests.push_back(facts);
    }
    std::function<void()> wakeUp;
    {
        const std::lock_guard lock(m_mutex);
        m_snapshot = std::move(s);
        wakeUp = m_wakeUp;
    }
    if (wakeUp) wakeUp();
}

}  // namespace gh::app::test
