// The parsed template. Built once, read by many renderings at a time.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/text/jinja_operators.h"
#include "engine/text/jinja_value.h"

namespace gh::jinja {

struct FilterEntry;
struct TestEntry;
struct Expr;
struct Stmt;
using ExprPtr = std::unique_ptr<Expr>;
using Body = std::vector<std::unique_ptr<Stmt>>;

struct CallArgs {
    std::vector<ExprPtr> positional;
    std::vector<std::pair<std::string, ExprPtr>> named;
    ExprPtr star, doubleStar;  // *list, **dict
};

struct Expr {
    enum class Kind {
        Constant,  // value
        Name,      // name
        List,
        Tuple,      // parts
        Dict,       // parts: key, value, key, value …
        Attribute,  // parts[0].name
        Item,       // parts[0][parts[1]]
        Slice,      // parts[0][parts[1]:parts[2]:parts[3]], null where left out
        Call,       // parts[0](args)
        Filter,     // parts[0] | filter(args); parts[0] null in a filter block
        Test,       // parts[0] is [not] test(args)
        Binary,     // parts[0] op parts[1]
        Compare,    // parts[0] compareOps[0] parts[1] compareOps[1] parts[2] …
        Concat,     // parts[0] ~ parts[1] ~ …
        And,
        Or,  // parts[0], parts[1]
        Not,
        Negate,
        Plus,         // parts[0]
        Conditional,  // parts[0] if parts[1] else parts[2] (null: nothing)
    };
    Kind kind;
    int line = 0, column = 0;
    int depth = 1;
    std::vector<ExprPtr> parts;
    std::string name;
    Value value;
    BinaryOp binaryOp{};
    std::vector<CompareOp> compareOps;
    const FilterEntry* filter = nullptr;
    const TestEntry* test = nullptr;
    bool negated = false;
    CallArgs args;
};

struct MacroDefinition {
    std::string name;
    std::vector<std::string> parameters;
    std::vector<ExprPtr> defaults;  // of the last parameters
    Body body;
    bool usesVarargs = false, usesKwargs = false, usesCaller = false;
};

struct Stmt {
    enum class Kind {
        Data,         // text
        Print,        // expr
        If,           // branches: condition (null: else), body
        For,          // target in expr [if filter] [recursive]: body, else branch in branches[0]
        Set,          // target = expr
        SetBlock,     // target, filters in expr (its innermost operand null), body
        Macro,        // macro
        CallBlock,    // expr is the call, macro its body
        FilterBlock,  // expr, body
        With,         // assignments, body
        Scope,        // body
        Do,           // expr
        Break,
        Continue,
        NotHere,  // include, import, extends: name
    };
    Kind kind;
    int line = 0, column = 0;
    Text text;
    ExprPtr expr, filter, target;
    Body body;
    std::vector<std::pair<ExprPtr, Body>> branches;
    std::vector<std::pair<ExprPtr, ExprPtr>> assignments;
    std::unique_ptr<MacroDefinition> macro;
    bool recursive = false;
    std::string name;
};

}  // namespace gh::jinja
