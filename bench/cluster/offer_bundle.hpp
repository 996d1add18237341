// What an offer holds, and how the allocator's rows say it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "amounts.hpp"
#include "apportion.hpp"

namespace cluster {

// A closed interval.
struct port_span {
  std::uint64_t begin;
  std::uint64_t end;
};

// The ports of every machine, Mesos's default.
inline constexpr port_span machine_ports = {31000, 32000};

struct bundle {
  amounts scalars;
  std::vector<port_span> ports;

  void clear() noexcept {
    scalars = {};
    ports.clear();
  }

  bool empty() const noexcept { return scalars.empty() && ports.empty(); }

  std::int64_t port_count() const noexcept;

  // Moves the first ports from here to another bundle; there are enough.
  void move_ports(std::int64_t count, bundle& to);
};

// The kinds of resources that the simulation deals in.
class kinds {
 public:
  explicit kinds(apportion::allocator& allocator);  // declares them

  // The most rows that append adds.
  static std::size_t rows_of(const bundle& b) noexcept {
    return resource_count + b.ports.size();
  }
  void append(const bundle& b, std::vector<apportion::resource>& rows) const;
  // Replaces what is in out. Throws on a row of another kind.
  void read(apportion::view<apportion::resource> rows, bundle& out) const;

 private:
  std::array<apportion::kind_id, resource_count> scalars_;
  apportion::kind_id ports_;
};

}  // namespace cluster
