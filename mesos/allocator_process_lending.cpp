// allocator_process_lending.cpp - what roles lend: the parameters' settings, totals
// without what is lent, the recalls of a cycle, and the endpoint that borrowers ask.
#include <utility>

#include <process/help.hpp>

#include <stout/json.hpp>
#include <stout/jsonify.hpp>

#include "allocator_process.hpp"
#include "fixed_point.hpp"
#include "id_or_name.hpp"
#include "log.hpp"

namespace apportion_mesos {

std::string AllocatorProcess::loansHelp() {
  return process::HELP(
      process::TLDR("Tells what roles lend to frameworks, and what is recalled."),
      process::DESCRIPTION(
          "Query parameters:", "",
          ">        framework=VALUE      The id or the name of the one framework",
          ">                             to tell of.",
          "",
          "As JSON, times in seconds since 1970:", "", "```",
          "{\"loans\": [{\"framework_id\": \"<id>\", \"agent_id\": \"<id>\",",
          "   \"role\": \"<role>\", \"resource\": \"cpus\", \"amount\": 4,",
          "   \"reserved\": false, \"since\": 1700000000,",
          "   \"recalled_for\": \"<role>\", \"due\": 1700000030}]}", "```", "",
          "The last two are there if the loan is recalled.", "",
          "A framework that is not known is answered with 404 and what is",
          "similar."),
      process::AUTHENTICATION(true),
      process::AUTHORIZATION(
          "Frameworks that the user must not view (VIEW_FRAMEWORK) are left",
          "out, and so are names of roles (VIEW_ROLE)."));
}

// Offers of what is lent are made of templates, which the translation has once it has
// seen such resources.
void AllocatorProcess::startLending() {
  setLending(*core_, settings_.lending);
  for (const auto& [role, lending] : settings_.lending) {
    for (const auto& [name, amount] : lending.most) {
      Resource one;
      one.set_name(name);
      one.set_type(Value::SCALAR);
      one.mutable_scalar()->set_value(1);
      one.mutable_revocable();
      ResourceRows rows;
      translation_->appendRows(one, rows);
    }
  }
}

// What an agent reports as revocable comprises what its tasks use as such, and so what is
// lent there: it would be offered twice. While roles lend, it is left out of the total, and
// what tasks use of it the core takes for lent: so it is not lost by a new master.
void AllocatorProcess::appendTotal(Agent& agent, const Resources& total,
                                   ResourceRows& rows) {
  if (settings_.lending.empty()) {
    return translation_->appendRows(total, rows, &agent.templateOverrides);
  }
  const Resources revocable = total.revocable();
  if (!revocable.empty()) {
    LOG_LINE(INFO) << "Not offering " << revocable << " that agent " << agent.id
                   << " reports, since roles lend";
  }
  translation_->appendRows(total.nonRevocable(), rows, &agent.templateOverrides);
}

// The master lets no inverse offer through for an agent without planned maintenance, and
// none with resources. So a recall is logged, and told to who asks for /loans.
void AllocatorProcess::logRecalls() {
  for (const apportion::recall& recall : cycle_.recalls) {
    if (recall.stage == APPORTION_RECALL_OVERDUE) continue;
    const Agent& agent = *agents_.find(recall.agent);
    const apportion::resource row =
        apportion::scalar(recall.kind, apportion::amount(recall.amount));
    LOG_LINE(INFO) << (recall.stage == APPORTION_RECALL_BEGINS
                           ? "Recalling "
                           : "No longer recalling ")
                   << translation_->toUnallocatedResources(
                          {&row, 1}, agent.templateOverrides)
                   << " on agent " << agent.id << " from framework "
                   << core_->framework_name(recall.framework) << ", for role "
                   << roleNames_->name(recall.asks);
  }
}

Response AllocatorProcess::loansOf(const Request& request,
                                   const ViewPermissions& viewer) {
  const Framework* asked = nullptr;
  for (const auto& [name, value] : request.url.query) {
    if (name != "framework") {
      return process::http::BadRequest("Parameter " + quoted(name) +
                                       "; there is framework=\n");
    }
    try {
      asked = &frameworkOf(frameworks_, value, viewer);
    } catch (const Refusal& refusal) {
      return refusal.response;
    }
  }
  const auto seconds = [](std::int64_t nanos) { return Nanoseconds(nanos).secs(); };
  JSON::Array list;
  for (const apportion::loan& loan : core_->loans()) {
    const Framework* const framework = frameworks_.find(loan.framework);
    if (framework == nullptr) continue;  // It has yet to come back.
    if (asked != nullptr && framework != asked) continue;
    if (!viewer.mayView(framework->info)) continue;
    JSON::Object entry;
    const auto addRole = [&](const char* key, apportion::role_id id) {
      const std::string& role = roleNames_->name(id);
      if (viewer.mayViewRole(role)) entry.values[key] = role;
    };
    entry.values["framework_id"] = framework->id.value();
    entry.values["agent_id"] = agents_.find(loan.agent)->id.value();
    addRole("role", loan.role);
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
