// A few threads that wait for work, so that short parallel loops do not pay for starting any.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace quadrille {

// A thread that is waited for at its end of life. (Some libraries have no std::jthread.)
class JoiningThread {
  public:
    template <class Work>
    explicit JoiningThread(Work work) : thread_(std::move(work)) {}
    JoiningThread(JoiningThread&&) noexcept = default;
    JoiningThread& operator=(JoiningThread&&) = delete;
    ~JoiningThread() {
        if (thread_.joinable()) thread_.join();
    }

  private:
    std::thread thread_;
};

class Workers {
  public:
    // `threads` counts the caller: with 1 nothing is started and loops run in place.
    explicit Workers(int threads);

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    ~Workers();

    // Splits 0..count into one range per thread and runs work(begin, end) on each. The first
    // exception of any range is thrown here, after all have ended.
    void for_ranges(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work);

  private:
    void guarded(const std::function<void(std::size_t)>& run, std::size_t part);
    void serve(std::size_t part);

    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    std::function<void(std::size_t)> job_;
    std::size_t round_ = 0;
    std::size_t pending_ = 0;
    std::exception_ptr error_;
    bool stopping_ = false;
};

}  // namespace quadrille
