#include "engine/quantize/int_scheme.h"

namespace gh::quantize {

std::vector<Scheme> int4Schemes() {
    return {
        IntScheme<4, kWholeTensor, false>::scheme("int4-tensor", "INT4 · one scale", 0x401, "q4_0"),
        IntScheme<4, kWholeRow, false>::scheme("int4-row", "INT4 · a scale a row", 0x402, "q4_0"),
        IntScheme<4, 128, false>::scheme("int4-group128", "INT4 · groups of 128", 0x405, "q4_0"),
        IntScheme<4, 64, false>::scheme("int4-group64", "INT4 · groups of 64", 0x404, "q4_0"),
        IntScheme<4, 32, false>::scheme("int4-group32", "INT4 · groups of 32", 0x403, "q4_0"),
        IntScheme<4, 128, true>::scheme("int4-group128-asym", "INT4 · groups of 128, asymmetric", 0x415, "q4_1"),
        IntScheme<4, 64, true>::scheme("int4-group64-asym", "INT4 · groups of 64, asymmetric", 0x414, "q4_1"),
        IntScheme<4, 32, true>::scheme("int4-group32-asym", "INT4 · groups of 32, asymmetric", 0x413, "q4_1"),
    };
}

}  // namespace gh::quantize
