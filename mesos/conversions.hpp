// conversions.hpp - operations and conversions of resources, as the core takes
// them.
#ifndef APPORTION_MESOS_CONVERSIONS_HPP
#define APPORTION_MESOS_CONVERSIONS_HPP

#include <deque>
#include <vector>

#include <mesos/mesos.hpp>
#include <mesos/resources.hpp>

#include <stout/try.hpp>

#include "apportion.hpp"
#include "translation.hpp"

namespace apportion_mesos {

// What an operator's or a framework's operation does to resources. An error
// says that it does nothing that an allocator could follow: tasks, disks of a
// resource provider.
Try<std::vector<::mesos::ResourceConversion>> conversionsOf(
    const ::mesos::Offer::Operation& operation);

// Conversions in rows, and the memory that these are in.
class Conversions {
 public:
  explicit Conversions(Translation& translation) : translation_(translation) {}

  // learned, if not null, remembers the prototypes of what comes out.
  void add(const ::mesos::ResourceConversion& conversion, Exceptions* learned);

  apportion::view<apportion::conversion> view() const { return list_; }

 private:
  Translation& translation_;
  std::deque<Rows> rows_;
  std::vector<apportion::conversion> list_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_CONVERSIONS_HPP
