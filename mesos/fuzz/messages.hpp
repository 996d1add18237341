// messages.hpp - messages as masters get them from agents, frameworks and
// operators, made up from random numbers. Few values of each sort, so that they
// meet.
#ifndef APPORTION_MESOS_FUZZ_MESSAGES_HPP
#define APPORTION_MESOS_FUZZ_MESSAGES_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace apportion_mesos {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) { next(); }

  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  std::uint64_t below(std::uint64_t n) { return (next() >> 8) % n; }
  bool once(std::uint64_t in) { return below(in) == 0; }

  template <class T, std::size_t N>
  const T& pick(const T (&list)[N]) {
    return list[below(N)];
  }

 private:
  std::uint64_t state_;
};

// The roles that there are, and what a subscription to all of them is to.
inline const char* const roles[] = {"eng", "eng/web", "ops", "ops/db"};

inline std::string aText(Random& random) {
  static const char* const texts[] = {"a", "b", "v-1", "\xc3\xa9", "x y",
                                      "0123456789012345678901234567890123456789"};
  return random.pick(texts);
}

// Labels may repeat a key, and have no value.
inline void addLabels(Random& random, Labels* labels) {
  for (std::uint64_t n = random.below(3); n > 0; n--) {
    auto* label = labels->add_labels();
    label->set_key(aText(random));
    if (random.once(2)) label->set_value(aText(random));
  }
}

inline Resource::ReservationInfo reservation(Random& random,
                                             const std::string& role,
                                             bool dynamic) {
  using Info = Resource::ReservationInfo;
  Info info;
  info.set_type(dynamic ? Info::DYNAMIC : Info::STATIC);
  info.set_role(role);
  if (random.once(3)) info.set_principal(aText(random));
  if (random.once(3)) addLabels(random, info.mutable_labels());
  return info;
}

inline void addReservations(Random& random, Resource* r) {
  if (random.once(2)) return;
  const std::string role = random.pick(roles);
  *r->add_reservations() = reservation(random, role, random.once(2));
  if (role.find('/') == std::string::npos && random.once(2)) {
    const std::string below = role == "eng" ? "eng/web" : "ops/db";
    *r->add_reservations() = reservation(random, below, true);
  }
}

inline void addVolume(Random& random, Resource* r) {
  auto* disk = r->mutable_disk();
  disk->mutable_persistence()->set_id(aText(random) +
                                      std::to_string(random.next()));
  if (random.once(2)) disk->mutable_persistence()->set_principal(aText(random));
  disk->mutable_volume()->set_container_path(aText(random));
  disk->mutable_volume()->set_mode(::mesos::Volume::RW);
}

inline void addDisk(Random& random, Resource* r) {
  using Source = Resource::DiskInfo::Source;
  static const Source::Type types[] = {Source::PATH, Source::MOUNT,
                                       Source::BLOCK, Source::RAW};
  if (random.once(2)) {
    Source* source = r->mutable_disk()->mutable_source();
    source->set_type(random.pick(types));
    if (source->type() == Source::PATH && random.once(2)) {
      source->mutable_path()->set_root(aText(random));
    }
    if (source->type() == Source::MOUNT && random.once(2)) {
      source->mutable_mount()->set_root(aText(random));
    }
    if (random.once(2)) source->set_vendor(aText(random));
    if (random.once(2)) source->set_id(aText(random));
    if (random.once(2)) source->set_profile(aText(random));
    if (random.once(3)) addLabels(random, source->mutable_metadata());
  }
  if (random.once(3)) addVolume(random, r);
  if (r->disk().has_persistence() && random.once(3)) r->mutable_shared();
}

inline double anAmount(Random& random) {
  static const double amounts[] = {1, 2, 4, 0.1, 0.001, 1.5, 64, 1024.25, 1e9};
  return random.pick(amounts);
}

inline void addRanges(Random& random, Resource* r) {
  std::uint64_t at = random.once(8) ? 0 : 1000;
  r->set_type(Value::RANGES);
  for (std::uint64_t n = 1 + random.below(4); n > 0; n--) {
    auto* range = r->mutable_ranges()->add_range();
    at += random.below(10);
    range->set_begin(at);
    at += random.below(10);
    range->set_end(random.once(64) ? UINT64_MAX : at);
    at += 2;
  }
}

inline void addSet(Random& random, Resource* r) {
  static const char* const items[] = {"a", "b", "c", "d"};
  r->set_type(Value::SET);
  for (const char* item : items) {
    if (random.once(2)) r->mutable_set()->add_item(item);
  }
}

inline Resource aResource(Random& random) {
  static const char* const names[] = {"cpus", "mem",   "disk", "disk",
                                      "gpus", "ports", "zones", "tokens"};
  Resource r;
  r.set_name(random.pick(names));
  if (r.name() == "ports") {
    addRanges(random, &r);
  } else if (r.name() == "zones") {
    addSet(random, &r);
  } else {
    r.set_type(Value::SCALAR);
    r.mutable_scalar()->set_value(r.name() == "gpus" ? 1 + random.below(4)
                                                     : anAmount(random));
  }
  if (random.once(8)) {
    r.mutable_revocable();
  } else {
    addReservations(random, &r);
  }
  if (random.once(8)) r.mutable_provider_id()->set_value(aText(random));
  if (r.name() == "disk") addDisk(random, &r);
  return r;
}

// Resources that Mesos accepts: what it finds fault with is left out. Agents have
// one copy of what is shared, and no port or zone twice.
inline Resources someResources(Random& random, std::uint64_t most,
                               std::uint64_t mostCopies) {
  Resources out;
  for (std::uint64_t n = 1 + random.below(most); n > 0; n--) {
    const Resource r = aResource(random);
    if (Resources::validate(r).isSome()) continue;
    if (r.type() != Value::SCALAR && out.names().count(r.name()) > 0) {
      continue;
    }
    for (std::uint64_t copies = r.has_shared() ? 1 + random.below(mostCopies) : 1;
         copies > 0; copies--) {
      out += r;
    }
  }
  return out;
}

inline void setDomain(Random& random, DomainInfo* domain) {
  auto* fault = domain->mutable_fault_domain();
  fault->mutable_region()->set_name(aText(random));
  fault->mutable_zone()->set_name(aText(random));
}

inline SlaveInfo anAgentInfo(Random& random, const std::string& id) {
  SlaveInfo info;
  info.mutable_id()->set_value(id);
  info.set_hostname("host-" + std::to_string(random.below(4)));
  if (random.once(4)) setDomain(random, info.mutable_domain());
  for (std::uint64_t n = random.below(3); n > 0; n--) {
    auto* attribute = info.add_attributes();
    attribute->set_name(aText(random));
    attribute->set_type(Value::TEXT);
    attribute->mutable_text()->set_value(aText(random));
  }
  return info;
}

inline std::vector<SlaveInfo::Capability> agentCapabilities(Random& random) {
  using Capability = SlaveInfo::Capability;
  std::vector<Capability> list;
  for (int type = 0; type <= Capability::Type_MAX; type++) {
    if (!Capability::Type_IsValid(type) || random.once(16)) continue;
    list.emplace_back().set_type(static_cast<Capability::Type>(type));
  }
  return list;
}

inline FrameworkInfo aFrameworkInfo(Random& random, const std::string& id,
                                    bool wantsAll) {
  using Capability = FrameworkInfo::Capability;
  FrameworkInfo info;
  info.set_user("user");
  info.set_name(id);
  info.mutable_id()->set_value(id);
  for (const char* role : roles) {
    if (wantsAll || random.once(2)) info.add_roles(role);
  }
  for (int type = 0; type <= Capability::Type_MAX; type++) {
    if (!Capability::Type_IsValid(type)) continue;
    if (!wantsAll && type != Capability::MULTI_ROLE && random.once(3)) continue;
    info.add_capabilities()->set_type(static_cast<Capability::Type>(type));
  }
  if (wantsAll || random.once(2)) return info;
  for (const std::string& role : info.roles()) {
    auto* least = (*info.mutable_offer_filters())[role]
                      .mutable_min_allocatable_resources();
    for (std::uint64_t n = random.below(3); n > 0; n--) {
      auto* quantities = least->add_quantities()->mutable_quantities();
      (*quantities)["cpus"].set_value(anAmount(random));
    }
  }
  return info;
}

inline Quota aQuota(Random& random) {
  ::mesos::quota::QuotaConfig config;
  for (const char* name : {"cpus", "mem", "disk"}) {
    const double guarantee = anAmount(random);
    if (random.once(2)) {
      (*config.mutable_guarantees())[name].set_value(guarantee);
    }
    if (random.once(2)) {
      (*config.mutable_limits())[name].set_value(guarantee + anAmount(random));
    }
  }
  return Quota(config);
}

inline Filters someFilters(Random& random) {
  static const double seconds[] = {0, 1, 5, 1e-9, 3e8, 1e30, -1};
  Filters filters;
  if (!random.once(4)) filters.set_refuse_seconds(random.pick(seconds));
  return filters;
}

inline Unavailability anUnavailability(Random& random) {
  Unavailability u;
  u.mutable_start()->set_nanoseconds(
      random.once(8) ? INT64_MAX : std::int64_t(random.below(1000000000)));
  if (random.once(2)) u.mutable_duration()->set_nanoseconds(random.below(1000));
  return u;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FUZZ_MESSAGES_HPP
