// lending_parameters.hpp - the module's parameters that have roles lend what is kept
// back for them, and that bound what is borrowed.
#ifndef APPORTION_MESOS_LENDING_PARAMETERS_HPP
#define APPORTION_MESOS_LENDING_PARAMETERS_HPP

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "apportion.hpp"

namespace apportion_mesos {

using Amounts = std::map<std::string, std::int64_t>;  // thousandths, by resource

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

// For a list of the parameters that there are.
extern const char* const lendingParameterNames;

// As readPolicyParameter() does.
std::optional<std::string> readLendingParameter(const std::string& name,
                                                const std::string& value,
                                                LendingSettings& settings);

// What is wrong with all of them together.
std::string wrongLending(const LendingSettings& settings);

// Sets what the roles of an allocator lend and may borrow.
void setLending(apportion::allocator& core, const LendingSettings& settings);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_LENDING_PARAMETERS_HPP
