// fatal.hpp - the end of the master when it and the allocator disagree.
#ifndef APPORTION_MESOS_FATAL_HPP
#define APPORTION_MESOS_FATAL_HPP

#include <sstream>
#include <utility>

#include <glog/logging.h>

#include "apportion.hpp"

namespace apportion_mesos {

// Carries out a call on the core that only fails if master and allocator
// disagree about what there is, or inside the core. Mesos's own allocator ends
// the process then, and so does this: to go on would hand out resources twice.
// describe(std::ostream&) says what the call was; it only runs on failure.
template <class Call, class Describe>
auto must(Call&& call, Describe&& describe) -> decltype(call()) {
  try {
    return std::forward<Call>(call)();
  } catch (const apportion::error& e) {
    std::ostringstream text;
    std::forward<Describe>(describe)(text);
    LOG(FATAL) << "Allocator and master disagree in " << text.str() << ": "
               << apportion::code_name(e.code()) << ": " << e.what();
    throw;  // Not reached, but not known to the compiler.
  }
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FATAL_HPP
