#include "engine/evaluate/quiz.h"

#include <string>

namespace gh::evaluate {
namespace {

constexpr const char* kParis[] = {"Paris"};
constexpr const char* kTokyo[] = {"Tokyo"};
constexpr const char* kJupiter[] = {"Jupiter"};
constexpr const char* kWater[] = {"H2O", "H₂O"};
constexpr const char* kCold[] = {"cold", "cool"};
constexpr const char* kWeek[] = {"week"};
constexpr const char* kShakespeare[] = {"Shakespeare"};
constexpr const char* kPhotosynthesis[] = {"photosynthesis"};
constexpr const char* kSun[] = {"Sun"};
constexpr const char* kWashington[] = {"Washington"};
constexpr const char* kNine[] = {"9", "nine"};
constexpr const char* kYen[] = {"yen"};
constexpr const char* kOxygen[] = {"oxygen", "O2", "O₂"};
constexpr const char* kNile[] = {"Nile"};
constexpr const char* kDarwin[] = {"Darwin"};
constexpr const char* kZero[] = {"0", "zero"};

constexpr QuizItem kQuiz[] = {
    {"The capital of France is", kParis},
    {"The capital of Japan is", kTokyo},
    {"The largest planet of the solar system is", kJupiter},
    {"The chemical formula of water is", kWater},
    {"The opposite of hot is", kCold},
    {"Monday is the first day of the", kWeek},
    {"The play Romeo and Juliet was written by William", kShakespeare},
    {"The process by which green plants make sugar from sunlight is called", kPhotosynthesis},
    {"The Earth moves around the", kSun},
    {"The first president of the United States was George", kWashington},
    {"The square root of 81 is", kNine},
    {"The currency of Japan is the", kYen},
    {"The gas in the air that people need to breathe is", kOxygen},
    {"The longest river in Africa is the", kNile},
    {"The book On the Origin of Species was written by Charles", kDarwin},
    {"In degrees Celsius, water freezes at", kZero},
};

constexpr const char* kPrompts[] = {
    "The old lighthouse keeper climbed the stairs every evening, because",
    "To repair a flat tyre on a bicycle, first",
    "In economics, inflation means that",
    "The main reason why birds migrate is",
    "Dear Sir or Madam, I am writing to",
    "A computer program is a list of",
    "During the Roman Empire, most people",
    "When the rain finally stopped, the children",
};

bool isWordByte(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); }

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

}  // namespace

std::span<const QuizItem> quizList() { return kQuiz; }
std::span<const char* const> agreementPrompts() { return kPrompts; }

std::string_view quizAnswer(std::string_view reply) {
    constexpr std::string_view kSpace = " \t\r";
    const std::size_t begin = reply.find_first_not_of(kSpace);
    if (begin == reply.npos) return {};
    reply.remove_prefix(begin);
    reply = reply.substr(0, reply.find('\n'));
    return reply.substr(0, reply.find_last_not_of(kSpace) + 1);
}

bool quizRight(const QuizItem& item, std::string_view answer) {
    const std::string text = lower(answer);
    for (const char* accepted : item.accepted) {
        const std::string word = lower(accepted);
        for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
            const std::size_t end = at + word.size();
            if ((at == 0 || !isWordByte(text[at - 1])) && (end == text.size() || !isWordByte(text[end]))) return true;
        }
    }
    return false;
}

}  // namespace gh::evaluate
