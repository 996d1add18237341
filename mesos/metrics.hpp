// metrics.hpp - what is published about allocation, under the names that the
// built-in allocator uses.
#ifndef APPORTION_MESOS_METRICS_HPP
#define APPORTION_MESOS_METRICS_HPP

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

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

  // The gauges of one sort, by what tells them apart: a role, or a role and a
  // resource.
  template <class Key, class Gauge>
  class Family {
   public:
    ~Family();
    template <class Make>
    Gauge& add(const Key& key, Make&& make);
    // Removes those that are not among keys.
    template <class Keys>
    void keepOnly(const Keys& keys);
    // Removes those of a role.
    void remove(const std::string& role);

   private:
    std::map<Key, Gauge> gauges_;
  };
  using RoleAndResource = std::pair<std::string, std::string>;

  template <class Quantities>
  void publishQuota(Family<RoleAndResource, PushGauge>& family,
                    const std::string& role, const Quantities& quantities,
                    const char* what);
  void addUse(const std::string& role, const std::string& resource);
  PullGauge pull(const std::string& name,
                 std::function<double(const Figures&)> value);

  const std::shared_ptr<Readings> readings_;
  std::optional<Roles>& roles_;
  const bool publishShares_;

  Family<std::string, PullGauge> cluster_;
  Family<std::string, PullGauge> filters_;
  Family<std::string, PullGauge> shares_;
  Family<RoleAndResource, PullGauge> consumed_;
  Family<RoleAndResource, PullGauge> quotaUse_;
  Family<RoleAndResource, PushGauge> guarantees_;
  Family<RoleAndResource, PushGauge> limits_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_METRICS_HPP
