// What a network says of positions in a search: values per side and the chances of moves.
#pragma once

#include <algorithm>
#include <optional>

#include "quadrille/search/arithmetic.hpp"
#include "quadrille/search/expectation.hpp"
#include "quadrille/search/network.hpp"
#include "quadrille/search/search.hpp"

namespace quadrille::search {

// What a network may read in the place of an encoding: the features of the static evaluation, those of
// the side that looks first and of the others in their order from that one on.
inline constexpr const char* features_name = "features";
inline constexpr int features_encoding = -1;

// The index of the network's encoding, or Error if the game has another version of it, or none.
template <SearchState State>
int encoding_of(const Network& network, const State& root) {
    if (network.encoding() == features_name) {
        const auto sides = static_cast<std::size_t>(root.num_sides());
        if (network.inputs() == sides * root.weights().size() && network.policy() == Policy::none)
            return features_encoding;
        throw Error("the network was made for another number of features");
    }
    const auto encodings = root.encodings();
    for (std::size_t i = 0; i < encodings.size(); ++i) {
        const Encoding& one = encodings[i];
        if (one.name != network.encoding()) continue;
        const auto of_moves = static_cast<std::size_t>(one.move_inputs);
        if (one.version == network.version() && one.size() == network.inputs() &&
            one.dtype == DType::float32 &&
            (network.policy() != Policy::moves || of_moves == network.move_inputs()))
            return static_cast<int>(i);
        throw Error("the network was made for another version or size of the encoding " +
                    quoted(one.name));
    }
    throw Error("the network was made for the encoding " + quoted(network.encoding()) +
                ", which this game does not have");
}

// The sums of a network's first layer for the positions of one search. Those of its root are kept for
// every player's point of view; a position near it is reached by what has changed.
template <SearchState State>
class FirstLayer {
  public:
    FirstLayer(const Network& network, const State& root, int encoding)
        : layer_(network.first()),
          encoding_(encoding),
          sparse_(encoding_ != features_encoding &&
                  root.encodings()[static_cast<std::size_t>(encoding_)].sparse),
          change_(sparse_ ? layer_.from() : 0),
          dense_(sparse_ ? 0 : layer_.from()) {
        for (int player = 0; sparse_ && player < root.num_players(); ++player) {
            root_views_.emplace_back();
            RootView& view = root_views_.back();
            root.inputs(encoding_, player, view.inputs);
            view.sums.resize(layer_.width());
            changes_.clear();
            for (const std::uint16_t input : view.inputs) changes_.push_back({input, 1});
            add_inputs(layer_, changes_, layer_.bias(), view.sums.data());
        }
    }

    void write(const State& state, int player, float* sums) {
        if (sparse_) return write_sparse(state, player, sums);
        if (encoding_ == features_encoding)
            read_features(state, player);
        else
            state.encode(encoding_, player, dense_.data());
        changes_.clear();
        for (std::size_t i = 0; i < dense_.size(); ++i)
            if (dense_[i] != 0) changes_.push_back({static_cast<std::uint16_t>(i), dense_[i]});
        add_inputs(layer_, changes_, layer_.bias(), sums);
    }

  private:
    struct RootView {
        Inputs inputs;
        std::vector<float> sums;
    };

    void read_features(const State& state, int player) {
        state.features(dense_);
        const auto row = dense_.size() / static_cast<std::size_t>(state.num_sides());
        const auto first = static_cast<std::ptrdiff_t>(row) * state.side(player);
        std::rotate(dense_.begin(), dense_.begin() + first, dense_.end());
    }

    void write_sparse(const State& state, int player, float* sums) {
        const RootView& root = root_views_[static_cast<std::size_t>(player)];
        state.inputs(encoding_, player, inputs_);
        for (const std::uint16_t input : inputs_) ++change_[input];
        for (const std::uint16_t input : root.inputs) --change_[input];
        changes_.clear();
        const auto take = [&](std::uint16_t input) {
            if (change_[input] == 0) return;
            changes_.push_back({input, static_cast<float>(change_[input])});
            change_[input] = 0;
        };
        for (const std::uint16_t input : inputs_) take(input);
        for (const std::uint16_t input : root.inputs) take(input);
        add_inputs(layer_, changes_, root.sums.data(), sums);
    }

    const DenseLayer& layer_;
    const int encoding_;
    const bool sparse_;
    std::vector<RootView> root_views_;  // by player
    std::vector<std::int16_t> change_;  // by input; 0 between calls
    std::vector<float> dense_;
    Inputs inputs_;
    std::vector<InputChange> changes_;
};

template <SearchState State>
class NetworkJudge {
  public:
    using Move = typename State::Move;

    NetworkJudge(std::shared_ptr<const Network> network, const State& root)
        : network_(std::move(network)),
          encoding_(encoding_of(*network_, root)),
          seats_(root),
          pass_(*network_) {
        if (!network_->is_outside()) first_.emplace(*network_, root, encoding_);
        const auto sides = static_cast<std::size_t>(seats_.sides);
        if (network_->values() != (sides <= 2 ? 1 : sides))
            throw Error("the network has values for another number of sides");
    }

    bool has_policy() const { return network_->policy() != Policy::none; }

    // Evaluates a position where a player moves; what follows refers to it.
    void look(const State& state) {
        const int player = state.player();
        side_ = seats_.side_of(player);
        if (first_)
            first_->write(state, player, pass_.start());
        else
            state.encode(encoding_, player, pass_.start());
        pass_.run();
    }

    Values<State> values() const {
        const auto sides = static_cast<std::size_t>(seats_.sides);
        Values<State> found{};
        if (sides <= 2) {
            found[side_] = pass_.value(0);
            if (sides == 2) found[1 - side_] = 0.0 - found[side_];
            return found;
        }
        for (std::size_t i = 0; i < sides; ++i) found[(side_ + i) % sides] = pass_.value(i);
        return found;
    }

    // The chances of the legal moves, which sum to one; `state` is the position that was looked at.
    void priors(const State& state, const std::vector<Move>& moves, std::vector<double>& out) {
        if constexpr (requires { state.num_actions(); })  // not where only values are asked for
            if (network_->policy() == Policy::actions &&
                network_->actions() != static_cast<std::size_t>(state.num_actions()))
                throw Error("the network has a policy over another number of actions");
        out.clear();
        double highest = -1e300, total = 0;
        for (const Move move : moves) {
            out.push_back(logit(state, move));
            highest = std::max(highest, out.back());
        }
        for (double& value : out) {
            value = exponential(std::max(value - highest, -80.0));
            total += value;
        }
        for (double& value : out) value /= total;
    }

    // What the last layer of the policy says, of every action that the network has or of the legal
    // moves; for networks whose outputs are no chances.
    std::vector<double> outputs(const State& state, const std::vector<Move>& moves) {
        std::vector<double> found;
        if (network_->policy() == Policy::moves)
            for (const Move move : moves) found.push_back(logit(state, move));
        else
            for (std::size_t i = 0; i < network_->actions(); ++i)
                found.push_back(pass_.action_logit(i));
        return found;
    }

    // Of any position that is not over; before a draw, the mean over what may be drawn.
    Values<State> value_of(const State& state) {
        return expected_values(state, [&](const State& drawn) {
            if (drawn.is_over()) return drawn.outcome();
            look(drawn);
            return values();
        });
    }

  private:
    double logit(const State& state, Move move) {
        if (network_->policy() == Policy::actions)
            return pass_.action_logit(static_cast<std::size_t>(state.action(move)));
        state.move_inputs(encoding_, move, move_inputs_);
        return pass_.move_logit(move_inputs_);
    }

    std::shared_ptr<const Network> network_;
    int encoding_;
    std::optional<FirstLayer<State>> first_;  // of a network that is evaluated here
    Seats<State> seats_;
    NetworkPass pass_;
    std::size_t side_ = 0;
    Inputs move_inputs_;
};

}  // namespace quadrille::search
