#include "engine/text/chat_template.h"

#include <algorithm>
#include <cstdio>

#include "engine/text/jinja.h"

namespace gh {

namespace {

constexpr std::size_t kLargestSource = 4u << 20;

Error templateError(const jinja::Failure& failure) {
    std::string where = "chat template";
    if (failure.line > 0) {
        where +=
            " (line " + std::to_string(failure.line) + ", column " + std::to_string(failure.column) + ")";
    }
    return {ErrorCode::Template, std::move(where), failure.message};
}

// Roles are the program's own words; one that could spell a marker came from somewhere else.
int roleOrigin(const std::string& role) {
    const bool plain = std::all_of(role.begin(), role.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    return plain ? jinja::kFromTemplate : jinja::kFromContent;
}

}  // namespace

std::optional<TemplatePlace> templatePlace(const Error& error) {
    TemplatePlace place;
    const bool there = error.code == ErrorCode::Template &&
                       std::sscanf(error.subject.c_str(), "chat template (line %d, column %d)", &place.line,
                                   &place.column) == 2;
    return there ? std::optional(place) : std::nullopt;
}

struct ChatTemplate::Impl {
    jinja::Template program;
};

Result<std::shared_ptr<const ChatTemplate>> ChatTemplate::parse(std::string source) {
    if (source.size() > kLargestSource) {
        return Error{ErrorCode::Template, "chat template",
                     "is " + std::to_string(source.size()) + " bytes long, too long to be one"};
    }
    try {
        auto made = std::make_shared<ChatTemplate>();
        made->m_impl = std::make_shared<const Impl>(Impl{jinja::Template(source)});
        made->m_source = std::move(source);
        return std::shared_ptr<const ChatTemplate>(std::move(made));
    } catch (const jinja::Failure& failure) {
        return templateError(failure);
    }
}

Result<SpannedText> ChatTemplate::render(const std::vector<ChatMessage>& messages,
                                         const Options& options) const {
    using jinja::Value;
    try {
        jinja::Context context;
        std::vector<Value> list;
        for (std::size_t i = 0; i < messages.size(); ++i) {
            const ChatMessage& message = messages[i];
            list.push_back(jinja::makeDict(
                context, {{Value("role"), Value(jinja::Text(message.role, roleOrigin(message.role)))},
                          {Value("content"), Value(jinja::Text(message.content, static_cast<int>(i)))}}));
        }
        std::vector<std::pair<std::string, Value>> variables;
        variables.emplace_back("messages", jinja::makeList(std::move(list)));
        variables.emplace_back("add_generation_prompt", Value(options.addGenerationPrompt));
        variables.emplace_back("bos_token", Value(options.bosToken));
        variables.emplace_back("eos_token", Value(options.eosToken));
        // Templates are written against a program that always passes these two.
        variables.emplace_back("tools", Value());
        variables.emplace_back("documents", Value());
        return m_impl->program.render(std::move(variables), options.clock).spans();
    } catch (const jinja::Failure& failure) {
        return templateError(failure);
    }
}

}  // namespace gh
