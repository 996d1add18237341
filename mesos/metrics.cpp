#include "metrics.hpp"

#include <set>
#include <utility>

#include <process/defer.hpp>
#include <process/metrics/metrics.hpp>

#include "amounts.hpp"

namespace apportion_mesos {

namespace {

const std::string prefix = "allocator/mesos/";

std::string quotaName(const std::string& role, const std::string& resource,
                      const char* what) {
  return prefix + "quota/roles/" + role + "/resources/" + resource + "/" + what;
}

}  // namespace

template <class Key, class Gauge>
Metrics::Family<Key, Gauge>::~Family() {
  for (const auto& [key, gauge] : gauges_) process::metrics::remove(gauge);
}

template <class Key, class Gauge>
template <class Make>
Gauge& Metrics::Family<Key, Gauge>::add(const Key& key, Make&& make) {
  auto found = gauges_.find(key);
  if (found == gauges_.end()) {
    found = gauges_.emplace(key, make()).first;
    process::metrics::add(found->second);
  }
  return found->second;
}

template <class Key, class Gauge>
template <class Keys>
void Metrics::Family<Key, Gauge>::keepOnly(const Keys& keys) {
  for (auto it = gauges_.begin(); it != gauges_.end();) {
    if (keys.count(it->first) > 0) {
      ++it;
      continue;
    }
    process::metrics::remove(it->second);
    it = gauges_.erase(it);
  }
}

template <class Key, class Gauge>
void Metrics::Family<Key, Gauge>::remove(const std::string& role) {
  auto it = gauges_.lower_bound({role, ""});
  while (it != gauges_.end() && it->first.first == role) {
    process::metrics::remove(it->second);
    it = gauges_.erase(it);
  }
}

Metrics::Metrics(const process::UPID& actor,
                 std::shared_ptr<Readings> readings,
                 std::optional<Roles>& roles,
                 std::function<double()> eventCount, bool publishShares)
    : allocationRuns(prefix + "allocation_runs"),
      allocationRun(prefix + "allocation_run", Hours(1)),
      allocationRunLatency(prefix + "allocation_run_latency", Hours(1)),
      readings_(std::move(readings)),
      roles_(roles),
      publishShares_(publishShares) {
  process::metrics::add(allocationRuns);
  process::metrics::add(allocationRun);
  process::metrics::add(allocationRunLatency);

  // The second name is the one from before Mesos 1.0, which is still there.
  for (const char* name : {"allocator/mesos/event_queue_dispatches",
                           "allocator/event_queue_dispatches"}) {
    cluster_.add(name, [&] {
      return PullGauge(name, process::defer(actor, [eventCount] {
                         return eventCount();
                       }));
    });
  }
  for (const std::string resource : {"cpus", "mem", "disk"}) {
    const std::string path = prefix + "resources/" + resource;
    cluster_.add(path + "/total", [&] {
      return pull(path + "/total", [resource](const Figures& f) {
        return decimal(f.quantity(APPORTION_NO_ROLE, resource).total);
      });
    });
    cluster_.add(path + "/offered_or_allocated", [&] {
      return pull(path + "/offered_or_allocated", [resource](const Figures& f) {
        return decimal(
            f.quantity(APPORTION_NO_ROLE, resource).offered_or_allocated);
      });
    });
  }
}

Metrics::~Metrics() {
  process::metrics::remove(allocationRuns);
  process::metrics::remove(allocationRun);
  process::metrics::remove(allocationRunLatency);
}

Metrics::PullGauge Metrics::pull(const std::string& name,
                                 std::function<double(const Figures&)> value) {
  return PullGauge(name, readings_->gauge(std::move(value)));
}

void Metrics::updateQuota(const std::string& role,
                          const ::mesos::Quota& quota) {
  publishQuota(guarantees_, role, quota.guarantees, "guarantee");
  publishQuota(limits_, role, quota.limits, "limit");
  quotaUse_.remove(role);
  for (const auto& q : quota.guarantees) addUse(role, q.first);
  for (const auto& q : quota.limits) addUse(role, q.first);
}

template <class Quantities>
void Metrics::publishQuota(Family<RoleAndResource, PushGauge>& family,
                           const std::string& role,
                           const Quantities& quantities, const char* what) {
  family.remove(role);
  for (const auto& [resource, scalar] : quantities) {
    const std::string name = quotaName(role, resource, what);
    const double value = scalar.value();
    family.add({role, resource}, [&] {
      PushGauge gauge(name);
      gauge = value;
      return gauge;
    });
  }
}

void Metrics::addUse(const std::string& role, const std::string& resource) {
  quotaUse_.add({role, resource}, [&] {
    const apportion::role_id id = roles_->of(role);
    return pull(quotaName(role, resource, "offered_or_allocated"),
                [id, resource](const Figures& f) {
                  return decimal(f.quantity(id, resource).offered_or_allocated);
                });
  });
}

void Metrics::reconcile(const Figures& now) {
  std::set<std::string> inUse, shared;
  for (const apportion::role_metrics& row : now.roles()) {
    const std::string& role = roles_->name(row.role);
    const apportion::role_id id = row.role;
    inUse.insert(role);
    filters_.add(role, [&] {
      return pull(prefix + "offer_filters/roles/" + role + "/active",
                  [id](const Figures& f) {
                    return static_cast<double>(f.role(id).active_filters);
                  });
    });
    if (!publishShares_ || row.frameworks == 0) continue;
    shared.insert(role);
    shares_.add(role, [&] {
      return pull(prefix + "roles/" + role + "/shares/dominant",
                  [id](const Figures& f) { return f.role(id).share; });
    });
  }
  filters_.keepOnly(inUse);
  shares_.keepOnly(shared);

  std::set<RoleAndResource> consumed;
  for (const apportion::quantity_metrics& row : now.quantities()) {
    if (row.role == APPORTION_NO_ROLE || row.consumed_quota == 0) continue;
    const apportion::role_id id = row.role;
    RoleAndResource key{roles_->name(id), now.resourceName(row.resource)};
    consumed_.add(key, [&] {
      return pull(quotaName(key.first, key.second, "consumed"),
                  [id, resource = key.second](const Figures& f) {
                    return decimal(f.quantity(id, resource).consumed_quota);
                  });
    });
    consumed.insert(std::move(key));
  }
  consumed_.keepOnly(consumed);
}

}  // namespace apportion_mesos
