#include "id_or_name.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "apportion.hpp"

namespace apportion_mesos {

std::string whatIsMeant(const std::string& name,
                        const std::set<std::string>& known) {
  if (known.empty()) return "none is known";
  const std::vector<std::string_view> names(known.begin(), known.end());
  std::uint32_t indices[APPORTION_MAX_SIMILAR];
  const std::size_t similar = apportion::similar_names(name, names, indices);
  std::vector<std::string> list;
  for (std::size_t i = 0; i < similar; ++i) {
    list.push_back(quoted(std::string(names[indices[i]])));
  }
  if (similar > 0) return "similar are: " + strings::join(", ", list);
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
    list.push_back(quoted(std::string(names[i])));
  }
  return "there are: " + strings::join(", ", list) +
         (names.size() > most
              ? " and " + stringify(names.size() - most) + " more"
              : "");
}

}  // namespace apportion_mesos
