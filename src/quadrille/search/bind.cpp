// The native module of quadrille.search: the searches that run on any state, and for Python-written
// games those that are compiled for every game.
#include "quadrille/search/bind.hpp"

#include "quadrille/search/bind_network.hpp"

namespace quadrille::search {

template <SearchState State>
void bind_any(nb::handle scope);  // bind_any.hpp

}  // namespace quadrille::search

NB_MODULE(_core, m) {
    using quadrille::search::AnyState;
    nb::module_::import_("quadrille.core._core");  // binds Rng
    quadrille::register_errors();
    nb::class_<AnyState>(m, "_AnyState", "A state of any game, as the searches here take it.");
    quadrille::search::bind_network(m);
    quadrille::search::bind_any<AnyState>(m);
    quadrille::search::bind_alphabeta<AnyState>(m);
    quadrille::search::bind_mcts<quadrille::PyState>(m);
}
