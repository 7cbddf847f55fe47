// What a query may see: tests/data/numeric/mask.json, and that what it may not see is never used.
// Values are unit vectors, token t has a one in dim t, so that out[t] > 0 says that t was seen.
#include <fstream>

#include <nlohmann/json.hpp>

#include "tests/kernels/attention/cut.h"

namespace gh::kernels::test {
namespace {

using nlohmann::json;

json maskCase(const std::string& id) {
    std::ifstream file(GLASSHOUSE_TEST_DATA "/numeric/mask.json");
    const json all = json::parse(file);
    for (const json& c : all.at("cases"))
        if (c.at("id") == id) return c;
    throw std::runtime_error("no case " + id);
}

constexpr int kHeadSize = 16;

// Tokens [0, count) with unit values and a key that scores the same for all.
Cut unitCut(const KernelTable& table, int count, KvType type = KvType::F16) {
    Cut cut(type, kHeadSize);
    for (int t = 0; t < count; ++t) {
        const std::vector<float> k(kHeadSize, 0.25f);
        std::vector<float> v(kHeadSize);
        v[static_cast<std::size_t>(t % kHeadSize)] = 1.0f;
        cut.write(table, t, k.data(), v.data());
    }
    return cut;
}

std::vector<int> seenBy(const Result& r, std::size_t query) {
    std::vector<int> seen;
    for (int t = 0; t < kHeadSize; ++t)
        if (r.out[query * kHeadSize + static_cast<std::size_t>(t)] > 0) seen.push_back(t);
    return seen;
}

// The stretch of a query as the engine gives it: the window counts the query itself, 0 = no window.
Visible stretch(int position, int window) {
    return {window > 0 ? std::max(0, position - window + 1) : 0, position};
}

class Visibility : public PerIsa {};

TEST_P(Visibility, MaskCases) {
    for (const char* id : {"mask-W4-n8", "mask-W1-n3", "mask-W8-n5", "mask-W0-n4", "mask-chunk"}) {
        const json c = maskCase(id);
        const json& in = c.at("input");
        const int past = in.value("n_past", 0);
        const int rows = in.contains("n") ? in.at("n").get<int>() : in.at("n_new").get<int>();
        const auto want = c.at("expected").at("visible").get<std::vector<std::array<int, 2>>>();
        ASSERT_EQ(want.size(), static_cast<std::size_t>(rows));

        const Cut cut = unitCut(table(), past + rows);
        std::vector<Visible> visible;
        for (int r = 0; r < rows; ++r) visible.push_back(stretch(past + r, in.at("window")));
        const std::vector<float> q(static_cast<std::size_t>(rows) * kHeadSize, 0.25f);
        const Result got = cut.attend(table(), q, visible);
        for (int r = 0; r < rows; ++r) {
            std::vector<int> tokens;
            for (int t = want[r][0]; t <= want[r][1]; ++t) tokens.push_back(t);
            EXPECT_EQ(seenBy(got, r), tokens) << id << ", row " << r;
            EXPECT_EQ(got.sum[r], static_cast<float>(tokens.size())) << id << ", row " << r;
        }
    }
}

// Query heads of a group share a KV head's tiles; each group finds only its own.
TEST_P(Visibility, GroupedHeads) {
    const json c = maskCase("gqa-heads");
    const int heads = c.at("input").at("n_head"), kvHeads = c.at("input").at("n_head_kv");
    const auto want = c.at("expected").at("kv_head").get<std::vector<int>>();
    std::vector<int> got(static_cast<std::size_t>(heads), -1);
    for (int kv = 0; kv < kvHeads; ++kv) {
        Cut cut(KvType::F16, kHeadSize);
        const std::vector<float> k(kHeadSize, 1.0f), v(kHeadSize, static_cast<float>(kv + 1));
        cut.write(table(), 0, k.data(), v.data());
        const int group = heads / kvHeads;
        const Result r =
            cut.attend(table(), std::vector<float>(static_cast<std::size_t>(group) * kHeadSize, 0.1f),
                       std::vector<Visible>(static_cast<std::size_t>(group), {0, 0}));
        for (int g = 0; g < group; ++g)
            got[static_cast<std::size_t>(kv * group + g)] =
                static_cast<int>(r.out[static_cast<std::size_t>(g) * kHeadSize]) - 1;
    }
    EXPECT_EQ(got, want);
}

TEST_P(Visibility, SequencesOfABatchNeverMeet) {
    const json c = maskCase("mask-batch");
    const json& tokens = c.at("input").at("tokens");
    const auto allowed = c.at("expected").at("allowed").get<std::vector<std::vector<int>>>();
    // Each sequence has its own tiles; a query is run against those of its own.
    for (std::size_t query = 0; query < tokens.size(); ++query) {
        Cut cut(KvType::F16, kHeadSize);
        for (std::size_t t = 0; t < tokens.size(); ++t) {
            if (tokens[t].at("seq") != tokens[query].at("seq")) continue;
            const std::vector<float> k(kHeadSize, 0.25f);
            std::vector<float> v(kHeadSize);
            v[t] = 1.0f;  // by place in the batch
            cut.write(table(), tokens[t].at("pos"), k.data(), v.data());
        }
        const Result r =
            cut.attend(table(), std::vector<float>(kHeadSize, 0.25f), {stretch(tokens[query].at("pos"), 0)});
        for (std::size_t t = 0; t < tokens.size(); ++t)
            EXPECT_EQ(r.out[t] > 0, allowed[query][t] == 1) << "query " << query << ", token " << t;
    }
}

// mask-layers of the same file says which layers are windowed: a matter of the model's configuration, tested
// there.

// What was never written is NaN and tiles that nobody sees are null: the results are those of a clean cut.
TEST_P(Visibility, PoisonAndNullTilesChangeNothing) {
    for (const KvTypes types : typePairs()) {
        for (const int headSize : {8, 64, 80}) {
            if (!canHold(types, headSize)) continue;
            const int written = 133;
            Cut poisoned(types, headSize);
            poisoned.fill(scalar(), written, 3);
            Cut clean(types, headSize);
            clean.fill(scalar(), kCutTokens, 3);  // other values beyond, and before
            for (int t = 0; t < written; ++t) clean.write(scalar(), t, poisoned.key(t), poisoned.value(t));
            // Tokens 40 … 132 are seen by someone: tiles 2 … 8, of which 4 only by the wide query.
            const std::vector<Visible> visible = {{40, 50},   {47, 47},  {41, 60},  {100, 132},
                                                  {132, 132}, {99, 120}, {130, 131}};
            for (int tile = 0; tile < 16; ++tile)
                if (tile < 2 || tile > 8 || tile == 4 || tile == 5) poisoned.dropTile(tile);
            const float nan = NAN;
            const std::vector<float> nans(static_cast<std::size_t>(headSize), nan);
            for (int t = 32; t < 40; ++t) poisoned.write(scalar(), t, nans.data(), nans.data());
            const auto q = randomRow(visible.size() * static_cast<std::size_t>(headSize), 4, 0.3f);
            const Result got = poisoned.attend(table(), q, visible);
            for (const float x : got.out) ASSERT_TRUE(std::isfinite(x));
            ASSERT_TRUE(sameResult(clean.attend(table(), q, visible), got));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Isas, Visibility, everyIsa(), isaName);

}  // namespace
}  // namespace gh::kernels::test
