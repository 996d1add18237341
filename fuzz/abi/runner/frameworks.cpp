// Calls about frameworks that have another form in C++.
#include "call.hpp"

namespace runner {

void add_framework(call& c) {
  const auto info = c.in.framework_info();
  const bool active = !c.in.flag();
  const auto used = c.in.usages();
  const auto& row = c.in.keep(apportion::detail::to_c(info));
  c.change([&] { return c.allocator.add_framework(info, active, used); },
           [&](auto& b) { b.add_framework(row, active, used); });
}

void update_framework(call& c) {
  const auto id = c.in.string();
  const auto framework = c.in.framework();
  const auto info = c.in.framework_update(id);
  const auto& row = c.in.keep(apportion::detail::to_c(info));
  c.change([&] { c.allocator.update_framework(framework, info); },
           [&](auto& b) { b.update_framework(framework, row); });
}

}  // namespace runner
