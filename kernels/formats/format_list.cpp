#include <algorithm>
#include <array>
#include <string>

#include "kernels/formats/format_files.h"

namespace gh::kernels {
namespace {

// Every type id of the GGUF specification, also those that were removed: files of all ages turn up.
struct TypeName {
    std::uint32_t id;
    const char* name;
};

constexpr TypeName kTypeNames[] = {
    {0, "F32"},
    {1, "F16"},
    {2, "Q4_0"},
    {3, "Q4_1"},
    {4, "Q4_2 (removed)"},
    {5, "Q4_3 (removed)"},
    {6, "Q5_0"},
    {7, "Q5_1"},
    {8, "Q8_0"},
    {9, "Q8_1"},
    {10, "Q2_K"},
    {11, "Q3_K"},
    {12, "Q4_K"},
    {13, "Q5_K"},
    {14, "Q6_K"},
    {15, "Q8_K"},
    {16, "IQ2_XXS"},
    {17, "IQ2_XS"},
    {18, "IQ3_XXS"},
    {19, "IQ1_S"},
    {20, "IQ4_NL"},
    {21, "IQ3_S"},
    {22, "IQ2_S"},
    {23, "IQ4_XS"},
    {24, "I8"},
    {25, "I16"},
    {26, "I32"},
    {27, "I64"},
    {28, "F64"},
    {29, "IQ1_M"},
    {30, "BF16"},
    {31, "Q4_0_4_4 (removed)"},
    {32, "Q4_0_4_8 (removed)"},
    {33, "Q4_0_8_8 (removed)"},
    {34, "TQ1_0"},
    {35, "TQ2_0"},
    {36, "IQ4_NL_4_4 (removed)"},
    {37, "IQ4_NL_4_8 (removed)"},
    {38, "IQ4_NL_8_8 (removed)"},
    {39, "MXFP4"},
    {40, "NVFP4"},
    {41, "Q1_0"},
};

}  // namespace

constexpr std::size_t kOwnFormats = 6;  // the last of the list

std::span<const Format> packedFormatList() {
    static const std::array kList = {
        f32Format(), f16Format(), bf16Format(), q4_0Format(), q4_1Format(), q5_0Format(), q5_1Format(),
        q8_0Format(), q2_kFormat(), q3_kFormat(), q4_kFormat(), q5_kFormat(), q6_kFormat(), iq4_nlFormat(),
        iq4_xsFormat(),
        int8mFormat(), int4Format(), int4mFormat(), int3Format(), int3mFormat(), nf4Format(),
    };
    return kList;
}

std::span<const Format> formatList() {
    return packedFormatList().first(packedFormatList().size() - kOwnFormats);
}

const Format* findFormat(std::uint32_t ggufType) {
    for (const Format& format : packedFormatList()) {
        if (static_cast<std::uint32_t>(format.type) == ggufType) return &format;
    }
    return nullptr;
}

const Format* findFormat(StorageType type) {
    return findFormat(static_cast<std::uint32_t>(type));
}

std::string_view storageTypeName(std::uint32_t ggufType) {
    const auto* known = std::ranges::find(kTypeNames, ggufType, &TypeName::id);
    if (known != std::end(kTypeNames)) return known->name;
    // The view must outlive the call: one buffer a thread is enough for building one message.
    thread_local std::string unknown;
    unknown = "type " + std::to_string(ggufType);
    return unknown;
}

}  // namespace gh::kernels
