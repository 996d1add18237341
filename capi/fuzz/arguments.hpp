// Arguments that are made up from a step's seed.
#ifndef APPORTION_FUZZ_ARGUMENTS_HPP
#define APPORTION_FUZZ_ARGUMENTS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../tests/c/check.h"
#include "fence.hpp"

// Zeros that end at a fence of their own, as all that operations refer to does.
template <class T>
static T* pool(std::size_t count) {
  void* p = fence(fence::page).room<T>(count);
  return static_cast<T*>(std::memset(p, 0, count * sizeof(T)));
}

#define ROOM(type, name, n) static type* const name = pool<type>(n)

// What only makes up arguments is not instrumented: it is most of what the harness
// does, and none of it goes by what the library returns.
#ifdef __clang__
#pragma clang attribute push(__attribute__((no_sanitize("address", "undefined"))), apply_to = function)
#endif

#include "../tests/c/fuzz_ops.h"

// The numbers that arguments are made of. A history sets it from the seed of each step, to an
// odd number: 0 would stay 0.
static std::uint64_t state;

static std::uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

#ifdef __clang__
#pragma clang attribute pop
#endif

// Texts are moved to such fences, once.
static const bool texts_are_at_fences = [] {
  for (apportion_str& text : texts)
    text.data = static_cast<char*>(std::memcpy(pool<char>(text.size), text.data, text.size));
  return true;
}();

// What costs as much as dozens of calls is asked once in 256 times. This draws
// nothing, so that inputs stay what they are.
static bool sometimes() { return (state >> 40) % 256 == 0; }

#endif
