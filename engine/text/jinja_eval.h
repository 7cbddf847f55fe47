// Runs a parsed template. One Evaluator is one rendering; it owns scopes and the budget, and its output is a
// Text, so what was content stays marked as content.
#pragma once

#include "engine/text/jinja_ast.h"

namespace gh::jinja {

struct Scope {
    std::vector<std::pair<std::string, Value>> variables;
    std::shared_ptr<Scope> parent;

    const Value* find(std::string_view name) const;
    void set(std::string_view name, Value value);
};
using ScopePtr = std::shared_ptr<Scope>;

class Evaluator {
public:
    // Throws Failure with line and column.
    static Text render(const Body& body, std::vector<std::pair<std::string, Value>> variables,
                       const std::optional<std::tm>& clock);

    Context& context() { return m_context; }
    Value callMacro(const MacroDefinition& macro, const ScopePtr& closure, const Args& args);
    // One level of a loop; called again by loop(…) of a recursive one.
    void runLoop(const Stmt& loop, const Value& over, const ScopePtr& around, int depth, Text& out);
    ScopePtr loopScope(const Stmt& loop) const;

private:
    enum class Flow { Next, Break, Continue };
    explicit Evaluator(const std::optional<std::tm>& clock) { m_context.clock = clock; }

    // Statements (jinja_eval.cpp).
    Flow run(const Body& body, const ScopePtr& scope, Text& out);
    Flow run(const Stmt& stmt, const ScopePtr& scope, Text& out);
    Flow runIf(const Stmt& stmt, const ScopePtr& scope, Text& out);
    void runSetBlock(const Stmt& stmt, const ScopePtr& scope);
    void runMacro(const Stmt& stmt, const ScopePtr& scope);
    void runCallBlock(const Stmt& stmt, const ScopePtr& scope, Text& out);
    Flow runWith(const Stmt& stmt, const ScopePtr& scope, Text& out);
    void assign(const Expr& target, Value value, const ScopePtr& scope);
    void write(Text& out, const Text& text);
    ScopePtr inner(const ScopePtr& scope) const;
    // Scopes that a macro holds on to may hold the macro: cleared at the end.
    void keep(const ScopePtr& scope);
    Value filteredBlock(const Expr* filter, Text text, const ScopePtr& scope);

    // Expressions (jinja_eval_expression.cpp).
    Value eval(const Expr& expr, const ScopePtr& scope);
    Value evalName(const Expr& expr, const ScopePtr& scope);
    Value evalSequence(const Expr& expr, const ScopePtr& scope);
    Value evalDict(const Expr& expr, const ScopePtr& scope);
    Value evalSlice(const Expr& expr, const ScopePtr& scope);
    Value evalCall(const Expr& expr, const ScopePtr& scope, const Value* caller = nullptr);
    Value evalFilter(const Expr& expr, const ScopePtr& scope, const Value* operand);
    Value evalTest(const Expr& expr, const ScopePtr& scope);
    Value evalBinary(const Expr& expr, const ScopePtr& scope);
    Value evalCompare(const Expr& expr, const ScopePtr& scope);
    Value evalConcat(const Expr& expr, const ScopePtr& scope);
    Value evalLogic(const Expr& expr, const ScopePtr& scope);
    Args evalArgs(const CallArgs& args, const ScopePtr& scope);
    Value global(const std::string& name);

    template <class Node>
    void at(const Node& node) {
        if (node.line > 0) m_line = node.line, m_column = node.column;
    }

    struct Deeper {
        explicit Deeper(Evaluator& evaluator);
        ~Deeper() { --evaluator.m_depth; }
        Evaluator& evaluator;
    };

    Context m_context;
    int m_depth = 0, m_line = 0, m_column = 0;
    ScopePtr m_globals;
    std::vector<ScopePtr> m_kept;
    std::vector<ObjectPtr> m_namespaces;
};

// {% set ns.x = … %} is the one way to change a value.
class Namespace final : public Object {
public:
    std::string typeName() const override { return "a namespace"; }
    std::optional<Value> attribute(std::string_view name) const override;
    void set(std::string_view name, Value value);
    void clear() { m_items.clear(); }

private:
    std::vector<std::pair<std::string, Value>> m_items;
};

// A function of the interpreter.
class Builtin final : public Object {
public:
    using Function = Value (*)(Context& context, const Args& args);
    Builtin(std::string name, Function function) : m_name(std::move(name)), m_function(function) {}
    std::string typeName() const override { return "the function " + m_name; }
    bool callable() const override { return true; }
    Value call(Context& context, const Args& args) override { return m_function(context, args); }

private:
    std::string m_name;
    Function m_function;
};
// range, dict, namespace, raise_exception, strftime_now, joiner; nothing for other names.
std::optional<Value> globalFunction(std::string_view name);

}  // namespace gh::jinja
