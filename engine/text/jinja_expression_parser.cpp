// Expressions, loosest binding first.
#include <charconv>

#include "engine/text/jinja_filters.h"
#include "engine/text/jinja_parser.h"

namespace gh::jinja {

using TokenKind = Token::Kind;
using Kind = Expr::Kind;

ExprPtr Parser::makeBinary(BinaryOp op, const Token& at, ExprPtr left, ExprPtr right) {
    ExprPtr expr = make(Kind::Binary, at);
    expr->binaryOp = op;
    addPart(*expr, std::move(left));
    addPart(*expr, std::move(right));
    return expr;
}

ExprPtr Parser::tuple(bool conditional, bool explicitParentheses) {
    const Token at = now();
    const auto ends = [&] {
        return now().kind == TokenKind::VariableEnd || now().kind == TokenKind::BlockEnd || isOp(")") ||
               isName("recursive");
    };
    std::vector<ExprPtr> parts;
    bool several = false;
    while (!ends()) {
        parts.push_back(expression(conditional));
        if (!takeOp(",")) break;
        several = true;
    }
    if (!several) {
        if (!parts.empty()) return std::move(parts.front());
        if (!explicitParentheses) fail("expected an expression, found " + described(now()));
    }
    ExprPtr expr = make(Kind::Tuple, at);
    for (ExprPtr& part : parts) addPart(*expr, std::move(part));
    return expr;
}

ExprPtr Parser::expression(bool conditional) {
    Deeper deeper(*this);
    ExprPtr expr = orExpr();
    while (conditional && isName("if")) {
        ExprPtr choice = make(Kind::Conditional, take());
        addPart(*choice, std::move(expr));
        addPart(*choice, orExpr());
        addPart(*choice, takeName("else") ? expression() : nullptr);
        expr = std::move(choice);
    }
    return expr;
}

// operand, then any number of `word` operand, bound from the left.
ExprPtr Parser::chainOf(std::string_view word, Kind kind, ExprPtr (Parser::*operand)()) {
    ExprPtr left = (this->*operand)();
    while (isName(word)) {
        ExprPtr expr = make(kind, take());
        addPart(*expr, std::move(left));
        addPart(*expr, (this->*operand)());
        left = std::move(expr);
    }
    return left;
}

ExprPtr Parser::orExpr() { return chainOf("or", Kind::Or, &Parser::andExpr); }
ExprPtr Parser::andExpr() { return chainOf("and", Kind::And, &Parser::notExpr); }

ExprPtr Parser::notExpr() {
    if (!isName("not")) return comparison();
    Deeper deeper(*this);
    ExprPtr expr = make(Kind::Not, take());
    addPart(*expr, notExpr());
    return expr;
}

ExprPtr Parser::comparison() {
    constexpr std::pair<std::string_view, CompareOp> kOperators[] = {
        {"==", CompareOp::Equal},     {"!=", CompareOp::NotEqual}, {"<", CompareOp::Less},
        {"<=", CompareOp::LessEqual}, {">", CompareOp::Greater},   {">=", CompareOp::GreaterEqual}};
    ExprPtr left = sum();
    ExprPtr chain;
    for (;;) {
        const Token at = now();
        std::optional<CompareOp> op;
        for (const auto& [sign, value] : kOperators) {
            if (isOp(sign)) op = value;
        }
        if (isName("in")) op = CompareOp::In;
        if (isName("not") && ahead().kind == TokenKind::Name && ahead().text == "in") {
            take();
            op = CompareOp::NotIn;
        }
        if (!op) break;
        take();
        if (!chain) {
            chain = make(Kind::Compare, at);
            addPart(*chain, std::move(left));
        }
        chain->compareOps.push_back(*op);
        addPart(*chain, sum());
    }
    return chain ? std::move(chain) : std::move(left);
}

ExprPtr Parser::sum() {
    ExprPtr left = concat();
    while (isOp("+") || isOp("-")) {
        const Token at = take();
        left = makeBinary(at.text == "+" ? BinaryOp::Add : BinaryOp::Subtract, at, std::move(left), concat());
    }
    return left;
}

ExprPtr Parser::concat() {
    ExprPtr left = product();
    if (!isOp("~")) return left;
    ExprPtr expr = make(Kind::Concat, now());
    addPart(*expr, std::move(left));
    while (takeOp("~")) addPart(*expr, product());
    return expr;
}

ExprPtr Parser::product() {
    ExprPtr left = power();
    while (isOp("*") || isOp("/") || isOp("//") || isOp("%")) {
        const Token at = take();
        const BinaryOp op = at.text == "*"    ? BinaryOp::Multiply
                            : at.text == "/"  ? BinaryOp::Divide
                            : at.text == "//" ? BinaryOp::FloorDivide
                                              : BinaryOp::Modulo;
        left = makeBinary(op, at, std::move(left), power());
    }
    return left;
}

ExprPtr Parser::power() {
    ExprPtr left = unary();
    while (isOp("**")) {
        const Token at = take();
        left = makeBinary(BinaryOp::Power, at, std::move(left), unary());
    }
    return left;
}

ExprPtr Parser::unary(bool withFilters) {
    ExprPtr expr;
    if (isOp("-") || isOp("+")) {
        Deeper deeper(*this);
        const Token at = take();
        expr = make(at.text == "-" ? Kind::Negate : Kind::Plus, at);
        addPart(*expr, unary(false));
    } else {
        expr = primary();
    }
    expr = postfix(std::move(expr));
    return withFilters ? filters(std::move(expr)) : std::move(expr);
}

ExprPtr Parser::primary() {
    const Token token = now();
    switch (token.kind) {
        case TokenKind::Name: {
            take();
            const std::string& name = token.text;
            ExprPtr expr = make(Kind::Constant, token);
            if (name == "true" || name == "True") {
                expr->value = Value(true);
            } else if (name == "false" || name == "False") {
                expr->value = Value(false);
            } else if (name != "none" && name != "None") {
                for (const char* keyword : {"in", "is", "if", "else", "and", "or", "not"}) {
                    if (name == keyword) {
                        throw Failure{Failure::Kind::Syntax, "unexpected '" + name + "'", token.line,
                                      token.column};
                    }
                }
                expr->kind = Kind::Name;
                expr->name = name;
                for (MacroDefinition* macro : m_macros) {
                    macro->usesVarargs |= name == "varargs";
                    macro->usesKwargs |= name == "kwargs";
                    macro->usesCaller |= name == "caller";
                }
            }
            return expr;
        }
        case TokenKind::String: {
            ExprPtr expr = make(Kind::Constant, token);
            std::string text;
            while (now().kind == TokenKind::String) text += take().text;  // neighbours are one string
            expr->value = Value(Text(std::move(text)));
            return expr;
        }
        case TokenKind::Integer: {
            ExprPtr expr = make(Kind::Constant, take());
            const char* begin = token.text.data();
            const char* end = begin + token.text.size();
            int base = 10;
            if (token.text.size() > 2 && begin[0] == '0' && (begin[1] | 0x20) >= 'a') {
                base = (begin[1] | 0x20) == 'x' ? 16 : (begin[1] | 0x20) == 'o' ? 8 : 2;
                begin += 2;
            }
            std::int64_t value = 0;
            const auto read = std::from_chars(begin, end, value, base);
            if (read.ec != std::errc() || read.ptr != end)
                fail("the number " + token.text + " is not understood");
            expr->value = Value(value);
            return expr;
        }
        case TokenKind::Float: {
            ExprPtr expr = make(Kind::Constant, take());
            double value = 0;
            const auto read =
                std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
            if (read.ec != std::errc()) fail("the number " + token.text + " is not understood");
            expr->value = Value(value);
            return expr;
        }
        case TokenKind::Operator:
            if (token.text == "(") {
                Deeper deeper(*this);
                take();
                ExprPtr expr = tuple(true, true);
                needOp(")");
                return expr;
            }
            if (token.text == "[") return listLiteral();
            if (token.text == "{") return dictLiteral();
            break;
        default:
            break;
    }
    fail("expected an expression, found " + described(token));
}

ExprPtr Parser::listLiteral() {
    Deeper deeper(*this);
    ExprPtr expr = make(Kind::List, take());
    while (!isOp("]")) {
        if (!expr->parts.empty()) needOp(",");
        if (isOp("]")) break;
        addPart(*expr, expression());
    }
    needOp("]");
    return expr;
}

ExprPtr Parser::dictLiteral() {
    Deeper deeper(*this);
    ExprPtr expr = make(Kind::Dict, take());
    while (!isOp("}")) {
        if (!expr->parts.empty()) needOp(",");
        if (isOp("}")) break;
        addPart(*expr, expression());
        needOp(":");
        addPart(*expr, expression());
    }
    needOp("}");
    return expr;
}

ExprPtr Parser::postfix(ExprPtr expr) {
    for (;;) {
        if (isOp(".") || isOp("[")) {
            expr = subscript(std::move(expr));
        } else if (isOp("(")) {
            ExprPtr call = make(Kind::Call, now());
            addPart(*call, std::move(expr));
            call->args = callArgs();
            expr = std::move(call);
        } else {
            return expr;
        }
    }
}

ExprPtr Parser::subscript(ExprPtr expr) {
    const Token at = take();
    if (at.text == ".") {
        const Token name = take();
        if (name.kind == TokenKind::Name) {
            ExprPtr attribute = make(Kind::Attribute, name);
            attribute->name = name.text;
            addPart(*attribute, std::move(expr));
            return attribute;
        }
        std::int64_t index = 0;
        const char* end = name.text.data() + name.text.size();
        if (name.kind != TokenKind::Integer || std::from_chars(name.text.data(), end, index).ptr != end) {
            throw Failure{Failure::Kind::Syntax, "expected a name after '.'", name.line, name.column};
        }
        ExprPtr item = make(Kind::Item, name);
        addPart(*item, std::move(expr));
        ExprPtr number = make(Kind::Constant, name);
        number->value = Value(index);
        addPart(*item, std::move(number));
        return item;
    }
    Deeper deeper(*this);
    ExprPtr first;
    if (!isOp(":")) first = tuple();
    if (!isOp(":")) {
        ExprPtr item = make(Kind::Item, at);
        addPart(*item, std::move(expr));
        addPart(*item, std::move(first));
        needOp("]");
        return item;
    }
    ExprPtr slice = make(Kind::Slice, at);
    addPart(*slice, std::move(expr));
    addPart(*slice, std::move(first));
    take();
    addPart(*slice, isOp("]") || isOp(":") ? nullptr : expression());
    addPart(*slice, takeOp(":") && !isOp("]") ? expression() : nullptr);
    needOp("]");
    return slice;
}

CallArgs Parser::callArgs() {
    Deeper deeper(*this);
    CallArgs args;
    needOp("(");
    bool first = true;
    while (!isOp(")")) {
        if (!first) needOp(",");
        first = false;
        if (isOp(")")) break;
        if (takeOp("**")) {
            if (args.doubleStar) fail("'**' twice in a call");
            args.doubleStar = expression();
        } else if (takeOp("*")) {
            if (args.star) fail("'*' twice in a call");
            args.star = expression();
        } else if (now().kind == TokenKind::Name && ahead().kind == TokenKind::Operator &&
                   ahead().text == "=") {
            std::string name = take().text;
            take();
            args.named.emplace_back(std::move(name), expression());
        } else {
            if (!args.named.empty()) fail("an argument without name follows one with a name");
            args.positional.push_back(expression());
        }
    }
    needOp(")");
    return args;
}

ExprPtr Parser::filters(ExprPtr expr) {
    for (;;) {
        if (takeOp("|")) {
            expr = oneFilter(std::move(expr));
        } else if (isName("is")) {
            expr = test(std::move(expr));
        } else if (isOp("(")) {
            ExprPtr call = make(Kind::Call, now());
            addPart(*call, std::move(expr));
            call->args = callArgs();
            expr = std::move(call);
        } else {
            return expr;
        }
    }
}

ExprPtr Parser::oneFilter(ExprPtr operand) {
    ExprPtr expr = make(Kind::Filter, now());
    expr->name = needName();
    while (takeOp(".")) expr->name += "." + needName();
    expr->filter = findFilter(expr->name);
    if (!expr->filter) {
        throw Failure{Failure::Kind::Syntax, "there is no filter '" + expr->name + "'", expr->line,
                      expr->column};
    }
    addPart(*expr, std::move(operand));
    if (isOp("(")) expr->args = callArgs();
    return expr;
}

ExprPtr Parser::test(ExprPtr operand) {
    const Token at = take();
    ExprPtr expr = make(Kind::Test, at);
    expr->negated = takeName("not");
    expr->name = needName();
    while (takeOp(".")) expr->name += "." + needName();
    expr->test = findTest(expr->name);
    if (!expr->test)
        throw Failure{Failure::Kind::Syntax, "there is no test '" + expr->name + "'", at.line, at.column};
    addPart(*expr, std::move(operand));
    if (isOp("(")) {
        expr->args = callArgs();
        return expr;
    }
    const auto notAnArgument = [&] {
        for (const char* word : {"else", "or", "and", "if", "is", "in", "not"}) {
            if (isName(word)) return true;
        }
        return false;
    };
    const bool begins = now().kind == TokenKind::Name || now().kind == TokenKind::String ||
                        now().kind == TokenKind::Integer || now().kind == TokenKind::Float || isOp("[") ||
                        isOp("{");
    // One argument may stand without parentheses: x is divisibleby 3.
    if (expr->test->takesArgument && begins && !notAnArgument())
        expr->args.positional.push_back(postfix(primary()));
    return expr;
}

}  // namespace gh::jinja
