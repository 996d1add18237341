// harness.cpp - a fuzzer's harness for the module's translation of messages into
// calls: LLVMFuzzerTestOneInput of libFuzzer, which capi/fuzz/driver.cc calls where
// there is none.
//
// An input is a history: each four bytes are a step, what to do and the seed of its
// messages, which are such as Mesos accepts. Nothing ends the process, and Mesos's
// own arithmetic is the judge: resources read back as they were; operations make of
// them what Mesos says; nothing is offered that is not free; in the end a framework
// that takes everything is offered all that there is.
#include <cstddef>
#include <cstdint>

#include <glog/logging.h>

#include "history.hpp"
#include "messages.hpp"

using apportion_mesos::History;
using apportion_mesos::Random;

namespace {

// What the module logs of each call is left out, but if GLOG_v=1.
const bool isQuiet = [] {
  if (FLAGS_v == 0) FLAGS_minloglevel = google::GLOG_ERROR;
  return true;
}();

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  History history;
  for (; size >= 4; data += 4, size -= 4) {
    Random random(std::uint64_t{data[1]} << 16 | data[2] << 8 | data[3]);
    history.step(data[0], random);
  }
  history.end();
  return 0;
}
