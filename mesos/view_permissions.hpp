// view_permissions.hpp - which frameworks and roles a user may view.
#ifndef APPORTION_MESOS_VIEW_PERMISSIONS_HPP
#define APPORTION_MESOS_VIEW_PERMISSIONS_HPP

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <mesos/authorizer/authorizer.hpp>

#include "mesos_names.hpp"

namespace apportion_mesos {

// The authorizer could not tell.
struct AuthorizationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Asks an authorizer's approvers of one user. Without an authorizer, all may be
// viewed. Each question throws AuthorizationError if the authorizer fails.
class ViewPermissions {
 public:
  using Approver = std::shared_ptr<const ::mesos::ObjectApprover>;

  ViewPermissions() = default;
  ViewPermissions(Approver frameworks, Approver roles)
      : frameworks_(std::move(frameworks)),
        roles_(std::move(roles)) {}

  // Whether an approver, if there is one, lets the user have an object, or all.
  static bool approved(
      const Approver& approver,
      const Option<::mesos::ObjectApprover::Object>& object = None()) {
    if (!approver) return true;
    const Try<bool> approved = approver->approved(object);
    if (approved.isError()) throw AuthorizationError(approved.error());
    return *approved;
  }

  bool mayView(const FrameworkInfo& info) const {
    return approved(frameworks_, ::mesos::ObjectApprover::Object(info));
  }
  bool mayViewRole(const std::string& role) const {
    return approved(roles_, ::mesos::ObjectApprover::Object(role));
  }
  bool mayViewAll() const { return approved(frameworks_) && approved(roles_); }

 private:
  Approver frameworks_, roles_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_VIEW_PERMISSIONS_HPP
