#include "quadrille/search/network_queue.hpp"

#include <algorithm>

namespace quadrille::search {

Network NetworkQueue::seen_from(const std::uint64_t& game) {
    const auto evaluate = [this, &game](std::size_t, const float* inputs, float* values,
                                        float* logits) { ask(game, {inputs, values, logits}); };
    return {network_.encoding(), network_.version(), network_.sizes(), evaluate};
}

void NetworkQueue::ask(std::uint64_t game, const Question& question) {
    std::unique_lock lock(mutex_);
    if (stopped_) throw Stopped{};
    waiting_.emplace(game, question);
    const std::uint64_t before = batches_;
    if (waiting_.size() == players_) all_wait_.notify_one();
    answered_.wait(lock, [&] { return stopped_ || batches_ != before; });
    if (batches_ == before) throw Stopped{};
}

void NetworkQueue::leave() {
    const std::lock_guard lock(mutex_);
    --players_;
    if (waiting_.size() == players_) all_wait_.notify_one();
}

void NetworkQueue::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    waiting_.clear();
    answered_.notify_all();
    all_wait_.notify_one();
}

void NetworkQueue::serve() {
    try {
        for (;;) {
            std::unique_lock lock(mutex_);
            all_wait_.wait(lock, [&] { return stopped_ || waiting_.size() == players_; });
            if (stopped_ || players_ == 0) return;
            lock.unlock();  // nobody else goes on
            answer();
            lock.lock();
            waiting_.clear();
            ++batches_;
            answered_.notify_all();
        }
    } catch (...) {
        stop();
        throw;
    }
}

void NetworkQueue::answer() {
    const Network::Sizes& sizes = network_.sizes();
    const std::size_t rows = waiting_.size();
    inputs_.resize(rows * sizes.inputs);
    values_.resize(rows * sizes.values);
    logits_.resize(rows * sizes.actions);
    float* row = inputs_.data();
    for (const auto& [game, question] : waiting_)
        row = std::copy_n(question.inputs, sizes.inputs, row);
    network_.evaluate()(rows, inputs_.data(), values_.data(), logits_.data());
    const float *value = values_.data(), *logit = logits_.data();
    for (const auto& [game, question] : waiting_) {
        std::copy_n(value, sizes.values, question.values);
        std::copy_n(logit, sizes.actions, question.logits);
        value += sizes.values;
        logit += sizes.actions;
    }
}

}  // namespace quadrille::search
