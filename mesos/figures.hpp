// figures.hpp - the core's figures at one moment.
#ifndef APPORTION_MESOS_FIGURES_HPP
#define APPORTION_MESOS_FIGURES_HPP

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "apportion.hpp"

namespace apportion_mesos {

// Never changes once it is made, so that any thread may read it.
class Figures {
 public:
  // Without a core, all is 0.
  Figures() = default;
  explicit Figures(apportion::allocator& core);

  const std::vector<apportion::role_metrics>& roles() const {
    return metrics_.roles;
  }
  const std::vector<apportion::quantity_metrics>& quantities() const {
    return metrics_.quantities;
  }

  // A role or resource that has no figures is 0 throughout.
  apportion::role_metrics role(apportion::role_id role) const;
  apportion::quantity_metrics quantity(apportion::role_id role,
                                       const std::string& resource) const;

  // The name of a resource in rows of the figures.
  const std::string& resourceName(std::uint32_t index) const {
    return names_[index];
  }

 private:
  apportion::metrics metrics_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> indices_;
  std::unordered_map<apportion::role_id, std::size_t> roles_;
  std::unordered_map<std::uint64_t, std::size_t> quantities_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FIGURES_HPP
