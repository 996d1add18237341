// Arguments that are made up from a step's seed.
#ifndef APPORTION_FUZZ_ARGUMENTS_HPP
#define APPORTION_FUZZ_ARGUMENTS_HPP

#include <cstdint>

#include "../tests/c/check.h"

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

// What costs as much as dozens of calls is asked once in 256 times. This draws
// nothing, so that inputs stay what they are.
static bool sometimes() { return (state >> 40) % 256 == 0; }

#endif
