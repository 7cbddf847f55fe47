#include "engine/text/byte_alphabet.h"

#include "engine/text/utf8.h"

namespace gh {

const ByteAlphabet& ByteAlphabet::instance() {
    static const ByteAlphabet alphabet;
    return alphabet;
}

ByteAlphabet::ByteAlphabet() {
    m_byte.fill(-1);
    char32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
        const bool printable =
            (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
        const char32_t code = printable ? static_cast<char32_t>(byte) : next++;
        utf8::append(m_spelled[static_cast<std::size_t>(byte)], code);
        m_byte[code] = byte;
    }
}

void ByteAlphabet::decode(std::string_view spelled, std::string& out) const {
    for (std::size_t pos = 0; pos < spelled.size();) {
        const utf8::Char c = utf8::at(spelled, pos);
        if (c.valid && c.code < m_byte.size() && m_byte[c.code] >= 0) {
            out.push_back(static_cast<char>(m_byte[c.code]));
        } else {
            out.append(spelled.substr(pos, c.length));
        }
        pos += c.length;
    }
}

std::string ByteAlphabet::encode(std::string_view bytes) const {
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char byte : bytes) out += spell(static_cast<unsigned char>(byte));
    return out;
}

}  // namespace gh
