// test_cluster.hpp - the allocator's process with agents and frameworks, for tests
// that need libmesos, but no master.
#ifndef APPORTION_MESOS_TESTS_TEST_CLUSTER_HPP
#define APPORTION_MESOS_TESTS_TEST_CLUSTER_HPP

#include <map>
#include <string>
#include <vector>

#include <mesos/resources.hpp>
#include <mesos/type_utils.hpp>

#include <process/clock.hpp>
#include <process/future.hpp>
#include <process/metrics/metrics.hpp>
#include <process/process.hpp>

#include "../allocator.hpp"

namespace apportion_mesos {

inline ::mesos::Resources parse(const std::string& text) {
  return ::mesos::Resources::parse(text).get();
}

template <class Id>
Id idOf(const std::string& value) {
  Id id;
  id.set_value(value);
  return id;
}

// With the capabilities of today's agents.
inline std::vector<::mesos::SlaveInfo::Capability> modernAgent() {
  using Capability = ::mesos::SlaveInfo::Capability;
  std::vector<Capability> list;
  for (auto type : {Capability::MULTI_ROLE, Capability::HIERARCHICAL_ROLE,
                    Capability::RESERVATION_REFINEMENT}) {
    list.emplace_back().set_type(type);
  }
  return list;
}

inline ::mesos::SlaveInfo agentInfo(const std::string& id) {
  ::mesos::SlaveInfo info;
  info.set_hostname("host");
  *info.mutable_id() = idOf<::mesos::SlaveID>(id);
  return info;
}

inline ::mesos::FrameworkInfo frameworkInfo(const std::string& id,
                                            const std::string& role) {
  ::mesos::FrameworkInfo info;
  info.set_user("user");
  info.set_name(id);
  *info.mutable_id() = idOf<::mesos::FrameworkID>(id);
  info.add_roles(role);
  info.add_capabilities()->set_type(
      ::mesos::FrameworkInfo::Capability::MULTI_ROLE);
  return info;
}

// Time stands still but in settle().
class TestCluster {
 public:
  explicit TestCluster(const ::mesos::allocator::Options& options = {}) {
    process::Clock::pause();
    allocator_.initialize(
        options,
        [this](const ::mesos::FrameworkID& framework, const Offers& offers) {
          for (const auto& [role, byAgent] : offers) {
            for (const auto& [agent, resources] : byAgent) {
              offered_[framework.value()][agent.value()] += resources;
            }
          }
        },
        [](const ::mesos::FrameworkID&, const auto&) {});
    settle();
  }
  ~TestCluster() { process::Clock::resume(); }
  TestCluster(const TestCluster&) = delete;
  TestCluster& operator=(const TestCluster&) = delete;

  ::mesos::allocator::Allocator* operator->() { return &allocator_; }

  // Lets all calls be served, and the next periodic allocation run.
  void settle() {
    process::Clock::settle();
    process::Clock::advance(Seconds(1));
    process::Clock::settle();
  }

  void addAgent(const std::string& id, const ::mesos::Resources& total) {
    const ::mesos::SlaveInfo info = agentInfo(id);
    allocator_.addSlave(info.id(), info, modernAgent(), None(), total, {});
    settle();
  }
  void addFramework(const ::mesos::FrameworkInfo& info) {
    allocator_.addFramework(info.id(), info, {}, true, {});
    settle();
  }

  // What a framework has been offered of an agent and not given back.
  ::mesos::Resources& offered(const std::string& framework,
                              const std::string& agent) {
    settle();
    return offered_[framework][agent];
  }
  bool hasOffer(const std::string& framework, const std::string& agent) {
    return !offered(framework, agent).empty();
  }
  void decline(const std::string& framework, const std::string& agent,
               const Option<::mesos::Filters>& filters = None()) {
    ::mesos::Resources& resources = offered(framework, agent);
    allocator_.recoverResources(idOf<::mesos::FrameworkID>(framework),
                                idOf<::mesos::SlaveID>(agent), resources,
                                filters, false);
    resources = {};
  }

  double metric(const std::string& name) {
    settle();
    const auto all = process::metrics::snapshot(None());
    process::Clock::settle();
    return all->at(name);
  }

 private:
  std::map<std::string, std::map<std::string, ::mesos::Resources>> offered_;
  Allocator allocator_{Settings()};
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_TESTS_TEST_CLUSTER_HPP
