// visible_ids.hpp - which roles and frameworks of the core a user may view.
#ifndef APPORTION_MESOS_VISIBLE_IDS_HPP
#define APPORTION_MESOS_VISIBLE_IDS_HPP

#include <set>
#include <string>
#include <vector>

#include "apportion.hpp"
#include "framework.hpp"
#include "interned_names.hpp"
#include "view_permissions.hpp"

namespace apportion_mesos {

// Restricts questions to the core. All arguments of the constructor must outlive it.
// Each function throws AuthorizationError.
class VisibleIds {
 public:
  VisibleIds(apportion::allocator& core, RoleNames& roleNames,
             const Frameworks& frameworks, const ViewPermissions& viewer)
      : core_(core),
        roleNames_(roleNames),
        frameworks_(frameworks),
        viewer_(viewer) {}

  // All roles in use that the user may view.
  std::set<std::string> roles() const {
    std::set<std::string> visible;
    const apportion::metrics all = core_.gather_metrics();
    for (const apportion::role_metrics& row : all.roles) {
      const std::string& name = roleNames_.name(row.role);
      if (viewer_.mayViewRole(name)) visible.insert(name);
    }
    return visible;
  }

  // Lists in a question what may be named in its answer, unless that is everything. The
  // lists live as long as this does.
  template <class Question>
  void restrict(Question& question) {
    if (viewer_.mayViewAll()) return;
    roleIds_.clear();
    frameworkIds_.clear();
    for (const std::string& role : roles()) {
      roleIds_.push_back(roleNames_.id(role));
    }
    for (const auto& [number, framework] : frameworks_) {
      if (viewer_.mayView(framework->info)) {
        frameworkIds_.push_back(framework->handle);
      }
    }
    question.restricted = true;
    question.visible_roles = roleIds_;
    question.visible_frameworks = frameworkIds_;
  }

 private:
  apportion::allocator& core_;
  RoleNames& roleNames_;
  const Frameworks& frameworks_;
  const ViewPermissions& viewer_;
  std::vector<apportion::role_id> roleIds_;
  std::vector<apportion::framework_id> frameworkIds_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_VISIBLE_IDS_HPP
