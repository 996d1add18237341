#include "resource_kind.hpp"

#include <optional>
#include <string_view>

namespace apportion_mesos {

namespace {

using Disk = Resource::DiskInfo;

std::uint32_t toCoreType(Value::Type type) {
  switch (type) {
    case Value::RANGES: return APPORTION_RANGES;
    case Value::SET: return APPORTION_SET;
    default: return APPORTION_SCALAR;
  }
}

std::uint32_t toCoreDiskSource(Disk::Source::Type type) {
  switch (type) {
    case Disk::Source::PATH: return APPORTION_DISK_PATH;
    case Disk::Source::MOUNT: return APPORTION_DISK_MOUNT;
    case Disk::Source::BLOCK: return APPORTION_DISK_BLOCK;
    case Disk::Source::RAW: return APPORTION_DISK_RAW;
    default: return APPORTION_DISK_NO_SOURCE;
  }
}

// A place without a root is one, too, and another than none and than all that have one: it
// gets a root that none has.
template <class Place>
std::string_view rootOf(const Place& place) {
  static constexpr std::string_view absent("\0", 1);
  return place.has_root() ? std::string_view(place.root()) : absent;
}

}  // namespace

ResourceKind::ResourceKind(const Resource& resource) {
  info_.name = resource.name();
  info_.type = toCoreType(resource.type());
  info_.revocable = resource.has_revocable();
  info_.shared = resource.has_shared();
  if (resource.has_provider_id()) {
    info_.provider = resource.provider_id().value();
  }
  for (const auto& r : resource.reservations()) addReservation(r);
  info_.reservations = reservations_;
  if (resource.has_disk()) setDisk(resource.disk());
}

apportion::view<apportion::label> ResourceKind::labelRows(
    const Labels& labels) {
  auto& rows = labels_.emplace_back();
  for (const auto& label : labels.labels()) {
    std::optional<std::string_view> value;
    if (label.has_value()) value = label.value();
    rows.push_back(apportion::make_label(label.key(), value));
  }
  return rows;
}

void ResourceKind::addReservation(const Resource::ReservationInfo& r) {
  std::optional<std::string_view> principal;
  if (r.has_principal()) principal = r.principal();
  apportion::optional_view<apportion::label> labels;
  if (r.has_labels()) labels = labelRows(r.labels());
  const std::uint32_t type = r.type() == Resource::ReservationInfo::STATIC
                                 ? APPORTION_STATIC
                                 : APPORTION_DYNAMIC;
  reservations_.push_back(
      apportion::make_reservation(type, r.role(), principal, labels));
}

void ResourceKind::setDisk(const Disk& disk) {
  apportion::disk_info& d = info_.disk.emplace();
  if (disk.has_persistence()) d.persistence = disk.persistence().id();
  if (!disk.has_source()) return;
  const Disk::Source& s = disk.source();
  d.source = toCoreDiskSource(s.type());
  if (s.has_path()) d.root = rootOf(s.path());
  if (s.has_mount()) d.root = rootOf(s.mount());
  if (s.has_vendor()) d.vendor = s.vendor();
  if (s.has_id()) d.id = s.id();
  if (s.has_profile()) d.profile = s.profile();
  if (s.has_metadata()) d.metadata = labelRows(s.metadata());
}

}  // namespace apportion_mesos
