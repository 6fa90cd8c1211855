// What reading moves and reading positions share.
#pragma once

#include <optional>
#include <string_view>

namespace quadrille::sheep {

// Takes a number from 1 to `most` off the front of a text.
std::optional<int> take_number(std::string_view& text, int most);

}  // namespace quadrille::sheep
