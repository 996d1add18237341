// abort_master.hpp - what becomes of the core's errors: the master's process ends
// when it and the allocator disagree, but not for a value.
#ifndef APPORTION_MESOS_ABORT_MASTER_HPP
#define APPORTION_MESOS_ABORT_MASTER_HPP

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include <glog/logging.h>

#include "apportion.hpp"
#include "refused_values.hpp"

namespace apportion_mesos {

// Ends the process, with a line that names the call and the reason. Mesos's own
// allocator does the same where its checks fail: to go on would hand out
// resources twice.
[[noreturn]] inline void abortMaster(const std::string& call,
                                     const std::string& reason) {
  LOG(FATAL) << "Allocator and master disagree in " << call << ": " << reason;
  std::abort();  // Not reached, but the compiler does not know.
}

// Carries out a call on the core that only fails if master and allocator
// disagree about what there is, or inside the core, and then ends the process.
// describe(std::ostream&) says what the call was; it only runs on failure.
template <class Call, class Describe>
auto callOrAbortMaster(Call&& call, Describe&& describe) -> decltype(call()) {
  try {
    return std::forward<Call>(call)();
  } catch (const apportion::error& e) {
    std::ostringstream text;
    std::forward<Describe>(describe)(text);
    abortMaster(text.str(),
                std::string(apportion::code_name(e.code())) + ": " + e.what());
  }
}

// Carries out a call on the core, or a part of it, with values that the core may
// refuse. Returns what was refused and why, or nothing. All other errors are as
// above. A refused call has changed nothing in the core but what was declared.
template <class Call, class Describe>
std::optional<std::string> refusalOf(Call&& call, Describe&& describe) {
  const std::optional<std::string> reason =
      callOrAbortMaster([&] { return reasonOfRefusal(call); }, describe);
  if (!reason) return std::nullopt;
  std::ostringstream text;
  std::forward<Describe>(describe)(text);
  return text.str() + ": " + *reason;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_ABORT_MASTER_HPP
