// recording.hpp - the recording of the core, in the folder of the parameter record.
#ifndef APPORTION_MESOS_RECORDING_HPP
#define APPORTION_MESOS_RECORDING_HPP

#include <string>

#include "apportion.hpp"
#include "module_parameters.hpp"

namespace apportion_mesos {

// What keeps the core from being recorded is logged, and never keeps the allocator
// from its work.
class Recording {
 public:
  // core is the one to record, as long as this lives, and so long there are settings.
  Recording(apportion::allocator& core, const Settings& settings);

  bool isOn() const;

  // What went wrong when it was last switched; empty if nothing did.
  const std::string& fault() const { return fault_; }

  // To start what is on is a fault, and it stays on; to stop what is off is none.
  void start();
  void stop();

  // How far it is, as JSON.
  std::string text() const;

 private:
  apportion::allocator& core_;
  const Settings& settings_;
  std::string fault_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_RECORDING_HPP
