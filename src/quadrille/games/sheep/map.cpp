// The first position: a field grown from the centre.
#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

namespace {

constexpr int stride = max_size + 2;

// Grows a field: cells beside it wait in a queue, each is taken with probability 0.7. What is not
// taken becomes a wall, or with `patient` comes back at the end of the queue.
class Growth {
  public:
    using Rows = std::array<std::uint32_t, stride>;

    Growth(int size, int cells) : cells_(cells), centre_((size / 2 + 1) * stride + size / 2 + 1) {
        for (int row = 1; row <= size; ++row)
            inside_[static_cast<std::size_t>(row)] = ((1U << size) - 1) << 1;
    }

    bool grow(Rng& rng, bool patient) {
        rows_ = {};
        unseen_ = inside_;
        head_ = tail_ = 0;
        see(centre_);
        int left = cells_;
        take(queue_[head_++ % capacity]);
        for (--left; left > 0 && head_ != tail_;) {
            const int place = queue_[head_++ % capacity];
            if (rng.below(10) < 7) {
                take(place);
                --left;
            } else if (patient) {
                queue_[tail_++ % capacity] = static_cast<std::uint16_t>(place);
            }
        }
        return left == 0;
    }

    const Rows& rows() const { return rows_; }

  private:
    static constexpr std::size_t capacity = 512;  // more than there are places

    void see(int place) {
        std::uint32_t& row = unseen_[static_cast<std::size_t>(place / stride)];
        const std::uint32_t bit = 1U << (place % stride);
        if ((row & bit) == 0) return;
        row ^= bit;
        queue_[tail_++ % capacity] = static_cast<std::uint16_t>(place);
    }
    void take(int place) {
        rows_[static_cast<std::size_t>(place / stride)] |= 1U << (place % stride);
        for (const int step : {-stride, -1, 1, stride}) see(place + step);
    }

    const int cells_;
    const int centre_;
    Rows inside_{};
    Rows rows_{};
    Rows unseen_{};
    std::array<std::uint16_t, capacity> queue_;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
};

}  // namespace

State State::create(const Options& options, Rng& rng) {
    // Fields that fill most of the square hardly ever grow in one go: in the end they are patient.
    constexpr int tries = 50;
    Growth growth(options.field_size(), options.field_cells());
    for (int i = 0; !growth.grow(rng, i >= tries); ++i) {}
    State state(options);
    state.open_field(growth.rows());
    return state;
}

}  // namespace quadrille::sheep
