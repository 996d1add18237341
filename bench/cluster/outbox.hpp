// Operations that wait to cross the ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apportion.hpp"
#include "offer_bundle.hpp"

namespace cluster {

// Collects operations and their resources, and submits them as one batch when
// there are many or flush is called. Throws if one fails.
//
// Invariant: rows_ is never reallocated while the batch points into it.
class outbox {
 public:
  outbox(apportion::allocator& allocator, const kinds& k);  // they outlive it

  void set_suppressed(apportion::framework_id framework, bool suppressed);
  void transition(apportion::agent_id agent, apportion::role_id role,
                  const bundle& used);
  void recover(std::int64_t now, apportion::framework_id framework,
               apportion::agent_id agent, apportion::role_id role,
               const bundle& freed, std::int64_t refuse_nanos, bool allocated);

  void flush();

  // So far, in real time.
  double seconds() const noexcept { return seconds_; }
  std::uint64_t operations() const noexcept { return operations_; }

 private:
  void make_room(std::size_t rows);
  apportion::view<apportion::resource> store(const bundle& b);

  apportion::allocator& allocator_;
  const kinds& kinds_;
  apportion::batch batch_;
  std::vector<apportion::resource> rows_;
  std::vector<apportion::result> results_;
  double seconds_ = 0;
  std::uint64_t operations_ = 0;
};

}  // namespace cluster
