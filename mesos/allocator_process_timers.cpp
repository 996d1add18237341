// allocator_process_timers.cpp - the periodic allocation, and the time at which
// offer filters expire and recovery stops waiting.
#include <algorithm>

#include <process/clock.hpp>
#include <process/delay.hpp>

#include "allocator_process.hpp"

namespace apportion_mesos {

// The delay of a timer that is due at a time. Delays count from the time that
// this process has last seen, and a paused clock may be ahead of that.
Duration AllocatorProcess::until(std::int64_t nanos) {
  const std::int64_t seen = process::Clock::now().duration().ns();
  return Nanoseconds(std::max<std::int64_t>(nanos - seen, 0));
}

// Sets the timer to one interval from now: when the allocator is initialized, and then after each periodic
// cycle or, where none is dispatched, as in a pause, in its place.
void AllocatorProcess::schedulePeriodicAllocation() {
  periodicAllocationNanos_ = now() + options_.allocationInterval.ns();
  process::delay(until(periodicAllocationNanos_), self(),
                 &AllocatorProcess::periodicAllocation);
}

// How long the core keeps a filter. Mesos sets a timer for each, and of timers that
// are due together runs the one first that was set first. A filter longer than an
// interval was set before the periodic allocation that is due with it, and ends
// before; one of an interval was set after, and holds in it.
std::int64_t AllocatorProcess::filterNanos(std::int64_t refuse) const {
  return refuse > options_.allocationInterval.ns() ? refuse - 1 : refuse;
}

// The next periodic allocation is due one interval after the cycle that this
// one requests has run: cycles that take long leave room for other calls.
void AllocatorProcess::periodicAllocation() {
  advanceToDeadlines(periodicAllocationNanos_ - 1);
  core_->request_allocation();
  roleNames_->oweSlowPass();
  translation_->oweSlowPass();
  finishCall(gaugeUpdateDue_ ? GaugeSet::mayChange : GaugeSet::unchanged);
  periodicCycleDispatched_ = allocationDispatched_;
  if (periodicCycleDispatched_) return;
  schedulePeriodicAllocation();
  scheduleCoreDeadline();
}

// Sets the timer to the core's next deadline, if that is earlier than the time
// that the timer is set to.
void AllocatorProcess::scheduleCoreDeadline() {
  const std::int64_t next = core_->next_deadline();
  if (next == APPORTION_NEVER) return;
  if (coreTimer_.isSome()) {
    if (coreTimerNanos_ <= next) return;
    process::Clock::cancel(coreTimer_.get());
  }
  coreTimerNanos_ = next;
  coreTimer_ = process::delay(until(next), self(),
                              &AllocatorProcess::coreDeadlineReached);
}

// Advances the core's clock to the deadlines that have passed, so that offer
// filters expire and recovery stops waiting. The clock stops at a deadline that
// requests a cycle: a filter that expires while a cycle is pending still holds
// in that cycle, as in Mesos.
void AllocatorProcess::advanceToDeadlines(std::int64_t time) {
  std::int64_t next = core_->next_deadline();
  while (next <= time && !core_->pending()) {
    core_->advance(next);
    next = core_->next_deadline();
  }
}

// The time that the core is told of a cycle. It does first what is due by then: an offer
// filter that expires while the cycle is pending, or with it, would not hold in it.
std::int64_t AllocatorProcess::cycleNanos() const {
  const std::int64_t next = core_->next_deadline();
  return std::min(now(), next - 1);
}

// What is due with a periodic allocation waits until that is over.
void AllocatorProcess::coreDeadlineReached() {
  coreTimer_ = None();
  advanceToDeadlines(std::min(now(), periodicAllocationNanos_ - 1));
  finishCall(GaugeSet::unchanged);
  if (!core_->pending() && now() < periodicAllocationNanos_) {
    scheduleCoreDeadline();
  }
}

}  // namespace apportion_mesos
