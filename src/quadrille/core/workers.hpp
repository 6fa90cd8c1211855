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
    explicit Workers(int threads) {
        for (int i = 1; i < threads; ++i)
            threads_.emplace_back([this, i] { serve(static_cast<std::size_t>(i)); });
    }

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    ~Workers() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        wake_.notify_all();
        for (auto& thread : threads_) thread.join();
    }

    // Splits 0..count into one range per thread and runs work(begin, end) on each. The first
    // exception of any range is thrown here, after all have ended.
    template <class Work>
    void for_ranges(std::size_t count, Work&& work) {
        if (threads_.empty()) {
            work(std::size_t{0}, count);
            return;
        }
        const std::size_t parts = threads_.size() + 1;
        const auto run = [&](std::size_t part) {
            work(count * part / parts, count * (part + 1) / parts);
        };
        {
            const std::lock_guard lock(mutex_);
            job_ = run;
            pending_ = threads_.size();
            error_ = nullptr;
            ++round_;
        }
        wake_.notify_all();
        guarded(run, 0);
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return pending_ == 0; });
        job_ = nullptr;
        if (error_) std::rethrow_exception(error_);
    }

  private:
    template <class Run>
    void guarded(const Run& run, std::size_t part) {
        try {
            run(part);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = std::current_exception();
        }
    }

    void serve(std::size_t part) {
        std::size_t seen = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [&] { return stopping_ || round_ != seen; });
            if (stopping_) return;
            seen = round_;
            lock.unlock();
            guarded(job_, part);
            lock.lock();
            if (--pending_ == 0) done_.notify_one();
        }
    }

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
