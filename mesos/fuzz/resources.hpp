// resources.hpp - resources that are translated and read back, and operations on them.
#ifndef APPORTION_MESOS_FUZZ_RESOURCES_HPP
#define APPORTION_MESOS_FUZZ_RESOURCES_HPP

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../resource_translation.hpp"
#include "messages.hpp"

#define CHECK_THAT(condition)                                            \
  do {                                                                   \
    if (!(condition)) {                                                  \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__,    \
                   #condition);                                          \
      std::abort();                                                      \
    }                                                                    \
  } while (false)

namespace apportion_mesos {

// What is translated reads back as it was: three lots by one translation, so that
// what it has cached plays a part.
inline void readBack(Random& random) {
  apportion::allocator core;
  ResourceTranslation translation(core);
  const apportion::role_id role = core.declare_role("eng");
  for (int i = 0; i < 3; i++) {
    Resources resources = someResources(random, 6, 3);
    ResourceRows rows;
    TemplateOverrides overrides;
    translation.appendRows(resources, rows, &overrides);
    const Resources back =
        translation.toResources(rows, role, "eng", overrides);
    resources.allocate("eng");
    CHECK_THAT(back == resources);
  }
}

// Changes one thing of the source that a disk has.
inline void changeSource(Random& random, Resource* r) {
  if (!r->disk().has_source()) return;
  auto* source = r->mutable_disk()->mutable_source();
  switch (random.below(4)) {
    case 0: return source->set_vendor(aText(random));
    case 1: return source->set_id(aText(random));
    case 2: return source->set_profile(aText(random));
    default: addLabels(random, source->mutable_metadata());
  }
}

// A resource that differs from another in one respect, or in none.
inline Resource likeness(Random& random, const Resource& x) {
  Resource y = x;
  switch (random.below(6)) {
    case 0: y = aResource(random); break;
    case 1:
      y.clear_reservations();
      addReservations(random, &y);
      break;
    case 2:
      y.clear_disk();
      if (y.name() == "disk") addDisk(random, &y);
      break;
    case 3: y.mutable_provider_id()->set_value(aText(random)); break;
    case 4: changeSource(random, &y); break;
    default: break;
  }
  return y;
}

// Makes a resource one of an amount of 1, and says whether Mesos accepts it.
inline bool makeOne(Resource* r) {
  r->set_type(Value::SCALAR);
  r->clear_ranges();
  r->clear_set();
  r->mutable_scalar()->set_value(1);
  return Resources::validate(*r).isNone();
}

// Two resources of the same amount are of one kind if and only if Mesos does not
// tell them apart.
inline void sameKind(Random& random) {
  apportion::allocator core;
  ResourceTranslation translation(core);
  for (int i = 0; i < 16; i++) {
    Resource x = aResource(random), y = likeness(random, x);
    if (!makeOne(&x) || !makeOne(&y)) continue;
    ResourceRows rows;
    translation.appendRows(Resources(x), rows);
    translation.appendRows(Resources(y), rows);
    CHECK_THAT((rows[0].kind == rows[1].kind) == (Resources(x) == Resources(y)));
  }
}

// An operation on some of what was offered, or none of a type that can be.
inline Option<Offer::Operation> anOperation(Random& random, const Resource& r,
                                     const std::string& role) {
  Offer::Operation op;
  const bool isVolume = Resources::isPersistentVolume(r);
  const bool isReserved = Resources::isReserved(r);
  switch (random.below(6)) {
    case 0: {
      if (isReserved || r.has_revocable() || r.has_shared()) return None();
      op.set_type(Offer::Operation::RESERVE);
      Resource* reserved = op.mutable_reserve()->add_resources();
      *reserved = r;
      *reserved->add_reservations() = reservation(random, role, true);
      return op;
    }
    case 1:
      if (!Resources::isDynamicallyReserved(r) || isVolume) return None();
      op.set_type(Offer::Operation::UNRESERVE);
      *op.mutable_unreserve()->add_resources() = r;
      return op;
    case 2: {
      if (r.name() != "disk" || isVolume || !isReserved || r.has_provider_id()) {
        return None();
      }
      op.set_type(Offer::Operation::CREATE);
      Resource* volume = op.mutable_create()->add_volumes();
      *volume = r;
      addVolume(random, volume);
      if (random.once(3)) volume->mutable_shared();
      return op;
    }
    case 3:
      if (!isVolume) return None();
      op.set_type(Offer::Operation::DESTROY);
      *op.mutable_destroy()->add_volumes() = r;
      return op;
    case 4: {
      const bool isMount = r.disk().has_source() &&
          r.disk().source().type() == Resource::DiskInfo::Source::MOUNT;
      if (!isVolume || r.has_shared() || r.has_provider_id() || isMount ||
          r.scalar().value() <= 0.5) {
        return None();
      }
      op.set_type(Offer::Operation::SHRINK_VOLUME);
      *op.mutable_shrink_volume()->mutable_volume() = r;
      op.mutable_shrink_volume()->mutable_subtract()->set_value(0.5);
      return op;
    }
    default: {
      op.set_type(Offer::Operation::LAUNCH);
      return op;
    }
  }
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FUZZ_RESOURCES_HPP
