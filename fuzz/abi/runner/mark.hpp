// By what an instance's handles of agents and frameworks differ from the core's.
#ifndef APPORTION_ABI_RUNNER_MARK_HPP
#define APPORTION_ABI_RUNNER_MARK_HPP

#include <cstdint>
#include <string>

#include "apportion.h"

namespace runner {

// What internal/handle/mark.go has. The client knows the core's handles alone: it
// foretells them.
class mark {
 public:
  mark() = default;
  explicit mark(apportion_instance instance) noexcept;

  // Puts the mark on a handle, or takes it off; other numbers stay as they are.
  std::uint64_t on(std::uint64_t handle) const noexcept {
    return handle >> 56 == 0 ? handle : handle ^ bits_;
  }
  // An error's text as the core has it.
  std::string off(std::string text) const;

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace runner

#endif
