// What holds whenever a function is called correctly.
#pragma once

#include <cassert>

namespace quadrille {

// Checked in debug builds; elsewhere the optimiser takes it for granted.
[[gnu::always_inline]] inline constexpr void assume(bool holds) {
    assert(holds);
#if defined(__GNUC__)
    if (!holds) __builtin_unreachable();
#endif
}

}  // namespace quadrille
