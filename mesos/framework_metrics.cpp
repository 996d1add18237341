#include "framework_metrics.hpp"

#include <process/http.hpp>
#include <process/metrics/metrics.hpp>

namespace apportion_mesos {

FrameworkMetrics::FrameworkMetrics(const ::mesos::FrameworkInfo& info,
                                   bool publish)
    : prefix_("master/frameworks/" + process::http::encode(info.name()) + "/" +
              info.id().value() + "/roles/"),
      publish_(publish) {}

FrameworkMetrics::~FrameworkMetrics() {
  if (!publish_) return;
  for (const auto& [role, gauge] : gauges_) process::metrics::remove(gauge);
}

void FrameworkMetrics::subscribe(const std::string& role) {
  const auto added = gauges_.emplace(
      role, process::metrics::PushGauge(prefix_ + role + "/suppressed"));
  if (added.second && publish_) process::metrics::add(added.first->second);
}

void FrameworkMetrics::unsubscribe(const std::string& role) {
  const auto found = gauges_.find(role);
  if (found == gauges_.end()) return;
  if (publish_) process::metrics::remove(found->second);
  gauges_.erase(found);
}

void FrameworkMetrics::suppressed(const std::string& role, bool yes) {
  const auto found = gauges_.find(role);
  if (found != gauges_.end()) found->second = yes ? 1 : 0;
}

}  // namespace apportion_mesos
