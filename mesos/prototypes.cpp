#include "prototypes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace apportion_mesos {

using ::mesos::Labels;
using ::mesos::Resource;
using ::mesos::Value;

namespace {

using Disk = Resource::DiskInfo;

// Gathers the arrays that a kind_info points to.
class Description {
 public:
  explicit Description(const Resource& resource) {
    info_.name = resource.name();
    info_.type = type(resource.type());
    info_.revocable = resource.has_revocable();
    info_.shared = resource.has_shared();
    if (resource.has_provider_id()) {
      info_.provider = resource.provider_id().value();
    }
    for (const auto& r : resource.reservations()) add(r);
    info_.reservations = reservations_;
    if (resource.has_disk()) describe(resource.disk());
  }

  const apportion::kind_info& info() const { return info_; }

 private:
  static std::uint32_t type(Value::Type type) {
    switch (type) {
      case Value::RANGES: return APPORTION_RANGES;
      case Value::SET: return APPORTION_SET;
      default: return APPORTION_SCALAR;
    }
  }

  static std::uint32_t source(Disk::Source::Type type) {
    switch (type) {
      case Disk::Source::PATH: return APPORTION_DISK_PATH;
      case Disk::Source::MOUNT: return APPORTION_DISK_MOUNT;
      case Disk::Source::BLOCK: return APPORTION_DISK_BLOCK;
      case Disk::Source::RAW: return APPORTION_DISK_RAW;
      default: return APPORTION_DISK_NO_SOURCE;
    }
  }

  apportion::view<apportion::label> list(const Labels& labels) {
    auto& rows = labels_.emplace_back();
    for (const auto& label : labels.labels()) {
      std::optional<std::string_view> value;
      if (label.has_value()) value = label.value();
      rows.push_back(apportion::make_label(label.key(), value));
    }
    return rows;
  }

  void add(const Resource::ReservationInfo& r) {
    std::optional<std::string_view> principal;
    if (r.has_principal()) principal = r.principal();
    std::optional<apportion::view<apportion::label>> labels;
    if (r.has_labels()) labels = list(r.labels());
    const std::uint32_t type = r.type() == Resource::ReservationInfo::STATIC
                                   ? APPORTION_STATIC
                                   : APPORTION_DYNAMIC;
    reservations_.push_back(
        apportion::make_reservation(type, r.role(), principal, labels));
  }

  void describe(const Disk& disk) {
    apportion::disk_info& d = info_.disk.emplace();
    if (disk.has_persistence()) d.persistence = disk.persistence().id();
    if (!disk.has_source()) return;
    const Disk::Source& s = disk.source();
    d.source = source(s.type());
    if (s.has_path() && s.path().has_root()) d.root = s.path().root();
    if (s.has_mount() && s.mount().has_root()) d.root = s.mount().root();
    if (s.has_vendor()) d.vendor = s.vendor();
    if (s.has_id()) d.id = s.id();
    if (s.has_profile()) d.profile = s.profile();
    if (s.has_metadata()) d.metadata = list(s.metadata());
  }

  apportion::kind_info info_;
  std::vector<apportion::reservation> reservations_;
  std::deque<std::vector<apportion::label>> labels_;
};

bool isPlain(const Resource& r) {
  return r.reservations_size() == 0 && !r.has_disk() && !r.has_revocable() &&
         !r.has_shared() && !r.has_provider_id();
}

void appendSized(std::string& key, const std::string& text) {
  const std::uint64_t size = text.size();
  key.append(reinterpret_cast<const char*>(&size), sizeof size);
  key += text;
}

template <class Message>
void appendMessage(std::string& key, const Message& message) {
  const std::uint64_t size = message.ByteSizeLong();
  key.append(reinterpret_cast<const char*>(&size), sizeof size);
  message.AppendPartialToString(&key);
}

// A key that is equal for equal prototypes, and never for different ones.
void writeKey(std::string& key, const Resource& r) {
  key.clear();
  key += static_cast<char>(r.type());
  key += static_cast<char>(r.has_revocable() | r.has_shared() << 1 |
                           r.has_disk() << 2 | r.has_provider_id() << 3);
  appendSized(key, r.name());
  if (r.has_provider_id()) appendSized(key, r.provider_id().value());
  if (r.has_disk()) appendMessage(key, r.disk());
  for (const auto& reservation : r.reservations()) {
    appendMessage(key, reservation);
  }
}

}  // namespace

PrototypeId Prototypes::of(const Resource& resource) {
  if (isPlain(resource)) {
    auto& plain = plain_[resource.type() & 3];
    const auto found = plain.find(resource.name());
    if (found != plain.end()) return found->second;
    return plain.emplace(resource.name(), add(resource)).first->second;
  }
  writeKey(key_, resource);
  const auto found = described_.find(key_);
  if (found != described_.end()) return found->second;
  return described_.emplace(key_, add(resource)).first->second;
}

PrototypeId Prototypes::add(const Resource& resource) {
  const Description description(resource);
  const apportion::kind_id kind = core_.declare_kind(description.info());
  const auto id = static_cast<PrototypeId>(entries_.size());
  Entry& entry = entries_.emplace_back(Entry{kind, resource});
  entry.resource.clear_scalar();
  entry.resource.clear_ranges();
  entry.resource.clear_set();
  entry.resource.clear_allocation_info();
  canonical_.emplace(kind, id);
  return id;
}

void Exceptions::learn(const Prototypes& prototypes, PrototypeId id) {
  const apportion::kind_id kind = prototypes.kind(id);
  const auto at = std::find_if(list_.begin(), list_.end(), [&](const auto& e) {
    return e.first == kind;
  });
  if (prototypes.canonical(kind) == id) {
    if (at != list_.end()) list_.erase(at);
  } else if (at != list_.end()) {
    at->second = id;
  } else {
    list_.emplace_back(kind, id);
  }
}

PrototypeId Exceptions::of(const Prototypes& prototypes,
                           apportion::kind_id kind) const {
  for (const auto& e : list_) {
    if (e.first == kind) return e.second;
  }
  return prototypes.canonical(kind);
}

}  // namespace apportion_mesos
