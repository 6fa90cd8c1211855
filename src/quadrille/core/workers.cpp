#include "quadrille/core/workers.hpp"

namespace quadrille {

Workers::Workers(int threads) {
    for (int i = 1; i < threads; ++i)
        threads_.emplace_back([this, i] { serve(static_cast<std::size_t>(i)); });
}

Workers::~Workers() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
}

void Workers::for_ranges(std::size_t count,
                         const std::function<void(std::size_t, std::size_t)>& work) {
    if (threads_.empty()) {
        work(0, count);
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

void Workers::guarded(const std::function<void(std::size_t)>& run, std::size_t part) {
    try {
        run(part);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
    }
}

void Workers::serve(std::size_t part) {
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

}  // namespace quadrille
