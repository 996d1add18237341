#include "translation.hpp"

#include <utility>

#include "amounts.hpp"

namespace apportion_mesos {

using ::mesos::Resource;
using ::mesos::Resources;
using ::mesos::Value;

namespace {

// Parts kept for later offers, of each sort. Beyond that all are dropped: what
// is in use is soon there again, and no order of use needs to be kept.
constexpr std::size_t maxParts = std::size_t{1} << 18;

template <class Map>
void makeRoom(Map& map) {
  if (map.size() >= maxParts) map.clear();
}

}  // namespace

void Translation::read(const Resources& resources, Rows& out,
                       Exceptions* exceptions) {
  for (const Resource& resource : resources) {
    readOne(resources, resource, out, exceptions);
  }
}

std::map<std::string, Rows> Translation::readByRole(
    const Resources& resources) {
  std::map<std::string, Rows> rows;
  for (const Resource& resource : resources) {
    const bool allocated = resource.has_allocation_info();
    const std::string role =
        allocated ? resource.allocation_info().role() : std::string("*");
    readOne(resources, resource, rows[role], nullptr);
  }
  return rows;
}

void Translation::readOne(const Resources& all, const Resource& one, Rows& out,
                          Exceptions* exceptions) {
  const PrototypeId prototype = prototypes_.of(one);
  if (exceptions != nullptr) exceptions->learn(prototypes_, prototype);
  const apportion::kind_id kind = prototypes_.kind(prototype);
  if (one.type() != Value::SCALAR) {
    readSpans(one, kind, out);
    return;
  }
  // An iteration shows each shared volume once, however often it counts.
  const std::size_t copies = one.has_shared() ? all.count(one) : 1;
  out.insert(out.end(), copies,
             apportion::scalar(kind, thousandths(one.scalar())));
}

void Translation::readSpans(const Resource& resource, apportion::kind_id kind,
                            Rows& out) {
  for (const auto& range : resource.ranges().range()) {
    out.push_back(apportion::span(kind, range.begin(), range.end()));
  }
  for (const std::string& item : resource.set().item()) {
    const std::uint64_t number = items_.of(item);
    out.push_back(apportion::span(kind, number, number));
  }
}

Resources Translation::write(apportion::view<apportion::resource> rows,
                             apportion::role_id role,
                             const std::string& roleName,
                             const Exceptions& exceptions) {
  Resources result;
  for (std::size_t i = 0; i < rows.size();) {
    const apportion::kind_id kind = rows[i].kind;
    const PrototypeId prototype = exceptions.of(prototypes_, kind);
    if (prototypes_.resource(prototype).type() == Value::SCALAR) {
      result += scalar(prototype, role, roleName, rows[i].amount);
      ++i;
      continue;
    }
    const std::size_t first = i;
    while (i < rows.size() && rows[i].kind == kind) ++i;
    result += spans(prototype, role, roleName, {&rows[first], i - first});
  }
  return result;
}

Resources Translation::writeUnallocated(
    apportion::view<apportion::resource> rows, const Exceptions& exceptions) {
  Resources result = write(rows, APPORTION_NO_ROLE, "*", exceptions);
  result.unallocate();
  return result;
}

const Resources& Translation::scalar(PrototypeId prototype,
                                     apportion::role_id role,
                                     const std::string& roleName,
                                     std::int64_t amount) {
  const PartKey key{prototype, role, amount};
  const auto found = scalars_.find(key);
  if (found != scalars_.end()) return found->second;
  makeRoom(scalars_);
  Resource resource = make(prototype, roleName);
  resource.mutable_scalar()->set_value(decimal(amount));
  return scalars_.emplace(key, Resources(std::move(resource))).first->second;
}

const Resources& Translation::spans(
    PrototypeId prototype, apportion::role_id role,
    const std::string& roleName, apportion::view<apportion::resource> rows) {
  key_.clear();
  key_.append(reinterpret_cast<const char*>(&prototype), sizeof prototype);
  key_.append(reinterpret_cast<const char*>(&role), sizeof role);
  for (const apportion::resource& row : rows) {
    key_.append(reinterpret_cast<const char*>(&row.begin), sizeof row.begin);
    key_.append(reinterpret_cast<const char*>(&row.end), sizeof row.end);
  }
  const auto found = spans_.find(key_);
  if (found != spans_.end()) return found->second;
  makeRoom(spans_);
  Resource resource = make(prototype, roleName);
  for (const apportion::resource& row : rows) {
    if (resource.type() == Value::RANGES) {
      auto* range = resource.mutable_ranges()->add_range();
      range->set_begin(row.begin);
      range->set_end(row.end);
      continue;
    }
    for (std::uint64_t item = row.begin; item <= row.end; ++item) {
      resource.mutable_set()->add_item(items_.name(item));
    }
  }
  return spans_.emplace(key_, Resources(std::move(resource))).first->second;
}

Resource Translation::make(PrototypeId prototype,
                           const std::string& roleName) {
  Resource resource = prototypes_.resource(prototype);
  resource.mutable_allocation_info()->set_role(roleName);
  return resource;
}

}  // namespace apportion_mesos
