#include "wire.hpp"

#include <cstring>

namespace runner {

std::uint64_t reader::number(int bytes) {
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

double reader::f64() {
  const std::uint64_t bits = number(8);
  double v = 0;
  static_assert(sizeof v == sizeof bits);
  std::memcpy(&v, &bits, sizeof v);
  return v;
}

bool reader::flag() {
  const std::uint8_t v = u8();
  if (v > 1) throw malformed("a flag is neither 0 nor 1");
  return v == 1;
}

std::string_view reader::string() {
  const std::size_t size = count();
  const std::string_view v(next_, size);
  next_ += size;
  return v;
}

std::optional<std::string_view> reader::optional_string() {
  if (!flag()) return std::nullopt;
  return string();
}

std::size_t reader::count() {
  const std::size_t n = u32();
  if (n > left()) throw malformed("a count exceeds the request");
  return n;
}

void reader::end() const {
  if (left() != 0) throw malformed("the request has bytes left over");
}

void writer::number(std::uint64_t v, int bytes) {
  char text[8];
  for (int i = 0; i < bytes; i++) {
    text[i] = static_cast<char>(v >> (8 * i) & 0xff);
  }
  bytes_.append(text, static_cast<std::size_t>(bytes));
}

void writer::string(std::string_view v) {
  count(v.size());
  bytes_.append(v);
}

}  // namespace runner
