// test_cluster.hpp - the allocator's process with agents and frameworks, for tests
// that need libmesos, but no master.
#ifndef APPORTION_MESOS_TESTS_TEST_CLUSTER_HPP
#define APPORTION_MESOS_TESTS_TEST_CLUSTER_HPP

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <process/clock.hpp>
#include <process/future.hpp>
#include <process/metrics/metrics.hpp>
#include <process/process.hpp>

#include "../allocator.hpp"

namespace apportion_mesos {

inline Resources parse(const std::string& text) {
  return Resources::parse(text).get();
}

template <class Id>
Id idOf(const std::string& value) {
  Id id;
  id.set_value(value);
  return id;
}

// With the capabilities of today's agents.
inline std::vector<SlaveInfo::Capability> modernAgent() {
  using Capability = SlaveInfo::Capability;
  std::vector<Capability> list;
  for (auto type : {Capability::MULTI_ROLE, Capability::HIERARCHICAL_ROLE,
                    Capability::RESERVATION_REFINEMENT}) {
    list.emplace_back().set_type(type);
  }
  return list;
}

inline SlaveInfo agentInfo(const std::string& id) {
  SlaveInfo info;
  info.set_hostname("host");
  *info.mutable_id() = idOf<SlaveID>(id);
  return info;
}

inline FrameworkInfo frameworkInfo(const std::string& id,
                                   const std::string& role) {
  FrameworkInfo info;
  info.set_user("user");
  info.set_name(id);
  *info.mutable_id() = idOf<FrameworkID>(id);
  info.add_roles(role);
  info.add_capabilities()->set_type(FrameworkInfo::Capability::MULTI_ROLE);
  return info;
}

// Time stands still but in settle().
class TestCluster {
 public:
  // Who is told of each agent's resources in an offer.
  using Take = std::function<void(const std::string& framework,
                                  const std::string& agent, const Resources&)>;

  explicit TestCluster(const Options& options = {}, const Settings& settings = {})
      : TestCluster(options,
                    [this](auto& framework, auto& agent, auto& resources) {
                      offered_[framework][agent] += resources;
                    },
                    settings) {}
  TestCluster(const Options& options, Take take, const Settings& settings = {})
      : allocator_(settings) {
    process::Clock::pause();
    allocator_.initialize(
        options,
        [take](const FrameworkID& framework, const Offers& offers) {
          for (const auto& [role, byAgent] : offers) {
            for (const auto& [agent, resources] : byAgent) {
              take(framework.value(), agent.value(), resources);
            }
          }
        },
        [](const FrameworkID&, const auto&) {});
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

  void addAgent(const std::string& id, const Resources& total,
                const hashmap<FrameworkID, Resources>& used = {}) {
    const SlaveInfo info = agentInfo(id);
    allocator_.addSlave(info.id(), info, modernAgent(), None(), total, used);
    settle();
  }
  void addFramework(const FrameworkInfo& info) {
    allocator_.addFramework(info.id(), info, {}, true, {});
    settle();
  }

  // What a framework has been offered of an agent and not given back.
  Resources& offered(const std::string& framework, const std::string& agent) {
    settle();
    return offered_[framework][agent];
  }
  bool hasOffer(const std::string& framework, const std::string& agent) {
    return !offered(framework, agent).empty();
  }
  void decline(const std::string& framework, const std::string& agent,
               const Option<Filters>& filters = None()) {
    Resources& resources = offered(framework, agent);
    allocator_.recoverResources(idOf<FrameworkID>(framework),
                                idOf<SlaveID>(agent), resources, filters,
                                false);
    resources = {};
  }

  double metric(const std::string& name) {
    settle();
    const auto all = process::metrics::snapshot(None());
    process::Clock::settle();
    return all->at(name);
  }

 private:
  std::map<std::string, std::map<std::string, Resources>> offered_;
  Allocator allocator_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_TESTS_TEST_CLUSTER_HPP
