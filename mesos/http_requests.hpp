// http_requests.hpp - who asks the endpoints, what the log says of it, and answers.
#ifndef APPORTION_MESOS_HTTP_REQUESTS_HPP
#define APPORTION_MESOS_HTTP_REQUESTS_HPP

#include <string>
#include <utility>

#include <mesos/authorizer/authorizer.hpp>

#include <process/future.hpp>
#include <process/http.hpp>

#include "apportion.hpp"
#include "log.hpp"
#include "mesos_names.hpp"
#include "view_permissions.hpp"

namespace apportion_mesos {

using process::http::Request;
using process::http::Response;
using process::http::authentication::Principal;

// The user as an authorizer knows one.
inline Option<::mesos::authorization::Subject> subjectOf(
    const Option<Principal>& principal) {
  if (principal.isNone()) return None();
  ::mesos::authorization::Subject subject;
  if (principal->value.isSome()) subject.set_value(*principal->value);
  for (const auto& [key, value] : principal->claims) {
    auto* label = subject.mutable_claims()->add_labels();
    label->set_key(key);
    label->set_value(value);
  }
  return subject;
}

inline void logRequest(const Request& request) {
  const auto header = [&](const char* name) {
    const Option<std::string> value = request.headers.get(name);
    if (value.isNone()) return std::string();
    return " with " + std::string(name) + "='" + *value + "'";
  };
  LOG_LINE(INFO) << "HTTP " << request.method << " for " << request.url
                 << (request.client.isSome()
                         ? " from " + stringify(*request.client)
                         : "")
                 << header("User-Agent") << header("X-Forwarded-For");
}

// A handler of requests that logs each of them, and what answer() gives for it.
template <class Answer>
auto logged(Answer answer) {
  return [answer](const Request& request, const Option<Principal>& principal) {
    logRequest(request);
    return answer(principal, request)
        .onReady([request](const Response& response) {
          LOG_LINE(INFO) << "HTTP " << request.method << " for " << request.url
                         << ": '" << response.status << "'";
        });
  };
}

// What answer() gives, or what is wrong if it throws.
template <class Answer>
process::Future<Response> answerOrFault(const Request& request, Answer&& answer) {
  try {
    return answer();
  } catch (const AuthorizationError& e) {
    LOG(WARNING) << "Error authorizing " << request.url << ": " << e.what();
    return process::http::InternalServerError("Failed to authorize: " +
                                              std::string(e.what()));
  } catch (const apportion::error& e) {
    LOG(ERROR) << "No answer to " << request.url << ": " << e.what();
    return process::http::InternalServerError(e.what());
  }
}

inline Response answerOfType(const char* type, std::string body) {
  process::http::OK response(std::move(body));
  response.headers["Content-Type"] = type;
  return response;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_HTTP_REQUESTS_HPP
