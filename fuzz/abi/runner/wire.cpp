#include "wire.hpp"

#include <cstring>

namespace runner {

std::uint64_t reader::fixed(int bytes) {
  if (left() < static_cast<std::size_t>(bytes)) {
    throw malformed("the request ends within a field");
  }
  std::uint64_t v = 0;
  for (int i = 0; i < bytes; i++) {
    v |= static_cast<std::uint64_t>(static_cast<unsigned char>(next_[i]))
         << (8 * i);
  }
  next_ += bytes;
  return v;
}

std::uint64_t reader::u64() {
  std::uint64_t v = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const std::uint64_t b = fixed(1);
    v |= (b & 0x7f) << shift;
    if (b < 0x80) return v;
  }
  throw malformed("a number has more than 64 bits");
}

std::int64_t reader::i64() {
  const std::uint64_t v = u64();
  return static_cast<std::int64_t>(v >> 1 ^ (0 - (v & 1)));
}

double reader::f64() {
  const std::uint64_t bits = fixed(8);
  double v = 0;
  static_assert(sizeof v == sizeof bits);
  std::memcpy(&v, &bits, sizeof v);
  return v;
}

bool reader::flag() {
  const std::uint64_t v = fixed(1);
  if (v > 1) throw malformed("a flag is neither 0 nor 1");
  return v == 1;
}

std::string_view reader::string() {
  const std::uint64_t size = u64();
  if (size > left()) throw malformed("a count exceeds the request");
  const std::string_view v(next_, size);
  next_ += size;
  return v;
}

std::optional<std::string_view> reader::optional_string() {
  if (!flag()) return std::nullopt;
  return string();
}

std::size_t reader::count() {
  const std::uint64_t n = u64();  // one more than there are, or 0
  if (n > left() + 1) throw malformed("a count exceeds the request");
  return n == 0 ? 0 : n - 1;
}

bool reader::absent_list() {
  const bool absent = left() > 0 && *next_ == 0;
  if (absent) next_++;
  return absent;
}

void reader::end() const {
  if (left() != 0) throw malformed("the request has bytes left over");
}

void writer::u64(std::uint64_t v) {
  for (; v >= 0x80; v >>= 7) bytes_ += static_cast<char>(v | 0x80);
  bytes_ += static_cast<char>(v);
}

void writer::i64(std::int64_t v) {
  const auto bits = static_cast<std::uint64_t>(v);
  u64(bits << 1 ^ (0 - (bits >> 63)));
}

void writer::string(std::string_view v) {
  u64(v.size());
  bytes_.append(v);
}

}  // namespace runner
