#include "loaded_mesos.hpp"

#include <dlfcn.h>

#include <cstring>
#include <new>
#include <vector>

#include <google/protobuf/repeated_field.h>
#include <google/protobuf/stubs/common.h>
#include <google/protobuf/stubs/logging.h>

#include <mesos/allocator/allocator.hpp>
#include <mesos/mesos.hpp>
#include <mesos/module/module.hpp>
#include <mesos/resources.hpp>

#include <process/process.hpp>

#include "memory_layout.hpp"

// The built-in allocator, which is in none of the public headers.
namespace mesos::internal::master::allocator {

class DRFSorter;
template <class RoleSorter, class FrameworkSorter>
class HierarchicalAllocatorProcess;
template <class Process>
class MesosAllocator;

using BuiltInAllocator =
    MesosAllocator<HierarchicalAllocatorProcess<DRFSorter, DRFSorter>>;

}  // namespace mesos::internal::master::allocator

namespace apportion_mesos {

namespace {

using ::mesos::internal::master::allocator::BuiltInAllocator;

std::string differenceOfProtobuf() {
  // protobuf tells its release in the error alone that it also logs.
  google::protobuf::LogHandler* const logs = google::protobuf::SetLogHandler(nullptr);
  std::string difference;
  try {
    GOOGLE_PROTOBUF_VERIFY_VERSION;
  } catch (const google::protobuf::FatalException& e) {
    const std::string error = e.what();
    difference = "with the headers of protobuf " +
                 google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION) +
                 ", and another is loaded: " + error.substr(0, error.find(".  "));
  }
  google::protobuf::SetLogHandler(logs);
  return difference;
}

// Of a class whose constructor is the loaded library's.
template <class Class, class... Args>
std::string differenceOf(const CompiledClass& compiled, const Args&... args) {
  std::string library = "the loaded library";
  const std::size_t written = bytesWritten([&](void* memory) {
    auto* const object = new (memory) Class(args...);
    const void* table;
    std::memcpy(&table, memory, sizeof(table));
    Dl_info info;
    if (dladdr(table, &info) != 0) library = info.dli_fname;
    // Through the table of another Class, another function might be called.
    object->Class::~Class();
  });
  return differenceOfSize(compiled, written, library);
}

std::string differenceOfProcess() {
  using process::ProcessBase;
  using process::UPID;
  // Its last member is its own UPID, and the last of that an Option of nothing. UPID()
  // would be filled with zeros first.
  const std::size_t written =
      bytesWritten([](void* memory) { new (memory) UPID; });
  return differenceOf<ProcessBase>(
      compiledClass<ProcessBase>("process::ProcessBase", sizeof(UPID) - written),
      std::string("memory-layout"));
}

// They stay as they are constructed, since the destructor is the compiler's. Most of one
// is room for resources, which is not written as long as there are none.
std::string differenceOfResources() {
  using ::mesos::Resources;
  const google::protobuf::RepeatedPtrField<::mesos::Resource> none;
  const std::size_t written =
      bytesWritten([&](void* memory) { new (memory) Resources(none); });
  const std::size_t ours = bytesWritten([](void* memory) { new (memory) Resources; });
  return differenceOfSize(
      compiledClass<Resources>("mesos::Resources", sizeof(Resources) - ours), written,
      "the loaded library");
}

template <class Message>
std::string differenceOfMessage() {
  return differenceOf<Message>(
      compiledClass<Message>(Message::descriptor()->full_name()));
}

// The first difference of these.
template <class... Messages>
std::string differenceOfMessages() {
  std::string difference;
  const auto look = [&](auto differenceOfOne) {
    if (difference.empty()) difference = differenceOfOne();
  };
  (look(differenceOfMessage<Messages>), ...);
  return difference;
}

std::string differenceOfPassedMessages() {
  using namespace ::mesos;
  return differenceOfMessages<
      Parameters, Parameter, FrameworkID, FrameworkInfo, FrameworkInfo::Capability,
      SlaveID, SlaveInfo, SlaveInfo::Capability, Attribute, DomainInfo, Resource,
      Resource::AllocationInfo, Resource::DiskInfo, Resource::ReservationInfo,
      Value::Scalar, Value::Ranges, Value::Set, Labels, Offer::Operation, Filters,
      OfferFilters, Unavailability, WeightInfo, ::mesos::Request,
      ::mesos::allocator::InverseOfferStatus>();
}

// Names the virtual functions that are protected. Its own is the one behind the last.
struct ProcessFunctions : process::ProcessBase {
  virtual void behindTheLast() {}

  template <class Event>
  static VirtualFunction consumer() {
    return virtualFunction(
        "consume",
        static_cast<void (ProcessBase::*)(Event&&)>(&ProcessFunctions::consume));
  }
  static std::vector<VirtualFunction> all() {
    return {consumer<process::MessageEvent>(),
            consumer<process::DispatchEvent>(),
            consumer<process::HttpEvent>(),
            consumer<process::ExitedEvent>(),
            consumer<process::TerminateEvent>(),
            virtualFunction("serve", &ProcessFunctions::serve),
            virtualFunction("initialize", &ProcessFunctions::initialize),
            virtualFunction("finalize", &ProcessFunctions::finalize),
            virtualFunction("exited", &ProcessFunctions::exited),
            virtualFunction("lost", &ProcessFunctions::lost)};
  }
};

struct AllocatorFunctions : ::mesos::allocator::Allocator {
  virtual void behindTheLast() {}

  static std::vector<VirtualFunction> all() {
    using Allocator = ::mesos::allocator::Allocator;
#define FUNCTION(name) virtualFunction(#name, &Allocator::name)
    return {FUNCTION(initialize),
            FUNCTION(recover),
            FUNCTION(addFramework),
            FUNCTION(removeFramework),
            FUNCTION(activateFramework),
            FUNCTION(deactivateFramework),
            FUNCTION(updateFramework),
            FUNCTION(addSlave),
            FUNCTION(removeSlave),
            FUNCTION(updateSlave),
            FUNCTION(addResourceProvider),
            FUNCTION(activateSlave),
            FUNCTION(deactivateSlave),
            FUNCTION(updateWhitelist),
            FUNCTION(requestResources),
            FUNCTION(updateAllocation),
            FUNCTION(updateAvailable),
            FUNCTION(updateUnavailability),
            FUNCTION(updateInverseOffer),
            FUNCTION(getInverseOfferStatuses),
            FUNCTION(transitionOfferedToAllocated),
            FUNCTION(recoverResources),
            FUNCTION(suppressOffers),
            FUNCTION(reviveOffers),
            FUNCTION(updateQuota),
            FUNCTION(updateWeights),
            FUNCTION(pause),
            FUNCTION(resume)};
#undef FUNCTION
  }
};

// Of a class that a library has the table of: itself, or one that implements it and
// adds no virtual functions.
template <class Class>
std::string differenceOfTable(const char* className, std::size_t count,
                              const std::vector<VirtualFunction>& compiled) {
  // The name of a pointer to a class is P and the class's.
  const std::string symbol = std::string("_ZTV") + (typeid(Class*).name() + 1);
  const void* const table = dlsym(RTLD_DEFAULT, symbol.c_str());
  if (table == nullptr) return "";
  return differenceOfFunctions(className, count, compiled, virtualTableAt(table));
}

}  // namespace

std::string differenceFromLoadedMesos() {
  std::string difference = differenceOfProtobuf();
  if (difference.empty()) {
    difference = differenceOfTable<process::ProcessBase>(
        "process::ProcessBase", virtualPlace(&ProcessFunctions::behindTheLast),
        ProcessFunctions::all());
  }
  if (difference.empty()) difference = differenceOfProcess();
  if (difference.empty()) {
    difference = differenceOfTable<BuiltInAllocator>(
        "mesos::allocator::Allocator",
        virtualPlace(&AllocatorFunctions::behindTheLast), AllocatorFunctions::all());
  }
  if (difference.empty()) difference = differenceOfPassedMessages();
  if (difference.empty()) difference = differenceOfResources();
  return difference;
}

}  // namespace apportion_mesos
