#include "engine/text/jinja_operators.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/text/jinja_format.h"
#include "engine/text/jinja_print.h"
#include "engine/text/utf8.h"

namespace gh::jinja {

void needDefined(const Value& value) {
    if (const Undefined* undefined = value.undefinedPart()) fail(undefined->why);
}

bool equal(Context& context, const Value& a, const Value& b) {
    context.budget.spend();
    if (a.isUndefined() || b.isUndefined()) return a.isUndefined() && b.isUndefined();
    if (a.isNone() || b.isNone()) return a.isNone() && b.isNone();
    if (a.isNumber() && b.isNumber()) {
        const auto x = a.integer(), y = b.integer();
        return x && y ? *x == *y : *a.number() == *b.number();
    }
    if (const void* same = a.identity(); same && same == b.identity()) return true;
    if (a.text() && b.text()) {
        context.budget.spendBytes(std::min(a.text()->size(), b.text()->size()));
        return *a.text() == *b.text();
    }
    if (const List* x = a.list(), *y = b.list(); x && y) {
        if (x->tuple != y->tuple || x->items.size() != y->items.size()) return false;
        for (std::size_t i = 0; i < x->items.size(); ++i) {
            if (!equal(context, x->items[i], y->items[i])) return false;
        }
        return true;
    }
    if (const Dict* x = a.dict(), *y = b.dict(); x && y) {
        if (x->items.size() != y->items.size()) return false;
        for (const auto& [key, value] : x->items) {
            const auto& k = key;
            const auto other = std::find_if(y->items.begin(), y->items.end(), [&](const auto& entry) {
                return equal(context, entry.first, k);
            });
            if (other == y->items.end() || !equal(context, value, other->second)) return false;
        }
        return true;
    }
    return false;
}

bool lessThan(Context& context, const Value& a, const Value& b) {
    context.budget.spend();
    needDefined(a), needDefined(b);
    if (a.isNumber() && b.isNumber()) {
        const auto x = a.integer(), y = b.integer();
        return x && y ? *x < *y : *a.number() < *b.number();
    }
    // UTF-8 sorts by bytes as Python sorts by code points.
    if (a.text() && b.text()) return a.text()->bytes() < b.text()->bytes();
    if (const List* x = a.list(), *y = b.list(); x && y && x->tuple == y->tuple) {
        for (std::size_t i = 0; i < std::min(x->items.size(), y->items.size()); ++i) {
            if (!equal(context, x->items[i], y->items[i])) return lessThan(context, x->items[i], y->items[i]);
        }
        return x->items.size() < y->items.size();
    }
    fail(a.typeName() + " and " + b.typeName() + " have no order");
}

Text concatenate(Context& context, const Text& a, const Text& b) {
    context.budget.spendBytes(a.size() + b.size());
    Text out = a;
    out.append(b);
    return out;
}

namespace {

[[noreturn]] void noOperator(const char* sign, const Value& a, const Value& b) {
    fail(std::string("'") + sign + "' does not take " + a.typeName() + " and " + b.typeName());
}

[[noreturn]] void tooLarge() {
    fail("a number grew too large");
}

Value repeat(Context& context, const Value& what, std::int64_t times) {
    const auto n = static_cast<std::size_t>(std::max<std::int64_t>(times, 0));
    if (const Text* text = what.text()) {
        if (text->size() > 0 && n > Budget::kTextBytes / text->size())
            fail("the template makes too long a text");
        context.budget.spendBytes(text->size() * n);
        Text out;
        if (!text->empty()) {
            for (std::size_t i = 0; i < n; ++i) out.append(*text);
        }
        return out;
    }
    const List& list = *what.list();
    if (!list.items.empty() && n > Budget::kListItems / list.items.size())
        fail("the template makes too long a list");
    std::vector<Value> items;
    context.budget.spend(list.items.size() * n + 1);
    if (!list.items.empty()) {
        for (std::size_t i = 0; i < n; ++i) items.insert(items.end(), list.items.begin(), list.items.end());
    }
    return makeList(std::move(items), list.tuple);
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
    if (b == 0) fail("division by zero");
    if (b == -1) {
        if (a == std::numeric_limits<std::int64_t>::min()) tooLarge();
        return -a;
    }
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

double floorModulo(double a, double b) {
    if (b == 0) fail("division by zero");
    const double r = std::fmod(a, b);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

std::int64_t power(std::int64_t base, std::int64_t exponent) {
    std::int64_t result = 1;
    while (exponent > 0) {
        if (exponent & 1) {
            if (__builtin_mul_overflow(result, base, &result)) tooLarge();
        }
        exponent >>= 1;
        if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) tooLarge();
    }
    return result;
}

Value arithmetic(BinaryOp op, const Value& a, const Value& b, const char* sign) {
    if (!a.isNumber() || !b.isNumber()) noOperator(sign, a, b);
    const auto x = a.integer(), y = b.integer();
    if (x && y && op != BinaryOp::Divide && !(op == BinaryOp::Power && *y < 0)) {
        std::int64_t r = 0;
        switch (op) {
            case BinaryOp::Add:
                if (__builtin_add_overflow(*x, *y, &r)) tooLarge();
                return r;
            case BinaryOp::Subtract:
                if (__builtin_sub_overflow(*x, *y, &r)) tooLarge();
                return r;
            case BinaryOp::Multiply:
                if (__builtin_mul_overflow(*x, *y, &r)) tooLarge();
                return r;
            case BinaryOp::FloorDivide:
                return floorDivide(*x, *y);
            case BinaryOp::Modulo:
                return *y == -1 ? std::int64_t{0} : *x - floorDivide(*x, *y) * *y;
            default:
                return power(*x, *y);
        }
    }
    const double p = *a.number(), q = *b.number();
    switch (op) {
        case BinaryOp::Add:
            return p + q;
        case BinaryOp::Subtract:
            return p - q;
        case BinaryOp::Multiply:
            return p * q;
        case BinaryOp::Divide:
            if (q == 0) fail("division by zero");
            return p / q;
        case BinaryOp::FloorDivide:
            if (q == 0) fail("division by zero");
            return std::floor(p / q);
        case BinaryOp::Modulo:
            return floorModulo(p, q);
        case BinaryOp::Power: {
            const double r = std::pow(p, q);
            if (!std::isfinite(r)) tooLarge();
            return r;
        }
    }
    return {};
}

}  // namespace

Value binary(Context& context, BinaryOp op, const Value& a, const Value& b) {
    needDefined(a), needDefined(b);
    constexpr const char* kSigns[] = {"+", "-", "*", "/", "//", "%", "**"};
    const char* sign = kSigns[static_cast<int>(op)];
    if (op == BinaryOp::Add) {
        if (a.text() && b.text()) return concatenate(context, *a.text(), *b.text());
        if (const List* x = a.list(), *y = b.list(); x && y && x->tuple == y->tuple) {
            context.budget.spend(x->items.size() + y->items.size() + 1);
            std::vector<Value> items = x->items;
            items.insert(items.end(), y->items.begin(), y->items.end());
            return makeList(std::move(items), x->tuple);
        }
    }
    if (op == BinaryOp::Multiply) {
        if ((a.text() || a.list()) && b.integer()) return repeat(context, a, *b.integer());
        if ((b.text() || b.list()) && a.integer()) return repeat(context, b, *a.integer());
    }
    if (op == BinaryOp::Modulo && a.text()) {
        Args args;
        if (b.list() && b.list()->tuple) {
            args.positional = b.list()->items;
        } else {
            args.positional.push_back(b);
        }
        return percentFormat(context, *a.text(), args);
    }
    return arithmetic(op, a, b, sign);
}

bool contains(Context& context, const Value& container, const Value& item) {
    if (container.isUndefined()) return false;
    if (const Text* text = container.text()) {
        if (!item.text()) fail("'in' a string takes a string, not " + item.typeName());
        context.budget.spendBytes(text->size());
        return text->view().find(item.text()->view()) != std::string_view::npos;
    }
    if (const Dict* dict = container.dict()) {
        if (item.text()) {
            context.budget.spend(dict->items.size() / 8 + 1);
            return dict->find(item.text()->view()) != nullptr;
        }
        return std::any_of(dict->items.begin(), dict->items.end(),
                           [&](const auto& entry) { return equal(context, entry.first, item); });
    }
    if (const List* list = container.list()) {
        return std::any_of(list->items.begin(), list->items.end(),
                           [&](const Value& entry) { return equal(context, entry, item); });
    }
    fail("'in' does not take " + container.typeName());
}

bool compare(Context& context, CompareOp op, const Value& a, const Value& b) {
    switch (op) {
        case CompareOp::Equal:
            return equal(context, a, b);
        case CompareOp::NotEqual:
            return !equal(context, a, b);
        case CompareOp::Less:
            return lessThan(context, a, b);
        case CompareOp::Greater:
            return lessThan(context, b, a);
        case CompareOp::LessEqual:
            return lessThan(context, a, b) || equal(context, a, b);
        case CompareOp::GreaterEqual:
            return lessThan(context, b, a) || equal(context, a, b);
        case CompareOp::In:
            return contains(context, b, a);
        case CompareOp::NotIn:
            return !contains(context, b, a);
    }
    return false;
}

Value negate(const Value& value) {
    needDefined(value);
    if (const auto i = value.integer()) {
        if (*i == std::numeric_limits<std::int64_t>::min()) tooLarge();
        return -*i;
    }
    if (value.isFloat()) return -*value.number();
    fail("'-' does not take " + value.typeName());
}

}  // namespace gh::jinja
