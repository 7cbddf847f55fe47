// Tests that run once per listed instruction set: a new entry of isaList() is tested by being listed.
#pragma once

#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/isa.h"
#include "kernels/kernel_table.h"

namespace gh::kernels::test {

// The parameter is the place in isaList(); the test's name ends in the instruction set's.
class PerIsa : public ::testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override {
        const IsaEntry& entry = isaList()[GetParam()];
        if (!entry.supported()) GTEST_SKIP() << "this machine lacks " << entry.name;
        m_table = &entry.table();
        ASSERT_STREQ(m_table->name, entry.name);
    }
    const KernelTable& table() const { return *m_table; }
    static const KernelTable& scalar() { return findIsa("scalar")->table(); }

private:
    const KernelTable* m_table = nullptr;
};

inline std::string isaName(const ::testing::TestParamInfo<std::size_t>& info) {
    return isaList()[info.param].name;
}

inline auto everyIsa() {
    return ::testing::Range<std::size_t>(0, isaList().size());
}

template <typename T>
::testing::AssertionResult sameBits(std::span<const T> a, std::span<const T> b) {
    if (a.size() != b.size())
        return ::testing::AssertionFailure() << a.size() << " and " << b.size() << " values";
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0)
            return ::testing::AssertionFailure()
                   << "element " << i << " of " << a.size() << ": " << a[i] << " and " << b[i];
    return ::testing::AssertionSuccess();
}
template <typename T>
::testing::AssertionResult sameBits(const std::vector<T>& a, const std::vector<T>& b) {
    return sameBits(std::span<const T>(a), std::span<const T>(b));
}

inline std::vector<float> randomRow(std::size_t n, unsigned seed, float spread = 1.0f) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.0f, spread);
    std::vector<float> row(n);
    for (float& x : row) x = normal(random);
    return row;
}

}  // namespace gh::kernels::test
