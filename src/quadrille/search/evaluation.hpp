// What judges positions in the place of a game's own static evaluation.
#pragma once

#include <memory>
#include <vector>

#include "quadrille/search/network.hpp"

namespace quadrille::search {

// The base of the settings of every search that uses the static evaluation.
struct Evaluation {
    std::shared_ptr<const Network> network;  // in the place of the static evaluation, if set
    std::vector<float> weights;  // of the features, in their order; empty for the game's own

    template <class Visit>
    void visit(Visit& f) {
        f("network", network);
        f("weights", weights);
    }
};

}  // namespace quadrille::search
