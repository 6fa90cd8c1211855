#include "quadrille/core/errors.hpp"

#include <algorithm>

namespace quadrille {

std::string quoted(std::string_view text) {
    std::size_t shown = std::min<std::size_t>(text.size(), 200);
    const auto is_continuation = [&](std::size_t i) { return (text[i] & 0xc0) == 0x80; };
    while (shown > 0 && shown < text.size() && is_continuation(shown)) --shown;  // whole UTF-8
    std::string result = "'";
    for (const char c : text.substr(0, shown)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n') {
            result += "\\n";
        } else if (byte < 0x20 || byte == 0x7f) {
            result += '?';
        } else {
            if (c == '\'' || c == '\\') result += '\\';
            result += c;
        }
    }
    return result + (shown < text.size() ? "'..." : "'");
}

void refuse_position(const std::string& why, std::string_view text) {
    throw BadPosition(why + " in position " + quoted(text));
}

}  // namespace quadrille
