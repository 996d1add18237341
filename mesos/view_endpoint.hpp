// view_endpoint.hpp - answers to /allocator/view/: a page that shows the allocator at work.
#ifndef APPORTION_MESOS_VIEW_ENDPOINT_HPP
#define APPORTION_MESOS_VIEW_ENDPOINT_HPP

#include <string>

#include <process/future.hpp>

#include "apportion.hpp"
#include "framework.hpp"
#include "http_requests.hpp"
#include "interned_names.hpp"
#include "view_permissions.hpp"
#include "visible_ids.hpp"

namespace apportion_mesos {

// Answers one request of a user. Of what the user may not view, the page shows the sums
// of the cluster.
class ViewEndpoint {
 public:
  // All arguments must outlive it.
  ViewEndpoint(apportion::allocator& core, RoleNames& roleNames,
               const Frameworks& frameworks, const ViewPermissions& viewer)
      : core_(core), visible_(core, roleNames, frameworks, viewer) {}

  // Copies from the core what is asked for; the answer is worked out elsewhere. Throws
  // AuthorizationError and apportion::error.
  process::Future<Response> answer(const Request& request);

  static std::string help();

 private:
  process::Future<Response> answerQuestion(const std::string& question);

  apportion::allocator& core_;
  VisibleIds visible_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_VIEW_ENDPOINT_HPP
