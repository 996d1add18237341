// One call of an allocator on behalf of a request.
#ifndef APPORTION_ABI_RUNNER_CALL_HPP
#define APPORTION_ABI_RUNNER_CALL_HPP

#include <cstdint>
#include <string>
#include <type_traits>

#include "apportion.hpp"
#include "arguments.hpp"
#include "wire.hpp"

namespace runner {

// An allocator, and whether its changes go through apportion_submit.
struct served {
  apportion::allocator allocator;
  bool batched = false;
};

struct call {
  apportion::allocator& allocator;
  bool batched;
  arguments& in;
  writer& out;
  // Of a whole batch that is being gathered; nullptr if each call is made at once.
  apportion::batch* gathered = nullptr;

  template <class Of>
  void put(apportion::handle<Of> handle) {
    out.u64(handle.value());
  }

  // Makes a change: make calls the function of an allocator or a batch.
  template <class Make>
  void change(Make make) {
    change([&] { return make(allocator); }, make);
  }

  // Makes a change: by single(), a call of its own, or by apportion_submit of
  // what fill(batch) appends. Writes the number that either returns, or 0.
  template <class Single, class Fill>
  void change(Single single, Fill fill) {
    in.end();
    if (gathered != nullptr) {
      fill(*gathered);
    } else if (batched) {
      apportion::batch b;
      fill(b);
      out.u64(submit(b));
    } else if constexpr (std::is_void_v<decltype(single())>) {
      single();
      out.u64(0);
    } else {
      out.u64(number(single()));
    }
  }

 private:
  static std::uint64_t number(std::uint64_t value) { return value; }
  template <class Id>
  static std::uint64_t number(Id id) {
    return id.value();
  }

  // Submits the one operation of b and returns its value.
  std::uint64_t submit(apportion::batch& b);
};

// The text of an error without the place of its operation in the batch, which a
// call of its own does not have.
std::string reason(std::string text);

using handler = void (*)(call&);

// The handler of a request's number, nullptr if there is none.
handler find_handler(std::uint16_t request) noexcept;

// The first request that is one of the calls of package calls: whoever changes
// an allocator. The others are questions.
constexpr std::uint16_t first_call = 200;
handler find_call(std::uint16_t request) noexcept;

handler find_question(std::uint16_t request) noexcept;

}  // namespace runner

#endif
