#include "memory.hpp"

#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <apportion.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>

namespace churn {

namespace {

std::uint64_t resident() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0, pages = 0;
  if (!(file >> size >> pages))
    throw std::runtime_error("/proc/self/statm: no figures");
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Whether another thread of this process runs, or would if it were its turn. The
// state is the letter behind the name, which is in parentheses.
bool others_run() {
  const std::string self = std::to_string(syscall(SYS_gettid));
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    if (task.path().filename() == self) continue;
    std::ifstream file(task.path() / "stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name_ends = text.rfind(')');
    if (text.compare(name_ends + 1, 2, " R") == 0) return true;
  }
  return false;
}

}  // namespace

// An instance that is destroyed has the library collect, and hand memory back to
// the system, in the background: it is done once its threads have come to rest.
std::uint64_t resident_after_collection() {
  constexpr auto interval = std::chrono::milliseconds(50);
  constexpr int at_rest = 10, at_most = 1200;  // intervals
  { apportion::allocator other; }
  malloc_trim(0);
  for (int quiet = 0, i = 0; quiet < at_rest && i < at_most; i++) {
    std::this_thread::sleep_for(interval);
    quiet = others_run() ? 0 : quiet + 1;
  }
  return resident();
}

}  // namespace churn
