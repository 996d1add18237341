#include "offer_bundle.hpp"

#include <algorithm>
#include <stdexcept>

namespace cluster {

std::int64_t bundle::port_count() const noexcept {
  std::uint64_t count = 0;
  for (const port_span& s : ports) count += s.end - s.begin + 1;
  return static_cast<std::int64_t>(count);
}

void bundle::move_ports(std::int64_t count, bundle& to) {
  auto left = static_cast<std::uint64_t>(count);
  std::size_t whole = 0;  // spans that go as they are
  for (; left > 0; ++whole) {
    port_span& s = ports[whole];
    const std::uint64_t taken = std::min(left, s.end - s.begin + 1);
    to.ports.push_back({s.begin, s.begin + taken - 1});
    left -= taken;
    s.begin += taken;
    if (s.begin <= s.end) break;
  }
  ports.erase(ports.begin(),
              ports.begin() + static_cast<std::ptrdiff_t>(whole));
}

kinds::kinds(apportion::allocator& allocator) {
  for (std::size_t i = 0; i < resource_count; ++i) {
    apportion::kind_info info;
    info.name = resource_names[i];
    scalars_[i] = allocator.declare_kind(info);
  }
  apportion::kind_info info;
  info.name = "ports";
  info.type = APPORTION_RANGES;
  ports_ = allocator.declare_kind(info);
}

void kinds::append(const bundle& b,
                   std::vector<apportion::resource>& rows) const {
  for (std::size_t i = 0; i < resource_count; ++i) {
    if (b.scalars[i] == 0) continue;
    rows.push_back(apportion::scalar(scalars_[i], apportion::amount(b.scalars[i])));
  }
  for (const port_span& s : b.ports) {
    rows.push_back(apportion::span(ports_, s.begin, s.end));
  }
}

void kinds::read(apportion::view<apportion::resource> rows,
                 bundle& out) const {
  out.clear();
  for (const apportion::resource& row : rows) {
    if (row.kind == ports_) {
      out.ports.push_back({row.begin, row.end});
      continue;
    }
    const auto it = std::find(scalars_.begin(), scalars_.end(), row.kind);
    if (it == scalars_.end()) {
      throw std::logic_error("an offer holds a resource of a kind that no "
                             "agent has");
    }
    out.scalars[static_cast<std::size_t>(it - scalars_.begin())] += row.amount;
  }
}

}  // namespace cluster
