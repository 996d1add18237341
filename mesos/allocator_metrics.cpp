#include "allocator_metrics.hpp"

#include <algorithm>
#include <iterator>

#include <process/defer.hpp>

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

template <std::int64_t apportion::loan_metrics::* amount>
double loanAmount(const MetricsSnapshot& snapshot, const GaugeSource& s) {
  return toDouble(snapshot.loan(s.role, s.resource).*amount);
}

constexpr struct {
  const char* name;
  double (*value)(const MetricsSnapshot&, const GaugeSource&);
} loanAmounts[] = {
    {"lent", loanAmount<&apportion::loan_metrics::lent>},
    {"borrowed", loanAmount<&apportion::loan_metrics::borrowed>},
    {"recalled", loanAmount<&apportion::loan_metrics::recalled>},
    {"overdue", loanAmount<&apportion::loan_metrics::overdue>},
};

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
  return "allocator/apportion/roles/" + role + "/keys/" +
         (policy < std::size(policies) ? policies[policy] : "other");
}

}  // namespace

AllocatorMetrics::AllocatorMetrics(
    const process::UPID& pid,
    std::shared_ptr<MetricsSnapshotCache> snapshotCache,
    std::optional<RoleNames>& roleNames, std::function<double()> eventCount)
    : allocationRuns(prefix + "allocation_runs"),
      allocationRun(prefix + "allocation_run", Hours(1)),
      allocationRunLatency(prefix + "allocation_run_latency", Hours(1)),
      snapshotCache_(std::move(snapshotCache)),
      roleNames_(roleNames) {
  // The second name is from before Mesos 1.0; the built-in allocator still
  // publishes it.
  for (const char* name : {"allocator/mesos/event_queue_dispatches",
                           "allocator/event_queue_dispatches"}) {
    eventQueueDispatches_.emplace_back(
        name, process::defer(pid, [eventCount] { return eventCount(); }));
  }
  // The built-in allocator refuses nothing, and so has no such metrics.
  for (std::size_t part = 0; part < refusedPartCount; ++part) {
    refused_.emplace_back(std::string("allocator/apportion/refused/") +
                          pluralName(static_cast<RefusedPart>(part)));
  }
  for (const std::string resource : {"cpus", "mem", "disk"}) {
    const std::string path = prefix + "resources/" + resource;
    clusterResources_.emplace_back(
        path + "/total", snapshotCache_,
        GaugeSource{totalResources, apportion::no_role, resource});
    clusterResources_.emplace_back(
        path + "/offered_or_allocated", snapshotCache_,
        GaugeSource{offeredOrAllocated, apportion::no_role, resource});
  }
}

void AllocatorMetrics::updateQuota(const std::string& role,
                                   const Quota& quota) {
  quotas_.erase(role);
  if (quota.guarantees.empty() && quota.limits.empty()) return;
  RoleQuota& published = quotas_[role];
  std::set<std::string> named;
  const auto publish = [&](const auto& amounts, const char* what) {
    for (const auto& [resource, scalar] : amounts) {
      published.guaranteesAndLimits
          .emplace_back(quotaMetricName(role, resource, what))
          .set(scalar.value());
      named.insert(resource);
    }
  };
  publish(quota.guarantees, "guarantee");
  publish(quota.limits, "limit");
  const apportion::role_id id = roleNames_->id(role);
  for (const std::string& resource : named) {
    published.offeredOrAllocated.emplace_back(
        quotaMetricName(role, resource, "offered_or_allocated"), snapshotCache_,
        GaugeSource{offeredOrAllocated, id, resource});
  }
}

// Gauges go before others come: a role that is back has another number, and a gauge
// of the same name.
template <class Key, class NameOf, class SourceOf>
void AllocatorMetrics::replace(Gauges<Key>& gauges, std::vector<Key> keys,
                               NameOf&& nameOf, SourceOf&& sourceOf) {
  std::sort(keys.begin(), keys.end());
  for (auto it = gauges.begin(); it != gauges.end();) {
    const bool stays = std::binary_search(keys.begin(), keys.end(), it->first);
    it = stays ? std::next(it) : gauges.erase(it);
  }
  for (const Key& key : keys) {
    if (gauges.count(key) > 0) continue;
    gauges.try_emplace(key, nameOf(key), snapshotCache_, sourceOf(key));
  }
}

void AllocatorMetrics::updateGauges(const MetricsSnapshot& snapshot) {
  std::vector<apportion::role_id> inUse;
  for (const apportion::role_metrics& row : snapshot.roles()) {
    inUse.push_back(row.role);
  }
  replace(
      activeFilters_, inUse,
      [&](apportion::role_id id) {
        return prefix + "offer_filters/roles/" + roleNames_->name(id) +
               "/active";
      },
      [](apportion::role_id id) {
        return GaugeSource{activeFilters, id, ""};
      });
  updateKeys(snapshot);
  updateConsumedQuota(snapshot);
  updateLoans(snapshot);
}

void AllocatorMetrics::updateKeys(const MetricsSnapshot& snapshot) {
  std::vector<std::pair<apportion::role_id, std::uint32_t>> ordered;
  for (const apportion::role_key& row : snapshot.keys()) {
    if (row.policy == APPORTION_ORDERED_BY_RANDOM) continue;
    ordered.emplace_back(row.role, row.policy);
  }
  replace(
      keys_, ordered,
      [&](const auto& key) {
        return keyMetricName(roleNames_->name(key.first), key.second);
      },
      [](const auto& key) {
        return GaugeSource{roleKey, key.first, ""};
      });
}

void AllocatorMetrics::updateConsumedQuota(const MetricsSnapshot& snapshot) {
  std::vector<std::pair<apportion::role_id, std::string>> keys;
  for (const apportion::quantity_metrics& row : snapshot.quantities()) {
    if (row.role == apportion::no_role || row.consumed_quota == 0) continue;
    keys.emplace_back(row.role, snapshot.resourceName(row.resource));
  }
  replace(
      consumedQuota_, keys,
      [&](const auto& key) {
        return quotaMetricName(roleNames_->name(key.first), key.second,
                               "consumed");
      },
      [](const auto& key) {
        return GaugeSource{consumedQuota, key.first, key.second};
      });
}

void AllocatorMetrics::updateLoans(const MetricsSnapshot& snapshot) {
  std::vector<std::pair<apportion::role_id, std::string>> keys;
  for (const apportion::loan_metrics& row : snapshot.loans()) {
    if (row.role == apportion::no_role) continue;
    keys.emplace_back(row.role, snapshot.resourceName(row.resource));
  }
  static_assert(std::size(loanAmounts) == std::tuple_size_v<decltype(loans_)>);
  for (std::size_t i = 0; i < loans_.size(); ++i) {
    replace(
        loans_[i], keys,
        [&](const auto& key) {
          return "allocator/apportion/roles/" + roleNames_->name(key.first) +
                 "/resources/" + key.second + "/" + loanAmounts[i].name;
        },
        [&](const auto& key) {
          return GaugeSource{loanAmounts[i].value, key.first, key.second};
        });
  }
}

}  // namespace apportion_mesos
