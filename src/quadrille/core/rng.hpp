// Deterministic random numbers: the same seed gives the same numbers on every machine.
//
// xoshiro256++ (Blackman and Vigna, 2019), seeded through SplitMix64 so that close seeds give
// unrelated streams. Nothing in Quadrille uses global randomness: whoever needs chance is handed
// an Rng. A game's chance has a stream of its own, keyed by seed and chance ply (ChanceStream), so
// that two games with the same seed see the same draws whatever their players do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace quadrille {

inline constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15;

// The finaliser of SplitMix64: a bijection of 64 bits that mixes all of them.
constexpr std::uint64_t mix64(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

// Folds one more word into a running 64-bit digest.
constexpr std::uint64_t combine(std::uint64_t digest, std::uint64_t word) {
    return mix64(digest + golden_gamma + mix64(word + golden_gamma));
}

// What a keyed generator is for; one number per purpose, so that streams never meet.
enum class Stream : std::uint64_t {
    plain = 0,
    create = 1,
    chance = 2,
    agent = 3,
    env = 4,
    sample = 5,
    selfplay = 6
};

class Rng {
  public:
    explicit constexpr Rng(std::uint64_t seed = 0) {
        for (auto& word : state_) {
            seed += golden_gamma;
            word = mix64(seed);
        }
    }

    // An independent generator for each purpose and index under one seed.
    static constexpr Rng keyed(std::uint64_t seed, Stream stream, std::uint64_t index = 0) {
        return Rng(combine(combine(seed, static_cast<std::uint64_t>(stream)), index));
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotl(state_[3], 45);
        return result;
    }

    // Uniform in [0, n), exactly: Lemire's multiply and reject (2019). n must be positive.
    constexpr std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
            const std::uint32_t threshold = -n % n;
            while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // Uniform in [0, 1) with 53 random bits.
    constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    // All that it consists of, to be kept and made from again.
    using Words = std::array<std::uint64_t, 4>;
    constexpr Words words() const { return {state_[0], state_[1], state_[2], state_[3]}; }
    static constexpr Rng from_words(const Words& words) {
        Rng rng;
        for (std::size_t i = 0; i < words.size(); ++i) rng.state_[i] = words[i];
        return rng;
    }

    friend constexpr bool operator==(const Rng&, const Rng&) = default;

  private:
    static constexpr std::uint64_t rotl(std::uint64_t x, int k) {
        return (x << k) | (x >> (64 - k));
    }

    std::uint64_t state_[4]{};
};

// The chance of one game: the draw at chance ply i depends on the seed and on i alone.
struct ChanceStream {
    std::uint64_t seed = 0;
    std::uint64_t ply = 0;

    constexpr Rng next() { return Rng::keyed(seed, Stream::chance, ply++); }

    friend constexpr bool operator==(const ChanceStream&, const ChanceStream&) = default;
};

}  // namespace quadrille
