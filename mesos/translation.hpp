// translation.hpp - Resources to rows of kinds and amounts, and back.
#ifndef APPORTION_MESOS_TRANSLATION_HPP
#define APPORTION_MESOS_TRANSLATION_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <mesos/resources.hpp>

#include "apportion.hpp"
#include "names.hpp"
#include "prototypes.hpp"

namespace apportion_mesos {

using Rows = std::vector<apportion::resource>;

class Translation {
 public:
  explicit Translation(apportion::allocator& core)
      : prototypes_(core), items_(core) {}

  // Appends the rows of resources, whatever they are allocated to; with
  // exceptions, remembers the prototypes that they have.
  void read(const ::mesos::Resources& resources, Rows& out,
            Exceptions* exceptions = nullptr);

  // The same by the role that they are allocated to. What is not allocated,
  // which only tests send, counts as allocated to "*".
  std::map<std::string, Rows> readByRole(const ::mesos::Resources& resources);

  // The resources of rows, on an agent with these exceptions, allocated to a
  // role. Parts that were made before are shared with those, so that an offer
  // costs some copies of pointers.
  ::mesos::Resources write(apportion::view<apportion::resource> rows,
                           apportion::role_id role,
                           const std::string& roleName,
                           const Exceptions& exceptions);

  // The same allocated to nobody, for the log: nothing is shared.
  ::mesos::Resources writeUnallocated(
      apportion::view<apportion::resource> rows, const Exceptions& exceptions);

 private:
  struct PartKey {
    PrototypeId prototype;
    apportion::role_id role;
    std::int64_t amount;
    bool operator==(const PartKey& other) const {
      return prototype == other.prototype && role == other.role &&
             amount == other.amount;
    }
  };
  struct PartHash {
    std::size_t operator()(const PartKey& key) const {
      std::uint64_t h = (std::uint64_t{key.prototype} << 32 | key.role) ^
                        static_cast<std::uint64_t>(key.amount) *
                            0x9E3779B97F4A7C15u;
      h *= 0xBF58476D1CE4E5B9u;
      return h ^ h >> 31;
    }
  };

  void readOne(const ::mesos::Resources& all, const ::mesos::Resource& one,
               Rows& out, Exceptions* exceptions);
  void readSpans(const ::mesos::Resource& resource, apportion::kind_id kind,
                 Rows& out);
  const ::mesos::Resources& scalar(PrototypeId prototype,
                                   apportion::role_id role,
                                   const std::string& roleName,
                                   std::int64_t amount);
  const ::mesos::Resources& spans(PrototypeId prototype,
                                  apportion::role_id role,
                                  const std::string& roleName,
                                  apportion::view<apportion::resource> rows);
  ::mesos::Resource make(PrototypeId prototype, const std::string& roleName);

  Prototypes prototypes_;
  Items items_;
  std::unordered_map<PartKey, ::mesos::Resources, PartHash> scalars_;
  std::unordered_map<std::string, ::mesos::Resources> spans_;
  std::string key_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_TRANSLATION_HPP
