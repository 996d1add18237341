#include "crash.hpp"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <ucontext.h>

#include <cstdint>
#include <mutex>

#include "apportion.h"

namespace apportion_mesos {

namespace {

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGFPE};

// Written before the handler is installed, and only read in it.
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
  return runtimeBegin;  // Not known: let the runtime decide.
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

// Finds the code of the library that the C functions are in.
int findRuntime(dl_phdr_info* object, std::size_t, void* wanted) {
  if (reinterpret_cast<void*>(object->dlpi_addr) != wanted) return 0;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    runtimeBegin = object->dlpi_addr + segment.p_vaddr;
    runtimeEnd = runtimeBegin + segment.p_memsz;
  }
  return 1;
}

void install() {
  // glog has one handler for all that ends a process, and the runtime leaves
  // SIGABRT alone: what is there is what was there for the others.
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

  for (int signal : faults) {
    struct sigaction& runtime = runtimeActions[signal];
    if (sigaction(signal, nullptr, &runtime) != 0) continue;
    if (runtime.sa_handler == SIG_DFL || runtime.sa_handler == SIG_IGN) continue;
    struct sigaction action = runtime;  // With its flags: SA_ONSTACK is needed.
    action.sa_flags |= SA_SIGINFO | SA_ONSTACK;
    action.sa_sigaction = onFault;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void keepCrashTraces() {
  static std::once_flag once;
  std::call_once(once, install);
}

}  // namespace apportion_mesos
