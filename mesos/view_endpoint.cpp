#include "view_endpoint.hpp"

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include <process/async.hpp>
#include <process/help.hpp>

#include <stout/json.hpp>

namespace apportion_mesos {

using process::Future;

namespace {

// A response with the headers that are to go with what the page asked for: a file, or for
// any other name an answer.
Response withHeaders(Response response, const std::string& name) {
  std::istringstream lines(apportion::view_headers(name));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    response.headers[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return response;
}

// Whether a request says that its sender has the file already that goes with these headers.
bool hasAlready(const Request& request, const Response& file) {
  const Option<std::string> known = request.headers.get("If-None-Match");
  const Option<std::string> tag = file.headers.get("ETag");
  return known.isSome() && tag.isSome() && known->find(*tag) != std::string::npos;
}

// Why there is no answer, as the page reads it.
Response failure(const std::string& why, std::uint16_t status) {
  JSON::Object body;
  body.values["error"] = why;
  return withHeaders(Response(stringify(body), status), "error");
}

// Works an answer out. The allocator may be gone by then: its handle stands for nothing.
Response readAnswer(apportion_instance instance, std::uint64_t answer) {
  try {
    return withHeaders(
        process::http::OK(apportion::gathered_view(instance, answer)), "answer");
  } catch (const apportion::error& e) {
    return failure(e.what(), process::http::Status::SERVICE_UNAVAILABLE);
  }
}

bool isUnknown(std::int32_t code) {
  return code == APPORTION_E_UNKNOWN_AGENT ||
         code == APPORTION_E_UNKNOWN_FRAMEWORK ||
         code == APPORTION_E_UNKNOWN_ROLE || code == APPORTION_E_NOT_SUBSCRIBED;
}

// What a request names behind the path of the endpoint; nothing if it lacks the slash
// there, to which the page's own addresses are relative.
std::optional<std::string> nameIn(const Request& request) {
  static const std::string endpoint = "/view";
  const std::string& path = request.url.path;
  const std::size_t at = path.find(endpoint, path.find('/', 1));
  if (at == std::string::npos || at + endpoint.size() == path.size())
    return std::nullopt;
  return path.substr(at + endpoint.size() + 1);
}

}  // namespace

std::string ViewEndpoint::help() {
  return process::HELP(
      process::TLDR("A page that shows the allocator at work."),
      process::DESCRIPTION(
          "For a browser, at /allocator/view/: who holds what, who should, who",
          "waits, and why. It changes nothing, and loads nothing from elsewhere."),
      process::AUTHENTICATION(true),
      process::AUTHORIZATION(
          "Of frameworks and roles that the user must not view (VIEW_FRAMEWORK,",
          "VIEW_ROLE) the page shows the sums of the cluster alone."));
}

Future<Response> ViewEndpoint::answer(const Request& request) {
  if (request.method != "GET" && request.method != "HEAD") {
    return process::http::MethodNotAllowed({"GET", "HEAD"}, request.method);
  }
  const std::optional<std::string> name = nameIn(request);
  if (!name) return process::http::TemporaryRedirect("view/");
  if (std::optional<std::string> file = apportion::view_file(*name)) {
    Response whole = withHeaders(process::http::OK(*std::move(file)), *name);
    if (!hasAlready(request, whole)) return whole;
    return withHeaders(Response(process::http::Status::NOT_MODIFIED), *name);
  }
  return answerQuestion(*name + "?" +
                        process::http::query::encode(request.url.query));
}

Future<Response> ViewEndpoint::answerQuestion(const std::string& question) {
  apportion::view_question q;
  q.question = question;
  visible_.restrict(q);
  try {
    const std::uint64_t answer = core_.gather_view(q);
    return process::async(
        [instance = core_.instance(), answer] { return readAnswer(instance, answer); });
  } catch (const apportion::error& e) {
    if (e.code() == APPORTION_E_INVALID) {
      return failure(e.what(), process::http::Status::BAD_REQUEST);
    }
    if (isUnknown(e.code())) {
      return failure(e.what(), process::http::Status::NOT_FOUND);
    }
    throw;
  }
}

}  // namespace apportion_mesos
