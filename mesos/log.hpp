// log.hpp - log lines that cost nothing below the logging level.
#ifndef APPORTION_MESOS_LOG_HPP
#define APPORTION_MESOS_LOG_HPP

#include <glog/logging.h>

namespace apportion_mesos {

// Whether lines of a severity are logged under the master's --logging_level.
inline bool logs(google::LogSeverity severity) {
  return severity >= FLAGS_minloglevel;
}

}  // namespace apportion_mesos

// LOG_LINE is like LOG, which composes a line and asks for the local time
// before it finds that the line is below the level.
#define LOG_LINE(severity) \
  LOG_IF(severity, ::apportion_mesos::logs(::google::severity))

#endif  // APPORTION_MESOS_LOG_HPP
