#include "recording.hpp"

#include <glog/logging.h>

#include <stout/json.hpp>

#include "mesos_names.hpp"

namespace apportion_mesos {

Recording::Recording(apportion::allocator& core, const Settings& settings)
    : core_(core), settings_(settings) {
  if (!settings.recordFolder.empty() && settings.recordAtStart) start();
}

bool Recording::isOn() const {
  return (core_.recording_status().flags & APPORTION_RECORDING_ON) != 0;
}

void Recording::start() {
  if (settings_.recordFolder.empty()) {
    fault_ = "the module's parameter 'record' names no folder";
    return;
  }
  try {
    core_.start_recording(settings_.recordFolder, settings_.recordLimitBytes,
                          settings_.recordSeconds);
    fault_.clear();
    LOG(INFO) << "Recording to " << settings_.recordFolder;
  } catch (const apportion::error& e) {
    fault_ = e.what();
    LOG(ERROR) << "Not recorded: " << fault_;
  }
}

void Recording::stop() {
  try {
    core_.stop_recording();
    fault_.clear();
    LOG(INFO) << "Not recorded any more";
  } catch (const apportion::error& e) {
    fault_ = e.what();
    LOG(ERROR) << fault_;
  }
}

std::string Recording::text() const {
  const apportion::recording r = core_.recording_status();
  JSON::Object result;
  result.values["on"] = JSON::Boolean((r.flags & APPORTION_RECORDING_ON) != 0);
  result.values["folder"] = settings_.recordFolder;
  result.values["gap"] = core_.recording_gap();
  result.values["fault"] = fault_;
  result.values["calls"] = r.calls;
  result.values["cycles"] = r.cycles;
  result.values["gaps"] = r.gaps;
  result.values["missing"] = r.missing;
  result.values["snapshots"] = r.snapshots;
  result.values["files"] = r.files;
  result.values["waiting_bytes"] = r.waiting_bytes;
  result.values["written_bytes"] = r.written_bytes;
  result.values["folder_bytes"] = r.folder_bytes;
  result.values["last_pause_ms"] = r.last_pause_nanos / 1e6;
  result.values["longest_pause_ms"] = r.longest_pause_nanos / 1e6;
  return stringify(result);
}

}  // namespace apportion_mesos
