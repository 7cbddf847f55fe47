#include "engine/quantize/int_scheme.h"

namespace gh::quantize {

std::vector<Scheme> int3Schemes() {
    return {
        IntScheme<3, kWholeTensor, false>::scheme("int3-tensor", "INT3 · one scale", 0x301, "q3_k"),
        IntScheme<3, kWholeRow, false>::scheme("int3-row", "INT3 · a scale a row", 0x302, "q3_k"),
        IntScheme<3, 128, false>::scheme("int3-group128", "INT3 · groups of 128", 0x305, "q3_k"),
        IntScheme<3, 64, false>::scheme("int3-group64", "INT3 · groups of 64", 0x304, "q3_k"),
        IntScheme<3, 32, false>::scheme("int3-group32", "INT3 · groups of 32", 0x303, "q3_k"),
        IntScheme<3, 128, true>::scheme("int3-group128-asym", "INT3 · groups of 128, asymmetric", 0x315, "q3_k"),
        IntScheme<3, 64, true>::scheme("int3-group64-asym", "INT3 · groups of 64, asymmetric", 0x314, "q3_k"),
        IntScheme<3, 32, true>::scheme("int3-group32-asym", "INT3 · groups of 32, asymmetric", 0x313, "q3_k"),
    };
}

}  // namespace gh::quantize
