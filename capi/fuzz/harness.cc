// A fuzzer's harness for the C library: LLVMFuzzerTestOneInput of libFuzzer,
// which driver.cc calls where there is none.
//
// An input is a history. Its first bytes make the options, and each four that
// follow make a step: what to do, and the seed of its arguments. So what a
// fuzzer moves, copies or removes are whole steps. Half of the arguments are
// plausible; among the others are counts, sizes and handles that are garbage.
//
// Whatever is passed, a call returns, with a code that is documented; one that
// fails leaves no trace; and nothing is written beyond the room that the
// caller gave. Invariants are checked after every call by a library that is
// built with that tag: one that is broken is APPORTION_E_PANIC, which ends the
// harness.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../tests/c/fuzz_ops.h"

static std::uint64_t state;

static std::uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
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

template <class T>
T garbage() {
  T v;
  std::memset(&v, 0x5a, sizeof(v));
  return v;
}

// Reads a result of unknown size into room of all sorts: none, too little,
// enough and too much. What lies behind the room must stay as it is.
template <class T, class Call>
std::vector<T> read_rows(const Call& call) {
  std::size_t count = 0;
  std::int32_t code = call(static_cast<T*>(nullptr), std::size_t{0}, &count);
  check_code(code);
  if (code != APPORTION_OK && code != APPORTION_E_TOO_SMALL) return {};
  CHECK(count < 1u << 24 && (count == 0) == (code == APPORTION_OK));
  const std::size_t capacity = below(3) == 0 ? below(count + 1) : count + below(3);
  const T guard = garbage<T>();
  std::vector<T> rows(capacity + 4, guard);
  std::size_t again = 0;
  code = call(rows.data(), capacity, &again);
  CHECK(code == (again <= capacity ? APPORTION_OK : APPORTION_E_TOO_SMALL));
  const std::size_t written = code == APPORTION_OK ? again : 0;
  CHECK(again == count);
  for (std::size_t i = written; i < rows.size(); i++)
    CHECK(std::memcmp(&rows[i], &guard, sizeof(T)) == 0);
  rows.resize(written, guard);
  return rows;
}

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
    options.role_sorter = static_cast<std::uint32_t>(below(2));
    options.framework_sorter = static_cast<std::uint32_t>(below(2));
    options.agent_order = static_cast<std::uint32_t>(below(2));
    options.flags = static_cast<std::uint32_t>(below(8));
    OK(0, apportion_create(&options, &h_));
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
    OK(h_, apportion_destroy(h_));
    EXPECT(APPORTION_E_HANDLE, 0, apportion_pause(h_));
  }

  void step(input& in) {
    const std::uint64_t what = in.take(1);
    state = in.take(3) * 2 + 1;
    next();
    switch (what % 8) {
      case 0: return answer_offers();
      case 1: return read_cycle();
      case 2: return read_names();
      case 3: return read_gathered();
      case 4: return misuse();
      default: return submit(1 + what % 3);
    }
  }

 private:
  // What costs as much as dozens of calls is asked once in sixteen times. This draws
  // nothing, so that inputs stay what they are.
  static bool sometimes() { return (state >> 40) % 16 == 0; }

  // Two agents and a framework, so that histories have not far to go.
  void populate() {
    apportion_resource total[2] = {scalar(0, 4000), scalar(1, 8000)};
    const apportion_role role = 0;
    apportion_agent_info agent = APPORTION_AGENT_INFO_INIT;
    apportion_framework_info framework = APPORTION_FRAMEWORK_INFO_INIT;
    agent.total = total;
    agent.total_count = 2;
    agent.id = agent.hostname = str("first");
    OK(h_, apportion_add_agent(h_, &agent, &agent_handles[0]));
    agent.id = agent.hostname = str("second");
    OK(h_, apportion_add_agent(h_, &agent, &agent_handles[1]));
    framework.id = str("first");
    framework.roles = &role;
    framework.role_count = 1;
    OK(h_, apportion_add_framework(h_, &framework, 1, nullptr, 0,
                                   &framework_handles[0]));
  }

  // Operations as callers have them whose header is older or newer, or theirs.
  static std::vector<std::uint64_t> at_distance(
      const std::vector<apportion_op>& ops) {
    const std::size_t size =
        below(8) == 0 ? APPORTION_OP_MIN_SIZE + 8 * below(9) : sizeof(ops[0]);
    std::vector<std::uint64_t> out(ops.size() * size / 8);
    for (std::size_t i = 0; i < ops.size(); i++) {
      apportion_op op = ops[i];
      if (op.struct_size == sizeof(op))
        op.struct_size = static_cast<std::uint32_t>(size);
      std::memcpy(out.data() + i * size / 8, &op, std::min(size, sizeof(op)));
    }
    return out;
  }

  // Carries out operations as a batch. Those that succeed may give handles.
  void submit(std::size_t count) {
    std::vector<apportion_op> ops(count, apportion_op APPORTION_OP_INIT);
    std::vector<apportion_result> results(count, garbage<apportion_result>());
    fill_arguments();
    fill_records();
    for (apportion_op& op : ops) fill_op(&op);
    std::vector<std::uint64_t> resized = at_distance(ops);
    const bool traced = sometimes();
    const std::uint64_t before = traced ? digest(h_) : 0;
    const std::int32_t code = apportion_submit(
        h_, reinterpret_cast<apportion_op*>(resized.data()), count,
        results.data());
    check_code(code);
    if (code != APPORTION_OK && code != APPORTION_E_PARTIAL) {
      CHECK(!traced || digest(h_) == before);
      CHECK(results[0].code == garbage<std::int32_t>());
      return;
    }
    bool failed = false, succeeded = false;
    for (std::size_t i = 0; i < count; i++) {
      check_code(results[i].code);
      CHECK(results[i].reserved == 0);
      failed |= results[i].code != APPORTION_OK;
      succeeded |= results[i].code == APPORTION_OK;
      if (results[i].code != APPORTION_OK) {
        CHECK(results[i].value == 0);
      } else if (ops[i].type == APPORTION_OP_ADD_AGENT) {
        agent_handles[below(16)] = results[i].value;
      } else if (ops[i].type == APPORTION_OP_ADD_FRAMEWORK) {
        framework_handles[below(16)] = results[i].value;
      }
    }
    CHECK(failed == (code == APPORTION_E_PARTIAL));
    if (!succeeded && traced) CHECK(digest(h_) == before);
  }

  // Takes what a cycle offers, gives it back, or does neither.
  void answer_offers() {
    apportion_cycle cycle = APPORTION_CYCLE_INIT;
    const std::int64_t now = a_time();
    if (below(2)) OK(h_, apportion_request_allocation(h_));
    OK(h_, apportion_allocate(h_, now, &cycle));
    std::vector<apportion_offer> offers(cycle.offers);
    std::vector<apportion_resource> offered(cycle.resources);
    std::size_t n = 0, m = 0;
    OK(h_, apportion_cycle_offers(h_, offers.data(), offers.size(), &n));
    OK(h_, apportion_cycle_resources(h_, offered.data(), offered.size(), &m));
    CHECK(n == cycle.offers && m == cycle.resources);
    for (const apportion_offer& o : offers) {
      CHECK(o.reserved == 0 && o.first <= m && o.count <= m - o.first);
      const apportion_resource* r = offered.data() + o.first;
      switch (below(4)) {
        case 0: break;
        case 1: OK(h_, apportion_transition(h_, o.agent, o.role, r, o.count)); break;
        default:
          OK(h_, apportion_recover_resources(h_, now, o.framework, o.agent, o.role,
                                             r, o.count, a_time(), 0));
      }
    }
  }

  void read_cycle() {
    read_rows<apportion_offer>([&](auto* p, auto n, auto* c) {
      return apportion_cycle_offers(h_, p, n, c);
    });
    read_rows<apportion_resource>([&](auto* p, auto n, auto* c) {
      return apportion_cycle_resources(h_, p, n, c);
    });
    read_rows<apportion_inverse_offer>([&](auto* p, auto n, auto* c) {
      return apportion_cycle_inverse_offers(h_, p, n, c);
    });
    read_rows<apportion_headroom>([&](auto* p, auto n, auto* c) {
      return apportion_cycle_headroom(h_, p, n, c);
    });
    read_holdings();
    std::size_t a = 0, s = 0;
    // GCC does not see that they are used in a function object for any type.
    [[maybe_unused]] static apportion_agent asked[16];
    [[maybe_unused]] static apportion_inverse_status statuses[256];
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_inverse_statuses(h_, asked, 16, &a, statuses, 256, &s, p,
                                        n, c);
    });
    read_clock();
    if (sometimes()) explain();
  }

  void read_clock() {
    std::int64_t now = 0, deadline = 0;
    std::int32_t paused = -1, pending = -1;
    OK(h_, apportion_now(h_, &now));
    OK(h_, apportion_next_deadline(h_, &deadline));
    OK(h_, apportion_paused(h_, &paused));
    OK(h_, apportion_pending(h_, &pending));
    CHECK((paused & ~1) == 0 && (pending & ~1) == 0);
  }

  // Asks why a framework, or a role, is offered nothing, which changes nothing.
  void explain() {
    apportion_question question = APPORTION_QUESTION_INIT;
    apportion_explanation found = APPORTION_EXPLANATION_INIT;
    question.framework = below(4) ? a_handle(framework_handles) : 0;
    question.agent = below(2) ? a_handle(agent_handles) : 0;
    question.role = below(2) ? a_role() : APPORTION_ALL_ROLES;
    const std::uint64_t before = digest(h_);
    check_code(apportion_explain(h_, &question, &found));
    CHECK(digest(h_) == before);
    read_rows<apportion_explained_role>([&](auto* p, auto n, auto* c) {
      return apportion_explained_roles(h_, p, n, c);
    });
    read_rows<apportion_explained_reason>([&](auto* p, auto n, auto* c) {
      return apportion_explained_reasons(h_, p, n, c);
    });
    read_rows<apportion_explained_amount>([&](auto* p, auto n, auto* c) {
      return apportion_explained_amounts(h_, p, n, c);
    });
    read_rows<apportion_explained_change>([&](auto* p, auto n, auto* c) {
      return apportion_explained_changes(h_, p, n, c);
    });
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_explained_text(h_, p, n, c);
    });
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_explained_json(h_, p, n, c);
    });
  }

  // The cpus among what is read: once into room of all sorts, and then whole.
  template <class Call>
  static std::int64_t cpus(const Call& call) {
    read_rows<apportion_resource>(call);
    static apportion_resource rows[512];
    std::size_t count = 0;
    const std::int32_t code = call(rows, std::size_t{512}, &count);
    check_code(code);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < (code == APPORTION_OK ? count : 0); i++) {
      CHECK(rows[i].reserved == 0);
      if (rows[i].kind == 0) sum += rows[i].amount;
    }
    return sum;
  }

  // Of an agent's cpus, whatever is not held is free.
  void read_holdings() {
    const std::uint64_t agent = a_handle(agent_handles);
    const std::uint64_t framework = below(2) ? a_handle(framework_handles) : 0;
    const std::uint32_t role = below(2) ? a_role() : APPORTION_ALL_ROLES;
    const auto held_by = [&](std::uint64_t f, std::uint32_t r) {
      return cpus([&](auto* p, auto n, auto* c) {
        return apportion_agent_held(h_, agent, f, r, p, n, c);
      });
    };
    const std::int64_t total = cpus([&](auto* p, auto n, auto* c) {
      return apportion_agent_total(h_, agent, p, n, c);
    });
    const std::int64_t free = cpus([&](auto* p, auto n, auto* c) {
      return apportion_agent_free(h_, agent, p, n, c);
    });
    const std::int64_t allocated = cpus([&](auto* p, auto n, auto* c) {
      return apportion_agent_allocated(h_, agent, role, p, n, c);
    });
    const std::int64_t held = held_by(0, APPORTION_ALL_ROLES);
    CHECK(free == std::max(total - held, std::int64_t{0}));
    CHECK(held_by(framework, role) <= held_by(0, role));
    CHECK(held_by(0, role) <= held);
    CHECK(allocated >= 0); // more than is held if frameworks have left tasks
  }

  void read_names() {
    const std::uint64_t agent = a_handle(agent_handles);
    const std::uint64_t framework = a_handle(framework_handles);
    const std::uint32_t number = static_cast<std::uint32_t>(below(12));
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_agent_name(h_, agent, p, n, c);
    });
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_framework_name(h_, framework, p, n, c);
    });
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_role_name(h_, number, p, n, c);
    });
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_item_name(h_, number, p, n, c);
    });
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_resource_name(h_, number, p, n, c);
    });
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_last_error(h_, p, n, c);
    });
    const std::int32_t named = below(2) ? PICK(codes) : static_cast<std::int32_t>(next());
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_code_name(named, p, n, c);
    });
    read_rows<char>(apportion_version);
    describe(number);
    std::uint64_t found;
    const apportion_str id = a_text();
    check_code(apportion_find_agent(h_, id.data, id.size, &found));
    check_code(apportion_find_framework(h_, id.data, id.size, &found));
  }

  // A kind's description, declared again, is the same kind.
  void describe(apportion_kind kind) {
    std::size_t size = 0;
    const std::int32_t code =
        apportion_describe_kind(h_, kind, nullptr, 0, &size);
    check_code(code);
    if (code != APPORTION_E_TOO_SMALL) return;
    std::vector<std::uint64_t> buffer(size / 8 + 2, garbage<std::uint64_t>());
    OK(h_, apportion_describe_kind(h_, kind, buffer.data(), size, &size));
    CHECK(buffer.back() == garbage<std::uint64_t>());
    apportion_kind again = kind + 1;
    OK(h_, apportion_declare_kind(
               h_, reinterpret_cast<apportion_kind_info*>(buffer.data()),
               &again));
    CHECK(again == kind);
  }

  void read_gathered() {
    apportion_metrics metrics = APPORTION_METRICS_INIT;
    std::size_t size = 0;
    if (below(2)) OK(h_, apportion_gather_metrics(h_, &metrics));
    OK(h_, apportion_gathered_metrics(h_, &metrics));
    if (below(2) && sometimes()) OK(h_, apportion_gather_state(h_, &size));
    read_rows<apportion_role_metrics>([&](auto* p, auto n, auto* c) {
      return apportion_metrics_roles(h_, p, n, c);
    });
    read_rows<apportion_role_key>([&](auto* p, auto n, auto* c) {
      return apportion_metrics_keys(h_, p, n, c);
    });
    read_rows<apportion_quantity_metrics>([&](auto* p, auto n, auto* c) {
      return apportion_metrics_quantities(h_, p, n, c);
    });
    read_rows<apportion_subscription>([&](auto* p, auto n, auto* c) {
      return apportion_metrics_subscriptions(h_, p, n, c);
    });
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_gathered_state(h_, p, n, c);
    });
    if (!sometimes()) return;
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_state_json(h_, p, n, c);
    });
  }

  // Calls that must be refused, whatever the instance's state.
  void misuse() {
    const bool traced = sometimes();
    const std::uint64_t before = traced ? digest(h_) : 0;
    const std::uint64_t other = h_ ^ (std::uint64_t{1} << below(64));
    EXPECT(APPORTION_E_HANDLE, 0, apportion_request_allocation(other));
    EXPECT(APPORTION_E_NULL, h_, apportion_digest(h_, nullptr));
    EXPECT(APPORTION_E_NULL, h_, apportion_set_weights(h_, nullptr, 1 + below(9)));
    EXPECT(APPORTION_E_COUNT, h_,
           apportion_set_weights(h_, weights, APPORTION_MAX_COUNT + 1 + next() % 9));
    apportion_cycle cycle = APPORTION_CYCLE_INIT;
    cycle.struct_size = static_cast<std::uint32_t>(
        below(2) ? below(APPORTION_CYCLE_MIN_SIZE) : next() | 1);
    EXPECT(APPORTION_E_STRUCT_SIZE, h_, apportion_allocate(h_, 0, &cycle));
    char* odd = reinterpret_cast<char*>(weights) + 1 + below(3);
    EXPECT(APPORTION_E_ALIGN, h_,
           apportion_set_weights(
               h_, static_cast<apportion_role_weight*>(static_cast<void*>(odd)),
               1));
    CHECK(!traced || digest(h_) == before);
  }

  apportion_instance h_ = 0;
};

}  // namespace

// Has the library commit a bug that was planted for this; see capi/planted_bugs.go.
// Only a library with hooks has it.
extern "C" __attribute__((weak)) void apportion_test_plant(std::int32_t bug);

static bool plant() {
  const char* bug = std::getenv("PLANT");
  if (bug == nullptr || *bug == '\0') return true;
  CHECK(apportion_test_plant != nullptr);
  apportion_test_plant(std::atoi(bug));
  return true;
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
