#include "quadrille/search/control.hpp"

#include <algorithm>
#include <utility>

namespace quadrille::search {

Control::Control(double seconds, Poll poll, Report report)
    : seconds_(seconds), poll_(std::move(poll)), report_(std::move(report)) {}

Control::~Control() = default;

void Control::report(const Result& so_far) {
    report_due_ = false;
    if (report_) report_(so_far);
}

void Control::check() {
    using std::chrono::milliseconds;
    const auto now = Clock::now();
    const auto gap = std::max(now - last_look_, Clock::duration(1));
    // Aim at one look a millisecond, however long a node takes in this game.
    const auto wanted = static_cast<std::uint64_t>(stride_ * milliseconds(1) / gap);
    stride_ = std::clamp<std::uint64_t>(wanted, 1, std::min<std::uint64_t>(2 * stride_, 65536));
    countdown_ = stride_;
    last_look_ = now;
    if (elapsed() >= seconds_) stop();
    if (now - last_poll_ >= milliseconds(10)) {
        last_poll_ = now;
        if (poll_ && poll_()) stop();
    }
    if (report_ && now - last_report_ >= milliseconds(100)) {
        last_report_ = now;
        report_due_ = true;
    }
}

}  // namespace quadrille::search
