#include "mark.hpp"

#include <cstdio>
#include <cstdlib>

namespace runner {

mark::mark(apportion_instance instance) noexcept {
  const std::uint64_t slot = instance.handle & 0xffffffff;
  for (int bit = 0; bit < 24; bit++) {
    bits_ |= (instance.handle >> (32 + bit) & 1) << (55 - bit);
  }
  bits_ |= slot << 22;
}

std::string mark::off(std::string text) const {
  const std::string before = "handle 0x";
  const std::string elsewhere = ": that is of another instance";
  const auto found = text.find(before);
  if (found == text.npos) return text;
  const auto first = found + before.size() - 2;
  char* end;
  const auto handle = std::strtoull(text.c_str() + first, &end, 16);
  const auto last = static_cast<std::size_t>(end - text.c_str());
  char number[32];
  std::snprintf(number, sizeof number, "0x%llx",
                static_cast<unsigned long long>(on(handle)));
  if (text.compare(last, elsewhere.size(), elsewhere) == 0) {
    text.replace(last, elsewhere.size(), ": never given out");
  }
  return text.replace(first, last - first, number);
}

}  // namespace runner
