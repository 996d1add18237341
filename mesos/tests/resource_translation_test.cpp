// resource_translation_test.cpp - Resources to rows and back, with Mesos's own
// comparison as the judge.
#include "../resource_translation.hpp"

#include "../fixed_point.hpp"
#include "../resource_conversions.hpp"
#include "expect.hpp"

using namespace apportion_mesos;

namespace {

struct Fixture {
  apportion::allocator core;
  ResourceTranslation translation{core};
  apportion::role_id role = core.declare_role("eng");

  // Translates there and back, as an agent's total and an offer of all of it.
  Resources roundTrip(const Resources& resources) {
    ResourceRows rows;
    TemplateOverrides overrides;
    translation.appendRows(resources, rows, &overrides);
    return translation.toResources(rows, role, "eng", overrides);
  }

  // Takes all steps of two times around.
  void forgetUnused() {
    for (std::size_t i = 0; i < 2 * slowPassParts; ++i) {
      translation.oweSlowPass();
      while (translation.stepsOwed() > 0) translation.forgetUnused(1000, 0);
    }
  }
};

Resources parse(const std::string& text) {
  return Resources::parse(text).get();
}

Resources allocated(Resources resources) {
  resources.allocate("eng");
  return resources;
}

Resource volume(const std::string& id, double mb, const std::string& path,
                bool shared) {
  Resource r = Resources::parse("disk", std::to_string(mb), "eng").get();
  r.mutable_disk()->mutable_persistence()->set_id(id);
  r.mutable_disk()->mutable_persistence()->set_principal("ops");
  r.mutable_disk()->mutable_volume()->set_container_path(path);
  r.mutable_disk()->mutable_volume()->set_mode(::mesos::Volume::RW);
  if (shared) r.mutable_shared();
  return r;
}

void plain() {
  Fixture f;
  for (const char* text :
       {"cpus:1.5;mem:2048;disk:0.001", "ports:[1-5, 8-8, 10-20]",
        "zones:{a,b,c}", "cpus:1;cpus(eng):2;cpus(eng/web):0.1;gpus:4"}) {
    const Resources resources = parse(text);
    EXPECT(f.roundTrip(resources) == allocated(resources));
    // The second time, the parts come from the cache.
    EXPECT(f.roundTrip(resources) == allocated(resources));
  }
  EXPECT(f.roundTrip(Resources()).empty());
}

void amounts() {
  EXPECT(toThousandths(0.1 + 0.2) == 300);
  EXPECT(toThousandths(0.0005) == 1);
  EXPECT(toDouble(1500) == 1.5);
  Fixture f;
  ResourceRows a, b;
  f.translation.appendRows(parse("cpus:0.3"), a);
  f.translation.appendRows(parse("cpus:0.30000001"), b);
  EXPECT(a[0].amount == b[0].amount && a[0].kind == b[0].kind);
}

// What is cached of a kind is of one amount, or of some numbers or items.
void othersOfTheSameKind() {
  Fixture f;
  for (const char* text :
       {"cpus:1", "cpus:2", "ports:[1-5]", "ports:[1-6]", "ports:[2-5]",
        "ports:[1-1, 5-5]", "zones:{a}", "zones:{b}", "zones:{a,b}"}) {
    const Resources resources = parse(text);
    EXPECT(f.roundTrip(resources) == allocated(resources));
  }
}

// Two resources are of different kinds if and only if Mesos tells them apart.
void kinds() {
  Fixture f;
  const auto kind = [&](const Resource& r) {
    ResourceRows rows;
    f.translation.appendRows(r, rows);
    return rows.at(0).kind;
  };
  const Resource plain = Resources::parse("disk", "10", "eng").get();
  Resource labelled = plain;
  auto* labels = labelled.mutable_reservations(0)->mutable_labels();
  labels->add_labels()->set_key("a");
  labels->add_labels()->set_key("b");
  Resource swapped = plain;
  labels = swapped.mutable_reservations(0)->mutable_labels();
  labels->add_labels()->set_key("b");
  labels->add_labels()->set_key("a");
  Resource principal = plain;
  principal.mutable_reservations(0)->set_principal("ops");
  Resource revocable = plain;
  revocable.mutable_revocable();
  Resource provided = plain;
  provided.mutable_provider_id()->set_value("p");
  Resource mount = plain;
  mount.mutable_disk()->mutable_source()->set_type(
      Resource::DiskInfo::Source::MOUNT);
  Resource nowhere = mount;
  nowhere.mutable_disk()->mutable_source()->mutable_mount();
  Resource allocatedDisk = plain;
  allocatedDisk.mutable_allocation_info()->set_role("eng");

  EXPECT(kind(labelled) == kind(swapped));
  EXPECT(kind(allocatedDisk) == kind(plain));
  for (const Resource* other :
       {&labelled, &principal, &revocable, &provided, &mount, &nowhere}) {
    EXPECT(kind(*other) != kind(plain));
    EXPECT(f.roundTrip(*other) == allocated(*other));
  }
  EXPECT(kind(nowhere) != kind(mount));
  EXPECT(kind(volume("v", 5, "x", false)) == kind(volume("v", 5, "y", false)));
  EXPECT(kind(volume("v", 5, "x", false)) != kind(volume("w", 5, "x", false)));
}

// Offers carry the fields that kinds leave out as in the agent's own total.
void templateOverrides() {
  Fixture f;
  for (const char* path : {"first", "second", "first"}) {
    const Resources offered = f.roundTrip(volume("v", 64, path, false));
    const Resource& r = *offered.begin();
    EXPECT(r.disk().volume().container_path() == path);
    EXPECT(r.disk().persistence().principal() == "ops");
  }
}

void shared() {
  Fixture f;
  Resources copies;
  for (int i = 0; i < 3; ++i) copies += volume("v", 64, "x", true);
  ResourceRows rows;
  f.translation.appendRows(copies, rows);
  EXPECT(rows.size() == 3);
  const Resources back = f.roundTrip(copies);
  EXPECT(back == allocated(copies));
  EXPECT(back.count(allocated(copies).begin().operator*()) == 3);
}

void roles() {
  Fixture f;
  Resources both = allocated(parse("cpus:1"));
  Resources other = parse("cpus:2;mem:8");
  other.allocate("ops");
  both += other;
  const auto rows = f.translation.rowsByRole(both);
  EXPECT(rows.size() == 2);
  EXPECT(rows.at("eng").size() == 1 && rows.at("eng")[0].amount == 1000);
  EXPECT(rows.at("ops").size() == 2);
}

// Operations convert as Mesos's own arithmetic has it.
void operations() {
  const Resource v = volume("v", 64, "x", false);
  Resource more = Resources::parse("disk", "36", "eng").get();
  const Resources total = Resources(v) + more + parse("cpus:2");

  Offer::Operation destroy, grow, shrink, launch;
  destroy.set_type(Offer::Operation::DESTROY);
  *destroy.mutable_destroy()->add_volumes() = v;
  grow.set_type(Offer::Operation::GROW_VOLUME);
  *grow.mutable_grow_volume()->mutable_volume() = v;
  *grow.mutable_grow_volume()->mutable_addition() = more;
  shrink.set_type(Offer::Operation::SHRINK_VOLUME);
  *shrink.mutable_shrink_volume()->mutable_volume() = v;
  shrink.mutable_shrink_volume()->mutable_subtract()->set_value(10);
  launch.set_type(Offer::Operation::LAUNCH);

  for (const Offer::Operation* operation : {&destroy, &grow, &shrink}) {
    const auto ours = resourceConversionsOf(*operation);
    EXPECT(ours.isSome());
    EXPECT(total.apply(*ours).get() == total.apply(*operation).get());
  }
  EXPECT(resourceConversionsOf(launch).isError());
}

// Volumes that come and go leave nothing behind; what an agent has stays, and what
// comes back is the same to Mesos as before.
void whatIsNoLongerUsedIsForgotten() {
  Fixture f;
  const Resources kept(volume("kept", 64, "data", false));
  ResourceRows rows;
  f.translation.appendRows(kept, rows);
  apportion::agent_info agent;
  agent.id = "agent";
  agent.total = rows;
  const auto handle = f.core.add_agent(agent);
  for (int i = 0; i < 2000; ++i) {
    const Resources gone(volume(std::to_string(i), 64, "data", false));
    EXPECT(f.roundTrip(gone) == allocated(gone));
    f.roundTrip(parse("zones:{item-" + std::to_string(i) + "}"));
  }
  EXPECT(f.translation.cachedParts() > 2000);
  f.forgetUnused();
  EXPECT(f.translation.templates() == 1);
  EXPECT(f.translation.setItems() == 0);
  EXPECT(f.translation.cachedParts() < 2000);
  EXPECT(f.translation.toResources(rows, f.role, "eng", {}) == allocated(kept));

  f.core.remove_agent(handle);
  f.forgetUnused();
  EXPECT(f.translation.templates() == 0);
  EXPECT(f.roundTrip(kept) == allocated(kept));
}

// A template that is not the first of its kind lives as long as an agent has it.
void overridesAreKeptAsLongAsTheyAreShared() {
  Fixture f;
  ResourceRows rows;
  TemplateOverrides overrides;
  const Resource first = volume("v", 64, "data", false);
  const Resource other = volume("v", 64, "elsewhere", false);
  f.translation.appendRows(Resources(first), rows);
  f.translation.appendRows(Resources(other), rows, &overrides);
  EXPECT(f.translation.templates() == 2);
  apportion::agent_info agent;
  agent.id = "agent";
  agent.total = {rows.data(), 1};
  f.core.add_agent(agent);
  f.forgetUnused();
  EXPECT(f.translation.templates() == 2);
  const Resources made =
      f.translation.toResources({rows.data(), 1}, f.role, "eng", overrides);
  for (const Resource& r : made) {
    EXPECT(r.disk().volume().container_path() == "elsewhere");
  }
  EXPECT(made.size() == 1);
  overrides.clear();
  f.forgetUnused();
  EXPECT(f.translation.templates() == 1);
}

}  // namespace

int main() {
  plain();
  amounts();
  othersOfTheSameKind();
  kinds();
  templateOverrides();
  shared();
  roles();
  operations();
  whatIsNoLongerUsedIsForgotten();
  overridesAreKeptAsLongAsTheyAreShared();
  return summary("resource_translation_test");
}
