// allocator.hpp - the interface that the master calls,
// mesos::allocator::Allocator.
#ifndef APPORTION_MESOS_ALLOCATOR_HPP
#define APPORTION_MESOS_ALLOCATOR_HPP

#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <glog/logging.h>

#include <process/dispatch.hpp>
#include <process/future.hpp>
#include <process/process.hpp>

#include "allocator_process.hpp"
#include "module_parameters.hpp"

namespace apportion_mesos {

// Hands every call, from whatever thread, to the allocator's process and returns at once.
class Allocator : public ::mesos::allocator::Allocator {
  template <class Function>
  void send(Function&& function) {
    if (process_->calls().add(std::forward<Function>(function))) {
      process::dispatch(process_.get(), &AllocatorProcess::serveCalls);
    }
  }
  template <class Call, class... Args>
  void tell(Call call, Args&&... args) {
    std::tuple<std::decay_t<Args>...> bound(std::forward<Args>(args)...);
    send([call, bound = std::move(bound)](AllocatorProcess& process) mutable {
      std::apply([&](auto&... a) { (process.*call)(std::move(a)...); }, bound);
    });
  }
  // For a call that answers.
  template <class Answer, class... Params, class... Args>
  process::Future<Answer> ask(
      process::Future<Answer> (AllocatorProcess::*call)(Params...),
      const Args&... args) {
    auto promise = std::make_unique<process::Promise<Answer>>();
    const process::Future<Answer> future = promise->future();
    send([call, args...,
          promise = std::move(promise)](AllocatorProcess& process) {
      promise->associate((process.*call)(args...));
    });
    return future;
  }

 public:
  explicit Allocator(const Settings& settings)
      : process_(std::make_unique<AllocatorProcess>(settings)) {
    process::spawn(process_.get());
  }
  ~Allocator() override {
    process::terminate(process_.get());
    process::wait(process_.get());
  }

  void initialize(const Options& options, const OfferCallback& offerCallback,
                  const InverseOfferCallback& inverseOfferCallback) override {
    tell(
        static_cast<void (AllocatorProcess::*)(
            const Options&, const OfferCallback&, const InverseOfferCallback&)>(
            &AllocatorProcess::initialize),
        options, offerCallback, inverseOfferCallback);
  }
  void recover(const int expectedAgentCount,
               const hashmap<std::string, Quota>& quotas) override {
    tell(&AllocatorProcess::recover, expectedAgentCount, quotas);
  }
  void addFramework(const FrameworkID& id, const FrameworkInfo& info,
                    const hashmap<SlaveID, Resources>& used, bool active,
                    FrameworkOptions&& options) override {
    tell(&AllocatorProcess::addFramework, id, info, used, active,
         std::move(options));
  }
  void removeFramework(const FrameworkID& id) override {
    tell(&AllocatorProcess::removeFramework, id);
  }
  void activateFramework(const FrameworkID& id) override {
    tell(&AllocatorProcess::activateFramework, id);
  }
  void deactivateFramework(const FrameworkID& id) override {
    tell(&AllocatorProcess::deactivateFramework, id);
  }
  void updateFramework(const FrameworkID& id, const FrameworkInfo& info,
                       FrameworkOptions&& options) override {
    tell(&AllocatorProcess::updateFramework, id, info, std::move(options));
  }
  void addSlave(const SlaveID& id, const SlaveInfo& info,
                const std::vector<SlaveInfo::Capability>& capabilities,
                const Option<Unavailability>& unavailability,
                const Resources& total,
                const hashmap<FrameworkID, Resources>& used) override {
    CHECK_EQ(id, info.id());
    tell(&AllocatorProcess::addSlave, id, AgentInfo(info),
         capabilityTypes(capabilities), unavailability, total, used);
  }
  void removeSlave(const SlaveID& id) override {
    tell(&AllocatorProcess::removeSlave, id);
  }
  void updateSlave(
      const SlaveID& id, const SlaveInfo& info, const Option<Resources>& total,
      const Option<std::vector<SlaveInfo::Capability>>& capabilities) override {
    CHECK_EQ(id, info.id());
    Option<AgentCapabilities> types;
    if (capabilities.isSome()) types = capabilityTypes(*capabilities);
    tell(&AllocatorProcess::updateSlave, id, AgentInfo::serialized(info), total,
         types);
  }
  void addResourceProvider(
      const SlaveID& id, const Resources& total,
      const hashmap<FrameworkID, Resources>& used) override {
    tell(&AllocatorProcess::addResourceProvider, id, total, used);
  }
  void activateSlave(const SlaveID& id) override {
    tell(&AllocatorProcess::activateSlave, id);
  }
  void deactivateSlave(const SlaveID& id) override {
    tell(&AllocatorProcess::deactivateSlave, id);
  }
  void updateWhitelist(const Option<hashset<std::string>>& whitelist) override {
    tell(&AllocatorProcess::updateWhitelist, whitelist);
  }
  void requestResources(
      const FrameworkID& id,
      const std::vector<::mesos::Request>& requests) override {
    tell(&AllocatorProcess::requestResources, id, requests);
  }
  void updateAllocation(
      const FrameworkID& frameworkId, const SlaveID& agentId,
      const Resources& offered,
      const std::vector<ResourceConversion>& conversions) override {
    tell(&AllocatorProcess::updateAllocation, frameworkId, agentId, offered,
         conversions);
  }
  process::Future<Nothing> updateAvailable(
      const SlaveID& id,
      const std::vector<Offer::Operation>& operations) override {
    return ask(&AllocatorProcess::updateAvailable, id, operations);
  }
  void updateUnavailability(
      const SlaveID& id,
      const Option<Unavailability>& unavailability) override {
    tell(&AllocatorProcess::updateUnavailability, id, unavailability);
  }
  void updateInverseOffer(
      const SlaveID& agentId, const FrameworkID& frameworkId,
      const Option<UnavailableResources>& unavailableResources,
      const Option<InverseOfferStatus>& status,
      const Option<Filters>& filters) override {
    tell(&AllocatorProcess::updateInverseOffer, agentId, frameworkId,
         unavailableResources, status, filters);
  }
  process::Future<InverseOfferStatuses> getInverseOfferStatuses() override {
    return ask(&AllocatorProcess::getInverseOfferStatuses);
  }
  void transitionOfferedToAllocated(const SlaveID& id,
                                    const Resources& resources) override {
    tell(&AllocatorProcess::transitionOfferedToAllocated, id, resources);
  }
  void recoverResources(const FrameworkID& frameworkId, const SlaveID& agentId,
                        const Resources& resources,
                        const Option<Filters>& filters,
                        bool isAllocated) override {
    tell(&AllocatorProcess::recoverResources, frameworkId, agentId, resources,
         filters, isAllocated);
  }
  void suppressOffers(const FrameworkID& id,
                      const std::set<std::string>& roles) override {
    tell(&AllocatorProcess::suppressOffers, id, roles);
  }
  void reviveOffers(const FrameworkID& id,
                    const std::set<std::string>& roles) override {
    tell(&AllocatorProcess::reviveOffers, id, roles);
  }
  void updateQuota(const std::string& role, const Quota& quota) override {
    tell(&AllocatorProcess::updateQuota, role, quota);
  }
  void updateWeights(const std::vector<WeightInfo>& weights) override {
    tell(&AllocatorProcess::updateWeights, weights);
  }
  void pause() override { tell(&AllocatorProcess::pause); }
  void resume() override { tell(&AllocatorProcess::resume); }

 private:
  const std::unique_ptr<AllocatorProcess> process_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_ALLOCATOR_HPP
