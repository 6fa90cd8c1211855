// What can be set of a Monte-Carlo tree search; agents/mcts.py says what each means.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "quadrille/search/evaluation.hpp"

namespace quadrille::search {

struct MctsSettings : Evaluation {
    enum Formula { uct, puct, history };
    enum Leaf { rollout, guided, evaluate, net, policy };
    enum Parallel { one_tree, many_trees };
    enum Root { by_formula, by_halving };

    std::uint64_t sims = 1000;  // 0: no limit
    std::uint64_t nodes = 0;    // 0: no limit but memory
    double memory = 256;        // MB
    double c = 1.0;
    int formula = uct;
    int root = by_formula;  // how simulations are shared among the first moves
    int considered = 16;    // of which so many are tried (by_halving)
    double bias = 1;
    double fpu = -1;  // below 0: none
    int leaf = rollout;
    double epsilon = 0.1;
    int horizon = 0;  // 0: to the end of the game
    double mix = 0;
    double margin = 0;
    double widen = 0;
    bool prune = false;
    std::uint32_t expand = 1;
    double temperature = 0.25;
    int threads = 1;
    int parallel = one_tree;
    bool reuse = true;
    bool settle = true;
    bool prove = true;
    bool traps = true;        // choose among proven draws by what a careless opponent makes of them
    std::uint64_t exact = 0;  // positions a visit that may be spent on exact values
    bool look = false;        // for a win in one move at every new node (puct, two sides)

    // How many nodes of a size the trees may have together.
    std::size_t capacity(std::size_t node_bytes) const {
        const auto fitting = static_cast<std::size_t>(memory * 1e6) / node_bytes;
        return nodes > 0 ? std::min<std::size_t>(fitting, nodes) : fitting;
    }

    template <class Visit>
    void visit(Visit& f) {
        f("sims", sims);
        f("nodes", nodes);
        f("memory", memory);
        f("c", c);
        f("formula", formula, {"uct", "puct", "history"});
        f("root", root, {"formula", "halving"});
        f("considered", considered);
        f("bias", bias);
        f("fpu", fpu);
        f("leaf", leaf, {"rollout", "guided", "evaluate", "net", "policy"});
        f("epsilon", epsilon);
        f("horizon", horizon);
        f("mix", mix);
        f("margin", margin);
        f("widen", widen);
        f("prune", prune);
        f("expand", expand);
        f("temperature", temperature);
        f("threads", threads);
        f("parallel", parallel, {"tree", "root"});
        f("reuse", reuse);
        f("settle", settle);
        f("prove", prove);
        f("traps", traps);
        f("exact", exact);
        f("look", look);
        Evaluation::visit(f);
    }
};

}  // namespace quadrille::search
