// The functions that every chat template may call.
#include <locale.h>
#include <time.h>
#include <algorithm>

#include "engine/text/jinja_eval.h"
#include "engine/text/jinja_operators.h"
#include "engine/text/jinja_print.h"

namespace gh::jinja {

namespace {

Value range(Context& c, const Args& args) {
    args.atMost(3, "range");
    const bool one = args.positional.size() < 2;
    const std::int64_t start = one ? 0 : args.integer(0, "start", 0);
    const std::int64_t stop = args.integer(one ? 0 : 1, "stop", 0), step = args.integer(2, "step", 1);
    if (args.positional.empty()) fail("range needs a number");
    if (step == 0) fail("range cannot step by zero");
    std::vector<Value> out;
    for (std::int64_t i = start; step > 0 ? i < stop : i > stop;) {
        if (static_cast<std::int64_t>(out.size()) >= Budget::kRange) {
            fail("a range of more than " + std::to_string(Budget::kRange) + " numbers");
        }
        out.emplace_back(i);
        if (__builtin_add_overflow(i, step, &i)) break;
    }
    c.budget.spend(out.size());
    return makeList(std::move(out));
}

Value dict(Context& c, const Args& args) {
    std::vector<std::pair<Value, Value>> items;
    if (!args.positional.empty()) {
        const Value& from = args.positional[0];
        if (from.dict()) {
            items = from.dict()->items;
        } else {
            for (const Value& pair : iterate(c, from)) {
                const auto parts = iterate(c, pair);
                if (parts.size() != 2) fail("dict takes pairs");
                items.emplace_back(parts[0], parts[1]);
            }
        }
    }
    for (const auto& [name, value] : args.named) items.emplace_back(Value(name), value);
    return makeDict(c, std::move(items));
}

Value makeNamespace(Context& c, const Args& args) {
    auto space = std::make_shared<Namespace>();
    const Value initial = dict(c, args);
    for (const auto& [name, value] : initial.dict()->items) {
        if (name.text()) space->set(name.text()->view(), value);
    }
    return ObjectPtr(std::move(space));
}

Value raise(Context& c, const Args& args) {
    const std::string message = args.positional.empty() ? "" : toText(c, args.positional[0]).bytes();
    throw Failure{Failure::Kind::Raised, message, 0, 0};
}

Value strftimeNow(Context& c, const Args& args) {
    const Text format = toText(c, args.need(0, "format"));
    std::tm now{};
    if (c.clock) {
        now = *c.clock;
        std::tm complete = now;  // fills in the day of the week and of the year
        if (timegm(&complete) != static_cast<time_t>(-1))
            now.tm_wday = complete.tm_wday, now.tm_yday = complete.tm_yday;
    } else {
        const time_t seconds = time(nullptr);
        localtime_r(&seconds, &now);
    }
    // English names whatever the desktop speaks: models were trained on these.
    static const locale_t english = newlocale(LC_ALL_MASK, "C", nullptr);
    if (format.empty() || english == nullptr) return Text();
    if (format.size() > 200) fail("strftime_now: the format is too long");
    char buffer[4096];
    const std::size_t n = strftime_l(buffer, sizeof buffer, format.bytes().c_str(), &now, english);
    return Text(std::string(buffer, n));
}

class Joiner final : public Object {
public:
    explicit Joiner(Value separator) : m_separator(std::move(separator)) {}
    std::string typeName() const override { return "a joiner"; }
    bool callable() const override { return true; }
    Value call(Context&, const Args&) override {
        if (std::exchange(m_used, true)) return m_separator;
        return Text();
    }

private:
    Value m_separator;
    bool m_used = false;
};

Value joiner(Context&, const Args& args) {
    const Value* separator = args.get(0, "sep");
    return ObjectPtr(std::make_shared<Joiner>(separator ? *separator : Value(", ")));
}

}  // namespace

std::optional<Value> globalFunction(std::string_view name) {
    struct Entry {
        std::string_view name;
        Builtin::Function function;
    };
    constexpr Entry kFunctions[] = {
        {"range", range},
        {"dict", dict},
        {"namespace", makeNamespace},
        {"raise_exception", raise},
        {"strftime_now", strftimeNow},
        {"joiner", joiner},
    };
    const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                    [&](const Entry& e) { return e.name == name; });
    if (found == std::end(kFunctions)) return std::nullopt;
    return Value(ObjectPtr(std::make_shared<Builtin>(std::string(name), found->function)));
}

}  // namespace gh::jinja
