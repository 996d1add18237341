// loaded_mesos.hpp - whether the Mesos that is loaded is the one that the module was
// compiled for.
#ifndef APPORTION_MESOS_LOADED_MESOS_HPP
#define APPORTION_MESOS_LOADED_MESOS_HPP

#include <string>

namespace apportion_mesos {

// Mesos takes a module that has the master's version, whatever it was compiled with,
// and two Mesos of one version may differ. Returns what differs between the loaded
// libraries and what the module was compiled with, as an end of a sentence that begins
// with the module; nothing if they tell of no difference.
//
// Compared are protobuf's release, the sizes of the classes that the module derives
// from, or that the master passes to it, and the virtual functions of the first.
std::string differenceFromLoadedMesos();

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_LOADED_MESOS_HPP
