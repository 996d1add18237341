#include "memory.hpp"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <apportion.hpp>
#include <chrono>
#include <fstream>
#include <stdexcept>
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

}  // namespace

// An instance that is destroyed has the library collect, and hand memory back to
// the system, in the background: it is done once memory stays as it is.
std::uint64_t resident_after_collection() {
  constexpr auto interval = std::chrono::milliseconds(100);
  { apportion::allocator other; }
  malloc_trim(0);
  std::uint64_t least = resident();
  for (int unchanged = 0, i = 0; unchanged < 5 && i < 100; i++) {
    std::this_thread::sleep_for(interval);
    const std::uint64_t now = resident();
    unchanged = now < least ? 0 : unchanged + 1;
    least = std::min(least, now);
  }
  return least;
}

}  // namespace churn
