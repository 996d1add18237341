#include "allocator.hpp"

#include <utility>

#include <mesos/type_utils.hpp>

#include <glog/logging.h>

#include <process/dispatch.hpp>
#include <process/process.hpp>

namespace apportion_mesos {

using ::mesos::Filters;
using ::mesos::FrameworkID;
using ::mesos::FrameworkInfo;
using ::mesos::Offer;
using ::mesos::Quota;
using ::mesos::Request;
using ::mesos::ResourceConversion;
using ::mesos::Resources;
using ::mesos::SlaveID;
using ::mesos::SlaveInfo;
using ::mesos::Unavailability;
using ::mesos::UnavailableResources;
using ::mesos::WeightInfo;
using ::mesos::allocator::FrameworkOptions;
using ::mesos::allocator::InverseOfferStatus;
using ::mesos::allocator::Options;
using process::dispatch;
using process::Future;

Allocator::Allocator(const Settings& settings)
    : process_(std::make_unique<AllocatorProcess>(settings)) {
  process::spawn(process_.get());
}

Allocator::~Allocator() {
  process::terminate(process_.get());
  process::wait(process_.get());
}

void Allocator::initialize(const Options& options,
                           const OfferCallback& offerCallback,
                           const InverseOfferCallback& inverseOfferCallback) {
  dispatch(
      process_.get(),
      static_cast<void (AllocatorProcess::*)(
          const Options&, const OfferCallback&, const InverseOfferCallback&)>(
          &AllocatorProcess::initialize),
      options, offerCallback, inverseOfferCallback);
}

void Allocator::recover(const int expectedAgentCount,
                        const hashmap<std::string, Quota>& quotas) {
  dispatch(process_.get(), &AllocatorProcess::recover, expectedAgentCount,
           quotas);
}

void Allocator::addFramework(const FrameworkID& id, const FrameworkInfo& info,
                             const hashmap<SlaveID, Resources>& used,
                             bool active, FrameworkOptions&& options) {
  dispatch(process_.get(), &AllocatorProcess::addFramework, id, info, used,
           active, std::move(options));
}

void Allocator::removeFramework(const FrameworkID& id) {
  dispatch(process_.get(), &AllocatorProcess::removeFramework, id);
}

void Allocator::activateFramework(const FrameworkID& id) {
  dispatch(process_.get(), &AllocatorProcess::activateFramework, id);
}

void Allocator::deactivateFramework(const FrameworkID& id) {
  dispatch(process_.get(), &AllocatorProcess::deactivateFramework, id);
}

void Allocator::updateFramework(const FrameworkID& id,
                                const FrameworkInfo& info,
                                FrameworkOptions&& options) {
  dispatch(process_.get(), &AllocatorProcess::updateFramework, id, info,
           std::move(options));
}

void Allocator::addSlave(const SlaveID& id, const SlaveInfo& info,
                         const std::vector<SlaveInfo::Capability>& capabilities,
                         const Option<Unavailability>& unavailability,
                         const Resources& total,
                         const hashmap<FrameworkID, Resources>& used) {
  CHECK_EQ(id, info.id());
  dispatch(process_.get(), &AllocatorProcess::addSlave, id, AgentInfo(info),
           capabilityTypes(capabilities), unavailability, total, used);
}

void Allocator::removeSlave(const SlaveID& id) {
  dispatch(process_.get(), &AllocatorProcess::removeSlave, id);
}

void Allocator::updateSlave(
    const SlaveID& id, const SlaveInfo& info, const Option<Resources>& total,
    const Option<std::vector<SlaveInfo::Capability>>& capabilities) {
  CHECK_EQ(id, info.id());
  Option<AgentCapabilities> types;
  if (capabilities.isSome()) types = capabilityTypes(*capabilities);
  dispatch(process_.get(), &AllocatorProcess::updateSlave, id, AgentInfo(info),
           total, types);
}

void Allocator::addResourceProvider(
    const SlaveID& id, const Resources& total,
    const hashmap<FrameworkID, Resources>& used) {
  dispatch(process_.get(), &AllocatorProcess::addResourceProvider, id, total,
           used);
}

void Allocator::activateSlave(const SlaveID& id) {
  dispatch(process_.get(), &AllocatorProcess::activateSlave, id);
}

void Allocator::deactivateSlave(const SlaveID& id) {
  dispatch(process_.get(), &AllocatorProcess::deactivateSlave, id);
}

void Allocator::updateWhitelist(const Option<hashset<std::string>>& whitelist) {
  dispatch(process_.get(), &AllocatorProcess::updateWhitelist, whitelist);
}

void Allocator::requestResources(const FrameworkID& id,
                                 const std::vector<Request>& requests) {
  dispatch(process_.get(), &AllocatorProcess::requestResources, id, requests);
}

void Allocator::updateAllocation(
    const FrameworkID& frameworkId, const SlaveID& agentId,
    const Resources& offered,
    const std::vector<ResourceConversion>& conversions) {
  dispatch(process_.get(), &AllocatorProcess::updateAllocation, frameworkId,
           agentId, offered, conversions);
}

Future<Nothing> Allocator::updateAvailable(
    const SlaveID& id, const std::vector<Offer::Operation>& operations) {
  return dispatch(process_.get(), &AllocatorProcess::updateAvailable, id,
                  operations);
}

void Allocator::updateUnavailability(
    const SlaveID& id, const Option<Unavailability>& unavailability) {
  dispatch(process_.get(), &AllocatorProcess::updateUnavailability, id,
           unavailability);
}

void Allocator::updateInverseOffer(
    const SlaveID& agentId, const FrameworkID& frameworkId,
    const Option<UnavailableResources>& unavailableResources,
    const Option<InverseOfferStatus>& status, const Option<Filters>& filters) {
  dispatch(process_.get(), &AllocatorProcess::updateInverseOffer, agentId,
           frameworkId, unavailableResources, status, filters);
}

Future<InverseOfferStatuses> Allocator::getInverseOfferStatuses() {
  return dispatch(process_.get(), &AllocatorProcess::getInverseOfferStatuses);
}

void Allocator::transitionOfferedToAllocated(const SlaveID& id,
                                             const Resources& resources) {
  dispatch(process_.get(), &AllocatorProcess::transitionOfferedToAllocated, id,
           resources);
}

void Allocator::recoverResources(const FrameworkID& frameworkId,
                                 const SlaveID& agentId,
                                 const Resources& resources,
                                 const Option<Filters>& filters,
                                 bool isAllocated) {
  dispatch(process_.get(), &AllocatorProcess::recoverResources, frameworkId,
           agentId, resources, filters, isAllocated);
}

void Allocator::suppressOffers(const FrameworkID& id,
                               const std::set<std::string>& roles) {
  dispatch(process_.get(), &AllocatorProcess::suppressOffers, id, roles);
}

void Allocator::reviveOffers(const FrameworkID& id,
                             const std::set<std::string>& roles) {
  dispatch(process_.get(), &AllocatorProcess::reviveOffers, id, roles);
}

void Allocator::updateQuota(const std::string& role, const Quota& quota) {
  dispatch(process_.get(), &AllocatorProcess::updateQuota, role, quota);
}

void Allocator::updateWeights(const std::vector<WeightInfo>& weights) {
  dispatch(process_.get(), &AllocatorProcess::updateWeights, weights);
}

void Allocator::pause() { dispatch(process_.get(), &AllocatorProcess::pause); }

void Allocator::resume() {
  dispatch(process_.get(), &AllocatorProcess::resume);
}

}  // namespace apportion_mesos
