// The 256 printable characters that byte-level BPE vocabularies are spelled in, one for each byte (GPT-2's
// encoder: printable Latin-1 stands for itself, the other bytes are numbered from U+0100 on).
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace gh {

class ByteAlphabet {
public:
    static const ByteAlphabet& instance();
    std::string_view spell(unsigned char byte) const { return m_spelled[byte]; }
    // Appends the bytes that a spelling stands for; characters outside the alphabet stay as they are.
    void decode(std::string_view spelled, std::string& out) const;
    std::string encode(std::string_view bytes) const;

private:
    ByteAlphabet();
    std::array<std::string, 256> m_spelled;
    std::array<int, 0x180> m_byte;  // by code point, -1: not in the alphabet
};

}  // namespace gh
