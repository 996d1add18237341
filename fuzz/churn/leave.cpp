// What becomes of offers, and how jobs go.

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "cluster.hpp"

namespace churn {

void cluster::allocate() {
  now_ += second;
  allocator_.advance(now_);
  allocator_.request_allocation();
  allocator_.allocate(now_, cycle_);
  cycles_++;
  for (const apportion::offer& o : cycle_.offers) {
    const auto found = by_framework_.find(o.framework.value());
    if (found == by_framework_.end())
      throw std::runtime_error("an offer to a framework that is gone");
    answer(jobs_[found->second], o);
    offers_++;
  }
  for (const apportion::inverse_offer& o : cycle_.inverse_offers)
    allocator_.update_inverse_offer(now_, o.agent, o.framework, APPORTION_INVERSE_ACCEPT, 0);
}

// A third of the offers are used, a third is kept, and a third refused, half of these for
// longer than a job lasts. Who is asked to leave an agent agrees.
void cluster::answer(job& j, const apportion::offer& o) {
  const apportion::view<apportion::resource> resources = cycle_.resources_of(o);
  const std::uint64_t what = random(3);
  if (what == 0) {
    const std::int64_t refused = random(2) == 0 ? 1'000'000 : std::int64_t(random(60));
    allocator_.recover_resources(now_, o.framework, o.agent, o.role, resources,
                                 refused * second, false);
    return;
  }
  if (what == 1) allocator_.transition(o.agent, o.role, resources);
  j.holdings.push_back({o.agent,
                        {resources.begin(), resources.end()},
                        what == 1});
}

// What a framework holds on the machine that came with another job may be gone
// already: its job knows no longer of it.
void cluster::go(std::size_t place) {
  job j = std::move(jobs_[place]);
  if (place + 1 < jobs_.size()) {
    jobs_[place] = std::move(jobs_.back());
    by_framework_[jobs_[place].framework.value()] = place;
  }
  jobs_.pop_back();
  by_framework_.erase(j.framework.value());

  for (const holding& h : j.holdings)
    allocator_.recover_resources(now_, j.framework, h.agent, j.role,
                                 h.resources, 0, h.allocated);
  for (job& other : jobs_) {
    for (std::size_t i = other.holdings.size(); i-- > 0;)
      if (other.holdings[i].agent == j.agent)
        other.holdings.erase(other.holdings.begin() + std::ptrdiff_t(i));
  }
  if (random(2) == 0) {
    allocator_.remove_framework(j.framework);
    allocator_.remove_agent(j.agent);
  } else {
    allocator_.remove_agent(j.agent);
    allocator_.remove_framework(j.framework);
  }
  unmake_volumes(j);
  if (j.has_quota) allocator_.set_quota(j.role, {}, {});
  if (j.has_weight) {
    const apportion::role_weight weight = apportion::make_role_weight(j.role, 1);
    allocator_.set_weights({&weight, 1});
  }
  if (!j.released) release_numbers(j);
}

void cluster::unmake_volumes(const job& j) {
  std::vector<apportion::resource>& home = totals_[j.home];
  for (int i = 0; i < volumes_at_home; i++) {
    const apportion::kind_id kind = j.volumes[std::size_t(i)].kind;
    home.erase(std::find_if(
        home.begin(), home.end(),
        [&](const apportion::resource& r) { return r.kind == kind; }));
  }
  update_home(j.home);
}

}  // namespace churn
