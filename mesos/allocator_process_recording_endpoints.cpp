// allocator_process_recording_endpoints.cpp - the endpoints that switch the recording on and off.

#include <process/defer.hpp>
#include <process/help.hpp>

#include "allocator_process.hpp"
#include "other_site.hpp"

namespace apportion_mesos {

using process::Future;

namespace {

// The master's, whose name is the same in all releases, but in none of the public
// headers. Without --authenticate_http_readwrite nobody is asked who one is.
const std::string readwriteRealm = "mesos-master-readwrite";

std::string switchHelp(const std::string& what) {
  return process::HELP(
      process::TLDR(what + " the recording of the allocator."),
      process::DESCRIPTION(
          "A POST without content. The answer is that of /recording, or",
          "409 with the reason why nothing can be recorded. What a browser",
          "sends for a page of another site is answered with 403."),
      process::AUTHENTICATION(true),
      process::AUTHORIZATION(
          "The user must be allowed to set the log level (SET_LOG_LEVEL)."));
}

RequestOrigin originOf(const Request& request) {
  const auto header = [&](const char* name) {
    return request.headers.get(name).getOrElse("");
  };
  return {header("Origin"), header("Sec-Fetch-Site"), header("Host")};
}

}  // namespace

Response AllocatorProcess::switchRecording(bool on) {
  if (on && !recording_->isOn()) {
    recording_->start();
    if (!recording_->isOn()) return process::http::Conflict(recording_->fault());
  }
  if (!on) recording_->stop();
  return answerOfType("application/json", recording_->text());
}

Future<Response> AllocatorProcess::switchRecordingAs(
    const Option<Principal>& principal, const Request& request, bool on) {
  if (request.method != "POST") {
    return process::http::MethodNotAllowed({"POST"}, request.method);
  }
  if (isFromAnotherSite(originOf(request))) {
    return process::http::Forbidden("A page of another site sent this.\n");
  }
  if (options_.authorizer.isNone()) return switchRecording(on);
  const auto answerTo = [=](const ViewPermissions::Approver& approver) {
    return answerOrFault(request, [&]() -> Response {
      if (!ViewPermissions::approved(approver)) {
        return process::http::Forbidden();
      }
      return switchRecording(on);
    });
  };
  return (*options_.authorizer)
      ->getApprover(subjectOf(principal),
                    ::mesos::authorization::Action::SET_LOG_LEVEL)
      .then(process::defer(self(), answerTo));
}

void AllocatorProcess::addRecordingSwitches() {
  for (const bool on : {true, false}) {
    route(on ? "/recording/start" : "/recording/stop", readwriteRealm,
          switchHelp(on ? "Switches on" : "Switches off"),
          logged([this, on](const Option<Principal>& principal,
                            const Request& request) {
            return switchRecordingAs(principal, request, on);
          }));
  }
}

}  // namespace apportion_mesos
