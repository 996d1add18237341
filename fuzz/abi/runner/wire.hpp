// The wire format of the runner's requests and answers, see README.md: the
// values of a recording (docs/journal.md).
#ifndef APPORTION_ABI_RUNNER_WIRE_HPP
#define APPORTION_ABI_RUNNER_WIRE_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

// A request breaks the protocol: the client is at fault, and no answer would
// help it.
class malformed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads a request's fields in order. It does not own the bytes: strings are views.
class reader {
 public:
  reader(const char* data, std::size_t size) noexcept
      : next_(data), end_(data + size) {}

  std::uint16_t u16() { return below<std::uint16_t>(); }
  std::uint32_t u32() { return below<std::uint32_t>(); }
  std::uint64_t u64();
  std::int64_t i64();
  double f64();
  bool flag();
  std::string_view string();
  std::optional<std::string_view> optional_string();
  // The number of elements of a list, which are a byte each at least.
  std::size_t count();
  // Whether a list comes next that is none at all, and reads that.
  bool absent_list();
  // A size before a frame.
  std::size_t size() { return static_cast<std::size_t>(fixed(4)); }
  // Throws unless everything has been read.
  void end() const;

 private:
  std::uint64_t fixed(int bytes);
  template <class T>
  T below() {
    const std::uint64_t v = u64();
    if (v > std::numeric_limits<T>::max()) {
      throw malformed("a number is too large");
    }
    return static_cast<T>(v);
  }
  std::size_t left() const noexcept {
    return static_cast<std::size_t>(end_ - next_);
  }

  const char* next_;
  const char* end_;
};

// Collects an answer's fields.
class writer {
 public:
  void u64(std::uint64_t v);
  void i64(std::int64_t v);
  void flag(bool v) { u64(v ? 1 : 0); }
  void string(std::string_view v);
  // A list, of which one(x) writes each element. Without memory, it is absent.
  template <class List, class One>
  void list(const List& all, One one) {
    u64(all.data() == nullptr ? 0 : all.size() + 1);
    for (const auto& x : all) one(x);
  }

  void clear() noexcept { bytes_.clear(); }
  const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace runner

#endif
