#include "engine/model/file_types.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gh {

const char* fileTypeName(std::uint64_t fileType) {
    using Entry = std::pair<std::uint64_t, const char*>;
    static constexpr std::array kNames = {
        Entry{0, "F32"},      Entry{1, "F16"},      Entry{2, "Q4_0"},     Entry{3, "Q4_1"},    Entry{7, "Q8_0"},
        Entry{8, "Q5_0"},     Entry{9, "Q5_1"},     Entry{10, "Q2_K"},    Entry{11, "Q3_K_S"}, Entry{12, "Q3_K_M"},
        Entry{13, "Q3_K_L"},  Entry{14, "Q4_K_S"},  Entry{15, "Q4_K_M"},  Entry{16, "Q5_K_S"}, Entry{17, "Q5_K_M"},
        Entry{18, "Q6_K"},    Entry{19, "IQ2_XXS"}, Entry{20, "IQ2_XS"},  Entry{21, "Q2_K_S"}, Entry{22, "IQ3_XS"},
        Entry{23, "IQ3_XXS"}, Entry{24, "IQ1_S"},   Entry{25, "IQ4_NL"},  Entry{26, "IQ3_S"},  Entry{27, "IQ3_M"},
        Entry{28, "IQ2_S"},   Entry{29, "IQ2_M"},   Entry{30, "IQ4_XS"},  Entry{31, "IQ1_M"},  Entry{32, "BF16"},
    };
    const auto found =
        std::find_if(kNames.begin(), kNames.end(), [&](const Entry& entry) { return entry.first == fileType; });
    return found == kNames.end() ? nullptr : found->second;
}

}  // namespace gh
