// Statements, scopes, loops and macros.
#include "engine/text/jinja_eval.h"

#include <algorithm>

#include "engine/text/jinja_filters.h"
#include "engine/text/jinja_print.h"

namespace gh::jinja {

using Kind = Stmt::Kind;

const Value* Scope::find(std::string_view name) const {
    for (const Scope* scope = this; scope; scope = scope->parent.get()) {
        for (const auto& [key, value] : scope->variables) {
            if (key == name) return &value;
        }
    }
    return nullptr;
}

void Scope::set(std::string_view name, Value value) {
    for (auto& [key, old] : variables) {
        if (key == name) {
            old = std::move(value);
            return;
        }
    }
    variables.emplace_back(std::string(name), std::move(value));
}

std::optional<Value> Namespace::attribute(std::string_view name) const {
    for (const auto& [key, value] : m_items) {
        if (key == name) return value;
    }
    return std::nullopt;
}

void Namespace::set(std::string_view name, Value value) {
    for (auto& [key, old] : m_items) {
        if (key == name) {
            old = std::move(value);
            return;
        }
    }
    m_items.emplace_back(std::string(name), std::move(value));
}

namespace {

class Macro final : public Object {
public:
    Macro(Evaluator& evaluator, const MacroDefinition& definition, ScopePtr closure)
        : m_evaluator(evaluator), m_definition(definition), m_closure(std::move(closure)) {}
    std::string typeName() const override { return "the macro " + m_definition.name; }
    bool callable() const override { return true; }
    Value call(Context&, const Args& args) override {
        return m_evaluator.callMacro(m_definition, m_closure, args);
    }
    std::optional<Value> attribute(std::string_view name) const override {
        if (name == "name") return Value(m_definition.name);
        return std::nullopt;
    }

private:
    Evaluator& m_evaluator;
    const MacroDefinition& m_definition;
    ScopePtr m_closure;
};

// The variable `loop`.
class Loop final : public Object {
public:
    Loop(Evaluator& evaluator, const Stmt& stmt, const std::vector<Value>& items, ScopePtr around, int depth)
        : m_evaluator(evaluator), m_stmt(stmt), m_items(items), m_around(std::move(around)), m_depth(depth) {}
    void moveTo(std::size_t index) { m_index = index; }
    std::string typeName() const override { return "the loop"; }
    bool callable() const override { return m_stmt.recursive; }

    Value call(Context& context, const Args& args) override {
        if (!m_stmt.recursive) fail("this loop is not recursive");
        args.atMost(1, "loop");
        Text out;
        m_evaluator.runLoop(m_stmt, args.need(0, "iterable"), m_around, m_depth + 1, out);
        context.budget.spendBytes(out.size());
        return out;
    }

    std::optional<Value> attribute(std::string_view name) const override {
        const std::size_t n = m_items.size();
        if (name == "index") return Value(m_index + 1);
        if (name == "index0") return Value(m_index);
        if (name == "revindex") return Value(n - m_index);
        if (name == "revindex0") return Value(n - m_index - 1);
        if (name == "first") return Value(m_index == 0);
        if (name == "last") return Value(m_index + 1 == n);
        if (name == "length") return Value(n);
        if (name == "depth") return Value(m_depth + 1);
        if (name == "depth0") return Value(m_depth);
        if (name == "previtem")
            return m_index > 0 ? m_items[m_index - 1] : Value::undefined("there is no previous item");
        if (name == "nextitem")
            return m_index + 1 < n ? m_items[m_index + 1] : Value::undefined("there is no next item");
        if (name == "cycle" || name == "changed") return helper(name == "cycle");
        return std::nullopt;
    }

private:
    // loop.cycle(…) and loop.changed(…), asked for and called at once.
    class Helper final : public Object {
    public:
        Helper(std::size_t index, std::shared_ptr<Value> last, bool cycle)
            : m_index(index), m_last(std::move(last)), m_cycle(cycle) {}
        std::string typeName() const override { return "a function of the loop"; }
        bool callable() const override { return true; }
        Value call(Context& context, const Args& args) override {
            if (m_cycle) {
                if (args.positional.empty()) fail("loop.cycle needs values");
                return args.positional[m_index % args.positional.size()];
            }
            Value now = makeList(args.positional, true);
            const bool changed = !equal(context, *m_last, now);
            *m_last = std::move(now);
            return changed;
        }

    private:
        std::size_t m_index;
        std::shared_ptr<Value> m_last;
        bool m_cycle;
    };
    Value helper(bool cycle) const { return ObjectPtr(std::make_shared<Helper>(m_index, m_last, cycle)); }

    Evaluator& m_evaluator;
    const Stmt& m_stmt;
    std::vector<Value> m_items;
    ScopePtr m_around;
    int m_depth;
    std::size_t m_index = 0;
    std::shared_ptr<Value> m_last = std::make_shared<Value>();
};

}  // namespace

Evaluator::Deeper::Deeper(Evaluator& e) : evaluator(e) {
    if (++evaluator.m_depth > Budget::kCalls) {
        --evaluator.m_depth;
        fail("the template nests its calls too deeply");
    }
}

Text Evaluator::render(const Body& body, std::vector<std::pair<std::string, Value>> variables,
                       const std::optional<std::tm>& clock) {
    Evaluator evaluator(clock);
    evaluator.m_globals = std::make_shared<Scope>();
    evaluator.m_globals->variables = std::move(variables);
    // Macros and namespaces may refer to themselves; taken apart here, whatever the way out.
    struct Release {
        Evaluator& e;
        ~Release() {
            for (const ObjectPtr& object : e.m_namespaces) static_cast<Namespace&>(*object).clear();
            for (const ScopePtr& scope : e.m_kept) scope->variables.clear();
            e.m_globals->variables.clear();
        }
    } release{evaluator};
    try {
        Text out;
        evaluator.run(body, evaluator.m_globals, out);
        return out;
    } catch (Failure& failure) {
        if (failure.line == 0) failure.line = evaluator.m_line, failure.column = evaluator.m_column;
        throw;
    }
}

void Evaluator::write(Text& out, const Text& text) {
    if (text.size() + out.size() > Budget::kTextBytes) fail("the template writes too long a text");
    m_context.budget.spendBytes(text.size());
    out.append(text);
}

ScopePtr Evaluator::inner(const ScopePtr& scope) const {
    auto made = std::make_shared<Scope>();
    made->parent = scope;
    return made;
}

void Evaluator::keep(const ScopePtr& scope) {
    m_context.budget.spend(50);  // it stays in memory to the end
    for (ScopePtr s = scope; s && s != m_globals; s = s->parent) {
        if (!m_kept.empty() && m_kept.back() == s) break;
        m_kept.push_back(s);
    }
}

Evaluator::Flow Evaluator::run(const Body& body, const ScopePtr& scope, Text& out) {
    Deeper deeper(*this);
    for (const auto& stmt : body) {
        const Flow flow = run(*stmt, scope, out);
        if (flow != Flow::Next) return flow;
    }
    return Flow::Next;
}

Evaluator::Flow Evaluator::run(const Stmt& stmt, const ScopePtr& scope, Text& out) {
    m_context.budget.spend();
    at(stmt);
    switch (stmt.kind) {
        case Kind::Data:
            write(out, stmt.text);
            break;
        case Kind::Print: {
            const Value value = eval(*stmt.expr, scope);
            write(out, toText(m_context, value));
            break;
        }
        case Kind::If:
            return runIf(stmt, scope, out);
        case Kind::For:
            runLoop(stmt, eval(*stmt.expr, scope), scope, 0, out);
            break;
        case Kind::Set:
            assign(*stmt.target, eval(*stmt.expr, scope), scope);
            break;
        case Kind::SetBlock:
            runSetBlock(stmt, scope);
            break;
        case Kind::Macro:
            runMacro(stmt, scope);
            break;
        case Kind::CallBlock:
            runCallBlock(stmt, scope, out);
            break;
        case Kind::FilterBlock: {
            Text text;
            const Flow flow = run(stmt.body, inner(scope), text);
            write(out, toText(m_context, filteredBlock(stmt.expr.get(), std::move(text), scope)));
            return flow;
        }
        case Kind::With:
            return runWith(stmt, scope, out);
        case Kind::Scope:
            return run(stmt.body, inner(scope), out);
        case Kind::Do:
            eval(*stmt.expr, scope);
            break;
        case Kind::Break:
            return Flow::Break;
        case Kind::Continue:
            return Flow::Continue;
        case Kind::NotHere:
            fail("'" + stmt.name + "' needs other template files, and there are none");
    }
    return Flow::Next;
}

Evaluator::Flow Evaluator::runIf(const Stmt& stmt, const ScopePtr& scope, Text& out) {
    for (const auto& [condition, body] : stmt.branches) {
        if (!condition || eval(*condition, scope).truthy()) return run(body, scope, out);
    }
    return Flow::Next;
}

void Evaluator::runLoop(const Stmt& stmt, const Value& over, const ScopePtr& around, int depth, Text& out) {
    Deeper deeper(*this);
    std::vector<Value> items = iterate(m_context, over);
    if (stmt.filter) {
        std::vector<Value> kept;
        for (Value& item : items) {
            const ScopePtr scope = inner(around);
            assign(*stmt.target, item, scope);
            if (eval(*stmt.filter, scope).truthy()) kept.push_back(std::move(item));
        }
        items = std::move(kept);
    }
    const auto loop = std::make_shared<Loop>(*this, stmt, items, around, depth);
    bool completed = false;  // a turn that ran to its end: Jinja's else is for loops without one
    for (std::size_t i = 0; i < items.size(); ++i) {
        loop->moveTo(i);
        const ScopePtr scope = inner(around);  // what a turn sets is gone in the next
        scope->variables.emplace_back("loop", Value(ObjectPtr(loop)));
        assign(*stmt.target, items[i], scope);
        const Flow flow = run(stmt.body, scope, out);
        completed = completed || flow == Flow::Next;
        if (flow == Flow::Break) break;
    }
    if (!completed && !stmt.branches.empty()) run(stmt.branches[0].second, inner(around), out);
}

void Evaluator::assign(const Expr& target, Value value, const ScopePtr& scope) {
    if (target.kind == Expr::Kind::Name) {
        scope->set(target.name, std::move(value));
    } else if (target.kind == Expr::Kind::Attribute) {
        const Value owner = eval(*target.parts[0], scope);
        auto* space = dynamic_cast<Namespace*>(owner.object());
        if (!space) fail("only a namespace's attributes can be set, not those of " + owner.typeName());
        space->set(target.name, std::move(value));
    } else {
        const std::vector<Value> items = iterate(m_context, value);
        if (items.size() != target.parts.size()) {
            fail(std::to_string(items.size()) + " value(s) for " + std::to_string(target.parts.size()) +
                 " names");
        }
        for (std::size_t i = 0; i < items.size(); ++i) assign(*target.parts[i], items[i], scope);
    }
}

Value Evaluator::filteredBlock(const Expr* filter, Text text, const ScopePtr& scope) {
    Value value(std::move(text));
    if (!filter) return value;
    const Value& operand = value;
    return evalFilter(*filter, scope, &operand);
}

void Evaluator::runSetBlock(const Stmt& stmt, const ScopePtr& scope) {
    Text text;
    run(stmt.body, inner(scope), text);
    assign(*stmt.target, filteredBlock(stmt.expr.get(), std::move(text), scope), scope);
}

void Evaluator::runMacro(const Stmt& stmt, const ScopePtr& scope) {
    keep(scope);
    scope->set(stmt.macro->name, Value(ObjectPtr(std::make_shared<Macro>(*this, *stmt.macro, scope))));
}

void Evaluator::runCallBlock(const Stmt& stmt, const ScopePtr& scope, Text& out) {
    const Value caller(ObjectPtr(std::make_shared<Macro>(*this, *stmt.macro, scope)));
    keep(scope);
    write(out, toText(m_context, evalCall(*stmt.expr, scope, &caller)));
}

Evaluator::Flow Evaluator::runWith(const Stmt& stmt, const ScopePtr& scope, Text& out) {
    const ScopePtr made = inner(scope);
    for (const auto& [name, expr] : stmt.assignments) made->set(name->name, eval(*expr, scope));
    return run(stmt.body, made, out);
}

Value Evaluator::callMacro(const MacroDefinition& macro, const ScopePtr& closure, const Args& args) {
    Deeper deeper(*this);
    m_context.budget.spend(8);
    const int line = m_line, column = m_column;
    const ScopePtr scope = inner(closure);
    const std::size_t n = macro.parameters.size();
    std::vector<bool> used(args.named.size(), false);
    for (std::size_t i = 0; i < n; ++i) {
        const std::string& name = macro.parameters[i];
        if (i < args.positional.size()) {
            scope->set(name, args.positional[i]);
            continue;
        }
        const auto named = std::find_if(args.named.begin(), args.named.end(),
                                        [&](const auto& a) { return a.first == name; });
        if (named != args.named.end()) {
            used[static_cast<std::size_t>(named - args.named.begin())] = true;
            scope->set(name, named->second);
        } else if (i + macro.defaults.size() >= n) {
            scope->set(name, eval(*macro.defaults[i + macro.defaults.size() - n], scope));
        } else {
            scope->set(name, Value::undefined("the parameter '" + name + "' was not given"));
        }
    }
    std::vector<std::pair<Value, Value>> rest;
    for (std::size_t i = 0; i < args.named.size(); ++i) {
        if (used[i]) continue;
        if (args.named[i].first == "caller") {
            scope->set("caller", args.named[i].second);
        } else if (macro.usesKwargs) {
            rest.emplace_back(Value(args.named[i].first), args.named[i].second);
        } else {
            fail("the macro '" + macro.name + "' has no parameter '" + args.named[i].first + "'");
        }
    }
    if (macro.usesKwargs) scope->set("kwargs", makeDict(m_context, std::move(rest)));
    if (macro.usesVarargs) {
        const std::size_t extra = std::min(n, args.positional.size());
        scope->set("varargs", makeList({args.positional.begin() + static_cast<std::ptrdiff_t>(extra),
                                        args.positional.end()},
                                       true));
    } else if (args.positional.size() > n) {
        fail("the macro '" + macro.name + "' takes " + std::to_string(n) + " argument(s)");
    }
    Text out;
    run(macro.body, scope, out);
    m_line = line, m_column = column;
    return out;
}

}  // namespace gh::jinja
