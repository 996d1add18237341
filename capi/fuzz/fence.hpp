// Memory for what is given to the library, which ends where none may be touched.
#ifndef APPORTION_FUZZ_FENCE_HPP
#define APPORTION_FUZZ_FENCE_HPP

#include <sys/mman.h>

#include <cstddef>
#include <cstring>

#include "../tests/c/check.h"

// The library can neither read nor write a byte beyond what it is given of a fence.
// Each use of a fence ends the one before.
class fence {
 public:
  static constexpr std::size_t page = 4096;

  // Of so many bytes, which are whole pages.
  explicit fence(std::size_t size) : size_(size) {
    void* p = mmap(nullptr, size + page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(p != MAP_FAILED);
    end_ = static_cast<char*>(p) + size;
    CHECK(mprotect(end_, page, PROT_NONE) == 0);
  }

  // Room for so many, filled with garbage.
  template <class T>
  T* room(std::size_t count) const {
    CHECK(count <= size_ / sizeof(T));
    char* p = end_ - count * sizeof(T);
    std::memset(p, 0x5a, count * sizeof(T));
    return reinterpret_cast<T*>(p);
  }

 private:
  std::size_t size_;
  char* end_;
};

static const fence first(64 << 20), second(64 << 20);

// Says whether nothing was written to memory of a fence.
template <class T>
static bool is_garbage(const T* p, std::size_t count) {
  const char* bytes = reinterpret_cast<const char*>(p);
  const std::size_t size = count * sizeof(T);
  return size == 0 || (*bytes == 0x5a && std::memcmp(bytes, bytes + 1, size - 1) == 0);
}

#endif
