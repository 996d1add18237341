// churn.cpp - volumes with labels, roles, frameworks and agents that come and go
// through the whole module, beside agents that stay. Prints the resident memory at
// every tenth, and fails if it grows.
//
// Usage: churn VOLUMES AGENTS PERCENT [REPORT.json]
//
// There is a role, a framework and an agent for every tenth volume. PERCENT is how much
// more memory there may be after the last tenth than after the first. `apportion report`
// draws the report.
#include <malloc.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <glog/logging.h>

#include "../../fuzz/churn/memory.hpp"
#include "test_cluster.hpp"

using namespace apportion_mesos;

namespace {

Resource reserved(long i) {
  static const Resource unreserved = *parse("disk:8").begin();
  Resource disk = unreserved;
  auto* reservation = disk.add_reservations();
  reservation->set_type(Resource::ReservationInfo::DYNAMIC);
  reservation->set_role("role-" + std::to_string(i / 10));
  auto* label = reservation->mutable_labels()->add_labels();
  label->set_key("label-" + std::to_string(i));
  label->set_value(std::string(100, 'x'));
  return disk;
}

Resource volumeOn(Resource disk, long i) {
  disk.mutable_disk()->mutable_persistence()->set_id(std::to_string(i));
  disk.mutable_disk()->mutable_volume()->set_container_path("data");
  disk.mutable_disk()->mutable_volume()->set_mode(::mesos::Volume::RW);
  return disk;
}

// What is made of free disk, and undone: a reservation and a volume.
struct Operations {
  Offer::Operation reserve, create, destroy, unreserve;

  explicit Operations(long i) {
    const Resource disk = reserved(i), volume = volumeOn(disk, i);
    reserve.set_type(Offer::Operation::RESERVE);
    *reserve.mutable_reserve()->add_resources() = disk;
    create.set_type(Offer::Operation::CREATE);
    *create.mutable_create()->add_volumes() = volume;
    destroy.set_type(Offer::Operation::DESTROY);
    *destroy.mutable_destroy()->add_volumes() = volume;
    unreserve.set_type(Offer::Operation::UNRESERVE);
    *unreserve.mutable_unreserve()->add_resources() = disk;
  }
};

class Churn {
 public:
  explicit Churn(long agents)
      : agents_(agents) {
    allocator_.initialize({}, [](const auto&, const auto&) {},
                          [](const auto&, const auto&) {});
    for (long i = 0; i < agents; ++i) addAgent("agent-" + std::to_string(i));
  }

  // One volume's life, and what comes and goes along with it.
  void play(long i) {
    const SlaveID agent =
        idOf<SlaveID>("agent-" + std::to_string(i % agents_));
    const Operations operations(i);
    if (i % 10 == 0) {
      const auto f = frameworkInfo("framework-" + std::to_string(i),
                                   "role-" + std::to_string(i / 10));
      FrameworkOptions options;
      options.suppressedRoles = {f.roles(0)};
      allocator_.addFramework(f.id(), f, {}, true, std::move(options));
    }
    allocator_.updateAvailable(agent, {operations.reserve, operations.create});
    last_ = allocator_.updateAvailable(
        agent, {operations.destroy, operations.unreserve});
    if (i % 10 == 9) {
      allocator_.removeFramework(
          idOf<FrameworkID>("framework-" + std::to_string(i - 9)));
    }
    if (i % 10 == 9) {
      const std::string id = "guest-" + std::to_string(i);
      addAgent(id);
      allocator_.removeSlave(idOf<SlaveID>(id));
    }
    if (i % 50 == 49) await();  // What waits in the queue is no part of the tables.
  }

  // Waits until all calls have been served. The last one must have succeeded.
  void await() {
    while (last_.isPending()) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    if (!last_.isReady()) {
      std::printf("churn: %s\n",
                  last_.isFailed() ? last_.failure().c_str() : "discarded");
      std::exit(1);
    }
  }

 private:
  void addAgent(const std::string& id) {
    const auto info = agentInfo(id);
    allocator_.addSlave(info.id(), info, modernAgent(), None(), total_, {});
  }

  const long agents_;
  const Resources total_ = parse("cpus:32;mem:65536;disk:1048576");
  Allocator allocator_{Settings()};
  process::Future<Nothing> last_ = Nothing();
};

}  // namespace

namespace {

struct Sample {
  long volumes;
  double megabytes;
};

void writeReport(const char* path, const std::vector<Sample>& samples) {
  std::ofstream out(path);
  std::string x, y;
  for (const Sample& s : samples) {
    x += (x.empty() ? "" : ", ") + std::to_string(s.volumes);
    y += (y.empty() ? "" : ", ") + std::to_string(s.megabytes);
  }
  out << R"({"format": "apportion report 1", "title": "Apportion: churn in Mesos",)"
      << R"( "note": "Volumes, roles, frameworks and agents come and go through the module.",)"
      << R"( "facts": [], "sections": [{"charts": [{"title": "Resident memory",)"
      << R"( "caption": "Of the process, after a collection.",)"
      << R"( "x": {"label": "volumes so far"}, "y": {"label": "resident", "unit": "MB"},)"
      << R"( "series": [{"x": [)" << x << R"(], "y": [)" << y << "]}]}]}]}\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: churn VOLUMES AGENTS PERCENT [REPORT.json]\n");
    return 2;
  }
  mallopt(M_ARENA_MAX, 1);  // Several fill and empty by turns, which looks like growth.
  FLAGS_minloglevel = google::ERROR;
  const long volumes = std::atol(argv[1]);
  const double percent = std::atof(argv[3]);
  Churn cluster(std::atol(argv[2]));
  std::vector<Sample> samples;
  std::printf("%12s %10s\n", "volumes", "MB");
  for (long tenth = 1, i = 0; tenth <= 10; ++tenth) {
    for (; i < volumes / 10 * tenth; ++i) cluster.play(i);
    cluster.await();
    samples.push_back({i, churn::resident_after_collection() / 1e6});
    std::printf("%12ld %10.1f\n", i, samples.back().megabytes);
    std::fflush(stdout);
  }
  if (argc > 4) writeReport(argv[4], samples);
  const double growth =
      100 * (samples.back().megabytes / samples.front().megabytes - 1);
  std::printf("churn: from the first tenth to the last %+.1f %%\n", growth);
  return growth > percent;
}
