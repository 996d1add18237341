// allocator_process_forget.cpp - what was interned and is no longer used is
// forgotten: kinds of resources with their messages, roles, items of sets.
#include <process/dispatch.hpp>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "unused_entries.hpp"

namespace apportion_mesos {

namespace {

// Of each table, between two calls.
constexpr std::size_t stepsAtOnce = 256;

}  // namespace

// Forgetting has a place in the process's queue like a call: what a call has interned
// is in use by then, or is not needed.
void AllocatorProcess::scheduleForgetting() {
  if (forgettingDispatched_) return;
  const std::size_t owed = roleNames_->stepsOwed() + translation_->stepsOwed();
  if (owed < stepsWorthAMessage) return;
  forgettingDispatched_ = true;
  process::dispatch(self(), &AllocatorProcess::forgetUnused);
}

void AllocatorProcess::forgetUnused() {
  forgettingDispatched_ = false;
  callOrAbortMaster(
      [&] {
        const std::size_t roles = roleNames_->forgetUnused(stepsAtOnce);
        translation_->forgetUnused(stepsAtOnce, roles);
      },
      [](std::ostream& s) { s << "forgetting what is no longer used"; });
  scheduleForgetting();
}

// Conversions leave behind what was recorded of resources that the agent has no more.
void AllocatorProcess::forgetStaleOverrides(Agent& agent) {
  if (!agent.templateOverrides.mayBeStale()) return;
  std::vector<apportion::kind_id> kinds;
  for (const auto& r : core_->agent_total(agent.handle)) kinds.push_back(r.kind);
  for (const auto& r :
       core_->agent_held(agent.handle)) {
    kinds.push_back(r.kind);
  }
  agent.templateOverrides.retain(std::move(kinds));
}

}  // namespace apportion_mesos
