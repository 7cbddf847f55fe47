#include "engine/text/pretokenizer.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "engine/text/utf8.h"

namespace gh {

namespace {

struct FreeCode {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
struct FreeMatch {
    void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
};
struct FreeContext {
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

}  // namespace

struct PreTokenizer::Code {
    std::unique_ptr<pcre2_code, FreeCode> code;
};

PreTokenizer::~PreTokenizer() = default;

Result<std::shared_ptr<const PreTokenizer>> PreTokenizer::compile(const PreTokenizerRule& rule) {
    std::shared_ptr<PreTokenizer> self(new PreTokenizer);
    for (const char* pattern : rule.patterns) {
        int error = 0;
        PCRE2_SIZE at = 0;
        pcre2_code* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern), PCRE2_ZERO_TERMINATED,
                                         PCRE2_UTF | PCRE2_UCP, &error, &at, nullptr);
        if (!code) {
            PCRE2_UCHAR text[256] = {};
            pcre2_get_error_message(error, text, sizeof text);
            return Error{ErrorCode::Internal, rule.names.front(),
                         "pattern does not compile: " + std::string(reinterpret_cast<char*>(text)) + " at " +
                             std::to_string(at)};
        }
        // Where the system forbids run-time code, the interpreter does the same, slower.
        pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
        self->m_codes.push_back({std::unique_ptr<pcre2_code, FreeCode>(code)});
    }
    return std::shared_ptr<const PreTokenizer>(std::move(self));
}

std::vector<std::string_view> PreTokenizer::split(std::string_view text) const {
    std::vector<std::string_view> pieces;
    std::vector<std::string_view> raw;  // invalid stretches, put back in order at the end
    // PCRE2 would check the whole text again at each match; checked here once, the pattern only sees valid
    // stretches.
    for (std::size_t pos = 0; pos < text.size();) {
        const std::size_t good = utf8::validPrefix(text, pos);
        if (good > pos) pieces.push_back(text.substr(pos, good - pos));
        std::size_t end = good;
        while (end < text.size()) {
            const utf8::Char c = utf8::at(text, end);
            if (c.valid) break;
            end += c.length;
        }
        if (end > good) raw.push_back(text.substr(good, end - good));
        pos = end;
    }

    // As much as a match may want: the patterns need next to nothing, but a megabyte of spaces must not fail.
    std::unique_ptr<pcre2_match_context, FreeContext> context(pcre2_match_context_create(nullptr));
    if (context) {
        pcre2_set_match_limit(context.get(), 0xFFFFFFFFu);
        pcre2_set_depth_limit(context.get(), 0xFFFFFFFFu);
    }
    std::vector<std::string_view> next;
    for (const Code& step : m_codes) {
        std::unique_ptr<pcre2_match_data, FreeMatch> match(pcre2_match_data_create(1, nullptr));
        if (!match) break;
        const PCRE2_SIZE* span = pcre2_get_ovector_pointer(match.get());
        next.clear();
        for (const std::string_view piece : pieces) {
            const auto subject = reinterpret_cast<PCRE2_SPTR>(piece.data());
            std::size_t done = 0, from = 0;
            while (from < piece.size()) {
                std::uint32_t options = PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY;
                int found = pcre2_match(step.code.get(), subject, piece.size(), from, options, match.get(),
                                        context.get());
                if (found == PCRE2_ERROR_JIT_STACKLIMIT) {
                    found = pcre2_match(step.code.get(), subject, piece.size(), from, options | PCRE2_NO_JIT,
                                        match.get(), context.get());
                }
                if (found < 0) break;  // no further match: the rest is one piece
                if (span[0] > done) next.push_back(piece.substr(done, span[0] - done));
                next.push_back(piece.substr(span[0], span[1] - span[0]));
                done = from = span[1];
            }
            if (done < piece.size()) next.push_back(piece.substr(done));
        }
        pieces.swap(next);
    }
    if (raw.empty()) return pieces;

    next.clear();
    auto bad = raw.begin();
    for (const std::string_view piece : pieces) {
        while (bad != raw.end() && bad->data() < piece.data()) next.push_back(*bad++);
        next.push_back(piece);
    }
    next.insert(next.end(), bad, raw.end());
    return next;
}

}  // namespace gh
