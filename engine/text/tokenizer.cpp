#include "engine/text/tokenizer.h"

#include <algorithm>

#include "engine/model/model_file.h"
#include "engine/text/tokenizer_list.h"

namespace gh {

std::string plainText(const SpannedText& spans) {
    std::string text;
    for (const TextSpan& span : spans) text += span.text;
    return text;
}

Result<std::shared_ptr<const Tokenizer>> Tokenizer::create(const ModelFile& file) {
    constexpr const char* kModel = "tokenizer.ggml.model";
    const auto model = file.text(kModel);
    if (!model) return model.error();
    std::string known;
    for (const TokenizerFamily& family : tokenizerList()) {
        if (*model == family.model) return family.create(file);
        known += (known.empty() ? "" : ", ") + std::string(family.model);
    }
    return Error{ErrorCode::Unsupported, kModel,
                 "tokenizer \"" + std::string(*model) + "\" is not supported (known: " + known + ")"};
}

std::vector<TokenId> Tokenizer::withModelSpecials(std::vector<TokenId> ids) const {
    if (m_addBos && m_bos >= 0 && (ids.empty() || ids.front() != m_bos)) ids.insert(ids.begin(), m_bos);
    if (m_addEos && m_eos >= 0 && (ids.empty() || ids.back() != m_eos)) ids.push_back(m_eos);
    return ids;
}

std::string Tokenizer::decode(std::span<const TokenId> ids, bool special) const {
    std::string text;
    for (const TokenId id : ids) {
        if (id < 0 || id >= size()) continue;
        if (special || !isSpecial(id)) text += piece(id);
    }
    return text;
}

std::string Tokenizer::decodeEncoded(std::span<const TokenId> ids, bool special) const {
    std::string text;
    bool prefixed = m_addSpacePrefix;
    for (const TokenId id : ids) {
        if (id < 0 || id >= size()) continue;
        const bool marker = kind(id) == TokenKind::Control || kind(id) == TokenKind::UserDefined;
        std::string_view bytes = piece(id);
        if (!marker && prefixed && bytes.starts_with(' ')) bytes.remove_prefix(1);
        prefixed = marker && m_addSpacePrefix && !m_prefixOnce;
        if (special || !isSpecial(id)) text += bytes;
    }
    return text;
}

bool Tokenizer::isEndOfGeneration(TokenId id) const {
    return std::find(m_endOfGeneration.begin(), m_endOfGeneration.end(), id) != m_endOfGeneration.end();
}

}  // namespace gh
