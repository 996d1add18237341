// The arguments of the C++ API's functions, read from a request.
#ifndef APPORTION_ABI_RUNNER_ARGUMENTS_HPP
#define APPORTION_ABI_RUNNER_ARGUMENTS_HPP

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "apportion.hpp"
#include "wire.hpp"

namespace runner {

// Reads compound arguments. What the views in them point to belongs to this
// object, and strings to the request.
class arguments : public reader {
 public:
  using reader::reader;

  apportion::agent_id agent() { return apportion::agent_id(u64()); }
  apportion::framework_id framework() { return apportion::framework_id(u64()); }
  apportion::options options();
  apportion::kind_info kind();
  apportion::agent_info agent_info();
  apportion::agent_update agent_update();
  apportion::framework_info framework_info();
  apportion::framework_info framework_update(std::string_view id);

  apportion::view<apportion::resource> resources();
  apportion::view<apportion::usage> usages();
  apportion::view<apportion::conversion> conversions();
  apportion::view<apportion::quantity> quantities();
  apportion::view<apportion::quantity_list> quantity_lists();
  apportion::view<apportion::role_quota> role_quotas();
  apportion::view<apportion::role_id> roles();
  apportion::view<apportion::kind_id> kinds();
  apportion::view<std::uint64_t> items();
  apportion::view<apportion::agent_id> agents();
  apportion::view<apportion_str> strings();
  std::optional<apportion::unavailability> unavailability();

  // A list of what one() reads.
  template <class One>
  auto list(One one) {
    using T = decltype(one());
    auto items = std::make_shared<std::vector<T>>();
    const std::size_t size = count();
    items->reserve(size);
    for (std::size_t n = size; n > 0; n--) items->push_back(one());
    kept_.push_back(items);
    return apportion::view<T>(*items);
  }

  // Keeps what a batch will point to.
  template <class T>
  const T& keep(T value) {
    auto kept = std::make_shared<T>(std::move(value));
    kept_.push_back(kept);
    return *kept;
  }

 private:
  std::optional<apportion::view<apportion::label>> labels();
  apportion::view<apportion::role_minimum> role_minima();
  apportion::reservation reservation();
  apportion::disk_info disk();

  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace runner

#endif
