// framework_metrics.hpp - the metrics of one framework.
#ifndef APPORTION_MESOS_FRAMEWORK_METRICS_HPP
#define APPORTION_MESOS_FRAMEWORK_METRICS_HPP

#include <map>
#include <string>

#include <process/http.hpp>
#include <process/metrics/push_gauge.hpp>

#include "mesos_names.hpp"
#include "published_metric.hpp"

namespace apportion_mesos {

// master/frameworks/<name>/<id>/roles/<role>/suppressed, 1 or 0, for each role
// that the framework is subscribed to; nothing at all if publish is false.
class FrameworkMetrics {
 public:
  FrameworkMetrics(const FrameworkInfo& info, bool publish)
      : prefix_("master/frameworks/" + process::http::encode(info.name()) +
                "/" + info.id().value() + "/roles/"),
        publish_(publish) {}

  void subscribe(const std::string& role) {
    if (publish_) gauges_.try_emplace(role, prefix_ + role + "/suppressed");
  }
  void unsubscribe(const std::string& role) { gauges_.erase(role); }
  void suppressed(const std::string& role, bool yes) {
    const auto found = gauges_.find(role);
    if (found != gauges_.end()) found->second.set(yes ? 1 : 0);
  }

 private:
  const std::string prefix_;
  const bool publish_;
  std::map<std::string, Published<process::metrics::PushGauge>> gauges_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FRAMEWORK_METRICS_HPP
