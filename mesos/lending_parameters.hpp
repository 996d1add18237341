// lending_parameters.hpp - the module's parameters that have roles lend what is kept
// back for them.
#ifndef APPORTION_MESOS_LENDING_PARAMETERS_HPP
#define APPORTION_MESOS_LENDING_PARAMETERS_HPP

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "apportion.hpp"

namespace apportion_mesos {

// What a role lends, as apportion_set_lending takes it.
struct Lending {
  std::uint32_t from = APPORTION_LEND_GUARANTEE;
  std::map<std::string, std::int64_t> most;  // thousandths, by resource
};

using LendingSettings = std::map<std::string, Lending>;  // by role

// For a list of the parameters that there are.
extern const char* const lendingParameterNames;

// As readPolicyParameter() does.
std::optional<std::string> readLendingParameter(const std::string& name,
                                                const std::string& value,
                                                LendingSettings& settings);

// What is wrong with all of them together.
std::string wrongLending(const LendingSettings& settings);

// Sets what the roles of an allocator lend.
void setLending(apportion::allocator& core, const LendingSettings& settings);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_LENDING_PARAMETERS_HPP
