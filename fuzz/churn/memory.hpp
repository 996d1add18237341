#ifndef APPORTION_FUZZ_CHURN_MEMORY_HPP
#define APPORTION_FUZZ_CHURN_MEMORY_HPP

#include <cstdint>

namespace churn {

// The resident memory of this process, in bytes, after a collection of the
// library's garbage.
std::uint64_t resident_after_collection();

}  // namespace churn

#endif
