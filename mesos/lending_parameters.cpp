#include "lending_parameters.hpp"

#include <vector>

#include "resource_quantities.hpp"

namespace apportion_mesos {

void setLending(apportion::allocator& core, const LendingSettings& settings) {
  for (const auto& [path, lending] : settings) {
    const apportion::role_id role = core.declare_role(path);
    if (!lending.most.empty()) {
      std::vector<apportion::resource> most;
      for (const auto& [name, amount] : lending.most) {
        apportion::kind_info kind;
        kind.name = name;
        kind.revocable = true;
        most.push_back(apportion::scalar(core.declare_kind(kind),
                                         apportion::amount(toThousandths(amount))));
      }
      const std::uint32_t from =
          lending.from == 0 ? APPORTION_LEND_GUARANTEE : lending.from;
      core.set_lending(role, from, most, quantityRows(lending.mostRecalled));
    }
    core.set_borrowing(role, quantityRows(lending.mostBorrowed),
                       quantityRows(lending.partsBorrowed));
  }
}

}  // namespace apportion_mesos
