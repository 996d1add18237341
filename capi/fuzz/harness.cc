// A fuzzer's harness for the C library: LLVMFuzzerTestOneInput of libFuzzer, which
// driver.cc calls where there is none.
//
// An input is a history: its first bytes are the options, each four that follow a
// step and its seed. A fuzzer thus moves, copies and removes whole steps. A step
// carries out a batch, answers a cycle's offers or asks one question; half of its
// arguments are plausible, others are garbage counts, sizes and handles.
//
// A call must return a documented code, leave no trace if it fails, and write into
// the caller's room alone. Digests and invariants cost dozens of calls: the harness
// compares and checks them at drawn moments, and at the end of one history in 16.
// A library with the tag invariants checks after every call. A broken invariant is
// APPORTION_E_PANIC, which ends the harness.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "arguments.hpp"
#include "fence.hpp"
#include "questions.hpp"

// A library with hooks has these; see capi/testhooks.go.
extern "C" __attribute__((weak)) void apportion_test_plant(std::int32_t bug);
extern "C" __attribute__((weak)) std::int32_t apportion_test_validate(
    apportion_instance);
extern "C" __attribute__((weak)) void apportion_test_keep_memory(void);

// Go's code is not instrumented: what it does to memory that it is given, fences
// see. The allocations of the harness are few, so that little of them is kept.
extern "C" const char* __asan_default_options() {
  return "quarantine_size_mb=1:malloc_context_size=2";
}

namespace {

class input {
 public:
  input(const std::uint8_t* data, std::size_t size) : at_(data), left_(size) {}

  std::size_t left() const { return left_; }

  std::uint64_t take(std::size_t bytes) {
    std::uint64_t v = 0;
    for (; bytes > 0 && left_ > 0; bytes--, left_--) v = v << 8 | *at_++;
    return v;
  }

 private:
  const std::uint8_t* at_;
  std::size_t left_;
};

class history {
 public:
  explicit history(input& in) {
    apportion_options options = APPORTION_OPTIONS_INIT;
    apportion_role role;
    std::uint64_t item;
    state = in.take(4) * 2 + 1;
    next();
    options.interval_nanos = 1000000000;
    options.seed = below(4);
    for (apportion_str* policy : {&options.role_policy, &options.framework_policy})
      if (below(2) == 1) *policy = {"random", 6};
    options.agent_order = static_cast<std::uint32_t>(below(2));
    options.flags = static_cast<std::uint32_t>(below(8));
    strict_ = (options.flags & APPORTION_STRICT_USE) != 0;
    OK(NO_INSTANCE, apportion_create(&options, &h_));
    OK(h_, apportion_declare_role(h_, "web/x", 5, &role));
    OK(h_, apportion_declare_item(h_, "item", 4, &item));
    kind_of(h_, "cpus", APPORTION_SCALAR);
    kind_of(h_, "mem", APPORTION_SCALAR);
    kind_of(h_, "disk", APPORTION_SCALAR);
    kind_of(h_, "ports", APPORTION_RANGES);
    kind_of(h_, "racks", APPORTION_SET);
    std::memset(agent_handles, 0, sizeof(agent_handles));
    std::memset(framework_handles, 0, sizeof(framework_handles));
    if (below(4) != 0) populate();
  }

  ~history() {
    if ((state >> 32) % 16 == 0) validate();
    OK(h_, apportion_destroy(h_));
    EXPECT(APPORTION_E_HANDLE, NO_INSTANCE, apportion_pause(h_));
  }

  void step(input& in) {
    const std::uint64_t what = in.take(1);
    state = in.take(3) * 2 + 1;
    next();
    switch (what % 8) {
      case 0: return answer_offers();
      case 1: return questions(h_).read_cycle();
      case 2: return questions(h_).read_names();
      case 3: return questions(h_).read_gathered();
      case 4: return misuse();
      default: return submit(1 + what % 3);
    }
  }

 private:
  void validate() {
    if (apportion_test_validate != nullptr) OK(h_, apportion_test_validate(h_));
  }

  // Two agents and a framework, so that histories have not far to go.
  void populate() {
    apportion_resource total[2] = {scalar({0}, 4000), scalar({1}, 8000)};
    const apportion_role role = {0};
    apportion_agent added;
    apportion_framework subscribed;
    apportion_agent_info agent = APPORTION_AGENT_INFO_INIT;
    apportion_framework_info framework = APPORTION_FRAMEWORK_INFO_INIT;
    agent.total = total;
    agent.total_count = 2;
    agent.id = agent.hostname = str("first");
    OK(h_, apportion_add_agent(h_, &agent, &added));
    agent_handles[0] = added.handle;
    agent.id = agent.hostname = str("second");
    OK(h_, apportion_add_agent(h_, &agent, &added));
    agent_handles[1] = added.handle;
    framework.id = str("first");
    framework.roles = &role;
    framework.role_count = 1;
    OK(h_, apportion_add_framework(h_, &framework, 1, nullptr, 0, &subscribed));
    framework_handles[0] = subscribed.handle;
  }

  // Operations as callers have them whose header is older or newer, or theirs.
  static apportion_op* at_distance(const apportion_op* ops,
                                         std::size_t count) {
    const std::size_t size =
        below(8) == 0 ? APPORTION_OP_MIN_SIZE + 8 * below(9) : sizeof(*ops);
    std::uint64_t* out = first.room<std::uint64_t>(count * size / 8);
    if (size > sizeof(*ops)) std::memset(out, 0, count * size);
    for (std::size_t i = 0; i < count; i++) {
      apportion_op op = ops[i];
      if (op.struct_size == sizeof(op))
        op.struct_size = static_cast<std::uint32_t>(size);
      std::memcpy(out + i * size / 8, &op, std::min(size, sizeof(op)));
    }
    return reinterpret_cast<apportion_op*>(out);
  }

  // Carries out operations as a batch. Those that succeed may give handles.
  void submit(std::size_t count) {
    apportion_op ops[3] = {APPORTION_OP_INIT, APPORTION_OP_INIT,
                           APPORTION_OP_INIT};
    fill_arguments();
    fill_records();
    for (std::size_t i = 0; i < count; i++) fill_op(&ops[i]);
    apportion_op* resized = at_distance(ops, count);
    apportion_result* results = second.room<apportion_result>(count);
    const bool traced = sometimes();
    const std::uint64_t before = traced ? digest(h_) : 0;
    const std::int32_t code = apportion_submit(h_, resized, count, results);
    if (code != APPORTION_OK && code != APPORTION_E_PARTIAL) {
      check_code(code);
      CHECK(!traced || digest(h_) == before);
      CHECK(is_garbage(results, count));
      return;
    }
    bool succeeded = false;
    for (std::size_t i = 0; i < count; i++)
      succeeded |= carried_out(ops[i], results[i]);
    const bool failed = std::any_of(results, results + count, [](const auto& r) {
      return r.code != APPORTION_OK;
    });
    CHECK(failed == (code == APPORTION_E_PARTIAL));
    if (!traced) return;
    CHECK(succeeded || digest(h_) == before);
    validate();
  }

  // Says whether an operation has succeeded, and keeps the handle that it gave.
  static bool carried_out(const apportion_op& op, const apportion_result& result) {
    CHECK(result.reserved == 0);
    if (result.code != APPORTION_OK) {
      check_code(result.code);
      CHECK(result.value == 0);
      return false;
    }
    if (op.type == APPORTION_OP_ADD_AGENT) {
      agent_handles[below(16)] = result.value;
    } else if (op.type == APPORTION_OP_ADD_FRAMEWORK) {
      framework_handles[below(16)] = result.value;
    }
    return true;
  }

  // Takes what a cycle offers, gives it back, or does neither.
  void answer_offers() {
    apportion_cycle cycle = APPORTION_CYCLE_INIT;
    const std::int64_t now = std::min<std::int64_t>(a_time(), APPORTION_LAST_TIME);
    if (below(2)) OK(h_, apportion_request_allocation(h_));
    OK(h_, apportion_allocate(h_, now, &cycle));
    if (cycle.offers == 0) return;
    std::size_t n = 0, m = 0;
    auto* offers = first.room<apportion_offer>(cycle.offers);
    auto* offered = second.room<apportion_resource>(cycle.resources);
    OK(h_, apportion_cycle_offers(h_, offers, cycle.offers, &n));
    OK(h_, apportion_cycle_resources(h_, offered, cycle.resources, &m));
    CHECK(n == cycle.offers && m == cycle.resources);
    for (std::size_t i = 0; i < n; i++) {
      const apportion_offer& o = offers[i];
      CHECK(o.reserved == 0 && o.first <= m && o.count <= m - o.first);
      const apportion_resource* r = offered + o.first;
      switch (below(4)) {
        case 0: break;
        case 1: take(o, r); break;
        default:
          give_back(o, r, now);
      }
    }
  }

  // Puts an offer to use. What was put to use before and given back as if it had not been
  // still counts as in use, and there may be no more of that than the largest amount.
  void take(const apportion_offer& o, const apportion_resource* offered) {
    const std::int32_t code = apportion_transition(h_, o.agent, o.role, offered, o.count);
    CHECK(code == APPORTION_OK || code == APPORTION_E_LIMIT || is_used(code));
  }

  void give_back(const apportion_offer& o, const apportion_resource* offered, std::int64_t now) {
    const std::int32_t code = apportion_recover_resources(
        h_, now, o.framework, o.agent, o.role, offered, o.count, a_time(), 0);
    CHECK(code == APPORTION_OK || is_used(code));
  }

  // Says whether a call was refused since it counts as used what an offer has: others' tasks in the
  // role may use more than the others hold.
  bool is_used(std::int32_t code) const { return strict_ && code == APPORTION_E_NOT_ALLOCATED; }

  // A call that must be refused, whatever the instance's state.
  void misuse() {
    const bool traced = sometimes();
    const std::uint64_t before = traced ? digest(h_) : 0;
    apportion_cycle cycle = APPORTION_CYCLE_INIT;
    char* odd = reinterpret_cast<char*>(weights) + 1 + below(3);
    switch (below(6)) {
      case 0:
        EXPECT(APPORTION_E_HANDLE, NO_INSTANCE,
               apportion_request_allocation({h_.handle ^ std::uint64_t{1} << below(64)}));
        break;
      case 1: EXPECT(APPORTION_E_NULL, h_, apportion_digest(h_, nullptr)); break;
      case 2:
        EXPECT(APPORTION_E_NULL, h_, apportion_set_weights(h_, nullptr, 1 + below(9)));
        break;
      case 3:
        EXPECT(APPORTION_E_COUNT, h_,
               apportion_set_weights(h_, weights, APPORTION_MAX_COUNT + 1 + next() % 9));
        break;
      case 4:
        cycle.struct_size = static_cast<std::uint32_t>(
            below(2) ? below(APPORTION_CYCLE_MIN_SIZE) : next() | 1);
        EXPECT(APPORTION_E_STRUCT_SIZE, h_, apportion_allocate(h_, 0, &cycle));
        break;
      default:
        EXPECT(APPORTION_E_ALIGN, h_,
               apportion_set_weights(
                   h_, static_cast<apportion_role_weight*>(static_cast<void*>(odd)),
                   1));
    }
    CHECK(!traced || digest(h_) == before);
  }

  apportion_instance h_ = {0};
  bool strict_;
};

}  // namespace

// Has the library commit a bug that was planted for this; see capi/planted_bugs.go.
static bool plant() {
  const char* bug = std::getenv("PLANT");
  if (bug == nullptr || *bug == '\0') return true;
  CHECK(apportion_test_plant != nullptr);
  apportion_test_plant(std::atoi(bug));
  return true;
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (apportion_test_keep_memory != nullptr) apportion_test_keep_memory();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const bool is_planted = plant();
  (void)is_planted;
  input in(data, size);
  history h(in);
  while (in.left() > 0) h.step(in);
  return 0;
}
