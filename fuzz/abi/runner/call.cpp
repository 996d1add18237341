#include "call.hpp"

#include <vector>

namespace runner {

std::string reason(std::string text) {
  const std::string place = "operation ";
  const std::size_t end = text.find(": ");
  return text.compare(0, place.size(), place) == 0 && end != text.npos
             ? text.substr(end + 2)
             : text;
}

std::uint64_t call::submit(apportion::batch& b) {
  // Another operation goes along that fails: it must neither keep the first
  // from being carried out nor leave a trace.
  b.activate_agent({});
  std::vector<apportion::result> results;
  if (allocator.submit(b, results) ||
      results[1].code != APPORTION_E_UNKNOWN_AGENT) {
    throw apportion::error(APPORTION_E_PANIC,
                           "apportion_submit activated an agent that is none");
  }
  if (results[0].code != APPORTION_OK) {
    throw apportion::error(results[0].code, reason(allocator.last_error()));
  }
  return results[0].value;
}

handler find_handler(std::uint16_t request) noexcept {
  return request < first_call ? find_question(request) : find_call(request);
}

}  // namespace runner
