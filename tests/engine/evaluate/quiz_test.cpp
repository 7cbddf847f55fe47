// Which answers of the quiz count.
#include "engine/evaluate/quiz.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace gh::evaluate {
namespace {

const QuizItem& about(const std::string& word) {
    for (const QuizItem& item : quizList())
        if (std::string(item.question).find(word) != std::string::npos) return item;
    ADD_FAILURE() << "no question about " << word;
    return quizList().front();
}

TEST(Quiz, HasSixteenQuestionsWithAnswersThatAreRight) {
    std::set<std::string> questions;
    for (const QuizItem& item : quizList()) {
        questions.insert(item.question);
        ASSERT_FALSE(item.accepted.empty()) << item.question;
        for (const char* accepted : item.accepted) EXPECT_TRUE(quizRight(item, accepted)) << item.question << accepted;
        EXPECT_FALSE(quizRight(item, "I do not know")) << item.question;
    }
    EXPECT_EQ(questions.size(), 16u);
}

TEST(Quiz, WholeWordsCountWhateverTheirCase) {
    EXPECT_TRUE(quizRight(about("France"), "the city of PARIS, of course"));
    EXPECT_FALSE(quizRight(about("France"), "Parisian"));
    EXPECT_TRUE(quizRight(about("square root"), "9."));
    EXPECT_FALSE(quizRight(about("square root"), "19"));
    EXPECT_FALSE(quizRight(about("square root"), "90, then 99"));
    EXPECT_TRUE(quizRight(about("square root"), "90, no: 9"));
    EXPECT_TRUE(quizRight(about("formula"), "H₂O"));
}

TEST(Quiz, OnlyTheFirstLineOfAReplyCounts) {
    EXPECT_EQ(quizAnswer("  Paris. \nThe capital of Spain is"), "Paris.");
    EXPECT_EQ(quizAnswer("\nParis"), "");
    EXPECT_EQ(quizAnswer(" \t "), "");
    EXPECT_EQ(quizAnswer("Paris"), "Paris");
}

TEST(Quiz, AgreementAsksAtEnoughPositions) {
    EXPECT_GE(agreementPrompts().size() * kAgreementTokens, 144u);
}

}  // namespace
}  // namespace gh::evaluate
