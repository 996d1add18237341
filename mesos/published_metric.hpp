// published_metric.hpp - a metric that libprocess publishes as long as the object lives.
#ifndef APPORTION_MESOS_PUBLISHED_METRIC_HPP
#define APPORTION_MESOS_PUBLISHED_METRIC_HPP

#include <utility>

#include <process/metrics/metrics.hpp>

namespace apportion_mesos {

template <class Base>
class Published : public Base {
 public:
  template <class... Args>
  explicit Published(Args&&... args)
      : Base(std::forward<Args>(args)...) {
    process::metrics::add<Base>(*this);
  }
  ~Published() { process::metrics::remove(*this); }
  Published(const Published&) = delete;
  Published& operator=(const Published&) = delete;

  // Of a PushGauge.
  void set(double value) { Base::operator=(value); }
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_PUBLISHED_METRIC_HPP
