// allocator_process_lending.cpp - what roles lend: the parameters' settings, the recalls
// of a cycle, and the endpoint that borrowers ask.
#include <utility>

#include <process/help.hpp>

#include <stout/json.hpp>
#include <stout/jsonify.hpp>

#include "allocator_process.hpp"
#include "fixed_point.hpp"
#include "log.hpp"

namespace apportion_mesos {

namespace {

std::string loansHelp() {
  return process::HELP(
      process::TLDR("Tells what roles lend to frameworks, and what is recalled."),
      process::DESCRIPTION(
          "Query parameters:", "",
          ">        framework=VALUE      The id of the one framework to tell of.",
          "",
          "As JSON, times in seconds since 1970:", "", "```",
          "{\"loans\": [{\"framework_id\": \"<id>\", \"agent_id\": \"<id>\",",
          "   \"role\": \"<role>\", \"lender\": \"<role>\", \"resource\": \"cpus\",",
          "   \"amount\": 4, \"reserved\": false, \"since\": 1700000000,",
          "   \"recalled_for\": \"<role>\", \"due\": 1700000030}]}", "```", "",
          "The last two are there if the loan is recalled."),
      process::AUTHENTICATION(true),
      process::AUTHORIZATION(
          "Frameworks that the user must not view (VIEW_FRAMEWORK) are left",
          "out, and so are names of roles (VIEW_ROLE)."));
}

}  // namespace

// Offers of what is lent are made of templates, which the translation has once it has
// seen such resources.
void AllocatorProcess::startLending() {
  setLending(*core_, settings_.lending);
  for (const auto& [role, lending] : settings_.lending) {
    for (const auto& [name, amount] : lending.most) kindOf(name, true);
  }
}

void AllocatorProcess::addLoansRoute(const std::string& realm) {
  route("/loans", realm, loansHelp(),
        logged([this](const Option<Principal>& principal,
                      const Request& request) {
          return answerAs(principal, request,
                          [this](const Request& r, const ViewPermissions& v) {
                            return loansOf(r, v);
                          });
        }));
}

// The master lets no inverse offer through for an agent without planned maintenance, and
// none with resources. So a recall is logged, and told to who asks for /loans.
void AllocatorProcess::logRecalls() {
  for (const apportion::recall& recall : cycle_.recalls) {
    if (recall.stage == APPORTION_RECALL_OVERDUE) continue;
    const Agent& agent = *agents_.find(recall.agent);
    const apportion::resource row =
        apportion::scalar(recall.kind, recall.amount);
    LOG_LINE(INFO) << (recall.stage == APPORTION_RECALL_BEGINS
                           ? "Recalling "
                           : "No longer recalling ")
                   << translation_->toUnallocatedResources(
                          {&row, 1}, agent.templateOverrides)
                   << " on agent " << agent.id << " from framework "
                   << frameworks_.find(recall.framework)->id << ", lent by role "
                   << roleNames_->name(recall.lender) << ", for role "
                   << roleNames_->name(recall.asks);
  }
}

Response AllocatorProcess::loansOf(const Request& request,
                                   const ViewPermissions& viewer) {
  const Option<std::string> asked = request.url.query.get("framework");
  const auto seconds = [](std::int64_t nanos) { return Nanoseconds(nanos).secs(); };
  std::vector<apportion::loan> loans;
  core_->loans(loans);
  JSON::Array list;
  for (const apportion::loan& loan : loans) {
    const Framework& framework = *frameworks_.find(loan.framework);
    if (asked.isSome() && *asked != framework.id.value()) continue;
    if (!viewer.mayView(framework.info)) continue;
    JSON::Object entry;
    const auto addRole = [&](const char* key, apportion::role_id id) {
      const std::string& role = roleNames_->name(id);
      if (viewer.mayViewRole(role)) entry.values[key] = role;
    };
    entry.values["framework_id"] = framework.id.value();
    entry.values["agent_id"] = agents_.find(loan.agent)->id.value();
    addRole("role", loan.role);
    addRole("lender", loan.lender);
    const auto kind = core_->describe_kind(loan.kind);
    entry.values["resource"] = std::string(kind->name.data, kind->name.size);
    entry.values["amount"] = toDouble(loan.amount);
    entry.values["reserved"] =
        JSON::Boolean((loan.flags & APPORTION_LOAN_RESERVED) != 0);
    entry.values["since"] = seconds(loan.since_nanos);
    if ((loan.flags & APPORTION_LOAN_RECALLED) != 0) {
      addRole("recalled_for", loan.asks);
      entry.values["due"] = seconds(loan.due_nanos);
    }
    list.values.push_back(std::move(entry));
  }
  JSON::Object result;
  result.values["loans"] = std::move(list);
  return process::http::OK(jsonify(result));
}

}  // namespace apportion_mesos
