// allocator_process_whitelist.cpp - the agents that may be offered at all, by
// host name.
#include <glog/logging.h>

#include <stout/stringify.hpp>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "log.hpp"

namespace apportion_mesos {

void AllocatorProcess::updateWhitelist(
    const Option<hashset<std::string>>& whitelist) {
  CHECK(core_);
  if (whitelist.isNone()) {
    core_->clear_whitelist();
    refused_.remove(RefusedPart::whitelist, "");
    LOG_LINE(INFO) << "Advertising offers for all agents";
    finishCall(GaugeSet::unchanged);
    return;
  }
  std::vector<apportion_str> hosts;
  for (const std::string& host : *whitelist) {
    hosts.push_back({host.data(), host.size()});
  }
  const auto refusal = refusalOf(
      [&] { core_->set_whitelist(hosts); },
      [&](std::ostream& s) {
        s << "updateWhitelist with " << hosts.size() << " hosts";
      });
  if (refusal) return refuse(RefusedPart::whitelist, "", *refusal);
  refused_.remove(RefusedPart::whitelist, "");
  LOG_LINE(INFO) << "Updated agent whitelist: " << stringify(*whitelist);
  LOG_IF(WARNING, whitelist->empty())
      << "Whitelist is empty, no offers will be made!";
  finishCall(GaugeSet::unchanged);
}

}  // namespace apportion_mesos
