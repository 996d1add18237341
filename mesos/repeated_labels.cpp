#include "repeated_labels.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace apportion_mesos {

namespace {

using apportion::resource;

bool isScalar(const resource& row) { return row.amount > 0; }

// Moves what rows and held have in common, where they match, to out, with held's kinds.
template <class Match>
void take(ResourceRows& rows, std::vector<resource>& held,
          const Match& matches, ResourceRows& out) {
  ResourceRows left;
  while (!rows.empty()) {
    resource row = rows.back();
    rows.pop_back();
    const auto found =
        std::find_if(held.begin(), held.end(), [&](const resource& h) {
          const bool common = isScalar(row)
                                  ? h.amount > 0
                                  : h.begin <= row.end && row.begin <= h.end;
          return common && isScalar(row) == isScalar(h) &&
                 matches(row, h);
        });
    if (found == held.end()) {
      left.push_back(row);
    } else if (isScalar(row)) {
      const std::int64_t amount = std::min(row.amount, found->amount);
      out.push_back(apportion::scalar(found->kind, apportion::amount(amount)));
      found->amount -= amount;
      row.amount -= amount;
      if (row.amount > 0) rows.push_back(row);
    } else {
      const std::uint64_t begin = std::max(row.begin, found->begin);
      const std::uint64_t end = std::min(row.end, found->end);
      out.push_back(apportion::span(found->kind, begin, end));
      if (row.begin < begin) {
        rows.push_back(apportion::span(row.kind, row.begin, begin - 1));
      }
      if (end < row.end) {
        rows.push_back(apportion::span(row.kind, end + 1, row.end));
      }
    }
  }
  rows = std::move(left);
}

bool isOfSameKind(const resource& a, const resource& b) {
  return a.kind == b.kind;
}

bool hasRepeatedLabel(const Labels& labels) {
  std::set<std::string> seen;
  for (const auto& label : labels.labels()) {
    if (!seen.insert(label.SerializeAsString()).second) return true;
  }
  return false;
}

}  // namespace

ResourceRows asHeld(const ResourceRows& rows, std::vector<resource> held,
                    const ResourceTranslation& translation) {
  ResourceRows left = rows, out;
  take(left, held,
       [](const resource& a, const resource& b) {
         return a.kind == b.kind && a.amount == b.amount;
       },
       out);
  take(left, held, isOfSameKind, out);
  take(left, held,
       [&](const resource& a, const resource& b) {
         return translation.contains(a.kind, b.kind) ||
                translation.contains(b.kind, a.kind);
       },
       out);
  out.insert(out.end(), left.begin(), left.end());
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::tie(a.kind, a.begin) < std::tie(b.kind, b.begin);
  });
  return out;
}

std::vector<resource> without(std::vector<resource> held, ResourceRows inUse) {
  ResourceRows taken;
  take(inUse, held, isOfSameKind, taken);
  return held;
}

bool haveRepeatedLabels(const Resources& resources) {
  for (const Resource& resource : resources) {
    for (const auto& reservation : resource.reservations()) {
      if (hasRepeatedLabel(reservation.labels())) return true;
    }
  }
  return false;
}

}  // namespace apportion_mesos
