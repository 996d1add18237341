#include "resource_translation.hpp"

#include <algorithm>
#include <type_traits>

#include "fixed_point.hpp"

namespace apportion_mesos {

namespace {

// The most parts that are cached. Beyond that the cache is emptied: parts in use
// are soon back, and no order of use is needed.
constexpr std::size_t maxCachedParts = std::size_t{1} << 19;

// Ranges may overlap: Mesos looks for that when it validates them, but finds not
// all that there is. It takes them as the set of numbers that they have together.
void appendRanges(const Value::Ranges& ranges, apportion::kind_id kind,
                  ResourceRows& out) {
  const std::size_t first = out.size();
  bool inOrder = true;
  for (const auto& range : ranges.range()) {
    inOrder &= out.size() == first || out.back().end < range.begin();
    out.push_back(apportion::span(kind, range.begin(), range.end()));
  }
  if (inOrder) return;
  const auto begin = out.begin() + first;
  std::sort(begin, out.end(), [](const auto& a, const auto& b) {
    return a.begin < b.begin;
  });
  auto last = begin;
  for (auto next = begin + 1; next != out.end(); ++next) {
    if (next->begin > last->end) {
      *++last = *next;
    } else {
      last->end = std::max(last->end, next->end);
    }
  }
  out.erase(last + 1, out.end());
}

// The cache is emptied, too, when as much as this has been forgotten, and a quarter
// of what it holds.
constexpr std::size_t minForgotten = 1024;

// One of a template: an item, a number or a unit.
Resources oneOf(const ResourceTemplate& t) {
  Resource resource = t.resource;
  switch (resource.type()) {
    case Value::SCALAR: resource.mutable_scalar()->set_value(1); break;
    case Value::RANGES:
      resource.mutable_ranges()->add_range()->set_begin(1);
      resource.mutable_ranges()->mutable_range(0)->set_end(1);
      break;
    default: resource.mutable_set()->add_item("item");
  }
  return resource;
}

}  // namespace

void ResourceTranslation::appendRows(const Resources& resources,
                                     ResourceRows& out,
                                     TemplateOverrides* overrides) {
  for (const Resource& resource : resources) {
    appendRowsOf(resources, resource, out, overrides);
  }
}

std::map<std::string, ResourceRows> ResourceTranslation::rowsByRole(
    const Resources& resources) {
  std::map<std::string, ResourceRows> rows;
  for (const Resource& resource : resources) {
    const bool allocated = resource.has_allocation_info();
    const std::string role =
        allocated ? resource.allocation_info().role() : std::string("*");
    appendRowsOf(resources, resource, rows[role], nullptr);
  }
  return rows;
}

void ResourceTranslation::appendRowsOf(const Resources& all,
                                       const Resource& one, ResourceRows& out,
                                       TemplateOverrides* overrides) {
  const SharedTemplate& t = templates_.of(one);
  if (overrides != nullptr) overrides->record(templates_, t);
  const apportion::kind_id kind = t->kind;
  if (one.type() != Value::SCALAR) {
    appendSpans(one, kind, out);
    return;
  }
  // An iteration yields a shared volume once, however many copies there are.
  const std::size_t copies = one.has_shared() ? all.count(one) : 1;
  out.insert(out.end(), copies,
             apportion::scalar(
                 kind, apportion::amount(toThousandths(one.scalar()))));
}

void ResourceTranslation::appendSpans(const Resource& resource,
                                      apportion::kind_id kind,
                                      ResourceRows& out) {
  if (resource.type() == Value::RANGES) {
    appendRanges(resource.ranges(), kind, out);
  }
  for (const std::string& item : resource.set().item()) {
    const std::uint64_t id = setItemNames_.id(item);
    out.push_back(apportion::span(kind, id, id));
  }
}

Resources ResourceTranslation::toResources(
    apportion::view<apportion::resource> rows, apportion::role_id role,
    const std::string& roleName, const TemplateOverrides& overrides) {
  Resources result;
  for (std::size_t i = 0; i < rows.size();) {
    const apportion::kind_id kind = rows[i].kind;
    const ResourceTemplate& t = *overrides.templateOf(templates_, kind);
    const std::size_t first = i++;
    // Each row of a scalar is a part: further ones are copies of a shared volume.
    if (t.resource.type() != Value::SCALAR) {
      while (i < rows.size() && rows[i].kind == kind) ++i;
    }
    result += cachedPart(t, role, roleName, {&rows[first], i - first});
  }
  return result;
}

Resources ResourceTranslation::toUnallocatedResources(
    apportion::view<apportion::resource> rows,
    const TemplateOverrides& overrides) {
  Resources result = toResources(rows, apportion::no_role, "*", overrides);
  result.unallocate();
  return result;
}

bool ResourceTranslation::contains(apportion::kind_id kind,
                                   apportion::kind_id other) const {
  return oneOf(*templates_.canonical(kind))
      .contains(oneOf(*templates_.canonical(other)));
}

const Resources& ResourceTranslation::cachedPart(
    const ResourceTemplate& t, apportion::role_id role,
    const std::string& roleName, apportion::view<apportion::resource> rows) {
  static_assert(std::has_unique_object_representations_v<apportion::resource>,
                "equal rows have equal bytes");
  key_.clear();
  key_.append(reinterpret_cast<const char*>(&t.serial), sizeof t.serial);
  key_.append(reinterpret_cast<const char*>(&role), sizeof role);
  key_.append(reinterpret_cast<const char*>(rows.data()),
              rows.size() * sizeof(apportion::resource));
  const auto found = cachedParts_.find(key_);
  if (found != cachedParts_.end()) return found->second;
  if (cachedParts_.size() >= maxCachedParts) cachedParts_.clear();
  return cachedParts_.emplace(key_, Resources(makePart(t, roleName, rows)))
      .first->second;
}

Resource ResourceTranslation::makePart(
    const ResourceTemplate& t, const std::string& roleName,
    apportion::view<apportion::resource> rows) {
  Resource resource = t.resource;
  resource.mutable_allocation_info()->set_role(roleName);
  for (const apportion::resource& row : rows) {
    switch (resource.type()) {
      case Value::SCALAR:
        resource.mutable_scalar()->set_value(toDouble(row.amount));
        break;
      case Value::RANGES: {
        auto* range = resource.mutable_ranges()->add_range();
        range->set_begin(row.begin);
        range->set_end(row.end);
        break;
      }
      default:
        for (std::uint64_t item = row.begin; item <= row.end; ++item) {
          resource.mutable_set()->add_item(setItemNames_.name(item));
        }
    }
  }
  return resource;
}

// A number of a role or an item may come again, if only after many others.
void ResourceTranslation::forgetUnused(std::size_t steps,
                                       std::size_t rolesForgotten) {
  forgottenSinceCleared_ += rolesForgotten + templates_.forgetUnused(steps) +
                            setItemNames_.forgetUnused(steps);
  if (forgottenSinceCleared_ < std::max(minForgotten, cachedParts() / 4)) return;
  forgottenSinceCleared_ = 0;
  cachedParts_ = {};
}

void ResourceTranslation::oweSlowPass() {
  templates_.oweSlowPass();
  setItemNames_.oweSlowPass();
}

}  // namespace apportion_mesos
