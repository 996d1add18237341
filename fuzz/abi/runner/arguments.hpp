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
  apportion::role_id role() { return apportion::role_id(u32()); }
  apportion::options options();
  apportion::kind_info kind();
  apportion::agent_info agent_info();
  apportion::agent_update agent_update();
  apportion::framework_info framework_info();
  apportion::framework_info framework_update(std::string_view id);

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

  auto resources() {
    return list([&] {
      apportion::resource r{};
      const std::uint64_t kind = u64();  // a test says what is reserved, too
      r.kind = apportion::kind_id(static_cast<std::uint32_t>(kind));
      r.reserved = static_cast<std::uint32_t>(kind >> 32);
      r.amount = i64();
      r.begin = u64();
      r.end = u64();
      return r;
    });
  }
  auto usages() {
    return list([&] {
      const auto id = string();
      const auto role = this->role();
      return apportion::make_usage(id, role, resources());
    });
  }
  auto conversions() {
    return list([&] {
      const auto consumed = resources();
      const auto converted = resources();
      return apportion::make_conversion(consumed, converted, flag());
    });
  }
  auto quantities() {
    return list([&] {
      const auto name = string();
      return apportion::make_quantity(name, apportion::amount(i64()));
    });
  }
  auto quantity_lists() {
    return list([&] { return apportion::make_quantities(quantities()); });
  }
  auto role_quotas() {
    return list([&] {
      const auto role = this->role();
      const auto guarantees = quantities();
      return apportion::make_role_quota(role, guarantees, quantities());
    });
  }
  auto roles() { return list([&] { return role(); }); }
  auto kinds() { return list([&] { return apportion::kind_id(u32()); }); }
  auto items() { return list([&] { return u64(); }); }
  auto agents() { return list([&] { return agent(); }); }
  auto strings() {
    return list([&] {
      const auto s = string();
      return apportion_str{s.data(), s.size()};
    });
  }
  std::optional<apportion::unavailability> unavailability();

 private:
  apportion::optional_view<apportion::label> labels();
  auto role_minima() {
    return list([&] {
      const auto role = this->role();
      return apportion::make_role_minimum(role, quantity_lists());
    });
  }
  apportion::reservation reservation();
  apportion::disk_info disk();

  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace runner

#endif
