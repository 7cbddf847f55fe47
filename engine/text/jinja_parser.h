// Tokens to the tree. Recursive descent with Jinja's grammar and precedence; unknown filters, tests and tags
// are syntax errors, found before anything is rendered.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "engine/text/jinja_ast.h"
#include "engine/text/jinja_lexer.h"

namespace gh::jinja {

// Throws Failure (Syntax), with line and column.
Body parseTemplate(std::string_view source);

class Parser {
public:
    explicit Parser(std::vector<Token> tokens) : m_tokens(std::move(tokens)) {}
    Body run();

private:
    static constexpr int kDeepest = 120;      // of brackets in brackets and blocks in blocks
    static constexpr int kDeepestTree = 300;  // of a tree, which long chains of operators make deep too

    // Statements (jinja_parser.cpp).
    Body statements(std::initializer_list<std::string_view> ends);
    void statement(Body& out);
    void parseIf(Stmt& stmt);
    void parseFor(Stmt& stmt);
    void parseSet(Stmt& stmt);
    void parseMacro(Stmt& stmt);
    void parseCallBlock(Stmt& stmt);
    void parseWith(Stmt& stmt);
    void parseFilterBlock(Stmt& stmt);
    void signature(MacroDefinition& macro);
    Body bodyUntil(std::string_view end);
    ExprPtr target(bool attributes);
    void endTag();

    // Expressions (jinja_expression_parser.cpp).
    ExprPtr expression(bool conditional = true);
    ExprPtr tuple(bool conditional = true, bool explicitParentheses = false);
    ExprPtr chainOf(std::string_view word, Expr::Kind kind, ExprPtr (Parser::*operand)());
    ExprPtr orExpr();
    ExprPtr andExpr();
    ExprPtr notExpr();
    ExprPtr comparison();
    ExprPtr sum();
    ExprPtr concat();
    ExprPtr product();
    ExprPtr power();
    ExprPtr unary(bool filters = true);
    ExprPtr primary();
    ExprPtr postfix(ExprPtr expr);
    ExprPtr filters(ExprPtr expr);
    ExprPtr oneFilter(ExprPtr expr);
    ExprPtr test(ExprPtr expr);
    ExprPtr subscript(ExprPtr expr);
    CallArgs callArgs();
    ExprPtr listLiteral();
    ExprPtr dictLiteral();

    // Tokens.
    const Token& now() const { return m_tokens[m_pos]; }
    const Token& ahead() const { return m_tokens[std::min(m_pos + 1, m_tokens.size() - 1)]; }
    Token take() {
        Token token = m_tokens[m_pos];
        if (m_pos + 1 < m_tokens.size()) ++m_pos;
        return token;
    }
    bool isOp(std::string_view op) const { return now().kind == Token::Kind::Operator && now().text == op; }
    bool isName(std::string_view name) const { return now().kind == Token::Kind::Name && now().text == name; }
    bool takeOp(std::string_view op) { return isOp(op) ? (take(), true) : false; }
    bool takeName(std::string_view name) { return isName(name) ? (take(), true) : false; }
    void needOp(std::string_view op);
    std::string needName();
    [[noreturn]] void fail(std::string message) const;
    std::string described(const Token& token) const;

    ExprPtr make(Expr::Kind kind, const Token& at) const;
    // Adds a part and keeps the depth, by which the evaluator's stack is bounded.
    void addPart(Expr& expr, ExprPtr part);
    ExprPtr makeBinary(BinaryOp op, const Token& at, ExprPtr left, ExprPtr right);

    struct Deeper {
        explicit Deeper(Parser& parser);
        ~Deeper() { --parser.m_depth; }
        Parser& parser;
    };

    std::vector<Token> m_tokens;
    std::size_t m_pos = 0;
    int m_depth = 0, m_loops = 0;
    std::vector<MacroDefinition*> m_macros;
};

}  // namespace gh::jinja
