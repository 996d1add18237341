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

// The values of gauges.

double total(const Figures& figures, const Figure& f) {
  return decimal(figures.quantity(f.role, f.resource).total);
}

double inUse(const Figures& figures, const Figure& f) {
  return decimal(figures.quantity(f.role, f.resource).offered_or_allocated);
}

double consumed(const Figures& figures, const Figure& f) {
  return decimal(figures.quantity(f.role, f.resource).consumed_quota);
}

double activeFilters(const Figures& figures, const Figure& f) {
  return static_cast<double>(figures.role(f.role).active_filters);
}

double share(const Figures& figures, const Figure& f) {
  return figures.role(f.role).share;
}

}  // namespace

template <class Key>
Metrics::Family<Key>::~Family() {
  for (const auto& [key, gauge] : gauges_) process::metrics::remove(gauge);
}

template <class Key>
template <class Make>
void Metrics::Family<Key>::add(const Key& key, Make&& make) {
  const auto at = gauges_.lower_bound(key);
  if (at != gauges_.end() && at->first == key) return;
  process::metrics::add(gauges_.emplace_hint(at, key, make())->second);
}

template <class Key>
void Metrics::Family<Key>::keepOnly(const std::set<Key>& keys) {
  for (auto it = gauges_.begin(); it != gauges_.end();) {
    if (keys.count(it->first) > 0) {
      ++it;
      continue;
    }
    process::metrics::remove(it->second);
    it = gauges_.erase(it);
  }
}

Metrics::RoleQuota::~RoleQuota() {
  for (const PushGauge& gauge : bounds) process::metrics::remove(gauge);
  for (const Gauge& gauge : use) process::metrics::remove(gauge);
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
    dispatches_.emplace_back(
        name, process::defer(actor, [eventCount] { return eventCount(); }));
    process::metrics::add(dispatches_.back());
  }
  for (const std::string resource : {"cpus", "mem", "disk"}) {
    const std::string path = prefix + "resources/" + resource;
    cluster_.push_back(
        gauge(path + "/total", {total, APPORTION_NO_ROLE, resource}));
    cluster_.push_back(gauge(path + "/offered_or_allocated",
                             {inUse, APPORTION_NO_ROLE, resource}));
  }
  for (const Gauge& gauge : cluster_) process::metrics::add(gauge);
}

Metrics::~Metrics() {
  process::metrics::remove(allocationRuns);
  process::metrics::remove(allocationRun);
  process::metrics::remove(allocationRunLatency);
  for (const PullGauge& gauge : dispatches_) process::metrics::remove(gauge);
  for (const Gauge& gauge : cluster_) process::metrics::remove(gauge);
}

Gauge Metrics::gauge(const std::string& name, Figure figure) const {
  return Gauge(name, readings_, std::move(figure));
}

void Metrics::updateQuota(const std::string& role,
                          const ::mesos::Quota& quota) {
  quotas_.erase(role);
  RoleQuota& published = quotas_[role];
  std::set<std::string> named;
  for (const auto& [resource, scalar] : quota.guarantees) {
    publishBound(published, quotaName(role, resource, "guarantee"),
                 scalar.value());
    named.insert(resource);
  }
  for (const auto& [resource, scalar] : quota.limits) {
    publishBound(published, quotaName(role, resource, "limit"),
                 scalar.value());
    named.insert(resource);
  }
  const apportion::role_id id = roles_->of(role);
  for (const std::string& resource : named) {
    published.use.push_back(
        gauge(quotaName(role, resource, "offered_or_allocated"),
              {inUse, id, resource}));
    process::metrics::add(published.use.back());
  }
}

void Metrics::publishBound(RoleQuota& quota, const std::string& name,
                           double value) {
  quota.bounds.emplace_back(name);
  quota.bounds.back() = value;
  process::metrics::add(quota.bounds.back());
}

void Metrics::reconcile(const Figures& now) {
  std::set<apportion::role_id> known, shared;
  for (const apportion::role_metrics& row : now.roles()) {
    const apportion::role_id id = row.role;
    known.insert(known.end(), id);
    filters_.add(id, [&] {
      return gauge(prefix + "offer_filters/roles/" + roles_->name(id) +
                       "/active",
                   {activeFilters, id, ""});
    });
    if (!publishShares_ || row.frameworks == 0) continue;
    shared.insert(shared.end(), id);
    shares_.add(id, [&] {
      return gauge(prefix + "roles/" + roles_->name(id) + "/shares/dominant",
                   {share, id, ""});
    });
  }
  filters_.keepOnly(known);
  shares_.keepOnly(shared);

  std::set<std::pair<apportion::role_id, ResourceIndex>> consuming;
  for (const apportion::quantity_metrics& row : now.quantities()) {
    if (row.role == APPORTION_NO_ROLE || row.consumed_quota == 0) continue;
    const std::pair key(row.role, row.resource);
    consuming.insert(consuming.end(), key);
    consumed_.add(key, [&] {
      const std::string& resource = now.resourceName(row.resource);
      return gauge(quotaName(roles_->name(row.role), resource, "consumed"),
                   {consumed, row.role, resource});
    });
  }
  consumed_.keepOnly(consuming);
}

}  // namespace apportion_mesos
