#include "resource_templates.hpp"

#include <utility>

#include "resource_kind.hpp"

namespace apportion_mesos {

namespace {

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

const SharedTemplate& ResourceTemplates::of(const Resource& resource) {
  writeKey(key_, resource);
  const auto found = byKey_.find(key_);
  if (found == byKey_.end()) return declare(resource);
  if (!kinds_.at(found->second->kind).held) return declare(resource);
  found->second->used = true;
  return found->second;
}

// Takes hold of the kind of a resource, whose key is in key_, and adds the template
// if it is new. The core may have forgotten the kind, and give it a new number.
const SharedTemplate& ResourceTemplates::declare(const Resource& resource) {
  const apportion::kind_id id =
      core_.declare_kind(ResourceKind(resource).info());
  const auto found = byKey_.find(key_);
  if (found != byKey_.end() && found->second->kind == id) {
    kinds_.at(id).held = true;
    found->second->used = true;
    return found->second;
  }
  if (found != byKey_.end()) forget(found->second->kind);
  Kind& kind = kinds_[id];
  kind.held = true;
  auto& added = kind.templates.emplace_back(std::make_shared<ResourceTemplate>(
      ResourceTemplate{id, ++lastSerial_, resource, key_}));
  added->resource.clear_scalar();
  added->resource.clear_ranges();
  added->resource.clear_set();
  added->resource.clear_allocation_info();
  unused_.owe(stepsForEach);
  return byKey_.emplace(added->key, added).first->second;
}

std::size_t ResourceTemplates::forgetUnused(std::size_t steps) {
  std::vector<apportion::kind_id> unused, held;
  unused_.visit(kinds_, steps, [&](auto& entry) {
    if (takeUsed(entry.second)) return;
    unused.push_back(entry.first);
    if (std::exchange(entry.second.held, false)) held.push_back(entry.first);
  });
  if (!held.empty()) core_.release_kinds(held);
  std::size_t forgotten = 0;
  for (apportion::kind_id kind : unused) {
    if (knows(kind)) continue;
    forget(kind);
    ++forgotten;
  }
  shrinkToFit(kinds_);
  shrinkToFit(byKey_);
  return forgotten;
}

bool ResourceTemplates::knows(apportion::kind_id kind) const {
  std::uint64_t none;
  std::size_t size = 0;
  const std::int32_t code =
      apportion_describe_kind(core_.instance(), kind, &none, 0, &size);
  return isKnown(core_, code);
}

// Whether any of a kind's templates was used since the last time. Drops those that
// nobody else shares and that were not.
bool ResourceTemplates::takeUsed(Kind& kind) {
  bool any = false;
  auto& list = kind.templates;
  for (std::size_t i = list.size(); i-- > 0;) {
    const bool used = std::exchange(list[i]->used, false);
    any |= used;
    constexpr long own = 2;  // Here and in byKey_.
    if (used || i == 0 || list[i].use_count() > own) continue;
    byKey_.erase(list[i]->key);
    list.erase(list.begin() + i);
  }
  return any;
}

void ResourceTemplates::forget(apportion::kind_id kind) {
  const auto entry = kinds_.find(kind);
  for (const SharedTemplate& t : entry->second.templates) byKey_.erase(t->key);
  kinds_.erase(entry);
}

}  // namespace apportion_mesos
