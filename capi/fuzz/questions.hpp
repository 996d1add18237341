// What a step may ask of the library, which changes nothing.
#ifndef APPORTION_FUZZ_QUESTIONS_HPP
#define APPORTION_FUZZ_QUESTIONS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>

#include "apportion.hpp"
#include "arguments.hpp"
#include "fence.hpp"

// Reads a result of unknown size into room of all sorts: none, too little,
// enough and too much; where it was too little, into enough. What is not written
// to must stay as it is. The result is good until the next call.
template <class T, class Call>
static apportion::view<T> read_rows(const Call& call) {
  std::size_t capacity = below(3) == 0 ? below(2) * below(8) : 64, count = 0;
  for (;;) {
    T* room = first.room<T>(capacity);
    const std::int32_t code = call(capacity == 0 ? nullptr : room, capacity, &count);
    CHECK(code != APPORTION_E_PANIC);  // as of what touches memory beyond the room
    if (code != APPORTION_OK && code != APPORTION_E_TOO_SMALL) {
      check_code(code);
      CHECK(is_garbage(room, capacity));
      return {room, 0};
    }
    CHECK(code == (count <= capacity ? APPORTION_OK : APPORTION_E_TOO_SMALL));
    const std::size_t written = code == APPORTION_OK ? count : 0;
    CHECK(is_garbage(room + written, capacity - written));
    if (code == APPORTION_OK) return {room, count};
    capacity = count;
  }
}

// The questions to one instance.
class questions {
 public:
  explicit questions(apportion_instance h) : h_(h) {}

  void read_cycle() {
    switch (below(8)) {
      case 0: read(apportion_cycle_offers); break;
      case 1: read(apportion_cycle_resources); break;
      case 2: read(apportion_cycle_inverse_offers); break;
      case 3: read(apportion_cycle_headroom); break;
      case 4: return read_inverse_statuses();
      case 5: return read_clock();
      default: return read_holdings();
    }
    if (sometimes()) explain();
  }

  void read_inverse_statuses() {
    // GCC does not see that they are used in a function object for any type.
    [[maybe_unused]] static apportion_agent asked[16];
    [[maybe_unused]] auto* statuses = second.room<apportion_inverse_status>(256);
    std::size_t a = 0, s = 0;
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_inverse_statuses(h_, asked, 16, &a, statuses, 256, &s, p,
                                        n, c);
    });
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
    question.framework.handle = below(4) ? a_handle(framework_handles) : 0;
    question.agent.handle = below(2) ? a_handle(agent_handles) : 0;
    question.role = below(2) ? a_role() : all_roles;
    const std::uint64_t before = digest(h_);
    check_code(apportion_explain(h_, &question));
    CHECK(digest(h_) == before);
    read(apportion_explained_text);
    read(apportion_explained_json);
    explain_standing();
    look(before);
  }

  // Asks where everybody stands, with somebody new, or how two compare.
  void explain_standing() {
    apportion_standing_question question = APPORTION_STANDING_QUESTION_INIT;
    if (below(2)) {
      question.flags = APPORTION_QUESTION_NEW_ROLE;
    } else {
      question.role = a_role();
      question.other_role = a_role();
      question.other_framework.handle = below(2) ? a_handle(framework_handles) : 0;
    }
    const std::uint64_t before = digest(h_);
    check_code(apportion_explain_standing(h_, &question));
    CHECK(digest(h_) == before);
    read(apportion_explained_json);
  }

  // Asks what a page does, which changes nothing either. Which, the state says.
  void look(std::uint64_t state) {
    static constexpr const char* asked[] = {
        "data",         "data?since=x.1.0", "state", "history?points=9",
        "find?agent=a", "explain?slot=1",   "explain?role=web", "nothing"};
    const char* text = asked[state % std::size(asked)];
    apportion_view_question question = APPORTION_VIEW_QUESTION_INIT;
    question.question = {text, std::strlen(text)};
    const apportion_role role = {static_cast<std::uint32_t>(state % 8)};
    question.flags = state & 8 ? APPORTION_QUESTION_RESTRICTED : 0;
    question.visible_roles = &role;
    question.visible_role_count = 1;
    std::uint64_t answer = 0;
    check_code(apportion_gather_view(h_, &question, &answer));
    CHECK(digest(h_) == state);
    read_rows<char>([&](auto* p, auto n, auto* c) {
      return apportion_gathered_view(h_, answer, p, n, c);
    });
  }

  // The cpus among what is read.
  template <class Call>
  static std::int64_t cpus(const Call& call) {
    std::int64_t sum = 0;
    for (const apportion_resource& r : read_rows<apportion_resource>(call)) {
      CHECK(r.reserved == 0);
      if (r.kind.number == 0) sum += r.amount;
    }
    return sum;
  }

  // Of an agent's cpus, whatever is not held is free.
  void read_holdings() {
    const apportion_agent agent = {a_handle(agent_handles)};
    const apportion_framework framework = {below(2) ? a_handle(framework_handles) : 0};
    const apportion_role role = below(2) ? a_role() : all_roles;
    const auto held_by = [&](apportion_framework f, apportion_role r) {
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
    const std::int64_t held = held_by({0}, all_roles);
    CHECK(free == std::max(total - held, std::int64_t{0}));
    CHECK(held_by(framework, role) <= held_by({0}, role));
    CHECK(held_by({0}, role) <= held);
    CHECK(allocated >= 0); // more than is held if frameworks have left tasks
  }

  void read_names() {
    const apportion_agent agent = {a_handle(agent_handles)};
    const apportion_framework framework = {a_handle(framework_handles)};
    const std::uint32_t number = static_cast<std::uint32_t>(below(12));
    const std::int32_t named = below(2) ? PICK(codes) : static_cast<std::int32_t>(next());
    const std::uint64_t what = below(10);
    if (what == 0) return describe({number});
    if (what == 1) return find();
    read_rows<char>([&](auto* p, auto n, auto* c) {
      switch (what) {
        case 2: return apportion_agent_name(h_, agent, p, n, c);
        case 3: return apportion_framework_name(h_, framework, p, n, c);
        case 4: return apportion_role_name(h_, {number}, p, n, c);
        case 5: return apportion_item_name(h_, number, p, n, c);
        case 6: return apportion_resource_name(h_, {number}, p, n, c);
        case 7: return apportion_last_error(h_, p, n, c);
        case 8: return apportion_code_name(named, p, n, c);
        default: return apportion_version(p, n, c);
      }
    });
  }

  void find() {
    apportion_agent agent;
    apportion_framework framework;
    const apportion_str id = a_text();
    check_code(apportion_find_agent(h_, id.data, id.size, &agent));
    check_code(apportion_find_framework(h_, id.data, id.size, &framework));
  }

  // A kind's description, declared again, is the same kind.
  void describe(apportion_kind kind) {
    std::size_t size = 0;
    const std::int32_t code =
        apportion_describe_kind(h_, kind, nullptr, 0, &size);
    check_code(code);
    if (code != APPORTION_E_TOO_SMALL) return;
    auto* buffer = first.room<std::uint64_t>((size + 7) / 8);
    OK(h_, apportion_describe_kind(h_, kind, buffer, size, &size));
    apportion_kind again = {kind.number + 1};
    OK(h_, apportion_declare_kind(
               h_, reinterpret_cast<apportion_kind_info*>(buffer),
               &again));
    CHECK(again.number == kind.number);
  }

  void read_gathered() {
    apportion_metrics metrics = APPORTION_METRICS_INIT;
    std::size_t size = 0;
    switch (below(10)) {
      case 0: OK(h_, apportion_gather_metrics(h_, &metrics)); break;
      case 1: OK(h_, apportion_gathered_metrics(h_, &metrics)); break;
      case 2: read(apportion_metrics_roles); break;
      case 3: read(apportion_metrics_keys); break;
      case 4: read(apportion_metrics_quantities); break;
      case 5: read(apportion_metrics_subscriptions); break;
      case 6: read(apportion_metrics_loans); break;
      case 7: read(apportion_metrics_overdue); break;
      case 8:
        if (sometimes()) OK(h_, apportion_gather_state(h_, &size));
        read(apportion_gathered_state);
        break;
      default:
        if (!sometimes()) break;
        read(apportion_state_json);
        restore();
    }
  }

  // Another instance goes on where this one is; of damaged bytes none does.
  void restore() {
    const std::uint64_t state = digest(h_);
    const apportion::view<char> read = read_rows<char>(
        [&](auto* p, auto n, auto* c) { return apportion_snapshot(h_, p, n, c); });
    std::string bytes(read.begin(), read.end());
    const apportion_options options = APPORTION_OPTIONS_INIT;
    apportion_instance other = {0};
    OK(NO_INSTANCE, apportion_restore(&options, bytes.data(), bytes.size(), &other));
    CHECK(digest(other) == state);
    OK(other, apportion_destroy(other));
    other = {0};
    bytes[state % bytes.size()] ^= static_cast<char>(1 + state % 255);
    const std::int32_t code =
        apportion_restore(&options, bytes.data(), bytes.size(), &other);
    CHECK(code == APPORTION_E_INVALID || code == APPORTION_E_VERSION);
    CHECK(other.handle == 0);
  }

 private:
  static constexpr apportion_role all_roles = {APPORTION_ALL_ROLES};

  // Reads all that a function tells of the instance.
  template <class T>
  void read(std::int32_t (*tell)(apportion_instance, T*, std::size_t,
                                 std::size_t*)) const {
    read_rows<T>([&](auto* p, auto n, auto* c) { return tell(h_, p, n, c); });
  }

  apportion_instance h_;
};

#endif
