// allocator.hpp - the interface that the master calls,
// mesos::allocator::Allocator.
#ifndef APPORTION_MESOS_ALLOCATOR_HPP
#define APPORTION_MESOS_ALLOCATOR_HPP

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <mesos/allocator/allocator.hpp>

#include "allocator_process.hpp"
#include "module_parameters.hpp"

namespace apportion_mesos {

// Dispatches every call to the allocator's process and returns at once.
class Allocator : public ::mesos::allocator::Allocator {
 public:
  explicit Allocator(const Settings& settings);
  ~Allocator() override;

  void initialize(const ::mesos::allocator::Options& options,
                  const OfferCallback& offerCallback,
                  const InverseOfferCallback& inverseOfferCallback) override;
  void recover(const int expectedAgentCount,
               const hashmap<std::string, ::mesos::Quota>& quotas) override;
  void addFramework(const ::mesos::FrameworkID& id,
                    const ::mesos::FrameworkInfo& info,
                    const hashmap<::mesos::SlaveID, ::mesos::Resources>& used,
                    bool active,
                    ::mesos::allocator::FrameworkOptions&& options) override;
  void removeFramework(const ::mesos::FrameworkID& id) override;
  void activateFramework(const ::mesos::FrameworkID& id) override;
  void deactivateFramework(const ::mesos::FrameworkID& id) override;
  void updateFramework(const ::mesos::FrameworkID& id,
                       const ::mesos::FrameworkInfo& info,
                       ::mesos::allocator::FrameworkOptions&& options) override;
  void addSlave(
      const ::mesos::SlaveID& id, const ::mesos::SlaveInfo& info,
      const std::vector<::mesos::SlaveInfo::Capability>& capabilities,
      const Option<::mesos::Unavailability>& unavailability,
      const ::mesos::Resources& total,
      const hashmap<::mesos::FrameworkID, ::mesos::Resources>& used) override;
  void removeSlave(const ::mesos::SlaveID& id) override;
  void updateSlave(const ::mesos::SlaveID& id, const ::mesos::SlaveInfo& info,
                   const Option<::mesos::Resources>& total,
                   const Option<std::vector<::mesos::SlaveInfo::Capability>>&
                       capabilities) override;
  void addResourceProvider(
      const ::mesos::SlaveID& id, const ::mesos::Resources& total,
      const hashmap<::mesos::FrameworkID, ::mesos::Resources>& used) override;
  void activateSlave(const ::mesos::SlaveID& id) override;
  void deactivateSlave(const ::mesos::SlaveID& id) override;
  void updateWhitelist(const Option<hashset<std::string>>& whitelist) override;
  void requestResources(const ::mesos::FrameworkID& id,
                        const std::vector<::mesos::Request>& requests) override;
  void updateAllocation(
      const ::mesos::FrameworkID& frameworkId, const ::mesos::SlaveID& agentId,
      const ::mesos::Resources& offered,
      const std::vector<::mesos::ResourceConversion>& conversions) override;
  process::Future<Nothing> updateAvailable(
      const ::mesos::SlaveID& id,
      const std::vector<::mesos::Offer::Operation>& operations) override;
  void updateUnavailability(
      const ::mesos::SlaveID& id,
      const Option<::mesos::Unavailability>& unavailability) override;
  void updateInverseOffer(
      const ::mesos::SlaveID& agentId, const ::mesos::FrameworkID& frameworkId,
      const Option<::mesos::UnavailableResources>& unavailableResources,
      const Option<::mesos::allocator::InverseOfferStatus>& status,
      const Option<::mesos::Filters>& filters) override;
  process::Future<InverseOfferStatuses> getInverseOfferStatuses() override;
  void transitionOfferedToAllocated(
      const ::mesos::SlaveID& id, const ::mesos::Resources& resources) override;
  void recoverResources(const ::mesos::FrameworkID& frameworkId,
                        const ::mesos::SlaveID& agentId,
                        const ::mesos::Resources& resources,
                        const Option<::mesos::Filters>& filters,
                        bool isAllocated) override;
  void suppressOffers(const ::mesos::FrameworkID& id,
                      const std::set<std::string>& roles) override;
  void reviveOffers(const ::mesos::FrameworkID& id,
                    const std::set<std::string>& roles) override;
  void updateQuota(const std::string& role,
                   const ::mesos::Quota& quota) override;
  void updateWeights(const std::vector<::mesos::WeightInfo>& weights) override;
  void pause() override;
  void resume() override;

 private:
  const std::unique_ptr<AllocatorProcess> process_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_ALLOCATOR_HPP
