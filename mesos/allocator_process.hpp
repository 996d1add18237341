// allocator_process.hpp - the libprocess process that serves the allocator's
// calls: what HierarchicalAllocatorProcess is in the built-in allocator.
#ifndef APPORTION_MESOS_ALLOCATOR_PROCESS_HPP
#define APPORTION_MESOS_ALLOCATOR_PROCESS_HPP

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <process/event.hpp>
#include <process/future.hpp>
#include <process/process.hpp>
#include <process/timer.hpp>

#include <stout/boundedhashmap.hpp>
#include <stout/lambda.hpp>
#include <stout/nothing.hpp>

#include "agent.hpp"
#include "agent_info.hpp"
#include "allocator_metrics.hpp"
#include "apportion.hpp"
#include "call_queue.hpp"
#include "capabilities.hpp"
#include "framework.hpp"
#include "http_requests.hpp"
#include "interned_names.hpp"
#include "mesos_names.hpp"
#include "metrics_snapshot_cache.hpp"
#include "module_parameters.hpp"
#include "offer_constraints.hpp"
#include "recording.hpp"
#include "refused_values.hpp"
#include "resource_translation.hpp"
#include "view_permissions.hpp"

namespace apportion_mesos {

// Offers to one framework, as the master takes them.
using Offers = hashmap<std::string, hashmap<SlaveID, Resources>>;

using OfferCallback = lambda::function<void(const FrameworkID&, const Offers&)>;
using InverseOfferCallback = lambda::function<void(
    const FrameworkID&, const hashmap<SlaveID, UnavailableResources>&)>;
using InverseOfferStatuses =
    hashmap<SlaveID, hashmap<FrameworkID, InverseOfferStatus>>;

// Serves the calls of mesos::allocator::Allocator, one at a time. Each call is
// translated into the core's terms, carried out by the core, and entered into
// agents_ and frameworks_.
//
// A call that needs a cycle dispatches one, which runs behind the calls that
// are already queued, in calls_: one cycle serves them all. The time is libprocess's
// clock, so that tests can pause and advance it. There are two timers: one for
// the periodic allocation, and one for the next deadline of the core.
//
// A value that the core cannot take never ends the master: the agent, framework or
// quota that it belongs to is refused, see refused_values.hpp. A refused agent is
// not in agents_, and calls about it are ignored. A refused framework is in
// frameworks_ and in the core, but in no role.
//
// Each group of calls has its own file, allocator_process_<group>.cpp.
class AllocatorProcess : public process::Process<AllocatorProcess> {
 public:
  explicit AllocatorProcess(const Settings& settings);

  // From any thread.
  CallQueue<AllocatorProcess>& calls() { return calls_; }
  void serveCalls() { calls_.serve(*this); }

  // The calls are described in mesos/allocator/allocator.hpp.

  // --- allocator_process.cpp
  using process::ProcessBase::initialize;
  void initialize(const Options& options, const OfferCallback& offerCallback,
                  const InverseOfferCallback& inverseOfferCallback);
  void pause();
  void resume();

  // --- allocator_process_recovery_holdoff.cpp
  void recover(int expectedAgentCount,
               const hashmap<std::string, Quota>& quotas);

  // --- allocator_process_frameworks.cpp
  void addFramework(const FrameworkID& id, FrameworkInfo&& info,
                    const hashmap<SlaveID, Resources>& used, bool active,
                    FrameworkOptions&& options);
  void removeFramework(const FrameworkID& id);
  void activateFramework(const FrameworkID& id);
  void deactivateFramework(const FrameworkID& id);
  void updateFramework(const FrameworkID& id, FrameworkInfo&& info,
                       FrameworkOptions&& options);
  void requestResources(const FrameworkID& id,
                        const std::vector<::mesos::Request>& requests);
  void suppressOffers(const FrameworkID& id,
                      const std::set<std::string>& roles);
  void reviveOffers(const FrameworkID& id, const std::set<std::string>& roles);

  // --- allocator_process_agents.cpp
  void addSlave(const SlaveID& id, AgentInfo&& info,
                const AgentCapabilities& capabilities,
                const Option<Unavailability>& unavailability,
                const Resources& total,
                const hashmap<FrameworkID, Resources>& used);
  void removeSlave(const SlaveID& id);
  void updateSlave(const SlaveID& id, std::string&& serializedInfo,
                   const Option<Resources>& total,
                   const Option<AgentCapabilities>& capabilities);
  void addResourceProvider(const SlaveID& id, const Resources& total,
                           const hashmap<FrameworkID, Resources>& used);
  void activateSlave(const SlaveID& id);
  void deactivateSlave(const SlaveID& id);
  void updateWhitelist(const Option<hashset<std::string>>& whitelist);

  // --- allocator_process_resources.cpp
  void updateAllocation(const FrameworkID& frameworkId, const SlaveID& agentId,
                        const Resources& offered,
                        const std::vector<ResourceConversion>& conversions);
  process::Future<Nothing> updateAvailable(
      const SlaveID& id, const std::vector<Offer::Operation>& operations);
  void transitionOfferedToAllocated(const SlaveID& id,
                                    const Resources& resources);
  void recoverResources(const FrameworkID& frameworkId, const SlaveID& agentId,
                        const Resources& resources,
                        const Option<Filters>& filters, bool isAllocated);

  // --- allocator_process_maintenance.cpp
  void updateUnavailability(const SlaveID& id,
                            const Option<Unavailability>& unavailability);
  void updateInverseOffer(
      const SlaveID& agentId, const FrameworkID& frameworkId,
      const Option<UnavailableResources>& unavailableResources,
      const Option<InverseOfferStatus>& status, const Option<Filters>& filters);
  process::Future<InverseOfferStatuses> getInverseOfferStatuses();

  // --- allocator_process_quota_weights.cpp
  void updateQuota(const std::string& role, const Quota& quota);
  void updateWeights(const std::vector<WeightInfo>& weights);

 private:
  // Whether a call may have changed which gauges there are. The values of the
  // gauges are another matter: any call may change these.
  enum class GaugeSet { unchanged, mayChange };

  // An offer of the cycle whose result is being delivered.
  struct CycleOffer {
    const apportion::offer* offer;
    const Agent* agent;
  };

  // --- allocator_process.cpp
  // Runs each call, timer and request. An error of the core that comes this far
  // says that the core is broken.
  void serve(process::Event&& event) override;
  std::int64_t now() const;
  Framework& frameworkOrAbort(const FrameworkID& id, const char* call);
  std::vector<apportion::role_id> roleIdsOf(const std::set<std::string>& roles);
  // Ends each call: dispatches the cycle and the update of the gauges that the
  // call made necessary, and outdates the metrics snapshot.
  void finishCall(GaugeSet gauges);

  // --- allocator_process_refused_by_core.cpp
  // Remembers, logs and counts what was refused. why is what refusalOf() returned.
  void refuse(RefusedPart part, const std::string& id, const std::string& why);
  // Refuses an agent that is in the core, and takes it out.
  void refuseAgent(const Agent& agent, const std::string& why);
  // The agent that a call is about; nullptr if it was refused, so that the call is
  // to be ignored.
  Agent* agentOrIgnore(const SlaveID& id, const char* call);
  bool isRefused(const Framework& framework) const;

  // --- allocator_process_forget.cpp
  void scheduleForgetting();
  void forgetUnused();
  void forgetStaleOverrides(Agent& agent);

  // --- allocator_process_timers.cpp
  Duration until(std::int64_t nanos);
  std::int64_t filterNanos(std::int64_t refuse) const;
  void schedulePeriodicAllocation();
  void periodicAllocation();
  void scheduleCoreDeadline();
  void advanceToDeadlines(std::int64_t time);
  std::int64_t cycleNanos() const;
  void coreDeadlineReached();

  // --- allocator_process_metrics.cpp
  void updateGauges();
  process::Future<MetricsSnapshotCache::Shared> takeMetricsSnapshot();

  // --- allocator_process_agents.cpp
  void dropAgent(const Agent& agent);

  // --- allocator_process_frameworks.cpp
  void setRoles(Framework& framework, std::set<std::string>&& roles,
                FrameworkOptions&& options);
  void refuseFramework(Framework& framework, const std::string& why);
  void logSuppressed(const Framework& framework,
                     const std::set<std::string>& roles);
  void logRevived(const Framework& framework,
                  const std::set<std::string>& roles);

  // --- allocator_process_quota_weights.cpp
  // Whether the core took the quota.
  bool setQuota(const std::string& role, const Quota& quota);

  // --- allocator_process_cycle.cpp
  void allocate();
  void deliver();
  std::vector<Framework*> groupOffersByFramework();
  void deliverOffers();
  void translateOffers(Offers& offers, std::size_t first, std::size_t end);
  void prefetchOffers(std::size_t index) const;
  void deliverInverseOffers();
  void logHeadroom(bool before);

  // --- allocator_process_lending.cpp
  void startLending();
  void appendTotal(Agent& agent, const Resources& total, ResourceRows& rows);
  static std::string loansHelp();
  void logRecalls();
  Response loansOf(const Request& request, const ViewPermissions& viewer);

  // --- allocator_process_resources.cpp
  std::string reasonNotApplied(
      const Agent& agent, const std::vector<ResourceConversion>& conversions);
  Resources offeredOrAllocatedTo(apportion::framework_id framework,
                                 const Agent& agent, const std::string& role);
  std::vector<apportion::resource> offeredRows(
      apportion::framework_id framework, const Agent& agent,
      apportion::role_id role) const;
  Resources offeredOrAllocatedOn(const Agent& agent);
  void recoverFromRemovedFramework(Agent& agent,
                                   const Resources& resources);

  // --- allocator_process_http_endpoints.cpp
  using Answer = std::function<process::Future<Response>(
      const Request&, const ViewPermissions&)>;

  void addRoutes();
  void addViewRoute(const std::string& realm);
  process::Future<Response> answerAs(const Option<Principal>& principal,
                                     const Request& request,
                                     const Answer& answer);
  Response describeOfferConstraints(const ViewPermissions& viewer);
  static Answer ifMayViewAll(const std::function<std::string()>& text);
  std::string cycleText();
  std::string refusedText();

  // --- allocator_process_recording_endpoints.cpp
  Response switchRecording(bool on);
  process::Future<Response> switchRecordingAs(
      const Option<Principal>& principal, const Request& request, bool on);
  void addRecordingSwitches();

  const Settings settings_;
  Options options_;
  OfferCallback offerCallback_;
  InverseOfferCallback inverseOfferCallback_;

  // initialize() makes these four.
  std::optional<apportion::allocator> core_;
  std::optional<Recording> recording_;
  std::optional<RoleNames> roleNames_;
  std::optional<ResourceTranslation> translation_;

  const std::shared_ptr<MetricsSnapshotCache> snapshotCache_;
  AllocatorMetrics metrics_;

  Agents agents_;
  Frameworks frameworks_;
  RefusedValues refused_;
  OfferConstraintsEvaluator offerConstraints_;
  // Of the frameworks that were removed last: they stay published.
  std::optional<BoundedHashMap<FrameworkID, std::shared_ptr<FrameworkMetrics>>>
      completedFrameworkMetrics_;

  apportion::cycle cycle_;
  std::vector<CycleOffer> offersByFramework_;
  std::vector<apportion::headroom> headroom_;  // Of the latest cycle with any.
  ResourceRows rows_;  // Scratch space of the call under way.

  bool allocationDispatched_ = false;
  bool forgettingDispatched_ = false;
  bool gaugeUpdateDispatched_ = false;
  bool gaugeUpdateDue_ = false;
  std::chrono::nanoseconds gaugeUpdateCost_{};
  std::chrono::steady_clock::time_point gaugesUpdatedAt_;

  bool periodicCycleDispatched_ = false;
  Option<process::Timer> coreTimer_;
  std::int64_t coreTimerNanos_ = 0;
  std::int64_t periodicAllocationNanos_ = 0;  // when the next one is due

  CallQueue<AllocatorProcess> calls_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_ALLOCATOR_PROCESS_HPP
