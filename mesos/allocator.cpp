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
    : actor_(std::make_unique<Actor>(settings)) {
  process::spawn(actor_.get());
}

Allocator::~Allocator() {
  process::terminate(actor_.get());
  process::wait(actor_.get());
}

void Allocator::initialize(const Options& options,
                           const OfferCallback& offerCallback,
                           const InverseOfferCallback& inverseOfferCallback) {
  dispatch(actor_.get(),
           static_cast<void (Actor::*)(const Options&, const OfferCallback&,
                                       const InverseOfferCallback&)>(
               &Actor::initialize),
           options, offerCallback, inverseOfferCallback);
}

void Allocator::recover(const int expectedAgentCount,
                        const hashmap<std::string, Quota>& quotas) {
  dispatch(actor_.get(), &Actor::recover, expectedAgentCount, quotas);
}

void Allocator::addFramework(const FrameworkID& id, const FrameworkInfo& info,
                             const hashmap<SlaveID, Resources>& used,
                             bool active, FrameworkOptions&& options) {
  dispatch(actor_.get(), &Actor::addFramework, id, info, used, active,
           std::move(options));
}

void Allocator::removeFramework(const FrameworkID& id) {
  dispatch(actor_.get(), &Actor::removeFramework, id);
}

void Allocator::activateFramework(const FrameworkID& id) {
  dispatch(actor_.get(), &Actor::activateFramework, id);
}

void Allocator::deactivateFramework(const FrameworkID& id) {
  dispatch(actor_.get(), &Actor::deactivateFramework, id);
}

void Allocator::updateFramework(const FrameworkID& id,
                                const FrameworkInfo& info,
                                FrameworkOptions&& options) {
  dispatch(actor_.get(), &Actor::updateFramework, id, info,
           std::move(options));
}

void Allocator::addSlave(
    const SlaveID& id, const SlaveInfo& info,
    const std::vector<SlaveInfo::Capability>& capabilities,
    const Option<Unavailability>& unavailability, const Resources& total,
    const hashmap<FrameworkID, Resources>& used) {
  CHECK_EQ(id, info.id());
  dispatch(actor_.get(), &Actor::addSlave, id, AgentInfo(info),
           typesOf(capabilities), unavailability, total, used);
}

void Allocator::removeSlave(const SlaveID& id) {
  dispatch(actor_.get(), &Actor::removeSlave, id);
}

void Allocator::updateSlave(
    const SlaveID& id, const SlaveInfo& info, const Option<Resources>& total,
    const Option<std::vector<SlaveInfo::Capability>>& capabilities) {
  CHECK_EQ(id, info.id());
  Option<AgentCapabilities> types;
  if (capabilities.isSome()) types = typesOf(*capabilities);
  dispatch(actor_.get(), &Actor::updateSlave, id, AgentInfo(info), total,
           types);
}

void Allocator::addResourceProvider(
    const SlaveID& id, const Resources& total,
    const hashmap<FrameworkID, Resources>& used) {
  dispatch(actor_.get(), &Actor::addResourceProvider, id, total, used);
}

void Allocator::activateSlave(const SlaveID& id) {
  dispatch(actor_.get(), &Actor::activateSlave, id);
}

void Allocator::deactivateSlave(const SlaveID& id) {
  dispatch(actor_.get(), &Actor::deactivateSlave, id);
}

void Allocator::updateWhitelist(const Option<hashset<std::string>>& whitelist) {
  dispatch(actor_.get(), &Actor::updateWhitelist, whitelist);
}

void Allocator::requestResources(const FrameworkID& id,
                                 const std::vector<Request>& requests) {
  dispatch(actor_.get(), &Actor::requestResources, id, requests);
}

void Allocator::updateAllocation(
    const FrameworkID& frameworkId, const SlaveID& agentId,
    const Resources& offered,
    const std::vector<ResourceConversion>& conversions) {
  dispatch(actor_.get(), &Actor::updateAllocation, frameworkId, agentId,
           offered, conversions);
}

Future<Nothing> Allocator::updateAvailable(
    const SlaveID& id, const std::vector<Offer::Operation>& operations) {
  return dispatch(actor_.get(), &Actor::updateAvailable, id, operations);
}

void Allocator::updateUnavailability(
    const SlaveID& id, const Option<Unavailability>& unavailability) {
  dispatch(actor_.get(), &Actor::updateUnavailability, id, unavailability);
}

void Allocator::updateInverseOffer(
    const SlaveID& agentId, const FrameworkID& frameworkId,
    const Option<UnavailableResources>& unavailableResources,
    const Option<InverseOfferStatus>& status, const Option<Filters>& filters) {
  dispatch(actor_.get(), &Actor::updateInverseOffer, agentId, frameworkId,
           unavailableResources, status, filters);
}

Future<InverseOfferStatuses> Allocator::getInverseOfferStatuses() {
  return dispatch(actor_.get(), &Actor::getInverseOfferStatuses);
}

void Allocator::transitionOfferedToAllocated(const SlaveID& id,
                                             const Resources& resources) {
  dispatch(actor_.get(), &Actor::transitionOfferedToAllocated, id, resources);
}

void Allocator::recoverResources(const FrameworkID& frameworkId,
                                 const SlaveID& agentId,
                                 const Resources& resources,
                                 const Option<Filters>& filters,
                                 bool isAllocated) {
  dispatch(actor_.get(), &Actor::recoverResources, frameworkId, agentId,
           resources, filters, isAllocated);
}

void Allocator::suppressOffers(const FrameworkID& id,
                               const std::set<std::string>& roles) {
  dispatch(actor_.get(), &Actor::suppressOffers, id, roles);
}

void Allocator::reviveOffers(const FrameworkID& id,
                             const std::set<std::string>& roles) {
  dispatch(actor_.get(), &Actor::reviveOffers, id, roles);
}

void Allocator::updateQuota(const std::string& role, const Quota& quota) {
  dispatch(actor_.get(), &Actor::updateQuota, role, quota);
}

void Allocator::updateWeights(const std::vector<WeightInfo>& weights) {
  dispatch(actor_.get(), &Actor::updateWeights, weights);
}

void Allocator::pause() { dispatch(actor_.get(), &Actor::pause); }

void Allocator::resume() { dispatch(actor_.get(), &Actor::resume); }

}  // namespace apportion_mesos
