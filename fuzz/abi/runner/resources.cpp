// Calls about resources that have another form in C++.
#include "call.hpp"

namespace runner {

void update_available(call& c) {
  const auto agent = c.in.agent();
  const auto conversions = c.in.conversions();
  c.change(
      [&] {
        if (!c.allocator.update_available(agent, conversions)) {
          throw apportion::error(APPORTION_E_NOT_AVAILABLE,
                                 c.allocator.last_error());
        }
      },
      [&](auto& b) { b.update_available(agent, conversions); });
}

}  // namespace runner
