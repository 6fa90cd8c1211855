#include "quadrille/search/network.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "quadrille/core/errors.hpp"
#include "quadrille/search/arithmetic.hpp"

namespace quadrille::search {

namespace {

constexpr std::size_t lanes = 8;

constexpr std::size_t padded(std::size_t count) { return (count + lanes - 1) / lanes * lanes; }

// Vectors that every compiler of ours knows, made of smaller ones where the processor has no such.
using Eight = float __attribute__((vector_size(lanes * sizeof(float))));
using EightInMemory =
    float __attribute__((vector_size(lanes * sizeof(float)), aligned(alignof(float)), may_alias));
using PlacesInMemory = std::uint16_t
    __attribute__((vector_size(lanes * sizeof(std::uint16_t)), aligned(2), may_alias));

const EightInMemory& eight(const float* numbers) {
    return *reinterpret_cast<const EightInMemory*>(numbers);
}
EightInMemory& eight(float* numbers) { return *reinterpret_cast<EightInMemory*>(numbers); }
const PlacesInMemory& places(const std::uint16_t* numbers) {
    return *reinterpret_cast<const PlacesInMemory*>(numbers);
}
PlacesInMemory& places(std::uint16_t* numbers) {
    return *reinterpret_cast<PlacesInMemory*>(numbers);
}

// Which of eight numbers are not 0, a bit each.
unsigned nonzero(const float* numbers) {
    unsigned set = 0;
#if defined(__AVX__)
    const auto differs = eight(numbers) != Eight{};
    Eight mask;
    __builtin_memcpy(&mask, &differs, sizeof mask);
    set = static_cast<unsigned>(__builtin_ia32_movmskps256(mask));
#else
    for (unsigned i = 0; i < lanes; ++i) set |= static_cast<unsigned>(numbers[i] != 0) << i;
#endif
    return set;
}

// Where the bits of a byte are set, by byte; what follows the last one does not matter.
constexpr auto set_bits = [] {
    std::array<std::array<std::uint16_t, lanes>, 256> found{};
    for (std::size_t byte = 0; byte < found.size(); ++byte) {
        std::size_t count = 0;
        for (std::uint16_t bit = 0; bit < lanes; ++bit)
            if ((byte >> bit & 1) != 0) found[byte][count++] = bit;
    }
    return found;
}();

// Calls f<Width>(at) for blocks of columns that make up a padded row, as large as they can be.
template <std::size_t Largest, class F>
void in_blocks(std::size_t width, const F& f, std::size_t at = 0) {
    for (; at + Largest <= width; at += Largest) f.template operator()<Largest>(at);
    if constexpr (Largest > lanes) in_blocks<Largest / 2>(width, f, at);
}

// `Width` columns of a sum of rows, kept in registers.
template <std::size_t Width>
void add_rows(std::span<const InputChange> changes, const float* weights, std::size_t stride,
              const float* from, float* to) {
    constexpr std::size_t count = Width / lanes;
    Eight sums[count];
    for (std::size_t i = 0; i < count; ++i) sums[i] = eight(from + i * lanes);
    for (const InputChange& change : changes) {
        const float* row = weights + change.input * stride;
        for (std::size_t i = 0; i < count; ++i) sums[i] += change.times * eight(row + i * lanes);
    }
    for (std::size_t i = 0; i < count; ++i) eight(to + i * lanes) = sums[i];
}

// `Width` columns of a product, kept in registers. Rows are added up by turns in two sums, so that
// one addition need not wait for the other.
template <std::size_t Width>
void multiply(std::span<const std::uint16_t> active, const float* in, const float* weights,
              std::size_t stride, const float* bias, float* out) {
    constexpr std::size_t count = Width / lanes;
    Eight even[count], odd[count];
    for (std::size_t i = 0; i < count; ++i) even[i] = eight(bias + i * lanes), odd[i] = Eight{};
    std::size_t k = 0;
    for (; k + 1 < active.size(); k += 2) {
        const float a = in[active[k]], b = in[active[k + 1]];
        const float* first = weights + active[k] * stride;
        const float* second = weights + active[k + 1] * stride;
        for (std::size_t i = 0; i < count; ++i) even[i] += a * eight(first + i * lanes);
        for (std::size_t i = 0; i < count; ++i) odd[i] += b * eight(second + i * lanes);
    }
    if (k < active.size()) {
        const float a = in[active[k]];
        const float* first = weights + active[k] * stride;
        for (std::size_t i = 0; i < count; ++i) even[i] += a * eight(first + i * lanes);
    }
    for (std::size_t i = 0; i < count; ++i) eight(out + i * lanes) = even[i] + odd[i];
}

// ReLU, or sigmoids of a steepness.
void activate(float* numbers, std::size_t count, float steepness) {
    if (steepness == 0) {
        for (std::size_t i = 0; i < count; ++i) numbers[i] = numbers[i] > 0 ? numbers[i] : 0.0F;
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const double x = std::clamp(double{steepness} * double{numbers[i]}, -40.0, 40.0);
        numbers[i] = static_cast<float>(1 / (1 + exponential(-x)));
    }
}

double hyperbolic_tangent(double x) {
    const double bounded = std::clamp(x, -20.0, 20.0);
    return 1 - 2 / (exponential(2 * bounded) + 1);
}

}  // namespace

DenseLayer::DenseLayer(std::span<const float> weights, std::span<const float> bias)
    : from_(bias.empty() ? 0 : weights.size() / bias.size()),
      to_(bias.size()),
      width_(padded(to_)),
      weights_(from_ * width_),
      bias_(width_) {
    if (from_ == 0 || from_ * to_ != weights.size() || from_ > 0xffff)
        throw Error("expected weights [from, to] and a bias for each of `to`, from at most 65535");
    for (std::size_t i = 0; i < from_; ++i)
        std::copy_n(weights.begin() + static_cast<std::ptrdiff_t>(i * to_), to_,
                    weights_.begin() + static_cast<std::ptrdiff_t>(i * width_));
    std::copy(bias.begin(), bias.end(), bias_.begin());
}

void DenseLayer::apply(const float* in, float* out) const {
    static thread_local std::vector<std::uint16_t> active;
    active.resize(padded(from_) + lanes);
    std::size_t count = 0;
    for (std::size_t i = 0; i < from_; i += lanes) {
        unsigned set = 0;
        if (i + lanes <= from_)
            set = nonzero(in + i);
        else
            for (unsigned k = 0; i + k < from_; ++k)
                set |= static_cast<unsigned>(in[i + k] != 0) << k;
        // Those after the last one are written over.
        places(active.data() + count) =
            places(set_bits[set].data()) + static_cast<std::uint16_t>(i);
        count += static_cast<std::size_t>(std::popcount(set));
    }
    const std::span<const std::uint16_t> rows(active.data(), count);
    in_blocks<32>(width_, [&]<std::size_t Width>(std::size_t at) {
        multiply<Width>(rows, in, weights_.data() + at, width_, bias_.data() + at, out + at);
    });
}

void add_inputs(const DenseLayer& first, std::span<const InputChange> changes, const float* from,
                float* to) {
    in_blocks<64>(first.width(), [&]<std::size_t Width>(std::size_t at) {
        add_rows<Width>(changes, first.row(0) + at, first.width(), from + at, to + at);
    });
}

Network::Network(std::string encoding, int version, Parts parts)
    : encoding_(std::move(encoding)), version_(version), parts_(std::move(parts)) {
    if (parts_.trunk.empty()) throw Error("expected a network with at least one layer");
    for (std::size_t i = 1; i < parts_.trunk.size(); ++i)
        if (parts_.trunk[i].from() != parts_.trunk[i - 1].to())
            throw Error("expected layers that fit together: layer " + std::to_string(i) +
                        " takes " + std::to_string(parts_.trunk[i].from()) + " numbers, not " +
                        std::to_string(parts_.trunk[i - 1].to()));
    const std::size_t trunk = parts_.trunk.back().to(), head = parts_.moves_out.size();
    const auto expect = [](bool fits, const char* what) {
        if (!fits) throw Error(std::string("expected ") + what + " that fits the network's trunk");
    };
    expect(parts_.value.from() == trunk, "a value");
    const bool over_actions = parts_.policy.to() > 0, over_moves = head > 0;
    if (over_actions && over_moves)
        throw Error("expected a policy over actions or over moves, not both");
    policy_ = over_actions ? Policy::actions : over_moves ? Policy::moves : Policy::none;
    if (over_actions) expect(parts_.policy.from() == trunk, "a policy");
    if (over_moves) {
        expect(parts_.moves_trunk.from() == trunk && parts_.moves_trunk.to() == head &&
                   parts_.moves_embed.size() == head * parts_.moves_skip.size() &&
                   !parts_.moves_skip.empty(),
               "a policy over moves");
        embed_ = DenseLayer(parts_.moves_embed, std::vector<float>(head));
        out_.assign(padded(head), 0.0F);
        std::copy(parts_.moves_out.begin(), parts_.moves_out.end(), out_.begin());
    }
    for (const DenseLayer& layer : parts_.trunk) widest_ = std::max(widest_, layer.width());
    sizes_ = {parts_.trunk.front().from(), parts_.value.to(), parts_.policy.to()};
}

Network::Network(std::string encoding, int version, const Sizes& sizes, Evaluate evaluate)
    : encoding_(std::move(encoding)),
      version_(version),
      evaluate_(std::move(evaluate)),
      sizes_(sizes),
      policy_(sizes.actions > 0 ? Policy::actions : Policy::none) {
    if (!evaluate_ || sizes.inputs == 0 || sizes.values == 0)
        throw Error("expected a network with inputs and values, and what evaluates it");
}

std::vector<std::size_t> Network::layers() const {
    std::vector<std::size_t> sizes;
    for (const DenseLayer& layer : parts_.trunk) sizes.push_back(layer.to());
    return sizes;
}

NetworkPass::NetworkPass(const Network& network)
    : network_(network),
      start_(network.is_outside() ? network.inputs() : network.first().width()),
      layer_(network.widest_),
      trunk_(network.widest_),
      values_(network.is_outside() ? network.values() : network.parts_.value.width()),
      actions_(network.is_outside() ? network.actions() : network.parts_.policy.width()),
      head_(network.parts_.moves_trunk.width()) {}

void NetworkPass::run() {
    if (network_.is_outside())
        return network_.evaluate_(1, start_.data(), values_.data(), actions_.data());
    const Network::Parts& parts = network_.parts_;
    std::copy(start_.begin(), start_.end(), trunk_.begin());
    activate(trunk_.data(), start_.size(), parts.steepness);
    for (std::size_t i = 1; i < parts.trunk.size(); ++i) {
        parts.trunk[i].apply(trunk_.data(), layer_.data());
        activate(layer_.data(), parts.trunk[i].width(), parts.steepness);
        std::swap(trunk_, layer_);
    }
    parts.value.apply(trunk_.data(), values_.data());
    if (network_.policy_ == Policy::actions) parts.policy.apply(trunk_.data(), actions_.data());
    if (network_.policy_ == Policy::moves) parts.moves_trunk.apply(trunk_.data(), head_.data());
}

double NetworkPass::value(std::size_t i) const {
    return network_.is_outside() ? double{values_[i]} : hyperbolic_tangent(double{values_[i]});
}

double NetworkPass::move_logit(std::span<const std::uint16_t> inputs) const {
    float skip = 0;
    for (const std::uint16_t input : inputs) skip += network_.parts_.moves_skip[input];
    Eight sums{};
    in_blocks<32>(head_.size(), [&]<std::size_t Width>(std::size_t at) {
        constexpr std::size_t count = Width / lanes;
        Eight layer[count];
        for (std::size_t i = 0; i < count; ++i) layer[i] = eight(&head_[at + i * lanes]);
        for (const std::uint16_t input : inputs) {
            const float* row = network_.embed_.row(input) + at;
            for (std::size_t i = 0; i < count; ++i) layer[i] += eight(row + i * lanes);
        }
        for (std::size_t i = 0; i < count; ++i) {
            const Eight on = layer[i] > Eight{} ? layer[i] : Eight{};
            sums += on * eight(&network_.out_[at + i * lanes]);
        }
    });
    const float low = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    const float high = (sums[4] + sums[5]) + (sums[6] + sums[7]);
    return double{skip} + double{low + high};
}

}  // namespace quadrille::search
