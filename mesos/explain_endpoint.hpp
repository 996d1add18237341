// explain_endpoint.hpp - answers to /allocator/explain: why does this framework get
// nothing?
#ifndef APPORTION_MESOS_EXPLAIN_ENDPOINT_HPP
#define APPORTION_MESOS_EXPLAIN_ENDPOINT_HPP

#include <optional>
#include <set>
#include <string>

#include "agent.hpp"
#include "apportion.hpp"
#include "framework.hpp"
#include "http_requests.hpp"
#include "interned_names.hpp"
#include "refused_values.hpp"
#include "view_permissions.hpp"
#include "visible_ids.hpp"

namespace apportion_mesos {

// Answers one request of a user. What the user may not view is as if it were not
// there, and a number in explanations.
class ExplainEndpoint {
 public:
  // All arguments must outlive it.
  ExplainEndpoint(apportion::allocator& core, RoleNames& roleNames,
                  const Frameworks& frameworks, const Agents& agents,
                  const RefusedValues& refused, const ViewPermissions& viewer)
      : core_(core),
        roleNames_(roleNames),
        frameworks_(frameworks),
        agents_(agents),
        refused_(refused),
        viewer_(viewer),
        visible_(core, roleNames, frameworks, viewer) {}

  // Throws AuthorizationError.
  Response answer(const Request& request);

  static std::string help();

 private:
  struct Query {
    std::optional<std::string> framework, role, agent;
    bool asText = false;
  };

  static Query parse(const Request& request);
  // The handle of none if the query does not name any. These throw Refusal.
  apportion::agent_id agentOf(const Query& query) const;
  void checkRole(const Query& query, const std::set<std::string>& roles) const;

  apportion::explanation explain(apportion::question question,
                                 const std::string& role);
  Response explainRole(const Query& query);
  Response explainFramework(const Query& query, const Framework& framework,
                            apportion::agent_id agent);
  Response explainInEachRole(const Query& query,
                             const apportion::question& question,
                             const std::set<std::string>& roles);

  apportion::allocator& core_;
  RoleNames& roleNames_;
  const Frameworks& frameworks_;
  const Agents& agents_;
  const RefusedValues& refused_;
  const ViewPermissions& viewer_;
  VisibleIds visible_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_EXPLAIN_ENDPOINT_HPP
