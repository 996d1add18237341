#include "arguments.hpp"

namespace runner {

apportion::options arguments::options() {
  apportion::options o;
  o.interval_nanos = i64();
  o.start_nanos = i64();
  o.seed = u64();
  o.role_policy = string();
  o.framework_policy = string();
  o.agent_order = u32();
  for (const auto bit : {APPORTION_OFFER_GPUS_TO_ALL, APPORTION_NESTED_QUOTA, APPORTION_STRICT_USE}) {
    if (flag()) o.flags |= bit;
  }
  o.region = string();
  o.fairness_exclude = strings();
  o.min_allocatable = quantity_lists();
  o.recovery_timeout_nanos = i64();
  o.agent_recovery_factor = f64();
  o.lending_grace_nanos = i64();
  o.lending_least_nanos = i64();
  o.policies = strings();
  return o;
}

apportion::kind_info arguments::kind() {
  apportion::kind_info k;
  k.name = string();
  k.type = u32();
  k.reservations = list([&] { return reservation(); });
  if (flag()) k.disk = disk();
  k.revocable = flag();
  k.shared = flag();
  k.provider = optional_string();
  return k;
}

apportion::optional_view<apportion::label> arguments::labels() {
  if (absent_list()) return std::nullopt;
  return list([&] {
    const auto key = string();
    return apportion::make_label(key, optional_string());
  });
}

apportion::reservation arguments::reservation() {
  const auto type = u32();
  const auto role = string();
  const auto principal = optional_string();
  return apportion::make_reservation(type, role, principal, labels());
}

apportion::disk_info arguments::disk() {
  apportion::disk_info d;
  d.source = u32();
  d.root = optional_string();
  d.vendor = optional_string();
  d.id = optional_string();
  d.profile = optional_string();
  d.persistence = optional_string();
  d.metadata = labels();
  return d;
}

apportion::agent_info arguments::agent_info() {
  apportion::agent_info a;
  a.id = string();
  a.hostname = string();
  a.region = string();
  if (flag()) a.capabilities = u32();
  a.total = resources();
  a.used = usages();
  a.unavailability = unavailability();
  return a;
}

apportion::agent_update arguments::agent_update() {
  apportion::agent_update u;
  u.hostname = optional_string().value();
  u.region = optional_string().value();
  if (flag()) u.capabilities = u32();
  if (flag()) u.total = resources();
  u.attributes_changed = flag();
  u.info_changed = flag();
  return u;
}

apportion::framework_info arguments::framework_info() {
  apportion::framework_info f;
  f.id = string();
  f.capabilities = u32();
  f.roles = roles();
  f.suppressed = roles();
  f.minima = role_minima();
  return f;
}

apportion::framework_info arguments::framework_update(std::string_view id) {
  apportion::framework_info f;
  f.id = id;
  if (flag()) f.capabilities = u32();
  if (flag()) f.roles = roles();
  if (flag()) f.suppressed = roles();
  if (flag()) f.minima = role_minima();
  return f;
}

std::optional<apportion::unavailability> arguments::unavailability() {
  if (!flag()) return std::nullopt;
  apportion::unavailability u;
  u.start_nanos = i64();
  u.duration_nanos = i64();
  return u;
}

}  // namespace runner
