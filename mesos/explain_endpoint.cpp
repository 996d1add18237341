#include "explain_endpoint.hpp"

#include <utility>
#include <vector>

#include <process/help.hpp>

#include <stout/strings.hpp>

#include "id_or_name.hpp"
#include "mesos_names.hpp"

namespace apportion_mesos {

using process::http::BadRequest;
using process::http::NotFound;

namespace {

Response answerOf(bool asText, apportion::explanation explanation) {
  std::string& body = asText ? explanation.text : explanation.json;
  if (body.empty() || body.back() != '\n') body += '\n';
  return answerOfType(asText ? "text/plain; charset=utf-8" : "application/json",
                      std::move(body));
}

// Whether a request without a format is for text: one that asks for it, or one of
// curl's that does not ask for JSON.
bool prefersText(const Request& request) {
  const bool text = request.acceptsMediaType("text/plain");
  const bool json = request.acceptsMediaType("application/json");
  if (text != json) return text;
  const bool named = strings::contains(
      request.headers.get("Accept").getOrElse(""), "application/json");
  return !named && strings::startsWith(
                       request.headers.get("User-Agent").getOrElse(""),
                       "curl/");
}

}  // namespace

std::string ExplainEndpoint::help() {
  return process::HELP(
      process::TLDR("Tells why a framework is offered what it is, and no more."),
      process::DESCRIPTION(
          "Query parameters:", "",
          ">        framework=VALUE      The id or the name of a framework.",
          ">        role=VALUE           One of its roles; all of them if there",
          ">                             is none. Without a framework: why agents",
          ">                             are kept from the role.",
          ">        agent=VALUE          The id or the host of one agent: all that",
          ">                             keeps it from the framework.",
          ">        format=VALUE         'json' or 'text'; else as the header",
          ">                             Accept says, and text for curl.", "",
          "Of a framework in one role the answer is an object, in all its",
          "roles a list of them.", "",
          "A name that is not known is answered with 404 and what is similar."),
      process::AUTHENTICATION(true),
      process::AUTHORIZATION(
          "Frameworks and roles that the user must not view (VIEW_FRAMEWORK,",
          "VIEW_ROLE) are not known, and numbers where others are explained."));
}

Response ExplainEndpoint::answer(const Request& request) {
  try {
    const Query query = parse(request);
    const Framework* framework =
        query.framework ? &frameworkOf(frameworks_, *query.framework, viewer_)
                        : nullptr;
    const apportion::agent_id agent = agentOf(query);
    return framework == nullptr ? explainRole(query)
                                : explainFramework(query, *framework, agent);
  } catch (const Refusal& refusal) {
    return refusal.response;
  }
}

ExplainEndpoint::Query ExplainEndpoint::parse(const Request& request) {
  Query query;
  query.asText = prefersText(request);
  for (const auto& [name, value] : request.url.query) {
    if (name == "framework") {
      query.framework = value;
    } else if (name == "role") {
      query.role = value;
    } else if (name == "agent") {
      query.agent = value;
    } else if (name == "format" && (value == "json" || value == "text")) {
      query.asText = value == "text";
    } else {
      throw Refusal{BadRequest(
          "Parameter " + quoted(name) + " with " + quoted(value) +
          "; there are framework=, role=, agent= and format=json or text\n")};
    }
  }
  if (!query.framework && (!query.role || query.agent)) {
    throw Refusal{BadRequest(
        query.agent ? "An agent is explained for a framework: framework= is "
                      "missing\n"
                    : "Which framework? framework= is missing, its id or name\n")};
  }
  return query;
}

apportion::agent_id ExplainEndpoint::agentOf(const Query& query) const {
  if (!query.agent) return {};
  if (refused_.contains(RefusedPart::agent, *query.agent)) {
    throw Refusal{NotFound("Agent " + quoted(*query.agent) +
                           " is refused, see /allocator/refused\n")};
  }
  return entryOf(agents_, *query.agent, "agent", "agents on the host",
                 [](const Agent&) { return true; })
      .handle;
}

void ExplainEndpoint::checkRole(const Query& query,
                                const std::set<std::string>& roles) const {
  if (!query.role || roles.count(*query.role) > 0) return;
  throw Refusal{NotFound(
      (query.framework ? "Framework " + quoted(*query.framework) +
                             " is in no role "
                       : "There is no role ") +
      quoted(*query.role) + "; " + whatIsMeant(*query.role, roles) + "\n")};
}

apportion::explanation ExplainEndpoint::explain(apportion::question question,
                                                const std::string& role) {
  question.role = roleNames_.id(role);
  apportion::explanation explanation;
  core_.explain(question, explanation);
  return explanation;
}

Response ExplainEndpoint::explainRole(const Query& query) {
  checkRole(query, visible_.roles());
  apportion::question question;
  visible_.restrict(question);
  return answerOf(query.asText, explain(question, *query.role));
}

Response ExplainEndpoint::explainFramework(const Query& query,
                                           const Framework& framework,
                                           apportion::agent_id agent) {
  std::set<std::string> roles;
  for (const std::string& role : framework.roles) {
    if (viewer_.mayViewRole(role)) roles.insert(role);
  }
  checkRole(query, roles);
  apportion::question question;
  question.framework = framework.handle;
  question.agent = agent;
  visible_.restrict(question);
  if (query.role) return answerOf(query.asText, explain(question, *query.role));
  if (agent.value() != 0) return explainInEachRole(query, question, roles);
  question.role = apportion::all_roles;
  apportion::explanation e;
  core_.explain(question, e);
  if (framework.roles.empty()) {
    const std::string& id = framework.id.value();
    e.text = "Framework " + id + " is " +
             (refused_.contains(RefusedPart::framework, id)
                  ? "refused, see /allocator/refused"
                  : "in no role");
  }
  return answerOf(query.asText, std::move(e));
}

// About one agent, and all roles of the framework that may be viewed: the core
// answers for one of them at a time.
Response ExplainEndpoint::explainInEachRole(const Query& query,
                                            const apportion::question& question,
                                            const std::set<std::string>& roles) {
  std::vector<std::string> texts, objects;
  for (const std::string& role : roles) {
    apportion::explanation e = explain(question, role);
    texts.push_back(std::move(e.text));
    objects.push_back(std::move(e.json));
  }
  apportion::explanation all;
  all.text = strings::join("\n", texts);
  all.json = "[" + strings::join(",", objects) + "]";
  return answerOf(query.asText, std::move(all));
}

}  // namespace apportion_mesos
