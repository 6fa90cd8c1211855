// Many players, each in a thread of its own, that ask one network outside: when all of them wait for an
// answer, one batch has the rows of all.
//
// A batch thus depends on nothing but what the players do, not on how fast their threads are, and its
// rows are in the order of the players' games.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>

#include "quadrille/search/network.hpp"

namespace quadrille::search {

class NetworkQueue {
  public:
    // What a player that waits is thrown when there will be no answer.
    struct Stopped {};

    // Every one of so many players has to leave() in the end.
    NetworkQueue(const Network& network, std::size_t players)
        : network_(network), players_(players) {}
    NetworkQueue(const NetworkQueue&) = delete;
    NetworkQueue& operator=(const NetworkQueue&) = delete;

    // The network as a player asks it; `game` is the number of the game that is played then.
    Network seen_from(const std::uint64_t& game);
    void leave();

    // Answers until all players have left. An exception of the network stops them and is thrown here.
    void serve();
    void stop();

  private:
    struct Question {
        const float* inputs;
        float* values;
        float* logits;
    };

    void ask(std::uint64_t game, const Question& question);
    void answer();

    const Network& network_;
    std::mutex mutex_;
    std::condition_variable all_wait_, answered_;
    std::size_t players_;
    std::map<std::uint64_t, Question> waiting_;  // by game
    std::uint64_t batches_ = 0;
    bool stopped_ = false;
    std::vector<float> inputs_, values_, logits_;
};

}  // namespace quadrille::search
