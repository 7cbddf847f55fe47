// Sixteen short facts, each a text that the right answer completes: as good for a base model as for one that chats. Written
// for this project.
#pragma once

#include <span>
#include <string_view>

namespace gh::evaluate {

struct QuizItem {
    const char* question;
    std::span<const char* const> accepted;   // any of these
};

std::span<const QuizItem> quizList();
constexpr int kQuizTokens = 12;   // of an answer, greedy, no penalty

// The part of a reply that counts: up to its first end of line, without white space around it.
std::string_view quizAnswer(std::string_view reply);
// Right: the answer holds an accepted word or words, whole (no letter or digit of ASCII beside them), whatever the case.
bool quizRight(const QuizItem& item, std::string_view answer);

// Beginnings that the reference continues greedily, kAgreementTokens each, past ends of generation; at each of these
// positions the variant is asked for its choice on the same text.
std::span<const char* const> agreementPrompts();
constexpr int kAgreementTokens = 24;

}  // namespace gh::evaluate
