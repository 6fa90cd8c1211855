// A small network that searches evaluate: a sparse first layer, one or two dense ones, a value for
// each side and a policy. As in computer chess (Nasu 2018, Efficiently updatable neural-network-based
// evaluation functions for computer shogi), what the first layer adds up is kept at the root of a
// search, and a leaf adds only what has changed since.
//
//   t = ReLU(... ReLU(ReLU(x W0 + b0) W1 + b1) ...)         the trunk; or sigmoids instead of ReLU
//   values = tanh(t Wv + bv)       for the side that looks, and with more than two sides the others
//                                  in their order from that one on
//   policy over actions:           logits = t Wp + bp
//   policy over moves:             logit = sum skip[f] + out . ReLU(bias + t T + sum embed[f]) over the
//                                  inputs f that describe the move (State::move_inputs)
//
// Where we differ: nothing is quantised, but the first layer's weights are multiples of 2^-12
// (network.py), so that its sums are exact in whatever order they are made. All other sums have one
// order, the same for every instruction set.
//
// A large network is evaluated elsewhere, by whatever library runs it, through a function that takes
// rows of the encoding: searches ask it in the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace quadrille::search {

// Weights [from, to] of a layer, rows padded with zeros.
class DenseLayer {
  public:
    DenseLayer() = default;
    DenseLayer(std::span<const float> weights, std::span<const float> bias);

    std::size_t from() const { return from_; }
    std::size_t to() const { return to_; }
    std::size_t width() const { return width_; }  // of a padded row
    const float* row(std::size_t i) const { return weights_.data() + i * width_; }
    const float* bias() const { return bias_.data(); }

    // out [width] = bias + in [from] times weights; inputs that are 0 cost next to nothing.
    void apply(const float* in, float* out) const;

  private:
    std::size_t from_ = 0, to_ = 0, width_ = 0;
    std::vector<float> weights_, bias_;
};

// What a network says about the moves of a position.
enum class Policy { none, actions, moves };

class Network {
  public:
    // The layers of the trunk, the value, and one of: nothing, `policy`, or what scores moves. Throws
    // Error if they do not fit together.
    struct Parts {
        std::vector<DenseLayer> trunk;
        float steepness = 0;  // of the sigmoids 1 / (1 + e^(-steepness x)); 0 for ReLU
        DenseLayer value;
        DenseLayer policy;
        DenseLayer moves_trunk;          // [trunk, head], with the bias of the head
        std::vector<float> moves_embed;  // [move inputs, head]
        std::vector<float> moves_out;    // [head]
        std::vector<float> moves_skip;   // [move inputs]
    };
    Network(std::string encoding, int version, Parts parts);

    // How many numbers go into a network that is evaluated elsewhere, and how many come out.
    struct Sizes {
        std::size_t inputs = 0, values = 0, actions = 0;
    };
    // Fills values [rows, values], each from -1 to 1, and logits [rows, actions] for inputs [rows,
    // inputs]; may be called by any thread.
    using Evaluate =
        std::function<void(std::size_t rows, const float* inputs, float* values, float* logits)>;
    Network(std::string encoding, int version, const Sizes& sizes, Evaluate evaluate);

    bool is_outside() const { return static_cast<bool>(evaluate_); }
    const Sizes& sizes() const { return sizes_; }
    const Evaluate& evaluate() const { return evaluate_; }  // of one that is evaluated elsewhere

    const std::string& encoding() const { return encoding_; }
    int version() const { return version_; }
    std::size_t inputs() const { return sizes_.inputs; }
    std::vector<std::size_t> layers() const;
    std::size_t values() const { return sizes_.values; }
    Policy policy() const { return policy_; }
    std::size_t actions() const { return sizes_.actions; }
    std::size_t move_inputs() const { return parts_.moves_skip.size(); }

    const DenseLayer& first() const { return parts_.trunk.front(); }  // not of one outside

  private:
    friend class NetworkPass;

    std::string encoding_;
    int version_;
    Parts parts_;
    Evaluate evaluate_;
    Sizes sizes_;
    Policy policy_;
    std::size_t widest_ = 0;
    DenseLayer embed_;
    std::vector<float> out_;
};

// The evaluation of one position after another, with the memory that it takes.
class NetworkPass {
  public:
    explicit NetworkPass(const Network& network);

    // What the caller sets before run(): the sums of the first layer, [width], or for a network that
    // is evaluated elsewhere the row of the encoding, [inputs].
    float* start() { return start_.data(); }
    void run();

    double value(std::size_t i) const;  // in (-1, 1)
    double action_logit(std::size_t action) const { return double{actions_[action]}; }
    double move_logit(std::span<const std::uint16_t> inputs) const;

  private:
    const Network& network_;
    std::vector<float> start_, layer_, trunk_, values_, actions_, head_;
};

// An input of the first layer that is counted more often, or less often, than before.
struct InputChange {
    std::uint16_t input;
    float times;
};

// to [width] = from [width] + times * the row of each input, in their order.
void add_inputs(const DenseLayer& first, std::span<const InputChange> changes, const float* from,
                float* to);

}  // namespace quadrille::search
