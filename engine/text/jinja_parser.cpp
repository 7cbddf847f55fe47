// Statements, and what both halves of the parser share.
#include "engine/text/jinja_parser.h"

namespace gh::jinja {

using TokenKind = Token::Kind;
using StmtKind = Stmt::Kind;

Body parseTemplate(std::string_view source) {
    return Parser(tokenize(source)).run();
}

Parser::Deeper::Deeper(Parser& p) : parser(p) {
    if (++parser.m_depth > kDeepest) {
        --parser.m_depth;
        parser.fail("nested too deeply");
    }
}

void Parser::fail(std::string message) const {
    throw Failure{Failure::Kind::Syntax, std::move(message), now().line, now().column};
}

std::string Parser::described(const Token& token) const {
    switch (token.kind) {
        case TokenKind::Data:
            return "text";
        case TokenKind::VariableBegin:
            return "'{{'";
        case TokenKind::VariableEnd:
            return "'}}'";
        case TokenKind::BlockBegin:
            return "'{%'";
        case TokenKind::BlockEnd:
            return "'%}'";
        case TokenKind::String:
            return "a string";
        case TokenKind::End:
            return "the end of the template";
        default:
            return "'" + token.text + "'";
    }
}

void Parser::needOp(std::string_view op) {
    if (!takeOp(op)) fail("expected '" + std::string(op) + "', found " + described(now()));
}

std::string Parser::needName() {
    if (now().kind != TokenKind::Name) fail("expected a name, found " + described(now()));
    return take().text;
}

void Parser::endTag() {
    if (now().kind != TokenKind::BlockEnd) fail("expected '%}', found " + described(now()));
    take();
}

ExprPtr Parser::make(Expr::Kind kind, const Token& at) const {
    auto expr = std::make_unique<Expr>();
    expr->kind = kind;
    expr->line = at.line, expr->column = at.column;
    return expr;
}

void Parser::addPart(Expr& expr, ExprPtr part) {
    if (part) expr.depth = std::max(expr.depth, part->depth + 1);
    if (expr.depth > kDeepestTree) fail("an expression of too many parts");
    expr.parts.push_back(std::move(part));
}

Body Parser::run() {
    Body body = statements({});
    if (now().kind != TokenKind::End) fail("unexpected " + described(now()));
    return body;
}

// Up to, but without, a block tag of one of these names; its "{%" is taken, its name is not.
Body Parser::statements(std::initializer_list<std::string_view> ends) {
    Deeper deeper(*this);
    Body body;
    for (;;) {
        switch (now().kind) {
            case TokenKind::End:
                if (ends.size() > 0) fail("the template ends before '" + std::string(*ends.begin()) + "'");
                return body;
            case TokenKind::Data: {
                auto stmt = std::make_unique<Stmt>();
                stmt->kind = StmtKind::Data;
                stmt->text = Text(take().text);
                body.push_back(std::move(stmt));
                break;
            }
            case TokenKind::VariableBegin: {
                auto stmt = std::make_unique<Stmt>();
                stmt->kind = StmtKind::Print;
                const Token at = take();
                stmt->line = at.line, stmt->column = at.column;
                stmt->expr = tuple();
                if (now().kind != TokenKind::VariableEnd) fail("expected '}}', found " + described(now()));
                take();
                body.push_back(std::move(stmt));
                break;
            }
            case TokenKind::BlockBegin: {
                const Token& name = ahead();
                if (name.kind == TokenKind::Name &&
                    std::find(ends.begin(), ends.end(), name.text) != ends.end()) {
                    take();
                    return body;
                }
                take();
                statement(body);
                break;
            }
            default:
                fail("unexpected " + described(now()));
        }
    }
}

Body Parser::bodyUntil(std::string_view end) {
    Body body = statements({end});
    take();  // the name
    return body;
}

void Parser::statement(Body& out) {
    const Token at = now();
    const std::string name = needName();
    auto stmt = std::make_unique<Stmt>();
    stmt->line = at.line, stmt->column = at.column;
    if (name == "if") {
        parseIf(*stmt);
    } else if (name == "for") {
        parseFor(*stmt);
    } else if (name == "set") {
        parseSet(*stmt);
    } else if (name == "macro") {
        parseMacro(*stmt);
    } else if (name == "call") {
        parseCallBlock(*stmt);
    } else if (name == "filter") {
        parseFilterBlock(*stmt);
    } else if (name == "with") {
        parseWith(*stmt);
    } else if (name == "autoescape" || name == "block" || name == "generation") {
        stmt->kind = StmtKind::Scope;
        if (name == "autoescape") stmt->expr = expression();
        if (name == "block") needName();
        while (now().kind == TokenKind::Name) take();  // scoped, required
        endTag();
        stmt->body = bodyUntil("end" + name);
        if (name == "block" && now().kind == TokenKind::Name) take();
    } else if (name == "do") {
        stmt->kind = StmtKind::Do;
        stmt->expr = tuple();
    } else if (name == "break" || name == "continue") {
        if (m_loops == 0) fail("'" + name + "' outside of a loop");
        stmt->kind = name == "break" ? StmtKind::Break : StmtKind::Continue;
    } else if (name == "include" || name == "import" || name == "extends" || name == "from") {
        stmt->kind = StmtKind::NotHere;
        stmt->name = name;
        while (now().kind != TokenKind::BlockEnd && now().kind != TokenKind::End) take();
    } else {
        throw Failure{Failure::Kind::Syntax, "unknown or misplaced tag '" + name + "'", at.line, at.column};
    }
    endTag();
    out.push_back(std::move(stmt));
}

void Parser::parseIf(Stmt& stmt) {
    stmt.kind = StmtKind::If;
    for (bool more = true; more;) {
        ExprPtr condition = tuple(false);
        endTag();
        Body body = statements({"endif", "elif", "else"});
        stmt.branches.emplace_back(std::move(condition), std::move(body));
        const std::string end = take().text;
        more = end == "elif";
        if (end == "else") {
            endTag();
            stmt.branches.emplace_back(nullptr, bodyUntil("endif"));
        }
    }
}

void Parser::parseFor(Stmt& stmt) {
    stmt.kind = StmtKind::For;
    stmt.target = target(false);
    if (!takeName("in")) fail("expected 'in', found " + described(now()));
    stmt.expr = tuple(false);
    if (takeName("if")) stmt.filter = expression();
    stmt.recursive = takeName("recursive");
    endTag();
    ++m_loops;
    stmt.body = statements({"endfor", "else"});
    --m_loops;
    if (take().text == "else") {
        endTag();
        stmt.branches.emplace_back(nullptr, bodyUntil("endfor"));
    }
}

// One name, several, nested in parentheses; with `attributes` also namespace.name.
ExprPtr Parser::target(bool attributes) {
    Deeper deeper(*this);
    const Token at = now();
    std::vector<ExprPtr> parts;
    bool several = false;
    for (;;) {
        if (takeOp("(")) {
            parts.push_back(target(attributes));
            needOp(")");
        } else {
            const Token nameAt = now();
            ExprPtr name = make(Expr::Kind::Name, nameAt);
            name->name = needName();
            for (const char* reserved : {"true", "false", "none", "True", "False", "None", "loop"}) {
                if (name->name == reserved && (name->name != "loop" || !attributes))
                    fail("'" + name->name + "' cannot be set");
            }
            if (attributes && takeOp(".")) {
                ExprPtr attribute = make(Expr::Kind::Attribute, nameAt);
                attribute->name = needName();
                addPart(*attribute, std::move(name));
                name = std::move(attribute);
            }
            parts.push_back(std::move(name));
        }
        if (!takeOp(",")) break;
        several = true;
        if (isName("in") || isOp("=") || isOp(")")) break;
    }
    if (!several) return std::move(parts.front());
    ExprPtr all = make(Expr::Kind::Tuple, at);
    for (ExprPtr& part : parts) addPart(*all, std::move(part));
    return all;
}

void Parser::parseSet(Stmt& stmt) {
    stmt.target = target(true);
    if (takeOp("=")) {
        stmt.kind = StmtKind::Set;
        stmt.expr = tuple();
        return;
    }
    stmt.kind = StmtKind::SetBlock;
    while (isOp("|")) {
        take();
        stmt.expr = oneFilter(std::move(stmt.expr));
    }
    endTag();
    stmt.body = bodyUntil("endset");
}

void Parser::signature(MacroDefinition& macro) {
    needOp("(");
    while (!isOp(")")) {
        if (!macro.parameters.empty()) needOp(",");
        if (isOp(")")) break;
        macro.parameters.push_back(needName());
        if (takeOp("=")) {
            macro.defaults.push_back(expression());
        } else if (!macro.defaults.empty()) {
            fail("a parameter without default follows one with default");
        }
    }
    needOp(")");
}

void Parser::parseMacro(Stmt& stmt) {
    stmt.kind = StmtKind::Macro;
    stmt.macro = std::make_unique<MacroDefinition>();
    stmt.macro->name = needName();
    signature(*stmt.macro);
    endTag();
    m_macros.push_back(stmt.macro.get());
    const int loops = std::exchange(m_loops, 0);
    stmt.macro->body = bodyUntil("endmacro");
    m_loops = loops;
    m_macros.pop_back();
}

void Parser::parseCallBlock(Stmt& stmt) {
    stmt.kind = StmtKind::CallBlock;
    stmt.macro = std::make_unique<MacroDefinition>();
    stmt.macro->name = "caller";
    if (isOp("(")) signature(*stmt.macro);
    stmt.expr = expression();
    if (stmt.expr->kind != Expr::Kind::Call) fail("'call' needs a call");
    endTag();
    const int loops = std::exchange(m_loops, 0);
    stmt.macro->body = bodyUntil("endcall");
    m_loops = loops;
}

void Parser::parseFilterBlock(Stmt& stmt) {
    stmt.kind = StmtKind::FilterBlock;
    stmt.expr = oneFilter(nullptr);
    while (takeOp("|")) stmt.expr = oneFilter(std::move(stmt.expr));
    endTag();
    stmt.body = bodyUntil("endfilter");
}

void Parser::parseWith(Stmt& stmt) {
    stmt.kind = StmtKind::With;
    while (now().kind != TokenKind::BlockEnd) {
        if (!stmt.assignments.empty()) needOp(",");
        ExprPtr name = make(Expr::Kind::Name, now());
        name->name = needName();
        needOp("=");
        stmt.assignments.emplace_back(std::move(name), expression());
    }
    endTag();
    stmt.body = bodyUntil("endwith");
}

}  // namespace gh::jinja
