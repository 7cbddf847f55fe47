// Values of the template language, with Python's meaning, and what every part of the interpreter reports
// errors and spends its budget with. Values are immutable but for namespaces, as in Jinja's immutable
// sandbox.
#pragma once

#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/text/jinja_text.h"

namespace gh::jinja {

// Thrown inside the interpreter only; ChatTemplate turns it into an Error.
struct Failure {
    enum class Kind { Syntax, Runtime, Raised } kind = Kind::Runtime;
    std::string message;
    int line = 0, column = 0;  // 0: the evaluator knows where it was
};
[[noreturn]] void fail(std::string message);

// A template is a program from a file that nobody vouched for: it ends after so much work, text and depth.
class Budget {
public:
    static constexpr std::int64_t kSteps = 5'000'000;
    static constexpr std::size_t kTextBytes = 64u << 20;  // of one string
    static constexpr std::size_t kListItems = 1u << 20;   // of one list
    static constexpr std::int64_t kRange = 100'000;       // as Jinja's sandbox
    static constexpr int kNesting = 100;                  // lists in lists
    static constexpr int kCalls = 400;                    // expressions within expressions, macros included

    void spend(std::size_t work = 1) {
        m_steps -= static_cast<std::int64_t>(work);
        if (m_steps < 0) fail("the template does too much work");
    }
    void spendBytes(std::size_t bytes) {
        if (bytes > kTextBytes) fail("the template makes too long a text");
        spend(bytes / 16 + 1);
    }

private:
    std::int64_t m_steps = kSteps;
};

class Value;
struct Args;

struct Context {
    Budget budget;
    std::optional<std::tm> clock;
};

// Functions, macros, namespaces, loops: things with attributes of their own or that can be called.
class Object {
public:
    virtual ~Object() = default;
    virtual std::string typeName() const = 0;
    virtual bool callable() const { return false; }
    virtual Value call(Context& context, const Args& args);
    virtual std::optional<Value> attribute(std::string_view name) const;
};

struct None {};
struct Undefined {
    std::string why;  // what to say when it is used
};
struct List;
struct Dict;
using TextPtr = std::shared_ptr<const Text>;
using ListPtr = std::shared_ptr<const List>;
using DictPtr = std::shared_ptr<const Dict>;
using ObjectPtr = std::shared_ptr<Object>;

class Value {
public:
    Value() : m_data(None{}) {}
    Value(bool value) : m_data(value) {}
    Value(std::int64_t value) : m_data(value) {}
    Value(int value) : m_data(static_cast<std::int64_t>(value)) {}
    Value(std::size_t value) : m_data(static_cast<std::int64_t>(value)) {}
    Value(double value) : m_data(value) {}
    Value(Text value) : m_data(std::make_shared<const Text>(std::move(value))) {}
    Value(const char* value) : Value(Text(value)) {}
    Value(std::string value) : Value(Text(std::move(value))) {}
    Value(ListPtr value) : m_data(std::move(value)) {}
    Value(DictPtr value) : m_data(std::move(value)) {}
    Value(ObjectPtr value) : m_data(std::move(value)) {}
    static Value undefined(std::string why);

    bool isNone() const { return std::holds_alternative<None>(m_data); }
    bool isUndefined() const { return undefinedPart() != nullptr; }
    bool isString() const { return text() != nullptr; }
    bool isNumber() const { return isInt() || isFloat() || isBool(); }
    bool isBool() const { return std::holds_alternative<bool>(m_data); }
    bool isInt() const { return std::holds_alternative<std::int64_t>(m_data); }
    bool isFloat() const { return std::holds_alternative<double>(m_data); }

    const Undefined* undefinedPart() const;
    const Text* text() const { return get<TextPtr>(); }
    const List* list() const { return get<ListPtr>(); }
    const Dict* dict() const { return get<DictPtr>(); }
    Object* object() const {
        const auto* p = std::get_if<ObjectPtr>(&m_data);
        return p ? p->get() : nullptr;
    }
    const ObjectPtr* objectPtr() const { return std::get_if<ObjectPtr>(&m_data); }
    bool boolean() const { return std::get<bool>(m_data); }
    // Whole number, booleans included.
    std::optional<std::int64_t> integer() const;
    std::optional<double> number() const;

    bool truthy() const;
    std::string typeName() const;
    int nesting() const;
    const void* identity() const;

private:
    template <class P>
    const typename P::element_type* get() const {
        const auto* p = std::get_if<P>(&m_data);
        return p ? p->get() : nullptr;
    }
    std::variant<None, std::shared_ptr<const Undefined>, bool, std::int64_t, double, TextPtr, ListPtr,
                 DictPtr, ObjectPtr>
        m_data;
};

struct List {
    std::vector<Value> items;
    bool tuple = false;
    int nesting = 1;
};
Value makeList(std::vector<Value> items, bool tuple = false);

struct Dict {
    std::vector<std::pair<Value, Value>> items;  // in insertion order
    int nesting = 1;
    const Value* find(std::string_view key) const;
};
Value makeDict(Context& context,
               std::vector<std::pair<Value, Value>> items);  // a later key replaces an earlier one

struct Args {
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;

    // The argument at this place or of this name, null if not given.
    const Value* get(std::size_t index, std::string_view name) const;
    const Value& need(std::size_t index, std::string_view name) const;
    std::int64_t integer(std::size_t index, std::string_view name, std::int64_t fallback) const;
    bool flag(std::size_t index, std::string_view name, bool fallback) const;
    // Refuses more than these.
    void atMost(std::size_t count, std::string_view what) const;
    Args without(std::size_t first) const;  // the positional ones from `first` on, and the named ones
};

}  // namespace gh::jinja
