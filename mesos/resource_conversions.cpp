#include "resource_conversions.hpp"

#include <stout/error.hpp>
#include <stout/nothing.hpp>

#include "repeated_labels.hpp"

namespace apportion_mesos {

namespace {

using List = std::vector<ResourceConversion>;

// The disk that a volume is made on.
Resource withoutVolume(const Resource& volume) {
  Resource disk = volume;
  if (disk.disk().has_source()) {
    disk.mutable_disk()->clear_persistence();
    disk.mutable_disk()->clear_volume();
  } else {
    disk.clear_disk();
  }
  disk.clear_shared();
  return disk;
}

List reserve(const Offer::Operation::Reserve& reserve) {
  const Resources reserved(reserve.resources());
  if (reserve.source_size() > 0) return {{reserve.source(), reserved}};
  return {{reserved.popReservation(), reserved}};
}

List unreserve(const Offer::Operation::Unreserve& unreserve) {
  List list;
  for (const Resource& r : unreserve.resources()) {
    list.emplace_back(r, Resources(r).popReservation());
  }
  return list;
}

List create(const Offer::Operation::Create& create) {
  List list;
  for (const Resource& volume : create.volumes()) {
    list.emplace_back(withoutVolume(volume), volume);
  }
  return list;
}

// It only counts that there is a condition: ConversionRows::add asks the core
// to check it.
List destroy(const Offer::Operation::Destroy& destroy) {
  List list;
  for (const Resource& volume : destroy.volumes()) {
    list.emplace_back(
        volume, withoutVolume(volume),
        ResourceConversion::PostValidation(
            [](const Resources&) -> Try<Nothing> { return Nothing(); }));
  }
  return list;
}

Try<List> grow(const Offer::Operation::GrowVolume& grow) {
  if (grow.volume().has_provider_id()) {
    return Error("A resource provider's volume cannot be grown");
  }
  Resource grown = grow.volume();
  *grown.mutable_scalar() += grow.addition().scalar();
  return List{{Resources(grow.volume()) + grow.addition(), grown}};
}

Try<List> shrink(const Offer::Operation::ShrinkVolume& shrink) {
  if (shrink.volume().has_provider_id()) {
    return Error("A resource provider's volume cannot be shrunk");
  }
  Resource freed = withoutVolume(shrink.volume());
  *freed.mutable_scalar() = shrink.subtract();
  Resource rest = shrink.volume();
  *rest.mutable_scalar() -= shrink.subtract();
  return List{{shrink.volume(), Resources(rest) + freed}};
}

}  // namespace

Try<List> resourceConversionsOf(const Offer::Operation& operation) {
  switch (operation.type()) {
    case Offer::Operation::RESERVE: return reserve(operation.reserve());
    case Offer::Operation::UNRESERVE: return unreserve(operation.unreserve());
    case Offer::Operation::CREATE: return create(operation.create());
    case Offer::Operation::DESTROY: return destroy(operation.destroy());
    case Offer::Operation::GROW_VOLUME: return grow(operation.grow_volume());
    case Offer::Operation::SHRINK_VOLUME:
      return shrink(operation.shrink_volume());
    default:
      return Error("Operation " +
                   Offer::Operation::Type_Name(operation.type()) +
                   " does not convert resources");
  }
}

void ConversionRows::add(const ResourceConversion& conversion,
                         TemplateOverrides* overrides) {
  ResourceRows& consumed = rows_.emplace_back();
  translation_.appendRows(conversion.consumed, consumed);
  ResourceRows& converted = rows_.emplace_back();
  translation_.appendRows(conversion.converted, converted, overrides);
  list_.push_back(apportion::make_conversion(
      consumed, converted, conversion.postValidation.isSome()));
}

void ConversionRows::useHeldKinds(
    const std::vector<apportion::resource>& held) {
  for (std::size_t i = 0; i < list_.size(); ++i) {
    ResourceRows& consumed = rows_[2 * i];
    consumed = asHeld(consumed, held, translation_);
    list_[i].consumed = consumed.data();
    list_[i].consumed_count = consumed.size();
  }
}

}  // namespace apportion_mesos
