// framework_metrics.hpp - the metrics of one framework.
#ifndef APPORTION_MESOS_FRAMEWORK_METRICS_HPP
#define APPORTION_MESOS_FRAMEWORK_METRICS_HPP

#include <map>
#include <string>

#include <mesos/mesos.hpp>

#include <process/metrics/push_gauge.hpp>

namespace apportion_mesos {

// master/frameworks/<name>/<id>/roles/<role>/suppressed, 1 or 0, for each role
// that the framework is subscribed to; nothing at all if publish is false.
class FrameworkMetrics {
 public:
  FrameworkMetrics(const ::mesos::FrameworkInfo& info, bool publish);
  ~FrameworkMetrics();
  FrameworkMetrics(const FrameworkMetrics&) = delete;
  FrameworkMetrics& operator=(const FrameworkMetrics&) = delete;

  void subscribe(const std::string& role);
  void unsubscribe(const std::string& role);
  void suppressed(const std::string& role, bool yes);

 private:
  const std::string prefix_;
  const bool publish_;
  std::map<std::string, process::metrics::PushGauge> gauges_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FRAMEWORK_METRICS_HPP
