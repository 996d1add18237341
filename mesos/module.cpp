// module.cpp - the symbol that Mesos's module manager loads.
#include <glog/logging.h>

#include <mesos/module/allocator.hpp>

#include "allocator.hpp"
#include "crash_signal_handler.hpp"
#include "loaded_mesos.hpp"
#include "mesos_release.hpp"
#include "module_parameters.hpp"

namespace {

// Returns nullptr, with the reason in the log, if the module was compiled for another
// Mesos, or the parameters are wrong: the master ends then.
::mesos::allocator::Allocator* create(const ::mesos::Parameters& parameters) {
  // Before anything of the master's is looked at.
  const std::string difference = apportion_mesos::differenceFromLoadedMesos();
  if (!difference.empty()) {
    LOG(ERROR) << "Module org_apportion_Allocator was compiled for Mesos "
               << MESOS_VERSION << " " << difference
               << "; it has to be built with the headers of the Mesos that is run";
    return nullptr;
  }
  apportion_mesos::KeyValues list;
  for (const auto& parameter : parameters.parameter()) {
    list.emplace_back(parameter.key(), parameter.value());
  }
  apportion_mesos::Settings settings;
  const std::string wrong = apportion_mesos::readParameters(list, settings);
  if (!wrong.empty()) {
    LOG(ERROR) << "Module org_apportion_Allocator: " << wrong;
    return nullptr;
  }
  apportion_mesos::installCrashSignalHandler();
  return new apportion_mesos::Allocator(settings);
}

}  // namespace

::mesos::modules::Module<::mesos::allocator::Allocator> org_apportion_Allocator(
    MESOS_MODULE_API_VERSION, MESOS_VERSION, "Apportion",
    "https://github.com/apportion/apportion",
    "Allocator with the built-in one's behaviour and a faster core", nullptr,
    create);
