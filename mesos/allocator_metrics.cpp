#include "allocator_metrics.hpp"

#include <iterator>
#include <set>
#include <utility>

#include <process/defer.hpp>
#include <process/metrics/metrics.hpp>

#include "fixed_point.hpp"

namespace apportion_mesos {

namespace {

const std::string prefix = "allocator/mesos/";

std::string quotaMetricName(const std::string& role,
                            const std::string& resource, const char* what) {
  return prefix + "quota/roles/" + role + "/resources/" + resource + "/" + what;
}

// The values that gauges show.

double totalResources(const MetricsSnapshot& snapshot, const GaugeSource& s) {
  return toDouble(snapshot.quantity(s.role, s.resource).total);
}

double offeredOrAllocated(const MetricsSnapshot& snapshot,
                          const GaugeSource& s) {
  return toDouble(snapshot.quantity(s.role, s.resource).offered_or_allocated);
}

double consumedQuota(const MetricsSnapshot& snapshot, const GaugeSource& s) {
  return toDouble(snapshot.quantity(s.role, s.resource).consumed_quota);
}

double activeFilters(const MetricsSnapshot& snapshot, const GaugeSource& s) {
  return static_cast<double>(snapshot.role(s.role).active_filters);
}

double roleKey(const MetricsSnapshot& snapshot, const GaugeSource& s) {
  return snapshot.key(s.role).key;
}

// The name is the built-in allocator's where it has one.
std::string keyMetricName(const std::string& role, std::uint32_t policy) {
  static constexpr const char* policies[] = {
      "drf", "random", "hdrf", "ranked", "decayed", "max_min", "asset"};
  static_assert(APPORTION_ORDERED_BY_DRF == 0);
  static_assert(APPORTION_ORDERED_BY_ASSET + 1 == std::size(policies));
  if (policy == APPORTION_ORDERED_BY_DRF) {
    return prefix + "roles/" + role + "/shares/dominant";
  }
  return "allocator/apportion/roles/" + role + "/keys/" + policies[policy];
}

}  // namespace

template <class Key>
AllocatorMetrics::GaugeFamily<Key>::~GaugeFamily() {
  for (const auto& [key, gauge] : gauges_) process::metrics::remove(gauge);
}

template <class Key>
template <class Make>
void AllocatorMetrics::GaugeFamily<Key>::add(const Key& key, Make&& make) {
  const auto at = gauges_.lower_bound(key);
  if (at != gauges_.end() && at->first == key) return;
  process::metrics::add(gauges_.emplace_hint(at, key, make())->second);
}

template <class Key>
void AllocatorMetrics::GaugeFamily<Key>::retain(const std::set<Key>& keys) {
  for (auto it = gauges_.begin(); it != gauges_.end();) {
    if (keys.count(it->first) > 0) {
      ++it;
      continue;
    }
    process::metrics::remove(it->second);
    it = gauges_.erase(it);
  }
}

AllocatorMetrics::RoleQuota::~RoleQuota() {
  for (const PushGauge& gauge : guaranteesAndLimits) {
    process::metrics::remove(gauge);
  }
  for (const SnapshotGauge& gauge : offeredOrAllocated) {
    process::metrics::remove(gauge);
  }
}

AllocatorMetrics::AllocatorMetrics(
    const process::UPID& pid,
    std::shared_ptr<MetricsSnapshotCache> snapshotCache,
    std::optional<RoleNames>& roleNames, std::function<double()> eventCount)
    : allocationRuns(prefix + "allocation_runs"),
      allocationRun(prefix + "allocation_run", Hours(1)),
      allocationRunLatency(prefix + "allocation_run_latency", Hours(1)),
      snapshotCache_(std::move(snapshotCache)),
      roleNames_(roleNames) {
  process::metrics::add(allocationRuns);
  process::metrics::add(allocationRun);
  process::metrics::add(allocationRunLatency);

  // The second name is from before Mesos 1.0; the built-in allocator still
  // publishes it.
  for (const char* name : {"allocator/mesos/event_queue_dispatches",
                           "allocator/event_queue_dispatches"}) {
    eventQueueDispatches_.emplace_back(
        name, process::defer(pid, [eventCount] { return eventCount(); }));
    process::metrics::add(eventQueueDispatches_.back());
  }
  // The built-in allocator refuses nothing, and so has no such metrics.
  for (std::size_t part = 0; part < refusedPartCount; ++part) {
    refused_.emplace_back(std::string("allocator/apportion/refused/") +
                          pluralName(static_cast<RefusedPart>(part)));
    process::metrics::add(refused_.back());
  }
  for (const std::string resource : {"cpus", "mem", "disk"}) {
    const std::string path = prefix + "resources/" + resource;
    clusterResources_.push_back(
        gauge(path + "/total", {totalResources, APPORTION_NO_ROLE, resource}));
    clusterResources_.push_back(
        gauge(path + "/offered_or_allocated",
              {offeredOrAllocated, APPORTION_NO_ROLE, resource}));
  }
  for (const SnapshotGauge& gauge : clusterResources_) {
    process::metrics::add(gauge);
  }
}

AllocatorMetrics::~AllocatorMetrics() {
  process::metrics::remove(allocationRuns);
  process::metrics::remove(allocationRun);
  process::metrics::remove(allocationRunLatency);
  for (const auto& counter : refused_) process::metrics::remove(counter);
  for (const PullGauge& gauge : eventQueueDispatches_) {
    process::metrics::remove(gauge);
  }
  for (const SnapshotGauge& gauge : clusterResources_) {
    process::metrics::remove(gauge);
  }
}

SnapshotGauge AllocatorMetrics::gauge(const std::string& name,
                                      GaugeSource source) const {
  return SnapshotGauge(name, snapshotCache_, std::move(source));
}

void AllocatorMetrics::updateQuota(const std::string& role,
                                   const ::mesos::Quota& quota) {
  quotas_.erase(role);
  if (quota.guarantees.empty() && quota.limits.empty()) return;
  RoleQuota& published = quotas_[role];
  std::set<std::string> named;
  for (const auto& [resource, scalar] : quota.guarantees) {
    publishGuaranteeOrLimit(published,
                            quotaMetricName(role, resource, "guarantee"),
                            scalar.value());
    named.insert(resource);
  }
  for (const auto& [resource, scalar] : quota.limits) {
    publishGuaranteeOrLimit(published, quotaMetricName(role, resource, "limit"),
                            scalar.value());
    named.insert(resource);
  }
  const apportion::role_id id = roleNames_->id(role);
  for (const std::string& resource : named) {
    published.offeredOrAllocated.push_back(
        gauge(quotaMetricName(role, resource, "offered_or_allocated"),
              {offeredOrAllocated, id, resource}));
    process::metrics::add(published.offeredOrAllocated.back());
  }
}

void AllocatorMetrics::publishGuaranteeOrLimit(RoleQuota& quota,
                                               const std::string& name,
                                               double value) {
  quota.guaranteesAndLimits.emplace_back(name);
  quota.guaranteesAndLimits.back() = value;
  process::metrics::add(quota.guaranteesAndLimits.back());
}

// Gauges go before others come: a role that is back has another number, and a gauge
// of the same name.
void AllocatorMetrics::updateGauges(const MetricsSnapshot& snapshot) {
  std::set<apportion::role_id> inUse;
  for (const apportion::role_metrics& row : snapshot.roles()) {
    inUse.insert(row.role);
  }
  activeFilters_.retain(inUse);
  for (apportion::role_id id : inUse) {
    activeFilters_.add(id, [&] {
      return gauge(
          prefix + "offer_filters/roles/" + roleNames_->name(id) + "/active",
          {activeFilters, id, ""});
    });
  }
  updateKeys(snapshot);
  updateConsumedQuota(snapshot);
}

void AllocatorMetrics::updateKeys(const MetricsSnapshot& snapshot) {
  std::set<std::pair<apportion::role_id, std::uint32_t>> ordered;
  for (const apportion::role_key& row : snapshot.keys()) {
    if (row.policy == APPORTION_ORDERED_BY_RANDOM) continue;
    ordered.emplace(row.role, row.policy);
  }
  keys_.retain(ordered);
  for (const auto& key : ordered) {
    const auto& [role, policy] = key;
    keys_.add(key, [&, role = role, policy = policy] {
      return gauge(keyMetricName(roleNames_->name(role), policy),
                   {roleKey, role, ""});
    });
  }
}

void AllocatorMetrics::updateConsumedQuota(const MetricsSnapshot& snapshot) {
  std::set<std::pair<apportion::role_id, std::string>> keys;
  for (const apportion::quantity_metrics& row : snapshot.quantities()) {
    if (row.role == APPORTION_NO_ROLE || row.consumed_quota == 0) continue;
    keys.emplace(row.role, snapshot.resourceName(row.resource));
  }
  consumedQuota_.retain(keys);
  for (const auto& key : keys) {
    const auto& [role, resource] = key;
    consumedQuota_.add(key, [&, role = role, &resource = resource] {
      return gauge(
          quotaMetricName(roleNames_->name(role), resource, "consumed"),
          {consumedQuota, role, resource});
    });
  }
}

}  // namespace apportion_mesos
