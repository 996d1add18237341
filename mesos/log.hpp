// log.hpp - lines of the log that cost nothing where they go nowhere.
#ifndef APPORTION_MESOS_LOG_HPP
#define APPORTION_MESOS_LOG_HPP

#include <glog/logging.h>

namespace apportion_mesos {

// Whether the master's --logging_level lets lines of a severity through.
inline bool logs(google::LogSeverity severity) {
  return severity >= FLAGS_minloglevel;
}

}  // namespace apportion_mesos

// Like LOG. glog itself composes a line, and asks for the local time, before
// it finds that it goes nowhere.
#define LOG_LINE(severity) \
  LOG_IF(severity, ::apportion_mesos::logs(::google::severity))

#endif  // APPORTION_MESOS_LOG_HPP
