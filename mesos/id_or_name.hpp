// id_or_name.hpp - the framework or agent that a request means: by its id, or by its name
// if no other has it.
#ifndef APPORTION_MESOS_ID_OR_NAME_HPP
#define APPORTION_MESOS_ID_OR_NAME_HPP

#include <set>
#include <string>

#include <stout/stringify.hpp>
#include <stout/strings.hpp>

#include "agent.hpp"
#include "framework.hpp"
#include "http_requests.hpp"
#include "id_handle_map.hpp"

namespace apportion_mesos {

// Why there is no answer to a request.
struct Refusal {
  Response response;
};

inline std::string quoted(const std::string& text) { return "'" + text + "'"; }

// What may be meant by a name that nobody has: those that are known and similar, or
// else some of what is known.
std::string whatIsMeant(const std::string& name,
                        const std::set<std::string>& known);

inline const std::string& nameOf(const Framework& f) { return f.info.name(); }
inline const std::string& nameOf(const Agent& a) { return a.info.hostname(); }

// The entry with this id, or the only one of this name, of those that mayView lets pass.
// one and several say what it is. Throws Refusal.
template <class Entry, class MayView>
const Entry& entryOf(const IdHandleMap<Entry>& entries, const std::string& name,
                     const std::string& one, const std::string& several,
                     const MayView& mayView) {
  const Entry* found = entries.find(name);
  if (found != nullptr && mayView(*found)) return *found;
  std::set<std::string> known, ids;
  for (const auto& [number, entry] : entries) {
    if (!mayView(*entry)) continue;
    if (nameOf(*entry) == name) {
      found = entry.get();
      ids.insert(entry->id.value());
    }
    known.insert({entry->id.value(), nameOf(*entry)});
  }
  if (ids.size() == 1) return *found;
  if (ids.empty()) {
    throw Refusal{process::http::NotFound("There is no " + one + " " +
                                          quoted(name) + "; " +
                                          whatIsMeant(name, known) + "\n")};
  }
  throw Refusal{process::http::BadRequest(
      "There are " + stringify(ids.size()) + " " + several + " " +
      quoted(name) + "; their ids: " + strings::join(", ", ids) + "\n")};
}

// One of the frameworks that the user may view. Throws Refusal.
inline const Framework& frameworkOf(const Frameworks& frameworks,
                                    const std::string& name,
                                    const ViewPermissions& viewer) {
  return entryOf(frameworks, name, "framework", "frameworks of the name",
                 [&](const Framework& f) { return viewer.mayView(f.info); });
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_ID_OR_NAME_HPP
