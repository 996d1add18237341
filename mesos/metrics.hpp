// metrics.hpp - what is published about allocation, under the names that the
// built-in allocator uses.
#ifndef APPORTION_MESOS_METRICS_HPP
#define APPORTION_MESOS_METRICS_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <mesos/quota/quota.hpp>

#include <process/metrics/counter.hpp>
#include <process/metrics/pull_gauge.hpp>
#include <process/metrics/push_gauge.hpp>
#include <process/metrics/timer.hpp>
#include <process/pid.hpp>

#include <stout/duration.hpp>

#include "figures.hpp"
#include "names.hpp"
#include "readings.hpp"

namespace apportion_mesos {

class Metrics {
 public:
  // eventCount tells, in the actor's context, how many dispatches await it.
  // There must be roles by the time that a role is published.
  Metrics(const process::UPID& actor, std::shared_ptr<Readings> readings,
          std::optional<Roles>& roles, std::function<double()> eventCount,
          bool publishShares);
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // Publishes a role's quota.
  void updateQuota(const std::string& role, const ::mesos::Quota& quota);

  // Brings the set of gauges into agreement with the roles that are in use and
  // the quota that they consume. The values of the gauges need no such step.
  void reconcile(const Figures& now);

  process::metrics::Counter allocationRuns;
  process::metrics::Timer<Milliseconds> allocationRun;
  process::metrics::Timer<Milliseconds> allocationRunLatency;

 private:
  using PullGauge = process::metrics::PullGauge;
  using PushGauge = process::metrics::PushGauge;
  // The number of a resource name in the figures.
  using ResourceIndex = std::uint32_t;

  // The gauges of one sort, by what tells them apart.
  template <class Key>
  class Family {
   public:
    ~Family();
    template <class Make>
    void add(const Key& key, Make&& make);
    // Removes those that are not among keys.
    void keepOnly(const std::set<Key>& keys);

   private:
    std::map<Key, Gauge> gauges_;
  };

  // What is published of a role's quota as long as it is what it is.
  struct RoleQuota {
    RoleQuota() = default;
    ~RoleQuota();
    std::vector<PushGauge> bounds;
    std::vector<Gauge> use;
  };

  void publishBound(RoleQuota& quota, const std::string& name, double value);
  Gauge gauge(const std::string& name, Figure figure) const;

  const std::shared_ptr<Readings> readings_;
  std::optional<Roles>& roles_;
  const bool publishShares_;

  std::vector<PullGauge> dispatches_;
  std::vector<Gauge> cluster_;
  Family<apportion::role_id> filters_;
  Family<apportion::role_id> shares_;
  Family<std::pair<apportion::role_id, ResourceIndex>> consumed_;
  std::unordered_map<std::string, RoleQuota> quotas_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_METRICS_HPP
