#include <cstdlib>
#include <optional>

#include "tests/kernels/ops/isa_cases.h"

namespace gh::kernels::test {
namespace {

// Sets GLASSHOUSE_ISA for a test and puts back what was there.
class ForcedIsa {
public:
    explicit ForcedIsa(const char* value) {
        if (const char* old = std::getenv("GLASSHOUSE_ISA")) m_old = old;
        if (value != nullptr)
            setenv("GLASSHOUSE_ISA", value, 1);
        else
            unsetenv("GLASSHOUSE_ISA");
    }
    ~ForcedIsa() {
        if (m_old)
            setenv("GLASSHOUSE_ISA", m_old->c_str(), 1);
        else
            unsetenv("GLASSHOUSE_ISA");
    }

private:
    std::optional<std::string> m_old;
};

class IsaChoice : public PerIsa {};

TEST_P(IsaChoice, ForcingTheVariableChoosesIt) {
    const IsaEntry& wanted = isaList()[GetParam()];
    const ForcedIsa forced(wanted.name);
    std::string problem;
    const IsaEntry* chosen = chooseIsa(&problem);
    ASSERT_NE(chosen, nullptr) << problem;
    EXPECT_EQ(chosen->isa, wanted.isa);
    EXPECT_STREQ(chosen->table().name, wanted.name);
    EXPECT_TRUE(problem.empty());
}

TEST_P(IsaChoice, TableIsWhole) {
    const KernelTable& t = table();
    EXPECT_TRUE(t.rmsNorm && t.add && t.scale && t.siluMul && t.geluTanhMul && t.rope && t.dot && t.expRow);
    EXPECT_TRUE(t.toF16 && t.fromF16 && t.storeKv && t.attendCut && t.foldCut);
    EXPECT_TRUE(t.quantizeRows && t.matmulInt8 && t.matmulF32);
}

INSTANTIATE_TEST_SUITE_P(Isas, IsaChoice, everyIsa(), isaName);

TEST(IsaList, BestSupportedIsChosenWhenNothingIsForced) {
    const ForcedIsa none(nullptr);
    const IsaEntry* best = nullptr;
    for (const IsaEntry& entry : isaList())
        if (entry.supported()) best = &entry;
    EXPECT_EQ(chooseIsa(nullptr), best);
    const ForcedIsa empty("");
    EXPECT_EQ(chooseIsa(nullptr), best);
}

TEST(IsaList, ScalarIsAlwaysThere) {
    ASSERT_NE(findIsa("scalar"), nullptr);
    EXPECT_TRUE(findIsa("scalar")->supported());
    EXPECT_EQ(findIsa("sse9"), nullptr);
    EXPECT_EQ(findIsa(""), nullptr);
}

TEST(IsaList, UnknownNameListsWhatThereIs) {
    const ForcedIsa forced("avx9000");
    std::string problem;
    EXPECT_EQ(chooseIsa(&problem), nullptr);
    EXPECT_NE(problem.find("avx9000"), std::string::npos) << problem;
    for (const IsaEntry& entry : isaList())
        EXPECT_EQ(problem.find(entry.name) != std::string::npos, entry.supported()) << problem;
}

TEST(IsaList, LackingInstructionSetIsRefused) {
    for (const IsaEntry& entry : isaList()) {
        if (entry.supported()) continue;
        const ForcedIsa forced(entry.name);
        std::string problem;
        EXPECT_EQ(chooseIsa(&problem), nullptr);
        EXPECT_NE(problem.find("does not have"), std::string::npos) << problem;
    }
}

}  // namespace
}  // namespace gh::kernels::test
