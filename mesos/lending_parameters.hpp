// lending_parameters.hpp - what the module's parameters say of what roles lend of what is
// kept back for them, and of what they may borrow.
#ifndef APPORTION_MESOS_LENDING_PARAMETERS_HPP
#define APPORTION_MESOS_LENDING_PARAMETERS_HPP

#include <cstdint>
#include <map>
#include <string>

#include "apportion.hpp"

namespace apportion_mesos {

using Amounts = std::map<std::string, double>;  // by resource

// What a role lends, and what those in it may borrow, as apportion_set_lending and
// apportion_set_borrowing take it.
struct RoleLending {
  std::uint32_t from = 0;  // if nothing is said, the guarantee
  Amounts most;
  Amounts mostRecalled;
  Amounts mostBorrowed;
  Amounts partsBorrowed;  // of what the role deserves
};

using LendingSettings = std::map<std::string, RoleLending>;

// Sets what the roles of an allocator lend and may borrow: of the module's when it is
// initialized, and before of one that only tells what is wrong with the parameters.
void setLending(apportion::allocator& core, const LendingSettings& settings);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_LENDING_PARAMETERS_HPP
