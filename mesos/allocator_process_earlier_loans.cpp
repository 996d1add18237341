// allocator_process_earlier_loans.cpp - what tasks use that was lent to them by a master
// before this one, or before their agent was lost.
#include <algorithm>

#include "allocator_process.hpp"
#include "fixed_point.hpp"
#include "log.hpp"

namespace apportion_mesos {

namespace {

std::string nameOf(const apportion_kind_info& kind) {
  return {kind.name.data, kind.name.size};
}

// Whether a kind is of scalars that are nothing but what the flags say.
bool isPlain(const apportion_kind_info& kind, std::uint32_t flags) {
  return kind.type == APPORTION_SCALAR && kind.flags == flags &&
         kind.reservation_count == 0 && kind.provider.data == nullptr;
}

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
// until it is given back. rows are the total.
void AllocatorProcess::findEarlierLoans(
    Agent& agent, const ResourceRows& rows,
    const hashmap<FrameworkID, Resources>& used) {
  if (settings_.lending.empty()) return;
  ResourceRows usedRows;
  for (const auto& [id, resources] : used) {
    translation_->appendRows(resources.revocable(), usedRows);
  }
  for (const apportion::resource& row : usedRows) {
    const auto kind = core_->describe_kind(row.kind);
    if (!isPlain(*kind, APPORTION_KIND_REVOCABLE)) continue;
    auto& loans = agent.earlierLoans;
    const auto known = [&](const EarlierLoan& l) { return l.kind == row.kind; };
    if (std::any_of(loans.begin(), loans.end(), known)) continue;
    for (const apportion::resource& original : rows) {
      const auto o = core_->describe_kind(original.kind);
      if (!isPlain(*o, 0) || nameOf(*o) != nameOf(*kind)) continue;
      loans.push_back({row.kind, original.kind, amountOf(usedRows, row.kind)});
      LOG_LINE(INFO) << "On agent " << agent.id << ", tasks use "
                     << toDouble(loans.back().amount) << " of " << nameOf(*kind)
                     << " that was lent to them before the agent registered";
      break;
    }
  }
}

void AllocatorProcess::coverEarlierLoans(Agent& agent, ResourceRows& rows) {
  for (EarlierLoan& loan : agent.earlierLoans) {
    loan.amount = std::min(loan.amount, amountOf(rows, loan.original));
    move(rows, loan.original, loan.kind, loan.amount);
  }
  forgetReturned(agent);
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
  ResourceRows total = core_->agent_total(agent.handle);
  bool changed = false;
  for (EarlierLoan& loan : agent.earlierLoans) {
    const std::int64_t back = std::min(loan.amount, amountOf(free, loan.kind));
    if (back == 0) continue;
    move(total, loan.kind, loan.original, back);
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
