// repeated_labels.hpp - resources that Mesos takes for others, since their reservations
// have a label twice.
//
// DIVERGES: to Mesos, labels are equal to others that are as many and have each of them
// (type_utils.cpp): {a, a} is equal to {a, b} and to {a, c}, which differ. It merges what
// is reserved with these, or not, as the order of an addition has it, and lets a
// framework name the one for the other. The core keeps them apart.
#ifndef APPORTION_MESOS_REPEATED_LABELS_HPP
#define APPORTION_MESOS_REPEATED_LABELS_HPP

#include <vector>

#include "apportion.hpp"
#include "mesos_names.hpp"
#include "resource_translation.hpp"

namespace apportion_mesos {

// The rows with the kinds of what is held: of a kind of which less is held, the rest is
// of kinds like it. What is not held at all stays as it is.
ResourceRows asHeld(const ResourceRows& rows,
                    std::vector<apportion::resource> held,
                    const ResourceTranslation& translation);

// Held scalars without those in use, and all spans.
std::vector<apportion::resource> without(std::vector<apportion::resource> held,
                                         ResourceRows inUse);

// Whether a reservation has a label twice.
bool haveRepeatedLabels(const Resources& resources);

// Makes a call with rows. If the core holds less than that, makes it once more with the
// kinds of what held() returns.
template <class Held, class Call>
void callWithHeldKinds(const ResourceTranslation& translation,
                       ResourceRows& rows, const Held& held,
                       const Call& call) {
  try {
    return call();
  } catch (const apportion::error& e) {
    if (e.code() != APPORTION_E_NOT_ALLOCATED &&
        e.code() != APPORTION_E_NOT_AVAILABLE) {
      throw;
    }
  }
  rows = asHeld(rows, held(), translation);
  call();
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_REPEATED_LABELS_HPP
