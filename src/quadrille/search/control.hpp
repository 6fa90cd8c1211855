// Controls a running search: a deadline, stop requests, and progress reports.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>

#include "quadrille/search/answer.hpp"

namespace quadrille::search {

// One thread owns it; the other threads of a parallel search only read stop_requested().
class Control {
  public:
    using Clock = std::chrono::steady_clock;
    using Poll = std::function<bool()>;                 // true asks to stop; may throw
    using Report = std::function<void(const Result&)>;  // may throw

    static constexpr double forever = std::numeric_limits<double>::infinity();

    explicit Control(double seconds = forever, Poll poll = {}, Report report = {});
    ~Control();
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;

    // Call this at every node or simulation; it looks at the clock about once a millisecond.
    bool stopped() {
        if (--countdown_ == 0) [[unlikely]]
            check();
        return stop_requested();
    }
    bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }
    void stop() { stop_.store(true, std::memory_order_relaxed); }

    double elapsed() const { return std::chrono::duration<double>(last_look_ - start_).count(); }
    double limit() const { return seconds_; }  // `forever` without one

    // Whether a progress report is due, at most ten times a second; then call report().
    bool report_due() const { return report_due_; }
    void report(const Result& so_far);

    // Looks at the clock now; for a thread that only waits for others.
    void check();

  private:
    double seconds_;
    Poll poll_;
    Report report_;
    std::atomic<bool> stop_ = false;
    bool report_due_ = false;
    std::uint64_t stride_ = 1;
    std::uint64_t countdown_ = 1;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_look_ = start_;
    Clock::time_point last_poll_ = start_;
    Clock::time_point last_report_ = start_;
};

}  // namespace quadrille::search
