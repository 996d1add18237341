// crash.hpp - stack traces of a master that crashes.
#ifndef APPORTION_MESOS_CRASH_HPP
#define APPORTION_MESOS_CRASH_HPP

namespace apportion_mesos {

// The Go runtime, when it was loaded, put its handlers for synchronous faults
// in front of glog's. It calls these for faults that are not its own, but from
// frames that no C unwinder gets past: the trace in the log would end before
// the fault. This puts a handler in front of both that goes straight to glog's
// unless the fault is in the runtime's own code. Calls after the first change
// nothing.
void keepCrashTraces();

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_CRASH_HPP
