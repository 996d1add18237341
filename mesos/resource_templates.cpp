#include "resource_templates.hpp"

#include "resource_kind.hpp"

namespace apportion_mesos {

using ::mesos::Resource;

namespace {

bool hasOnlyAName(const Resource& r) {
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

// Makes a key that is equal for equal templates, and different for different
// ones.
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

ResourceTemplateId ResourceTemplates::id(const Resource& resource) {
  if (hasOnlyAName(resource)) {
    auto& byName = byName_[resource.type() & 3];
    const auto found = byName.find(resource.name());
    if (found != byName.end()) return found->second;
    return byName.emplace(resource.name(), add(resource)).first->second;
  }
  writeKey(key_, resource);
  const auto found = byKey_.find(key_);
  if (found != byKey_.end()) return found->second;
  return byKey_.emplace(key_, add(resource)).first->second;
}

ResourceTemplateId ResourceTemplates::add(const Resource& resource) {
  const apportion::kind_id kind =
      core_.declare_kind(ResourceKind(resource).info());
  const auto id = static_cast<ResourceTemplateId>(entries_.size());
  Entry& entry = entries_.emplace_back(Entry{kind, resource});
  entry.resource.clear_scalar();
  entry.resource.clear_ranges();
  entry.resource.clear_set();
  entry.resource.clear_allocation_info();
  canonical_.emplace(kind, id);
  return id;
}

}  // namespace apportion_mesos
