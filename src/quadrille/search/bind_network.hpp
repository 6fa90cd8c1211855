// Networks from Python: made from numpy arrays by name, and asked about positions.
#pragma once

#include "quadrille/search/bind_search.hpp"
#include "quadrille/search/network_judge.hpp"

namespace quadrille::search {

void bind_network(nb::module_& m);

// What a network says of positions of one game, without any search.
template <GameState State>
void bind_network_judge(nb::handle scope) {
    using Judge = NetworkJudge<State>;
    nb::class_<Judge>(scope, "_NetworkJudge", "A network's values and priors of positions.")
        .def(
            "__init__",
            [](Judge* self, const std::shared_ptr<Network>& network,
               typename Conversion<State>::Argument state) {
                new (self) Judge(network, Conversion<State>::root(state));
            },
            nb::arg("network"), nb::arg("state"),
            nb::sig("def __init__(self, network: quadrille.search._core.Network, "
                    "state: typing.Any) -> None"))
        .def(
            "evaluate",
            [](Judge& self, typename Conversion<State>::Argument argument) {
                const State state = Conversion<State>::root(argument);
                std::vector<typename State::Move> moves;
                std::vector<double> priors;
                state.legal_moves(moves);
                self.look(state);
                if (self.has_policy()) self.priors(state, moves, priors);
                nb::list python_moves;
                for (const auto move : moves)
                    python_moves.append(Conversion<State>::move(state, move));
                return nb::make_tuple(first_values(self.values(), state.num_sides()), python_moves,
                                      first_values(priors, static_cast<int>(priors.size())));
            },
            nb::arg("state"),
            nb::sig("def evaluate(self, state: typing.Any) "
                    "-> tuple[list[float], list[typing.Any], list[float]]"),
            "Values per side, the legal moves, and their chances.")
        .def(
            "outputs",
            [](Judge& self, typename Conversion<State>::Argument argument) {
                const State state = Conversion<State>::root(argument);
                std::vector<typename State::Move> moves;
                state.legal_moves(moves);
                self.look(state);
                return self.outputs(state, moves);
            },
            nb::arg("state"), nb::sig("def outputs(self, state: typing.Any) -> list[float]"),
            "What the policy's last layer says: a number for each action, or, where moves are "
            "scored by what describes them, for each legal move.");
}

}  // namespace quadrille::search
