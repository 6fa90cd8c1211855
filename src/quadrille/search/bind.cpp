// The native module of quadrille.search: the searches for Python-written games.
#include "quadrille/search/bind.hpp"

NB_MODULE(_core, m) {
    nb::module_::import_("quadrille.core._core");  // binds Rng
    quadrille::register_errors();
    quadrille::search::bind_searches<quadrille::PyState>(m);
}
