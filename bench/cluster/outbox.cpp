#include "outbox.hpp"

#include <algorithm>
#include <stdexcept>

#include "stopwatch.hpp"

namespace cluster {
namespace {

// Large enough to make the crossing cheap, small enough to stay in the cache.
constexpr std::size_t batch_size = 1024;
constexpr std::size_t row_capacity = 8192;

}  // namespace

outbox::outbox(apportion::allocator& allocator, const kinds& k)
    : allocator_(allocator), kinds_(k) {
  batch_.reserve(batch_size);
  rows_.reserve(row_capacity);
}

void outbox::set_suppressed(apportion::framework_id framework,
                            bool suppressed) {
  make_room(0);
  if (suppressed) {
    batch_.suppress_offers(framework);
  } else {
    batch_.revive_offers(framework);
  }
}

void outbox::transition(apportion::agent_id agent, apportion::role_id role,
                        const bundle& used) {
  make_room(kinds::rows_of(used));
  batch_.transition(agent, role, store(used));
}

void outbox::recover(std::int64_t now, apportion::framework_id framework,
                     apportion::agent_id agent, apportion::role_id role,
                     const bundle& freed, std::int64_t refuse_nanos,
                     bool allocated) {
  make_room(kinds::rows_of(freed));
  batch_.recover_resources(now, framework, agent, role, store(freed),
                           refuse_nanos, allocated);
}

void outbox::flush() {
  if (batch_.empty()) return;
  operations_ += batch_.size();
  const stopwatch watch;
  const bool succeeded = allocator_.submit(batch_, results_);
  seconds_ += watch.seconds();
  if (!succeeded) throw std::runtime_error(allocator_.last_error());
  batch_.clear();
  rows_.clear();
}

void outbox::make_room(std::size_t rows) {
  if (batch_.size() == batch_size ||
      rows_.size() + rows > rows_.capacity()) {
    flush();
  }
  // The batch is empty if this allocates.
  rows_.reserve(std::max(rows_.capacity(), rows));
}

apportion::view<apportion::resource> outbox::store(const bundle& b) {
  const std::size_t first = rows_.size();
  kinds_.append(b, rows_);
  return {rows_.data() + first, rows_.size() - first};
}

}  // namespace cluster
