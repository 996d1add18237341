#include "crash_signal_handler.hpp"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <ucontext.h>

#include <cstdint>
#include <mutex>

#include "apportion.h"

namespace apportion_mesos {

namespace {

constexpr int faultSignals[] = {SIGSEGV, SIGBUS, SIGFPE};

// These are written before the handler is installed. The handler only reads
// them.
struct sigaction runtimeActions[NSIG];
struct sigaction hostAction;
std::uintptr_t runtimeBegin = 0;
std::uintptr_t runtimeEnd = 0;

std::uintptr_t faultAddress(void* context) {
  const auto* state = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(state->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(state->uc_mcontext.pc);
#else
  return runtimeBegin;  // Unknown: the runtime decides.
#endif
}

void call(const struct sigaction& action, int signal, siginfo_t* info,
          void* context) {
  if (action.sa_flags & SA_SIGINFO) {
    action.sa_sigaction(signal, info, context);
  } else {
    action.sa_handler(signal);
  }
}

void onFault(int signal, siginfo_t* info, void* context) {
  const std::uintptr_t at = faultAddress(context);
  const bool own = at >= runtimeBegin && at < runtimeEnd;
  call(own ? runtimeActions[signal] : hostAction, signal, info, context);
}

// Finds the code of the library that has the Go runtime, by its base address.
int findRuntime(dl_phdr_info* object, std::size_t, void* baseAddress) {
  if (reinterpret_cast<void*>(object->dlpi_addr) != baseAddress) return 0;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    runtimeBegin = object->dlpi_addr + segment.p_vaddr;
    runtimeEnd = runtimeBegin + segment.p_memsz;
  }
  return 1;
}

void install() {
  // glog has one handler for all signals that end a process. The runtime leaves
  // SIGABRT alone, so that its handler is the one that the others had.
  if (sigaction(SIGABRT, nullptr, &hostAction) != 0) return;
  if (hostAction.sa_handler == SIG_DFL || hostAction.sa_handler == SIG_IGN) {
    return;
  }
  Dl_info library;
  if (dladdr(reinterpret_cast<void*>(&apportion_abi_version), &library) == 0) {
    return;
  }
  dl_iterate_phdr(findRuntime, library.dli_fbase);
  if (runtimeBegin == runtimeEnd) return;

  for (int signal : faultSignals) {
    struct sigaction& runtime = runtimeActions[signal];
    if (sigaction(signal, nullptr, &runtime) != 0) continue;
    if (runtime.sa_handler == SIG_DFL || runtime.sa_handler == SIG_IGN) {
      continue;
    }
    struct sigaction action = runtime;  // Its flags are kept: SA_ONSTACK.
    action.sa_flags |= SA_SIGINFO | SA_ONSTACK;
    action.sa_sigaction = onFault;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void installCrashSignalHandler() {
  static std::once_flag once;
  std::call_once(once, install);
}

}  // namespace apportion_mesos
