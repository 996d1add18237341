// crash_signal_handler.hpp - keeps the stack trace in the log of a master that
// crashes.
#ifndef APPORTION_MESOS_CRASH_SIGNAL_HANDLER_HPP
#define APPORTION_MESOS_CRASH_SIGNAL_HANDLER_HPP

namespace apportion_mesos {

// When the Go runtime was loaded, it put its handlers of SIGSEGV, SIGBUS and
// SIGFPE in front of glog's. It calls glog's for faults that are not its own,
// but from frames that no C unwinder gets past: the trace in the log would end
// before the fault. This installs a handler in front of both, which calls
// glog's directly unless the fault is in the runtime's own code. Only the first
// call has an effect.
void installCrashSignalHandler();

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_CRASH_SIGNAL_HANDLER_HPP
