// What an operation refers to, moved to where it ends at memory that nobody may touch.
#ifndef APPORTION_FUZZ_ENCLOSE_HPP
#define APPORTION_FUZZ_ENCLOSE_HPP

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "arguments.hpp"
#include "references.hpp"

// Pages with a fence behind each, made once: a copy has a page of its own until the next
// step. Lists that no memory of ours is as long as stay where they are.
class enclosure {
 public:
  enclosure() {
    void* p = mmap(nullptr, places * 2 * page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(p != MAP_FAILED);
    first_ = static_cast<char*>(p);
    for (std::size_t i = 0; i < places; i++)
      CHECK(mprotect(first_ + (2 * i + 1) * page, page, PROT_NONE) == 0);
  }

  // The copies of the step before are over.
  void begin() { used_ = 0; }

  void operation(apportion_op& op) { references(op, *this); }

  // Moves a list, and what its members refer to.
  template <class T>
  void list(const T*& list, std::size_t count) {
    if (list == nullptr || count > longest) return;
    T* moved = static_cast<T*>(move(list, count * sizeof(T)));
    for (std::size_t i = 0; i < count; i++) references(moved[i], *this);
    list = moved;
  }

  // Moves a record of the size that it says, or that it has if that is larger or none.
  template <class T>
  void record(const T*& one) {
    if (one == nullptr) return;
    T whole = *one;
    references(whole, *this);
    const std::size_t said = (whole.struct_size + 7) / 8 * 8;
    one = static_cast<const T*>(move(&whole, std::clamp(said, std::size_t{8}, sizeof(T))));
  }

  void text(apportion_str& s) {
    if (s.data != nullptr && s.size <= page) s.data = static_cast<const char*>(move(s.data, s.size));
  }

 private:
  static constexpr std::size_t page = 4096, places = 256, longest = 16;

  // Moves so many bytes.
  void* move(const void* from, std::size_t size) {
    CHECK(used_ < places && size <= page);
    char* to = first_ + (2 * used_++ + 1) * page - size;
    std::memcpy(to, from, size);
    return to;
  }

  char* first_;
  std::size_t used_ = 0;
};

#endif
