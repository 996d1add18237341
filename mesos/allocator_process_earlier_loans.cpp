// allocator_process_earlier_loans.cpp - what tasks use that was lent to them by a master
// before this one, or before their agent was lost.
#include <algorithm>

#include "allocator_process.hpp"
#include "fixed_point.hpp"
#include "log.hpp"

namespace apportion_mesos {

namespace {

std::int64_t amountOf(apportion::view<apportion::resource> rows,
                      apportion::kind_id kind) {
  std::int64_t sum = 0;
  for (const apportion::resource& row : rows) {
    if (row.kind == kind) sum += row.amount;
  }
  return sum;
}

// Moves an amount from one kind to another; the first has as much.
void move(ResourceRows& rows, apportion::kind_id from, apportion::kind_id to,
          std::int64_t amount) {
  rows.push_back(apportion::scalar(to, amount));
  for (apportion::resource& row : rows) {
    if (row.kind != from) continue;
    const std::int64_t part = std::min(row.amount, amount);
    row.amount -= part;
    amount -= part;
  }
}

}  // namespace

// Tasks on an agent that comes to a new master may use what was lent to them. Nobody
// knows of that loan any longer, and what is lent is still in the agent's total. So what
// is in use as revocable goes there in the place of what is not: it is offered to nobody
// until it is given back.
void AllocatorProcess::findEarlierLoans(
    Agent& agent, const hashmap<FrameworkID, Resources>& used) {
  if (settings_.lending.empty()) return;
  for (const auto& [id, resources] : used) {
    for (const Resource& r : resources) {
      if (!r.has_revocable() || r.type() != Value::SCALAR ||
          r.reservations_size() > 0 || r.has_disk() || r.has_provider_id()) {
        continue;
      }
      auto& loans = agent.earlierLoans;
      const auto known = std::find_if(
          loans.begin(), loans.end(),
          [&](const EarlierLoan& l) { return l.resource == r.name(); });
      EarlierLoan& loan = known == loans.end()
                              ? loans.emplace_back(EarlierLoan{r.name(), 0})
                              : *known;
      loan.amount += toThousandths(r.scalar());
    }
  }
  for (const EarlierLoan& loan : agent.earlierLoans) {
    LOG_LINE(INFO) << "On agent " << agent.id << ", tasks use "
                   << toDouble(loan.amount) << " of " << loan.resource
                   << " that was lent to them before the agent registered";
  }
}

// In rows of the agent's total.
void AllocatorProcess::coverEarlierLoans(Agent& agent, ResourceRows& rows) {
  for (EarlierLoan& loan : agent.earlierLoans) {
    const apportion::kind_id kind = kindOf(loan.resource, false);
    loan.amount = std::min(loan.amount, amountOf(rows, kind));
    move(rows, kind, kindOf(loan.resource, true), loan.amount);
  }
  forgetReturned(agent);
}

// The kind may have been forgotten since it was last asked for.
apportion::kind_id AllocatorProcess::kindOf(const std::string& resource,
                                            bool revocable) {
  Resource one;
  one.set_name(resource);
  one.set_type(Value::SCALAR);
  one.mutable_scalar()->set_value(1);
  if (revocable) one.mutable_revocable();
  ResourceRows row;
  translation_->appendRows(one, row);
  return row.front().kind;
}

// What an agent reports as revocable comprises what its tasks use as such, and so what is
// lent there: it would be offered twice. While roles lend, it is left out of the total.
void AllocatorProcess::appendTotal(Agent& agent, const Resources& total,
                                   ResourceRows& rows) {
  if (settings_.lending.empty()) {
    return translation_->appendRows(total, rows, &agent.templateOverrides);
  }
  const Resources revocable = total.revocable();
  if (!revocable.empty()) {
    LOG_LINE(INFO) << "Not offering " << revocable << " that agent " << agent.id
                   << " reports, since roles lend";
  }
  translation_->appendRows(total.nonRevocable(), rows, &agent.templateOverrides);
}

void AllocatorProcess::forgetReturned(Agent& agent) {
  auto& loans = agent.earlierLoans;
  loans.erase(std::remove_if(loans.begin(), loans.end(),
                             [](const EarlierLoan& l) { return l.amount <= 0; }),
              loans.end());
}

// What of earlier loans is free now is no longer revocable.
void AllocatorProcess::returnEarlierLoans(Agent& agent) {
  if (agent.earlierLoans.empty()) return;
  const auto free = core_->agent_free(agent.handle);
  ResourceRows total;  // Of kinds that are held, which may not be so in the core's.
  translation_->appendRows(
      translation_->toUnallocatedResources(core_->agent_total(agent.handle),
                                           agent.templateOverrides),
      total);
  bool changed = false;
  for (EarlierLoan& loan : agent.earlierLoans) {
    const apportion::kind_id kind = kindOf(loan.resource, true);
    const std::int64_t back = std::min(loan.amount, amountOf(free, kind));
    if (back == 0) continue;
    move(total, kind, kindOf(loan.resource, false), back);
    loan.amount -= back;
    changed = true;
  }
  if (!changed) return;
  forgetReturned(agent);
  apportion::agent_update update;
  const std::string region = regionOf(agent.info.described().domain());
  update.hostname = agent.info.hostname();
  update.region = region;
  update.total = total;
  core_->update_agent(agent.handle, update);
}

}  // namespace apportion_mesos
