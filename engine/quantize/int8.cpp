#include "engine/quantize/int_scheme.h"

namespace gh::quantize {

std::vector<Scheme> int8Schemes() {
    return {
        IntScheme<8, kWholeTensor, false>::scheme("int8-tensor", "INT8 · one scale", 0x801, "q8_0"),
        IntScheme<8, kWholeRow, false>::scheme("int8-row", "INT8 · a scale a row", 0x802, "q8_0"),
        IntScheme<8, 128, false>::scheme("int8-group128", "INT8 · groups of 128", 0x805, "q8_0"),
        IntScheme<8, 64, false>::scheme("int8-group64", "INT8 · groups of 64", 0x804, "q8_0"),
        IntScheme<8, 32, false>::scheme("int8-group32", "INT8 · groups of 32", 0x803, "q8_0"),
        IntScheme<8, 128, true>::scheme("int8-group128-asym", "INT8 · groups of 128, asymmetric", 0x815, "q8_0"),
        IntScheme<8, 64, true>::scheme("int8-group64-asym", "INT8 · groups of 64, asymmetric", 0x814, "q8_0"),
        IntScheme<8, 32, true>::scheme("int8-group32-asym", "INT8 · groups of 32, asymmetric", 0x813, "q8_0"),
    };
}

}  // namespace gh::quantize
