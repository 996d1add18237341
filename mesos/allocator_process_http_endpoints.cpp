// allocator_process_http_endpoints.cpp - the endpoints under /allocator: offer
// constraints, explanations, the state of the core, the last cycle, what was refused.
#include <glog/logging.h>

#include <mesos/authorizer/authorizer.hpp>

#include <process/collect.hpp>
#include <process/defer.hpp>
#include <process/help.hpp>
#include <process/http.hpp>

#include <stout/json.hpp>
#include <stout/jsonify.hpp>
#include <stout/strings.hpp>

#include "allocator_process.hpp"
#include "explain_endpoint.hpp"
#include "fixed_point.hpp"
#include "view_endpoint.hpp"

namespace apportion_mesos {

using ::mesos::authorization::Action;
using process::Future;
using process::http::Forbidden;
using process::http::OK;

using Approver = ViewPermissions::Approver;

namespace {

std::string offerConstraintsHelp() {
  return process::HELP(
      process::TLDR("Tells which agents offer constraints exclude."),
      process::DESCRIPTION(
          "For each framework: the roles whose offers it has suppressed, and",
          "for each of its roles the agents that its offer constraints",
          "exclude from offers, as JSON:", "", "```",
          "{\"frameworks\": {\"<framework id>\": {",
          "   \"suppressed_roles\": [\"<role>\"],",
          "   \"excluded_by_attribute_constraints\": {",
          "      \"<role>\": [\"<agent id>\"]}}}}", "```"),
      process::AUTHENTICATION(true),
      process::AUTHORIZATION(
          "Frameworks that the user must not view (VIEW_FRAMEWORK) are left",
          "out."));
}

std::string mayViewAllHelp(const std::string& what) {
  return process::HELP(
      process::TLDR(what),
      process::DESCRIPTION("As JSON, for those who look for a fault. The",
                           "members may differ between releases."),
      process::AUTHENTICATION(true),
      process::AUTHORIZATION(
          "The user must be allowed to view every framework and every role",
          "(VIEW_FRAMEWORK, VIEW_ROLE)."));
}

}  // namespace

void AllocatorProcess::addRoutes() {
  const std::string realm =
      options_.readonlyHttpAuthenticationRealm.getOrElse("");
  const auto serve = [this, realm](const std::string& path,
                                   const std::string& help, Answer answer) {
    route(path, realm, help,
          logged([this, answer](const Option<Principal>& principal,
                                const Request& request) {
            return answerAs(principal, request, answer);
          }));
  };
  serve("/offer_constraints_debug", offerConstraintsHelp(),
        [this](const Request&, const ViewPermissions& viewer) {
          return describeOfferConstraints(viewer);
        });
  serve("/explain", ExplainEndpoint::help(),
        [this](const Request& request, const ViewPermissions& viewer) {
          return ExplainEndpoint(*core_, *roleNames_, frameworks_, agents_,
                                 refused_, viewer)
              .answer(request);
        });
  serve("/loans", loansHelp(),
        [this](const Request& request, const ViewPermissions& viewer) {
          return loansOf(request, viewer);
        });
  serve("/state", mayViewAllHelp("The whole state of the allocator's core."),
        ifMayViewAll([this] { return core_->state_json(); }));
  serve("/cycle", mayViewAllHelp("Figures of the last allocation cycle."),
        ifMayViewAll([this] { return cycleText(); }));
  serve("/refused", mayViewAllHelp("What is refused at present, and why."),
        ifMayViewAll([this] { return refusedText(); }));
  serve("/recording", mayViewAllHelp("How far the recording is."),
        ifMayViewAll([this] { return recording_->text(); }));
  addViewRoute(realm);
  addRecordingSwitches();
}

// The page asks each second. The log has who opens it.
void AllocatorProcess::addViewRoute(const std::string& realm) {
  route("/view", realm, ViewEndpoint::help(),
        [this](const Request& request, const Option<Principal>& principal) {
          if (strings::endsWith(request.url.path, "/")) logRequest(request);
          return answerAs(
              principal, request,
              [this](const Request& request, const ViewPermissions& viewer) {
                return ViewEndpoint(*core_, *roleNames_, frameworks_, viewer)
                    .answer(request);
              });
        });
}

// Answers a user's request, once it is known what the user may view.
Future<Response> AllocatorProcess::answerAs(const Option<Principal>& principal,
                                            const Request& request,
                                            const Answer& answer) {
  const auto answerTo = [request, answer](const ViewPermissions& viewer) {
    return answerOrFault(request, [&] { return answer(request, viewer); });
  };
  if (options_.authorizer.isNone()) return answerTo(ViewPermissions());
  const auto subject = subjectOf(principal);
  return process::collect(
             (*options_.authorizer)
                 ->getApprover(subject, Action::VIEW_FRAMEWORK),
             (*options_.authorizer)->getApprover(subject, Action::VIEW_ROLE))
      .then(process::defer(
          self(),
          [answerTo](const std::tuple<Approver, Approver>& approvers) {
            return answerTo(
                {std::get<0>(approvers), std::get<1>(approvers)});
          }));
}

Response AllocatorProcess::describeOfferConstraints(
    const ViewPermissions& viewer) {
  offerConstraints_.evaluateDirtyAgents(*core_, *roleNames_);
  JSON::Object all;
  for (const auto& [number, framework] : frameworks_) {
    if (!viewer.mayView(framework->info)) continue;

    JSON::Array suppressed;
    for (const std::string& role : framework->suppressed) {
      suppressed.values.push_back(role);
    }
    JSON::Object excluded;
    for (const std::string& role : framework->roles) {
      JSON::Array agents;
      const auto found = framework->excluded.find(role);
      if (found != framework->excluded.end()) {
        for (apportion::agent_id handle : found->second) {
          agents.values.push_back(agents_.find(handle)->id.value());
        }
      }
      excluded.values[role] = agents;
    }
    JSON::Object entry;
    entry.values["suppressed_roles"] = suppressed;
    entry.values["excluded_by_attribute_constraints"] = excluded;
    all.values[framework->id.value()] = entry;
  }
  JSON::Object result;
  result.values["frameworks"] = all;
  return OK(jsonify(result));
}

// Answers with a text that shows all frameworks and roles, to users who may view
// all of them.
AllocatorProcess::Answer AllocatorProcess::ifMayViewAll(
    const std::function<std::string()>& text) {
  return [text](const Request&,
                const ViewPermissions& viewer) -> Future<Response> {
    if (!viewer.mayViewAll()) return Forbidden();
    return answerOfType("application/json", text());
  };
}

std::string AllocatorProcess::refusedText() {
  JSON::Object result;
  for (std::size_t i = 0; i < refusedPartCount; ++i) {
    const RefusedPart part = static_cast<RefusedPart>(i);
    JSON::Object reasons;
    for (const auto& [id, why] : refused_.of(part)) reasons.values[id] = why;
    result.values[pluralName(part)] = reasons;
  }
  return stringify(result);
}

std::string AllocatorProcess::cycleText() {
  const apportion_cycle& c = cycle_.counts;
  JSON::Object result;
  result.values["candidates"] = c.candidates;
  result.values["visited"] = c.visited;
  result.values["offers"] = c.offers;
  result.values["inverse_offers"] = c.inverse_offers;
  result.values["held_back_agents"] = c.held_back_agents;
  JSON::Object headroom;
  for (const apportion::headroom& row : headroom_) {
    JSON::Object amounts;
    amounts.values["required_before"] = toDouble(row.required_before);
    amounts.values["required_after"] = toDouble(row.required_after);
    amounts.values["available_before"] = toDouble(row.available_before);
    amounts.values["available_after"] = toDouble(row.available_after);
    amounts.values["held_back"] = toDouble(row.held_back);
    headroom.values[core_->resource_name(row.resource)] = amounts;
  }
  result.values["headroom"] = headroom;
  return stringify(result);
}

}  // namespace apportion_mesos
