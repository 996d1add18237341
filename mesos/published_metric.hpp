// published_metric.hpp - a metric that libprocess publishes as long as the object lives.
#ifndef APPORTION_MESOS_PUBLISHED_METRIC_HPP
#define APPORTION_MESOS_PUBLISHED_METRIC_HPP

#include <memory>
#include <utility>

#include <process/dispatch.hpp>
#include <process/metrics/metrics.hpp>
#include <process/owned.hpp>

#include <stout/lambda.hpp>

#include "call_queue.hpp"

namespace apportion_mesos {

using MetricsProcess = process::metrics::internal::MetricsProcess;

inline CallQueue<MetricsProcess>& metricChanges() {
  static auto& changes = *new CallQueue<MetricsProcess>();
  return changes;
}

// Makes a change in the process that publishes metrics. process::metrics::add sends a
// message for each, which costs more than the metric, and a quota comes with nine.
template <class Change>
void changeMetrics(Change&& change) {
  if (!metricChanges().add(std::forward<Change>(change))) return;
  process::internal::dispatch(
      process::metrics::internal::metrics,
      std::make_unique<lambda::CallableOnce<void(process::ProcessBase*)>>(
          [](process::ProcessBase* process) {
            metricChanges().serve(dynamic_cast<MetricsProcess&>(*process));
          }));
}

template <class Base>
class Published : public Base {
 public:
  template <class... Args>
  explicit Published(Args&&... args)
      : Base(std::forward<Args>(args)...) {
    changeMetrics([copy = Base(*this)](MetricsProcess& process) mutable {
      process.add(process::Owned<process::metrics::Metric>(
          new Base(std::move(copy))));
    });
  }
  ~Published() {
    changeMetrics([name = Base::name()](MetricsProcess& process) {
      process.remove(name);
    });
  }
  Published(const Published&) = delete;
  Published& operator=(const Published&) = delete;

  // Of a PushGauge.
  void set(double value) { Base::operator=(value); }
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_PUBLISHED_METRIC_HPP
