// resource_kind.hpp - the core's description of a Resource's kind: its name,
// type, reservations, disk, and whether it is revocable or shared.
#ifndef APPORTION_MESOS_RESOURCE_KIND_HPP
#define APPORTION_MESOS_RESOURCE_KIND_HPP

#include <cstdint>
#include <deque>
#include <vector>

#include "apportion.hpp"
#include "mesos_names.hpp"

namespace apportion_mesos {

// Holds the arrays that a kind_info points to. The kind_info also points to the
// strings of the resource, which must outlive it.
class ResourceKind {
 public:
  explicit ResourceKind(const Resource& resource);

  const apportion::kind_info& info() const { return info_; }

 private:
  apportion::view<apportion::label> labelRows(const Labels& labels);
  void addReservation(const Resource::ReservationInfo& reservation);
  void setDisk(const Resource::DiskInfo& disk);

  apportion::kind_info info_;
  std::vector<apportion::reservation> reservations_;
  std::deque<std::vector<apportion::label>> labels_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_RESOURCE_KIND_HPP
