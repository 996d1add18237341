// repeated_labels_test.cpp - a master that takes resources for others whose
// reservations have other labels. It needs libmesos, but no master.
#include <string>
#include <vector>

#include "../repeated_labels.hpp"
#include "expect.hpp"
#include "test_cluster.hpp"

using namespace apportion_mesos;

namespace {

using Labeled = std::vector<std::string>;

// Text's resources, reserved for eng with these labels.
Resources reserved(const std::string& text, const Labeled& labels) {
  Resource::ReservationInfo reservation;
  reservation.set_type(Resource::ReservationInfo::DYNAMIC);
  reservation.set_role("eng");
  for (const std::string& key : labels) {
    reservation.mutable_labels()->add_labels()->set_key(key);
  }
  return parse(text).pushReservation(reservation);
}

Resources allocated(Resources resources) {
  resources.allocate("eng");
  return resources;
}

const Labeled twice = {"a", "a"}, other = {"a", "b"}, third = {"c", "a"};

struct Eng : TestCluster {
  explicit Eng(const Resources& total) {
    addFramework(frameworkInfo("f", "eng"));
    addAgent("a", total);
  }
  void use(const Resources& resources) {
    (*this)->transitionOfferedToAllocated(idOf<SlaveID>("a"),
                                          allocated(resources));
  }
  void recover(const Resources& resources, bool isAllocated) {
    (*this)->recoverResources(idOf<FrameworkID>("f"), idOf<SlaveID>("a"),
                              allocated(resources), None(), isAllocated);
  }
  // What is offered and was not taken yet.
  Resources take() {
    Resources& offer = offered("f", "a");
    const Resources taken = offer;
    offer = {};
    return taken;
  }
};

// A reservation is merged into one that was there, and comes back so.
void whatIsMergedComesBack(bool isUsed) {
  Eng c(parse("mem:1024;ports:[6-9]") +
        reserved("mem:512;ports:[1-5]", twice));
  Resources offer = c.take();
  const ResourceConversion reserve(
      allocated(parse("mem:1024;ports:[6-9]")),
      allocated(reserved("mem:1024;ports:[6-9]", other)));
  c->updateAllocation(idOf<FrameworkID>("f"), idOf<SlaveID>("a"), offer,
                      {reserve});
  offer = offer.apply(reserve).get();
  offer.unallocate();
  EXPECT(offer == reserved("mem:1536;ports:[1-9]", twice));
  if (isUsed) c.use(offer);
  c.recover(offer, isUsed);
  const Resources next = c.take();
  EXPECT(next.mem() == Option<Bytes>(Megabytes(1536)));
  EXPECT(next.ports() == offer.ports());
}

// What is merged is unreserved with one conversion.
void whatIsMergedIsConverted() {
  const Resources separate = reserved("mem:1024", other) +
                             reserved("mem:512", twice);
  const Resources merged = reserved("mem:1536", twice);
  Eng c(separate);
  c.take();
  const ResourceConversion unreserve(allocated(merged),
                                     allocated(parse("mem:1536")));
  c->updateAllocation(idOf<FrameworkID>("f"), idOf<SlaveID>("a"),
                      allocated(merged), {unreserve});
  c.recover(parse("mem:1536"), false);
  EXPECT(c.take() == allocated(parse("mem:1536")));
}

// A task may name labels that its offer has not.
void whatIsUsedIsNamedOtherwise() {
  Eng c(reserved("mem:512", twice));
  const Resources offer = c.take();
  c.use(reserved("mem:100", other));
  c.use(reserved("mem:200", third));
  c.recover(reserved("mem:212", twice), false);
  c.recover(reserved("mem:200", other), true);
  c.recover(reserved("mem:100", third), true);
  EXPECT(c.take() == offer);
}

// An agent's total that is merged is no more than it was.
void aMergedTotalIsNoMore() {
  Eng c(reserved("mem:1024", other) + reserved("mem:512", twice));
  c.take();
  c->updateSlave(idOf<SlaveID>("a"), agentInfo("a"),
                 reserved("mem:1600", twice), None());
  EXPECT(c.take() == allocated(reserved("mem:64", twice)));
}

}  // namespace

int main() {
  whatIsMergedComesBack(false);
  whatIsMergedComesBack(true);
  whatIsMergedIsConverted();
  whatIsUsedIsNamedOtherwise();
  aMergedTotalIsNoMore();
  return summary("repeated_labels_test");
}
