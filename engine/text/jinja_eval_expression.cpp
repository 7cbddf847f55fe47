// Expressions. Each kind has a function of its own, which keeps the stack frame of the common step small.
#include "engine/text/jinja_eval.h"
#include "engine/text/jinja_filters.h"
#include "engine/text/jinja_print.h"

namespace gh::jinja {

using Kind = Expr::Kind;

Value Evaluator::eval(const Expr& expr, const ScopePtr& scope) {
    Deeper deeper(*this);
    m_context.budget.spend();
    switch (expr.kind) {
        case Kind::Constant:
            return expr.value;
        case Kind::Name:
            return evalName(expr, scope);
        case Kind::List:
        case Kind::Tuple:
            return evalSequence(expr, scope);
        case Kind::Dict:
            return evalDict(expr, scope);
        case Kind::Attribute: {
            const Value owner = eval(*expr.parts[0], scope);
            at(expr);
            return attributeOf(m_context, owner, expr.name);
        }
        case Kind::Item: {
            const Value owner = eval(*expr.parts[0], scope);
            const Value key = eval(*expr.parts[1], scope);
            at(expr);
            return itemOf(m_context, owner, key);
        }
        case Kind::Slice:
            return evalSlice(expr, scope);
        case Kind::Call:
            return evalCall(expr, scope);
        case Kind::Filter:
            return evalFilter(expr, scope, nullptr);
        case Kind::Test:
            return evalTest(expr, scope);
        case Kind::Binary:
            return evalBinary(expr, scope);
        case Kind::Compare:
            return evalCompare(expr, scope);
        case Kind::Concat:
            return evalConcat(expr, scope);
        case Kind::And:
        case Kind::Or:
        case Kind::Not:
        case Kind::Conditional:
            return evalLogic(expr, scope);
        case Kind::Negate:
        case Kind::Plus: {
            const Value value = eval(*expr.parts[0], scope);
            at(expr);
            return expr.kind == Kind::Negate ? negate(value) : negate(negate(value));
        }
    }
    return {};
}

Value Evaluator::global(const std::string& name) {
    auto function = globalFunction(name);
    if (!function) return Value::undefined("'" + name + "' is undefined");
    return *function;
}

Value Evaluator::evalName(const Expr& expr, const ScopePtr& scope) {
    at(expr);
    if (const Value* value = scope->find(expr.name)) return *value;
    return global(expr.name);
}

Value Evaluator::evalSequence(const Expr& expr, const ScopePtr& scope) {
    std::vector<Value> items;
    items.reserve(expr.parts.size());
    for (const ExprPtr& part : expr.parts) items.push_back(eval(*part, scope));
    at(expr);
    return makeList(std::move(items), expr.kind == Kind::Tuple);
}

Value Evaluator::evalDict(const Expr& expr, const ScopePtr& scope) {
    std::vector<std::pair<Value, Value>> items;
    for (std::size_t i = 0; i + 1 < expr.parts.size(); i += 2) {
        Value key = eval(*expr.parts[i], scope);
        items.emplace_back(std::move(key), eval(*expr.parts[i + 1], scope));
    }
    at(expr);
    return makeDict(m_context, std::move(items));
}

Value Evaluator::evalSlice(const Expr& expr, const ScopePtr& scope) {
    Value bounds[4];
    for (std::size_t i = 0; i < 4; ++i) {
        if (expr.parts[i]) bounds[i] = eval(*expr.parts[i], scope);
    }
    at(expr);
    return slice(m_context, bounds[0], bounds[1], bounds[2], bounds[3]);
}

Args Evaluator::evalArgs(const CallArgs& args, const ScopePtr& scope) {
    Args out;
    for (const ExprPtr& arg : args.positional) out.positional.push_back(eval(*arg, scope));
    if (args.star) {
        for (Value& item : iterate(m_context, eval(*args.star, scope)))
            out.positional.push_back(std::move(item));
    }
    for (const auto& [name, arg] : args.named) out.named.emplace_back(name, eval(*arg, scope));
    if (args.doubleStar) {
        const Value more = eval(*args.doubleStar, scope);
        if (!more.dict()) fail("'**' takes a dict, not " + more.typeName());
        for (const auto& [key, value] : more.dict()->items) {
            if (!key.text()) fail("'**' takes a dict whose keys are names");
            out.named.emplace_back(key.text()->bytes(), value);
        }
    }
    return out;
}

Value Evaluator::evalCall(const Expr& expr, const ScopePtr& scope, const Value* caller) {
    const Value callee = eval(*expr.parts[0], scope);
    Args args = evalArgs(expr.args, scope);
    if (caller) args.named.emplace_back("caller", *caller);
    at(expr);
    needDefined(callee);
    Object* object = callee.object();
    if (!object || !object->callable()) fail(callee.typeName() + " cannot be called");
    Value result = object->call(m_context, args);
    if (result.objectPtr() && dynamic_cast<Namespace*>(result.object())) {
        m_context.budget.spend(50);  // it stays in memory to the end
        m_namespaces.push_back(*result.objectPtr());
    }
    return result;
}

Value Evaluator::evalFilter(const Expr& expr, const ScopePtr& scope, const Value* operand) {
    // Of the filters of a block the innermost has no operand in the tree; it is handed down to there.
    Value input;
    if (!expr.parts[0]) {
        if (operand) input = *operand;
    } else if (operand && expr.parts[0]->kind == Kind::Filter) {
        input = evalFilter(*expr.parts[0], scope, operand);
    } else {
        input = eval(*expr.parts[0], scope);
    }
    const Args args = evalArgs(expr.args, scope);
    at(expr);
    return expr.filter->apply(m_context, input, args);
}

Value Evaluator::evalTest(const Expr& expr, const ScopePtr& scope) {
    const Value input = eval(*expr.parts[0], scope);
    const Args args = evalArgs(expr.args, scope);
    at(expr);
    return expr.test->holds(m_context, input, args) != expr.negated;
}

Value Evaluator::evalBinary(const Expr& expr, const ScopePtr& scope) {
    const Value left = eval(*expr.parts[0], scope);
    const Value right = eval(*expr.parts[1], scope);
    at(expr);
    return binary(m_context, expr.binaryOp, left, right);
}

Value Evaluator::evalCompare(const Expr& expr, const ScopePtr& scope) {
    Value left = eval(*expr.parts[0], scope);
    for (std::size_t i = 0; i < expr.compareOps.size(); ++i) {
        Value right = eval(*expr.parts[i + 1], scope);
        at(expr);
        if (!compare(m_context, expr.compareOps[i], left, right)) return false;
        left = std::move(right);
    }
    return true;
}

Value Evaluator::evalConcat(const Expr& expr, const ScopePtr& scope) {
    Text out;
    for (const ExprPtr& part : expr.parts) {
        const Value value = eval(*part, scope);
        at(expr);
        write(out, toText(m_context, value));
    }
    return out;
}

Value Evaluator::evalLogic(const Expr& expr, const ScopePtr& scope) {
    if (expr.kind == Kind::Not) return !eval(*expr.parts[0], scope).truthy();
    if (expr.kind == Kind::Conditional) {
        if (eval(*expr.parts[1], scope).truthy()) return eval(*expr.parts[0], scope);
        if (expr.parts[2]) return eval(*expr.parts[2], scope);
        return Value::undefined("the condition does not hold and there is no 'else'");
    }
    Value left = eval(*expr.parts[0], scope);
    if (left.truthy() == (expr.kind == Kind::Or)) return left;
    return eval(*expr.parts[1], scope);
}

}  // namespace gh::jinja
