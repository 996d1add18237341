// apportion.hpp - apportion.h for C++17: header only, RAII, views.
//
// apportion::allocator owns an instance. Each member function does what the C
// function of its name does; apportion.h says what that is, and its rules on
// threads, memory, time and the Go runtime hold here too. A host is an event
// loop (examples/scheduler.cpp is a whole one):
//
//     apportion::options options;
//     options.interval_nanos = 1'000'000'000;
//     apportion::allocator a(options);
//     apportion::cycle cycle;
//     ... declare roles and kinds, add agents and frameworks ...
//     while (running) {
//       const std::int64_t deadline = a.run_due(now, cycle);
//       for (const apportion::offer& offer : cycle.offers)
//         send(offer, cycle.resources_of(offer));
//       now = wait_until(deadline);  // or an event; at APPORTION_NEVER for that alone
//       ... make the calls that the event brings ...
//     }
//
// Exceptions: a function throws apportion::error if the C function returns an
// error, and one that returns or fills a container std::bad_alloc if there is
// no memory for it. A function marked noexcept throws nothing, and nothing throws
// anything else. apportion::try_allocator has the same functions for hosts without
// exceptions: they return an outcome, a value or an error. Functions of no allocator
// do so as version<apportion::returned_errors>(). All that -fno-exceptions leaves is these.
//
// Handles of agents and frameworks, and numbers of roles and kinds, have types of
// their own, which become C's and come from them, so that a program that swaps them, or
// has a plain number in their place, does not compile.
//
// Rows are the C structs under shorter names, with these types where C has numbers, and
// become C's; functions such as scalar() and make_usage() fill them in.
// Descriptions (options, kind_info, agent_info, ...) are structs of views. Views
// and rows do not own what they point to: it must stay alive until the call that
// is passed them returns, for a batch until it was submitted. No call keeps a
// pointer beyond its return.
#ifndef APPORTION_HPP
#define APPORTION_HPP

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "apportion.h"

// Types that C has as well are read and written as either: see as_c, and view.
#ifdef __GNUC__
#define APPORTION_MAY_ALIAS __attribute__((__may_alias__))
#else
#define APPORTION_MAY_ALIAS
#endif

namespace apportion {

// A handle of C's: a number to pass back, which can be compared and hashed. None, which
// is false, is what a default one is, and one that is made of a literal 0.
template <class C>
class APPORTION_MAY_ALIAS handle {
 public:
  using c_type = C;

  constexpr handle() noexcept = default;
  constexpr handle(std::nullptr_t) noexcept {}

  // Of what a C function has given.
  constexpr handle(C c) noexcept : value_(c.handle) {}
  constexpr operator C() const noexcept { return {value_}; }

  // Of the result of an operation of a batch.
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  constexpr explicit handle(T value) noexcept
      : value_(static_cast<std::uint64_t>(value)) {}

  constexpr std::uint64_t value() const noexcept { return value_; }
  constexpr explicit operator bool() const noexcept { return value_ != 0; }

  friend constexpr bool operator==(handle a, handle b) noexcept {
    return a.value_ == b.value_;
  }
  friend constexpr bool operator!=(handle a, handle b) noexcept {
    return a.value_ != b.value_;
  }
  friend constexpr bool operator<(handle a, handle b) noexcept {
    return a.value_ < b.value_;
  }

 private:
  std::uint64_t value_ = 0;
};

// The number of a role, of a kind or of a resource's name. No plain one becomes it unless
// that is said, as in role_id(result.value), and it becomes none: value() is it. A default
// one stands for nothing that was declared; where a call takes all_roles it is that.
template <class C>
class APPORTION_MAY_ALIAS index {
 public:
  using c_type = C;

  constexpr index() noexcept = default;
  constexpr index(C c) noexcept : value_(c.number) {}
  constexpr operator C() const noexcept { return {value_}; }

  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  constexpr explicit index(T value) noexcept
      : value_(static_cast<std::uint32_t>(value)) {}

  constexpr std::uint32_t value() const noexcept { return value_; }

  friend constexpr bool operator==(index a, index b) noexcept {
    return a.value_ == b.value_;
  }
  friend constexpr bool operator!=(index a, index b) noexcept {
    return a.value_ != b.value_;
  }
  friend constexpr bool operator<(index a, index b) noexcept {
    return a.value_ < b.value_;
  }

 private:
  std::uint32_t value_ = 0xffffffffu;
};

using agent_id = handle<apportion_agent>;
using framework_id = handle<apportion_framework>;
using role_id = index<apportion_role>;
using kind_id = index<apportion_kind>;
using name_id = index<apportion_name>; // of a resource, see apportion_resource_name

inline constexpr role_id all_roles{APPORTION_ALL_ROLES};
inline constexpr role_id no_role{APPORTION_NO_ROLE};

using recording = apportion_recording;
using op = apportion_op;

namespace detail {

// A type that has a c_type is the same in memory; others are C's own.
template <class T, class = void>
struct c_of {
  using type = T;
};

template <class T>
struct c_of<T, std::void_t<typename T::c_type>> {
  using type = typename T::c_type;
};

template <class T>
typename c_of<T>::type* as_c(T* rows) noexcept {
  static_assert(sizeof(T) == sizeof(typename c_of<T>::type) &&
                std::is_standard_layout_v<T> &&
                std::is_trivially_copyable_v<T>);
  return reinterpret_cast<typename c_of<T>::type*>(rows);
}

template <class T>
const typename T::c_type* as_c(const T* rows) noexcept {
  return as_c(const_cast<T*>(rows));
}

// C's row of the same bytes.
template <class C, class T>
C copied(const T& row) noexcept {
  static_assert(sizeof(C) == sizeof(T));
  C c;
  std::memcpy(&c, &row, sizeof c);
  return c;
}

}  // namespace detail

// ---- begin: rows; bindgen writes it, do not edit
using quantity = apportion_quantity;
using quantity_list = apportion_quantities;
using label = apportion_label;
using reservation = apportion_reservation;
using resource_weight = apportion_resource_weight;
using result = apportion_result;

// Rows with handles and numbers: apportion_offer and so on, member for member.
struct APPORTION_MAY_ALIAS resource {
  using c_type = apportion_resource;
  kind_id kind;
  std::uint32_t reserved;
  std::int64_t amount;
  std::uint64_t begin;
  std::uint64_t end;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS usage {
  using c_type = apportion_usage;
  apportion_str id;
  const resource* resources;
  std::size_t resource_count;
  role_id role;
  std::uint32_t reserved;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS role_minimum {
  using c_type = apportion_role_minimum;
  const quantity_list* lists;
  std::size_t list_count;
  role_id role;
  std::uint32_t reserved;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS role_quota {
  using c_type = apportion_role_quota;
  quantity_list guarantees;
  quantity_list limits;
  role_id role;
  std::uint32_t reserved;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS role_weight {
  using c_type = apportion_role_weight;
  role_id role;
  std::uint32_t reserved;
  double weight;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS role_rank {
  using c_type = apportion_role_rank;
  role_id role;
  std::uint32_t reserved;
  double rank;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS framework_rank {
  using c_type = apportion_framework_rank;
  framework_id framework;
  double rank;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS conversion {
  using c_type = apportion_conversion;
  const resource* consumed;
  std::size_t consumed_count;
  const resource* converted;
  std::size_t converted_count;
  std::uint32_t flags;
  std::uint32_t reserved;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS offer {
  using c_type = apportion_offer;
  framework_id framework;
  agent_id agent;
  role_id role;
  std::uint32_t first;
  std::uint32_t count;
  std::uint32_t reserved;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS inverse_offer {
  using c_type = apportion_inverse_offer;
  framework_id framework;
  agent_id agent;
  std::int64_t start_nanos;
  std::int64_t duration_nanos;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS recall {
  using c_type = apportion_recall;
  framework_id framework;
  agent_id agent;
  role_id role;
  role_id asks;
  std::uint32_t stage;
  kind_id kind;
  std::int64_t amount;
  std::int64_t due_nanos;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS loan {
  using c_type = apportion_loan;
  framework_id framework;
  agent_id agent;
  role_id role;
  role_id asks;
  std::uint32_t flags;
  kind_id kind;
  kind_id original;
  std::uint32_t reserved;
  std::int64_t amount;
  std::int64_t since_nanos;
  std::int64_t due_nanos;
  std::int64_t cost;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS inverse_status {
  using c_type = apportion_inverse_status;
  agent_id agent;
  std::size_t id_first;
  std::size_t id_size;
  std::uint32_t status;
  std::uint32_t reserved;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS headroom {
  using c_type = apportion_headroom;
  name_id resource;
  std::uint32_t reserved;
  std::int64_t required_before;
  std::int64_t required_after;
  std::int64_t available_before;
  std::int64_t available_after;
  std::int64_t held_back;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS role_metrics {
  using c_type = apportion_role_metrics;
  double share;
  double weight;
  std::size_t frameworks;
  std::size_t active_filters;
  role_id role;
  std::uint32_t flags;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS role_key {
  using c_type = apportion_role_key;
  double key;
  role_id role;
  std::uint32_t policy;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS quantity_metrics {
  using c_type = apportion_quantity_metrics;
  role_id role;
  name_id resource;
  std::uint32_t flags;
  std::uint32_t reserved;
  std::int64_t total;
  std::int64_t offered_or_allocated;
  std::int64_t guarantee;
  std::int64_t limit;
  std::int64_t consumed_quota;
  std::int64_t reserved_quantity;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS loan_metrics {
  using c_type = apportion_loan_metrics;
  role_id role;
  name_id resource;
  std::int64_t lent;
  std::int64_t borrowed;
  std::int64_t recalled;
  std::int64_t overdue;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS overdue_borrower {
  using c_type = apportion_overdue_borrower;
  framework_id framework;
  role_id role;
  name_id resource;
  std::int64_t amount;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};

struct APPORTION_MAY_ALIAS subscription {
  using c_type = apportion_subscription;
  framework_id framework;
  role_id role;
  std::uint32_t flags;
  operator c_type() const noexcept { return detail::copied<c_type>(*this); }
};
// ---- end: rows

namespace detail {

// Only of a C that V can view, and that is gone, with what it owns, at the end of the statement.
template <class C, class V>
using if_it_goes = std::enable_if_t<!std::is_lvalue_reference_v<C> &&
                                    !std::is_trivially_destructible_v<C> &&
                                    std::is_convertible_v<C&, V>>;

}  // namespace detail

// A pointer and a number of elements, like C++20's std::span<const T>.
template <class T>
class view {
 public:
  constexpr view() noexcept = default;
  constexpr view(const T* data, std::size_t size) noexcept
      : data_(data), size_(size) {}

  // Of anything contiguous: std::vector, std::array, another view.
  template <class C,
            class = std::enable_if_t<std::is_convertible_v<
                decltype(std::declval<const C&>().data()), const T*>>>
  constexpr view(const C& c) noexcept : data_(c.data()), size_(c.size()) {}

  template <std::size_t N>
  constexpr view(const T (&array)[N]) noexcept : data_(array), size_(N) {}

  // Of C's rows: they are the same in memory.
  template <class C, class U = typename detail::c_of<T>::type,
            class = std::enable_if_t<
                !std::is_same_v<T, U> && std::is_class_v<U> &&
                std::is_convertible_v<decltype(std::declval<const C&>().data()),
                                      const U*>>,
            class = void>
  view(const C& c) noexcept
      : data_(reinterpret_cast<const T*>(c.data())), size_(c.size()) {}

  // Only good as an argument: the list is gone at the end of the statement. So it
  // cannot be assigned, nor can a container that a function has returned.
  constexpr view(std::initializer_list<T> list) noexcept {
    data_ = list.begin();
    size_ = list.size();
  }
  view(const view&) = default;
  view& operator=(const view&) = default;
  template <std::size_t N>
  view& operator=(const T (&&list)[N]) = delete;
  template <class C, class = detail::if_it_goes<C, view>>
  view& operator=(C&&) = delete;

  constexpr const T* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr const T* begin() const noexcept { return data_; }
  constexpr const T* end() const noexcept { return data_ + size_; }
  constexpr const T& operator[](std::size_t i) const noexcept {
    return data_[i];
  }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

// A view that a batch keeps until it is submitted. It is of no list, nor of a container
// that is gone at the end of the statement: that does not compile.
template <class T>
class kept_view : public view<T> {
 public:
  constexpr kept_view() noexcept = default;
  constexpr kept_view(const T* data, std::size_t size) noexcept
      : view<T>(data, size) {}
  constexpr kept_view(view<T> v) noexcept : view<T>(v) {}

  template <class C,
            class = std::enable_if_t<std::is_convertible_v<C&, view<T>>>>
  constexpr kept_view(C& c) noexcept : view<T>(c) {}

  template <class C, class = std::enable_if_t<
                         !std::is_lvalue_reference_v<C> &&
                         !std::is_base_of_v<view<T>, C> &&
                         std::is_convertible_v<C&, view<T>>>>
  kept_view(C&&) = delete;
  kept_view(std::initializer_list<T>) = delete;
};

// A text that a batch keeps.
class kept_text : public std::string_view {
 public:
  using std::string_view::string_view;
  constexpr kept_text(std::string_view text) noexcept
      : std::string_view(text) {}
  kept_text(const std::string& text) noexcept : std::string_view(text) {}
  kept_text(std::string&&) = delete;
};

// A C struct that a batch keeps.
template <class C>
class kept_record {
 public:
  constexpr kept_record(const C& record) noexcept : record_(&record) {}
  kept_record(const C&&) = delete;
  constexpr const C* get() const noexcept { return record_; }

 private:
  const C* record_;
};

// A view that may be absent, which an empty one is not. As one, it cannot be assigned a
// list, nor a container that is gone at the end of the statement.
template <class T>
class optional_view {
 public:
  constexpr optional_view() noexcept = default;
  constexpr optional_view(std::nullopt_t) noexcept {}
  template <class C, class = std::enable_if_t<
                         std::is_convertible_v<const C&, view<T>>>>
  constexpr optional_view(const C& c) noexcept : view_(c), there_(true) {}
  constexpr optional_view(std::initializer_list<T> list) noexcept
      : view_(list), there_(true) {}
  optional_view(const optional_view&) = default;
  optional_view& operator=(const optional_view&) = default;
  template <std::size_t N>
  optional_view& operator=(const T (&&list)[N]) = delete;
  template <class C, class = detail::if_it_goes<C, view<T>>>
  optional_view& operator=(C&&) = delete;

  constexpr explicit operator bool() const noexcept { return there_; }
  constexpr const view<T>& operator*() const noexcept { return view_; }
  constexpr const view<T>* operator->() const noexcept { return &view_; }

 private:
  view<T> view_;
  bool there_ = false;
};

// ------------------------------------------------------------------- errors

// The name of a code, without APPORTION_E_.
inline const char* code_name(std::int32_t code) noexcept {
  switch (code) {
    case APPORTION_OK: return "OK";
    // ---- begin: codes; bindgen writes it, do not edit
    case APPORTION_E_NULL: return "NULL";
    case APPORTION_E_ALIGN: return "ALIGN";
    case APPORTION_E_COUNT: return "COUNT";
    case APPORTION_E_STRUCT_SIZE: return "STRUCT_SIZE";
    case APPORTION_E_RESERVED: return "RESERVED";
    case APPORTION_E_TOO_SMALL: return "TOO_SMALL";
    case APPORTION_E_HANDLE: return "HANDLE";
    case APPORTION_E_BUSY: return "BUSY";
    case APPORTION_E_VERSION: return "VERSION";
    case APPORTION_E_PANIC: return "PANIC";
    case APPORTION_E_PARTIAL: return "PARTIAL";
    case APPORTION_E_INVALID: return "INVALID";
    case APPORTION_E_NAME: return "NAME";
    case APPORTION_E_AMOUNT: return "AMOUNT";
    case APPORTION_E_UNKNOWN_AGENT: return "UNKNOWN_AGENT";
    case APPORTION_E_UNKNOWN_FRAMEWORK: return "UNKNOWN_FRAMEWORK";
    case APPORTION_E_UNKNOWN_ROLE: return "UNKNOWN_ROLE";
    case APPORTION_E_UNKNOWN_KIND: return "UNKNOWN_KIND";
    case APPORTION_E_STALE: return "STALE";
    case APPORTION_E_UNKNOWN_ITEM: return "UNKNOWN_ITEM";
    case APPORTION_E_EXISTS: return "EXISTS";
    case APPORTION_E_NOT_SUBSCRIBED: return "NOT_SUBSCRIBED";
    case APPORTION_E_STATE: return "STATE";
    case APPORTION_E_NOT_ALLOCATED: return "NOT_ALLOCATED";
    case APPORTION_E_NOT_AVAILABLE: return "NOT_AVAILABLE";
    case APPORTION_E_CONVERSION: return "CONVERSION";
    case APPORTION_E_LIMIT: return "LIMIT";
    // ---- end: codes
    default: return "unknown code";
  }
}

// What a C function returned, and the text that the instance has for it.
class error : public std::runtime_error {
 public:
  error(std::int32_t code, const std::string& text)
      : std::runtime_error(text), code_(code) {}
  std::int32_t code() const noexcept { return code_; }
  const char* name() const noexcept { return code_name(code_); }

 private:
  std::int32_t code_;
};

namespace detail {

// Reads a text or rows of unknown size: call(first, capacity, size*) is one of the C
// functions. On an error other than TOO_SMALL the code is returned.
template <class Out, class Call>
std::int32_t read(Out& out, const Call& call) {
  std::size_t size = out.size();
  if (std::is_same_v<Out, std::string> && size < 128) size = 128;
  std::int32_t code;
  do {
    out.resize(size);
    code = call(as_c(out.data()), out.size(), &size);
  } while (code == APPORTION_E_TOO_SMALL);
  out.resize(code == APPORTION_OK ? size : 0);
  return code;
}

// What an instance has to say of the code that a function returned. Without one the text
// is the code's name: where other threads call meanwhile, the last error is about what these do.
inline error told(std::optional<apportion_instance> instance, std::int32_t code) {
  std::string text;
  // A BUSY instance belongs to another thread; it has no text for this one.
  if (instance && code != APPORTION_E_BUSY) {
    if (code == APPORTION_E_HANDLE) instance = apportion_instance{};
    read(text, [&](char* p, std::size_t n, std::size_t* size) {
      return apportion_last_error(*instance, p, n, size);
    });
  }
  return error(code, text.empty() ? code_name(code) : text);
}

// Stands for what is present and empty, since NULL stands for absent.
inline constexpr label no_label{};

inline apportion_str str(std::string_view s) noexcept {
  return {s.data(), s.size()};
}

inline apportion_str str(const std::optional<std::string_view>& s) noexcept {
  if (!s) return {nullptr, 0};
  return {s->data() != nullptr ? s->data() : "", s->size()};
}

inline const label* labels(const optional_view<label>& v) noexcept {
  if (!v) return nullptr;
  return v->empty() ? &no_label : v->data();
}

}  // namespace detail

// What a call of try_allocator returns: its value, or an error, as C++23's std::expected.
template <class T>
class [[nodiscard]] outcome {
 public:
  outcome(T value) : value_(std::move(value)) {}
  outcome(apportion::error e) : error_(std::move(e)) {}

  bool has_value() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  // Only if there is one, which is asserted.
  T& operator*() noexcept { return *operator->(); }
  const T& operator*() const noexcept { return *operator->(); }
  T* operator->() noexcept {
    assert(has_value());
    return &*value_;
  }
  const T* operator->() const noexcept {
    assert(has_value());
    return &*value_;
  }
  // Only if there is no value, which is asserted.
  const apportion::error& error() const noexcept {
    assert(!has_value());
    return *error_;
  }

 private:
  std::optional<T> value_;
  std::optional<apportion::error> error_;
};

template <>
class [[nodiscard]] outcome<void> {
 public:
  outcome() = default;
  outcome(apportion::error e) : error_(std::move(e)) {}

  bool has_value() const noexcept { return !error_; }
  explicit operator bool() const noexcept { return has_value(); }
  // Only if there is one, which is asserted.
  const apportion::error& error() const noexcept {
    assert(!has_value());
    return *error_;
  }

 private:
  std::optional<apportion::error> error_;
};

// What becomes of errors: they are a part of what calls return.
struct returned_errors {
  template <class T>
  using answer = outcome<T>;

  template <class T>
  static outcome<T> failed(apportion::error e) {
    return outcome<T>(std::move(e));
  }
};

// They are thrown. Programs that are built without exceptions do without.
#ifdef __cpp_exceptions
struct thrown_errors {
  template <class T>
  using answer = T;

  template <class T>
  [[noreturn]] static T failed(const apportion::error& e) {
    throw e;
  }
};
using default_errors = thrown_errors;
#else
using default_errors = returned_errors;
#endif

namespace detail {

// The answer of a call that has returned a code, with a text of the instance's.
template <class Errors>
typename Errors::template answer<void> done(
    std::optional<apportion_instance> instance, std::int32_t code) {
  if (code != APPORTION_OK)
    return Errors::template failed<void>(told(instance, code));
  return typename Errors::template answer<void>();
}

template <class Errors, class T>
typename Errors::template answer<T> done(
    std::optional<apportion_instance> instance, std::int32_t code, T value) {
  if (code != APPORTION_OK)
    return Errors::template failed<T>(told(instance, code));
  return typename Errors::template answer<T>(std::move(value));
}

}  // namespace detail

// The library's release, such as "0.2.0".
template <class Errors = default_errors>
typename Errors::template answer<std::string> version() {
  std::string text;
  const std::int32_t code = detail::read(text, apportion_version);
  return detail::done<Errors>(apportion_instance{}, code, std::move(text));
}

// Writes the indices of the names that may have been meant by one that nobody has,
// the most alike first, and returns how many there are.
template <class Errors = default_errors>
typename Errors::template answer<std::size_t> similar_names(
    std::string_view name, const std::vector<std::string_view>& names,
    std::uint32_t (&indices)[APPORTION_MAX_SIMILAR]) {
  std::vector<apportion_str> known;
  known.reserve(names.size());
  for (const std::string_view s : names) known.push_back({s.data(), s.size()});
  std::size_t count = 0;
  const std::int32_t code = apportion_similar_names(
      name.data(), name.size(), known.data(), known.size(), indices,
      APPORTION_MAX_SIMILAR, &count);
  return detail::done<Errors>(apportion_instance{}, code, count);
}

// A file of the page that shows an allocator, or nothing if it has none of that name;
// the empty name is that of the page. See apportion_view_file.
template <class Errors = default_errors>
typename Errors::template answer<std::optional<std::string>> view_file(
    std::string_view name) {
  std::string content;
  std::int32_t code =
      detail::read(content, [&](char* p, std::size_t n, auto* size) {
        return apportion_view_file(name.data(), name.size(), p, n, size);
      });
  std::optional<std::string> found;
  if (code == APPORTION_OK) found = std::move(content);
  if (code == APPORTION_E_NAME) code = APPORTION_OK;
  return detail::done<Errors>(apportion_instance{}, code, std::move(found));
}

// The headers that go with a file or, for another name, with answers to the page: lines
// of a name, a colon, a space and a value.
template <class Errors = default_errors>
typename Errors::template answer<std::string> view_headers(
    std::string_view name) {
  std::string text;
  const std::int32_t code =
      detail::read(text, [&](char* p, std::size_t n, auto* size) {
        return apportion_view_headers(name.data(), name.size(), p, n, size);
      });
  return detail::done<Errors>(apportion_instance{}, code, std::move(text));
}

// What allocator::gathered_view does, for a thread that may outlive the allocator:
// instance is its handle.
template <class Errors = default_errors>
typename Errors::template answer<std::string> gathered_view(
    apportion_instance instance, std::uint64_t answer) {
  std::string json;
  const std::int32_t code =
      detail::read(json, [&](char* p, std::size_t n, auto* size) {
        return apportion_gathered_view(instance, answer, p, n, size);
      });
  return detail::done<Errors>(std::nullopt, code, std::move(json));
}

// --------------------------------------------------------------------- rows

// How much of a scalar resource. No bare number is one, since nobody could say whether
// 8000 are units: 8 * unit are 8 cpus, and amount(8000) are as many, in thousandths,
// which is what rows have.
class amount {
 public:
  constexpr amount() noexcept = default;
  constexpr explicit amount(std::int64_t thousandths) noexcept
      : thousandths_(thousandths) {}
  template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
  explicit amount(T thousandths) = delete;

  constexpr std::int64_t thousandths() const noexcept { return thousandths_; }

 private:
  std::int64_t thousandths_ = 0;
};

namespace detail {

template <class T>
constexpr std::uint64_t magnitude(T n) noexcept {
  return n < T{} ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
}

}  // namespace detail

// Whole numbers alone: what others lose of a thousandth is the host's to say. What is more
// than can be counted is APPORTION_MAX_AMOUNT.
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
constexpr amount operator*(T count, amount a) noexcept {
  const std::uint64_t n = detail::magnitude(count), each = detail::magnitude(a.thousandths());
  constexpr std::uint64_t most = APPORTION_MAX_AMOUNT;
  const auto product = static_cast<std::int64_t>(each != 0 && n > most / each ? most : n * each);
  return amount((count < T{}) != (a.thousandths() < 0) ? -product : product);
}
template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
amount operator*(T count, amount a) = delete;

inline constexpr amount unit{1000};

inline resource scalar(kind_id kind, amount a) noexcept {
  return {kind, 0, a.thousandths(), 0, 0};
}

// The closed interval [begin, end] of a kind of ranges or set.
inline resource span(kind_id kind, std::uint64_t begin,
                     std::uint64_t end) noexcept {
  return {kind, 0, 0, begin, end};
}

inline quantity make_quantity(std::string_view name, amount a) noexcept {
  return {detail::str(name), a.thousandths()};
}

inline resource_weight make_resource_weight(std::string_view resources,
                                            double weight) noexcept {
  return {detail::str(resources), weight};
}

inline quantity_list make_quantities(view<quantity> list) noexcept {
  return {list.data(), list.size()};
}

inline label make_label(
    std::string_view key,
    std::optional<std::string_view> value = std::nullopt) noexcept {
  return {detail::str(key), detail::str(value)};
}

// type is APPORTION_STATIC or APPORTION_DYNAMIC.
inline reservation make_reservation(
    std::uint32_t type, std::string_view role,
    std::optional<std::string_view> principal = std::nullopt,
    optional_view<label> labels = std::nullopt) noexcept {
  return {type, 0, detail::str(role), detail::str(principal),
          detail::labels(labels), labels ? labels->size() : 0};
}

// id is the framework's where an agent is added, the agent's where a framework
// is.
inline usage make_usage(std::string_view id, role_id role,
                        view<resource> resources) noexcept {
  return {detail::str(id), resources.data(), resources.size(), role, 0};
}

inline role_minimum make_role_minimum(role_id role,
                                      view<quantity_list> lists) noexcept {
  return {lists.data(), lists.size(), role, 0};
}

inline role_quota make_role_quota(role_id role, view<quantity> guarantees,
                                  view<quantity> limits) noexcept {
  return {make_quantities(guarantees), make_quantities(limits), role, 0};
}

// ---- begin: rows of numbers; bindgen writes it, do not edit
inline role_weight make_role_weight(role_id role, double weight) noexcept {
  return {role, 0, weight};
}

inline role_rank make_role_rank(role_id role, double rank) noexcept {
  return {role, 0, rank};
}

inline framework_rank make_framework_rank(framework_id framework,
        double rank) noexcept {
  return {framework, rank};
}
// ---- end: rows of numbers

inline conversion make_conversion(view<resource> consumed,
                                  view<resource> converted,
                                  bool exhaust = false) noexcept {
  return {consumed.data(),  consumed.size(), converted.data(),
          converted.size(), exhaust ? APPORTION_CONVERSION_EXHAUST : 0, 0};
}

// ------------------------------------------------------------- descriptions

// apportion_options.
struct options {
  std::int64_t interval_nanos = 0;
  std::int64_t start_nanos = 0;
  std::uint64_t seed = 0;
  std::uint32_t agent_order = APPORTION_ORDER_RANDOM;
  std::uint32_t flags = 0;
  std::string_view region = {};
  view<apportion_str> fairness_exclude = {};
  view<quantity_list> min_allocatable = {};
  std::int64_t recovery_timeout_nanos = 0;
  double agent_recovery_factor = 0;
  std::int64_t memory_limit_bytes = 0;
  std::int32_t gc_percent = 0;
  std::string_view record_dir = {};  // empty: not recorded
  std::int64_t record_bytes = 0;
  std::int64_t record_seconds = 0;
  std::string_view role_policy = {};  // empty: weighted DRF
  std::string_view framework_policy = {};
  view<apportion_str> policies = {};  // "policy./batch=ranked", see apportion.h
  std::int64_t lending_grace_nanos = 0;
  std::int64_t lending_least_nanos = 0;
};

// What is told of a disk; see apportion_kind_info.
struct disk_info {
  std::uint32_t source = APPORTION_DISK_NO_SOURCE;
  std::optional<std::string_view> root = {};
  std::optional<std::string_view> vendor = {};
  std::optional<std::string_view> id = {};
  std::optional<std::string_view> profile = {};
  std::optional<std::string_view> persistence = {};
  optional_view<label> metadata = {};
};

// apportion_kind_info.
struct kind_info {
  std::string_view name = {};
  std::uint32_t type = APPORTION_SCALAR;
  view<reservation> reservations = {};
  std::optional<disk_info> disk = {};
  bool revocable = false;
  bool shared = false;
  std::optional<std::string_view> provider = {};
};

// Planned maintenance; a duration of 0 is an open end.
struct unavailability {
  std::int64_t start_nanos = 0;
  std::int64_t duration_nanos = 0;
};

// apportion_agent_info.
struct agent_info {
  std::string_view id = {};
  std::string_view hostname = {};
  std::string_view region = {};
  std::uint32_t capabilities = APPORTION_CAP_MODERN_AGENT;  // 0: none
  view<resource> total = {};
  view<usage> used = {};
  std::optional<apportion::unavailability> unavailability = {};
};

// apportion_agent_update: what is not there is left alone, but for hostname
// and region.
struct agent_update {
  std::string_view hostname = {};
  std::string_view region = {};
  std::optional<std::uint32_t> capabilities = {};
  optional_view<resource> total = {};
  bool attributes_changed = false;
  bool info_changed = false;
};

// apportion_framework_info.
struct framework_info {
  std::string_view id = {};
  std::uint32_t capabilities = 0;
  view<role_id> roles = {};
  view<role_id> suppressed = {};
  view<role_minimum> minima = {};
};

namespace detail {

inline apportion_options to_c(const options& o) noexcept {
  apportion_options c = APPORTION_OPTIONS_INIT;
  c.interval_nanos = o.interval_nanos;
  c.start_nanos = o.start_nanos;
  c.seed = o.seed;
  c.agent_order = o.agent_order;
  c.flags = o.flags;
  c.region = str(o.region);
  c.fairness_exclude = o.fairness_exclude.data();
  c.fairness_exclude_count = o.fairness_exclude.size();
  c.min_allocatable = o.min_allocatable.data();
  c.min_allocatable_count = o.min_allocatable.size();
  c.recovery_timeout_nanos = o.recovery_timeout_nanos;
  c.agent_recovery_factor = o.agent_recovery_factor;
  c.memory_limit_bytes = o.memory_limit_bytes;
  c.gc_percent = o.gc_percent;
  c.record_dir = str(o.record_dir);
  c.record_bytes = o.record_bytes;
  c.record_seconds = o.record_seconds;
  c.role_policy = str(o.role_policy);
  c.framework_policy = str(o.framework_policy);
  c.policies = o.policies.data();
  c.policy_count = o.policies.size();
  c.lending_grace_nanos = o.lending_grace_nanos;
  c.lending_least_nanos = o.lending_least_nanos;
  return c;
}

inline apportion_kind_info to_c(const kind_info& k) noexcept {
  apportion_kind_info c = APPORTION_KIND_INFO_INIT;
  c.type = k.type;
  c.flags = (k.revocable ? APPORTION_KIND_REVOCABLE : 0u) |
            (k.shared ? APPORTION_KIND_SHARED : 0u) |
            (k.disk ? APPORTION_KIND_DISK : 0u);
  c.name = str(k.name);
  c.provider = str(k.provider);
  c.reservations = k.reservations.data();
  c.reservation_count = k.reservations.size();
  if (k.disk) {
    c.disk_source = k.disk->source;
    c.disk_root = str(k.disk->root);
    c.disk_vendor = str(k.disk->vendor);
    c.disk_id = str(k.disk->id);
    c.disk_profile = str(k.disk->profile);
    c.disk_persistence = str(k.disk->persistence);
    c.disk_metadata = labels(k.disk->metadata);
    c.disk_metadata_count = k.disk->metadata ? k.disk->metadata->size() : 0;
  }
  return c;
}

inline apportion_agent_info to_c(const agent_info& a) noexcept {
  apportion_agent_info c = APPORTION_AGENT_INFO_INIT;
  c.id = str(a.id);
  c.hostname = str(a.hostname);
  c.region = str(a.region);
  c.total = as_c(a.total.data());
  c.total_count = a.total.size();
  c.used = as_c(a.used.data());
  c.used_count = a.used.size();
  c.capabilities = a.capabilities;
  if (a.unavailability) {
    c.flags = APPORTION_AGENT_UNAVAILABLE;
    c.unavailable_start_nanos = a.unavailability->start_nanos;
    c.unavailable_duration_nanos = a.unavailability->duration_nanos;
  }
  return c;
}

inline apportion_agent_update to_c(const agent_update& u) noexcept {
  apportion_agent_update c = APPORTION_AGENT_UPDATE_INIT;
  c.flags = (u.capabilities ? APPORTION_UPDATE_CAPABILITIES : 0u) |
            (u.total ? APPORTION_UPDATE_TOTAL : 0u) |
            (u.attributes_changed ? APPORTION_UPDATE_ATTRIBUTES : 0u) |
            (u.info_changed ? APPORTION_UPDATE_INFO : 0u);
  c.hostname = str(u.hostname);
  c.region = str(u.region);
  c.capabilities = u.capabilities.value_or(0);
  if (u.total) {
    c.total = as_c(u.total->data());
    c.total_count = u.total->size();
  }
  return c;
}

inline apportion_framework_info to_c(const framework_info& f) noexcept {
  apportion_framework_info c = APPORTION_FRAMEWORK_INFO_INIT;
  c.capabilities = f.capabilities;
  c.id = str(f.id);
  c.roles = as_c(f.roles.data());
  c.role_count = f.roles.size();
  c.suppressed = as_c(f.suppressed.data());
  c.suppressed_count = f.suppressed.size();
  c.minima = as_c(f.minima.data());
  c.minimum_count = f.minima.size();
  return c;
}

}  // namespace detail

// What turns a description into the C struct that a batch takes. The struct
// views what the description views.
using detail::to_c;

// Rows, or handles, as C's functions and structs take them: a pointer to the same memory.
using detail::as_c;

// ------------------------------------------------------------------ results

// The outcome of a cycle. Passed again, it has its memory reused.
struct cycle {
  apportion_cycle counts = APPORTION_CYCLE_INIT;
  std::vector<offer> offers;
  std::vector<resource> resources;
  std::vector<inverse_offer> inverse_offers;
  std::vector<recall> recalls;

  // The resources of one of the offers.
  view<resource> resources_of(const offer& o) const noexcept {
    return {resources.data() + o.first, o.count};
  }
};

// The agents under maintenance and what frameworks answered about them.
struct inverse_statuses {
  std::vector<agent_id> agents;
  std::vector<inverse_status> statuses;
  std::string text;

  // The framework's id, a part of text.
  std::string_view framework_of(const inverse_status& s) const noexcept {
    return {text.data() + s.id_first, s.id_size};
  }
};

// The allocator's figures. Passed again, it has its memory reused.
struct metrics {
  apportion_metrics counts = APPORTION_METRICS_INIT;
  std::vector<role_metrics> roles;
  std::vector<role_key> keys;
  std::vector<quantity_metrics> quantities;
  std::vector<subscription> subscriptions;
  std::vector<loan_metrics> loans;
  std::vector<overdue_borrower> overdue;
};

// What apportion_explain is asked. Without a framework it is about the role itself,
// and with all_roles about all that the framework is in.
struct question {
  framework_id framework;
  role_id role = all_roles;
  agent_id agent; // none: all
  // What may be named in the answer, if not everything.
  bool restricted = false;
  view<role_id> visible_roles;
  view<framework_id> visible_frameworks;
};

// What apportion_explain_standing is asked: a role, or a framework in one, of all_roles
// all; with whom it is compared; and who is made up.
struct standing_question {
  framework_id framework;
  role_id role = all_roles;
  framework_id other_framework;
  role_id other_role = all_roles;
  enum class newcomer { none, role, framework } who_is_new = newcomer::none;
  role_id new_in = all_roles;
  double new_weight = 1;
  view<quantity> new_minimum;
  view<quantity> new_request;
  // What may be named in the answer, if not everything.
  bool restricted = false;
  view<role_id> visible_roles;
  view<framework_id> visible_frameworks;
};

// What the page asks, with all that whoever looks may see, if that is not everything.
struct view_question {
  std::string_view question;
  bool restricted = false;
  view<role_id> visible_roles;
  view<framework_id> visible_frameworks;
};

// Why frameworks get what they do: for people, and for programs (docs/explain.md).
// Passed again, it has its memory reused.
struct explanation {
  std::string text;
  std::string json;
};

// The description of a kind, with the memory that it points into.
class kind_description {
 public:
  const apportion_kind_info& operator*() const noexcept { return *get(); }
  const apportion_kind_info* operator->() const noexcept { return get(); }

  kind_description(kind_description&&) noexcept = default;
  kind_description& operator=(kind_description&&) noexcept = default;
  // A copy would point into the original.
  kind_description(const kind_description&) = delete;
  kind_description& operator=(const kind_description&) = delete;

 private:
  template <class Errors>
  friend class basic_allocator;
  kind_description() = default;
  const apportion_kind_info* get() const noexcept {
    return reinterpret_cast<const apportion_kind_info*>(buffer_.data());
  }
  std::vector<std::uint64_t> buffer_;
};

// Operations for one crossing. A member function appends the operation of its
// name; it throws std::bad_alloc only. The memory of its arguments must stay
// alive until the batch was submitted, as must records, which are C's own here:
// see to_c. An argument that is gone at the end of the statement does not compile,
// but what is in it (the rows of a usage, the text of an agent_info) may be.
class batch {
 public:
  void clear() noexcept { ops_.clear(); }
  void reserve(std::size_t count) { ops_.reserve(count); }
  std::size_t size() const noexcept { return ops_.size(); }
  bool empty() const noexcept { return ops_.empty(); }
  view<op> ops() const noexcept { return ops_; }

  // Any operation: the caller fills in the member of u that the type names.
  op& add(std::uint32_t type) {
    op o = APPORTION_OP_INIT;
    o.type = type;
    return ops_.emplace_back(o);
  }

  void set_policy(kept_text policy, role_id role = all_roles,
                  std::uint32_t ordered = APPORTION_POLICY_OF_ALL) {
    add(APPORTION_OP_SET_POLICY).u.set_policy = {detail::str(policy), role,
                                                 ordered};
  }

  void update_unavailability(agent_id agent,
                             const std::optional<unavailability>& u) {
    add(APPORTION_OP_UPDATE_UNAVAILABILITY).u.update_unavailability = {
        agent, u ? u->start_nanos : 0, u ? u->duration_nanos : 0,
        u ? 1u : 0u, 0};
  }

  // ---- begin: operations of a batch; bindgen writes it, do not edit
  void recover_resources(std::int64_t now, framework_id framework,
        agent_id agent, role_id role, kept_view<resource> resources,
        std::int64_t refuse_nanos = APPORTION_NO_FILTER,
        bool allocated = false) {
    add(APPORTION_OP_RECOVER_RESOURCES).u.recover_resources = {now, framework,
        agent, detail::as_c(resources.data()), resources.size(), refuse_nanos,
        role, allocated ? 1u : 0u};
  }

  void transition(agent_id agent, role_id role, kept_view<resource> resources) {
    add(APPORTION_OP_TRANSITION).u.transition = {agent,
        detail::as_c(resources.data()), resources.size(), role, 0};
  }

  void update_allocation(framework_id framework, agent_id agent, role_id role,
        kept_view<resource> offered, kept_view<conversion> conversions) {
    add(APPORTION_OP_UPDATE_ALLOCATION).u.update_allocation = {framework, agent,
        detail::as_c(offered.data()), offered.size(),
        detail::as_c(conversions.data()), conversions.size(), role, 0};
  }

  void update_available(agent_id agent, kept_view<conversion> conversions) {
    add(APPORTION_OP_UPDATE_AVAILABLE).u.update_available = {agent,
        detail::as_c(conversions.data()), conversions.size()};
  }

  void add_framework(kept_record<apportion_framework_info> info,
        bool active = true, kept_view<usage> used = {}) {
    add(APPORTION_OP_ADD_FRAMEWORK).u.add_framework = {info.get(),
        detail::as_c(used.data()), used.size(), active ? 1u : 0u, 0};
  }

  void update_framework(framework_id framework,
        kept_record<apportion_framework_info> info) {
    add(APPORTION_OP_UPDATE_FRAMEWORK).u.update_framework = {framework,
        info.get()};
  }

  void remove_framework(framework_id framework) {
    add(APPORTION_OP_REMOVE_FRAMEWORK).u.framework = framework;
  }

  void activate_framework(framework_id framework) {
    add(APPORTION_OP_ACTIVATE_FRAMEWORK).u.framework = framework;
  }

  void deactivate_framework(framework_id framework) {
    add(APPORTION_OP_DEACTIVATE_FRAMEWORK).u.framework = framework;
  }

  void suppress_offers(framework_id framework, kept_view<role_id> roles = {}) {
    add(APPORTION_OP_SUPPRESS_OFFERS).u.framework_roles = {framework,
        detail::as_c(roles.data()), roles.size()};
  }

  void revive_offers(framework_id framework, kept_view<role_id> roles = {}) {
    add(APPORTION_OP_REVIVE_OFFERS).u.framework_roles = {framework,
        detail::as_c(roles.data()), roles.size()};
  }

  void request_resources(framework_id framework) {
    add(APPORTION_OP_REQUEST_RESOURCES).u.framework = framework;
  }

  void exclude_agents(framework_id framework, role_id role,
        kept_view<agent_id> agents) {
    add(APPORTION_OP_EXCLUDE_AGENTS).u.exclude_agents = {framework,
        detail::as_c(agents.data()), agents.size(), role, 0};
  }

  void exclude_agent(framework_id framework, role_id role, agent_id agent,
        bool excluded) {
    add(APPORTION_OP_EXCLUDE_AGENT).u.exclude_agent = {framework, agent, role,
        excluded ? 1u : 0u};
  }

  void add_agent(kept_record<apportion_agent_info> info) {
    add(APPORTION_OP_ADD_AGENT).u.add_agent = info.get();
  }

  void update_agent(agent_id agent,
        kept_record<apportion_agent_update> update) {
    add(APPORTION_OP_UPDATE_AGENT).u.update_agent = {agent, update.get()};
  }

  void remove_agent(agent_id agent) {
    add(APPORTION_OP_REMOVE_AGENT).u.agent = agent;
  }

  void activate_agent(agent_id agent) {
    add(APPORTION_OP_ACTIVATE_AGENT).u.agent = agent;
  }

  void deactivate_agent(agent_id agent) {
    add(APPORTION_OP_DEACTIVATE_AGENT).u.agent = agent;
  }

  void add_resource_provider(agent_id agent, kept_view<resource> total,
        kept_view<usage> used = {}) {
    add(APPORTION_OP_ADD_RESOURCE_PROVIDER).u.add_resource_provider = {agent,
        detail::as_c(total.data()), total.size(), detail::as_c(used.data()),
        used.size()};
  }

  void set_whitelist(kept_view<apportion_str> hosts) {
    add(APPORTION_OP_SET_WHITELIST).u.strings = {hosts.data(), hosts.size()};
  }

  void clear_whitelist() {
    add(APPORTION_OP_CLEAR_WHITELIST);
  }

  void update_inverse_offer(std::int64_t now, agent_id agent,
        framework_id framework, std::uint32_t status,
        std::int64_t refuse_nanos) {
    add(APPORTION_OP_UPDATE_INVERSE_OFFER).u.update_inverse_offer = {now, agent,
        framework, refuse_nanos, status, 0};
  }

  void set_quota(role_id role, kept_view<quantity> guarantees,
        kept_view<quantity> limits) {
    add(APPORTION_OP_SET_QUOTA).u.set_quota = {
        {guarantees.data(), guarantees.size()}, {limits.data(), limits.size()},
        role, 0};
  }

  void set_weights(kept_view<role_weight> weights) {
    add(APPORTION_OP_SET_WEIGHTS).u.set_weights = {
        detail::as_c(weights.data()), weights.size()};
  }

  void set_ranks(kept_view<role_rank> roles,
        kept_view<framework_rank> frameworks) {
    add(APPORTION_OP_SET_RANKS).u.set_ranks = {detail::as_c(roles.data()),
        roles.size(), detail::as_c(frameworks.data()), frameworks.size()};
  }

  void set_lending(role_id role, std::uint32_t flags, kept_view<resource> most,
        kept_view<quantity> most_recalled) {
    add(APPORTION_OP_SET_LENDING).u.set_lending = {detail::as_c(most.data()),
        most.size(), role, flags, {most_recalled.data(), most_recalled.size()}};
  }

  void set_resource_weights(kept_view<resource_weight> weights) {
    add(APPORTION_OP_SET_RESOURCE_WEIGHTS).u.set_resource_weights = {
        weights.data(), weights.size()};
  }

  void set_borrowing(role_id role, kept_view<quantity> most,
        kept_view<quantity> parts) {
    add(APPORTION_OP_SET_BORROWING).u.set_borrowing = {
        {most.data(), most.size()}, {parts.data(), parts.size()}, role, 0};
  }

  void set_loan_cost(framework_id framework, role_id role, agent_id agent,
        std::int64_t cost) {
    add(APPORTION_OP_SET_LOAN_COST).u.set_loan_cost = {framework, agent, cost,
        role, 0};
  }

  void declare_role(kept_text path) {
    add(APPORTION_OP_DECLARE_ROLE).u.string = {path.data(), path.size()};
  }

  void declare_kind(kept_record<apportion_kind_info> info) {
    add(APPORTION_OP_DECLARE_KIND).u.kind = info.get();
  }

  void declare_item(kept_text name) {
    add(APPORTION_OP_DECLARE_ITEM).u.string = {name.data(), name.size()};
  }

  void release_roles(kept_view<role_id> roles) {
    add(APPORTION_OP_RELEASE_ROLES).u.release_roles = {
        detail::as_c(roles.data()), roles.size()};
  }

  void release_kinds(kept_view<kind_id> kinds) {
    add(APPORTION_OP_RELEASE_KINDS).u.release_kinds = {
        detail::as_c(kinds.data()), kinds.size()};
  }

  void release_items(kept_view<std::uint64_t> items) {
    add(APPORTION_OP_RELEASE_ITEMS).u.release_items = {items.data(),
        items.size()};
  }

  void recover(std::int64_t now, std::size_t expected_agents,
        kept_view<role_quota> quotas) {
    add(APPORTION_OP_RECOVER).u.recover = {now, expected_agents,
        detail::as_c(quotas.data()), quotas.size()};
  }

  void advance(std::int64_t now) {
    add(APPORTION_OP_ADVANCE).u.advance = {now};
  }

  void request_allocation() {
    add(APPORTION_OP_REQUEST_ALLOCATION);
  }

  void pause() {
    add(APPORTION_OP_PAUSE);
  }

  void resume() {
    add(APPORTION_OP_RESUME);
  }
  // ---- end: operations of a batch

 private:
  std::vector<op> ops_;
};

// ---------------------------------------------------------------- allocator

// An instance, and its owner: it can be moved, not copied. A moved-from
// allocator can only be destroyed or assigned to. Errors are thrown or returned: the
// class is allocator or try_allocator. What can be long is returned, or written to an
// argument whose memory is used again.
template <class Errors>
class basic_allocator {
 public:
  // What a call returns: T, or an outcome of it.
  template <class T>
  using answer = typename Errors::template answer<T>;

  static answer<basic_allocator> create(const options& o = {}) {
    const apportion_options c = detail::to_c(o);
    basic_allocator a(apportion_instance{});
    const std::int32_t code = apportion_create(&c, &a.instance_);
    return detail::done<Errors>(apportion_instance{}, code, std::move(a));
  }

  // The same, where errors are thrown.
  template <class E = Errors,
            class = std::enable_if_t<std::is_void_v<typename E::template answer<void>>>>
  explicit basic_allocator(const options& o = {})
      : basic_allocator(create(o)) {}

  // One in the state that snapshot() has written, also in another process. Of the options
  // those of the process and of a recording may be set; the others are the snapshot's.
  static answer<basic_allocator> restore(std::string_view bytes,
                                         const options& o = {}) {
    const apportion_options c = detail::to_c(o);
    basic_allocator a(apportion_instance{});
    const std::int32_t code =
        apportion_restore(&c, bytes.data(), bytes.size(), &a.instance_);
    return detail::done<Errors>(apportion_instance{}, code, std::move(a));
  }

  ~basic_allocator() {
    // The text of a failure would have no reader: a BUSY instance, which
    // another thread is still inside of, stays.
    if (instance_.handle != 0) apportion_destroy(instance_);
  }

  basic_allocator(basic_allocator&& other) noexcept
      : instance_(std::exchange(other.instance_, {})) {}

  basic_allocator& operator=(basic_allocator&& other) noexcept {
    basic_allocator moved(std::move(other));
    std::swap(instance_, moved.instance_);
    return *this;
  }

  basic_allocator(const basic_allocator&) = delete;
  basic_allocator& operator=(const basic_allocator&) = delete;

  // For calls of the C functions; the allocator goes on owning it.
  apportion_instance instance() const noexcept { return instance_; }

  // The text of the last error.
  answer<std::string> last_error() const {
    return all<std::string>(apportion_last_error);
  }

  // --- names

  // The handle, or nothing if there is no such agent.
  answer<std::optional<agent_id>> find_agent(std::string_view id) {
    return find<agent_id>(apportion_find_agent, id, APPORTION_E_UNKNOWN_AGENT);
  }

  // The handle, or nothing if there is no such framework.
  answer<std::optional<framework_id>> find_framework(std::string_view id) {
    return find<framework_id>(apportion_find_framework, id,
                              APPORTION_E_UNKNOWN_FRAMEWORK);
  }

  answer<std::string> agent_name(agent_id agent) const {
    return all<std::string>(apportion_agent_name, agent);
  }

  answer<std::string> framework_name(framework_id framework) const {
    return all<std::string>(apportion_framework_name, framework);
  }

  answer<std::string> role_name(role_id role) const {
    return all<std::string>(apportion_role_name, role);
  }

  answer<std::string> item_name(std::uint64_t item) const {
    return all<std::string>(apportion_item_name, item);
  }

  // Of a number in rows of headroom and metrics.
  answer<std::string> resource_name(name_id name) const {
    return all<std::string>(apportion_resource_name, name);
  }

  answer<kind_description> describe_kind(kind_id kind) const {
    kind_description d;
    d.buffer_.resize(64);
    std::size_t size = 0;
    std::int32_t code = APPORTION_E_TOO_SMALL;
    while ((code = apportion_describe_kind(instance_, kind, d.buffer_.data(),
                                           d.buffer_.size() * 8, &size)) ==
           APPORTION_E_TOO_SMALL) {
      d.buffer_.resize((size + 7) / 8);
    }
    return done(code, std::move(d));
  }

  // --- resources

  // Whether the conversions could be applied; if not, nothing changed and
  // last_error() says what is in use or not there.
  [[nodiscard]] answer<bool> update_available(agent_id agent,
                                      view<conversion> conversions) {
    const std::int32_t code = apportion_update_available(
        instance_, agent, detail::as_c(conversions.data()),
        conversions.size());
    const bool done_so = code != APPORTION_E_NOT_AVAILABLE;
    return done(done_so ? code : APPORTION_OK, done_so);
  }

  // What an agent has in all.
  answer<std::vector<resource>> agent_total(agent_id agent) const {
    return all<std::vector<resource>>(apportion_agent_total, agent);
  }

  // What of an agent could be offered.
  answer<std::vector<resource>> agent_free(agent_id agent) const {
    return all<std::vector<resource>>(apportion_agent_free, agent);
  }

  // What a framework, or with none all of them, holds on an agent.
  answer<std::vector<resource>> agent_held(
      agent_id agent, framework_id framework = {},
      role_id role = all_roles) const {
    return all<std::vector<resource>>(apportion_agent_held, agent, framework,
                                      role);
  }

  // What tasks use on an agent.
  answer<std::vector<resource>> agent_allocated(
      agent_id agent, role_id role = all_roles) const {
    return all<std::vector<resource>>(apportion_agent_allocated, agent, role);
  }

  // --- maintenance

  answer<void> update_unavailability(agent_id agent,
                             const std::optional<unavailability>& u) {
    return done(apportion_update_unavailability(
        instance_, agent, u ? 1 : 0, u ? u->start_nanos : 0,
        u ? u->duration_nanos : 0));
  }

  answer<apportion::inverse_statuses> inverse_statuses() const {
    apportion::inverse_statuses s;
    std::size_t agents = 0, statuses = 0, bytes = 0;
    std::int32_t code = APPORTION_E_TOO_SMALL;
    while ((code = apportion_inverse_statuses(
                instance_, detail::as_c(s.agents.data()), s.agents.size(),
                &agents, detail::as_c(s.statuses.data()), s.statuses.size(),
                &statuses, s.text.data(), s.text.size(), &bytes)) ==
           APPORTION_E_TOO_SMALL) {
      s.agents.resize(agents);
      s.statuses.resize(statuses);
      s.text.resize(bytes);
    }
    return done(code, std::move(s));
  }

  // --- policy

  // Of all roles unless one is named; ordered is APPORTION_POLICY_OF_...
  answer<void> set_policy(std::string_view policy,
                  role_id role = all_roles,
                  std::uint32_t ordered = APPORTION_POLICY_OF_ALL) {
    return done(apportion_set_policy(instance_, role, ordered, policy.data(),
                                     policy.size()));
  }

  // --- time and cycles

  // APPORTION_NEVER if nothing is due, which is no time.
  answer<std::int64_t> next_deadline() const {
    return number<std::int64_t>(apportion_next_deadline);
  }

  answer<std::int64_t> now() const {
    return number<std::int64_t>(apportion_now);
  }

  answer<bool> pending() const {
    return yes(apportion_pending);
  }

  answer<bool> paused() const {
    return yes(apportion_paused);
  }

  // Runs the cycle that is due and reads its outcome; returns whether one was.
  // If memory for the outcome is lacking (std::bad_alloc), the cycle has run
  // all the same, and read_cycle reads its outcome later.
  answer<bool> allocate(std::int64_t now, cycle& out) {
    std::int32_t code = apportion_allocate(instance_, now, &out.counts);
    if (code == APPORTION_OK) code = read_offers(out);
    return done(code, out.counts.ran != 0);
  }

  // Runs all that is due at a time, and the cycle that is due then, into out; returns
  // when to call it next, or APPORTION_NEVER.
  answer<std::int64_t> run_due(std::int64_t now, cycle& out) {
    std::int64_t next = 0;
    std::int32_t code = apportion_run_due(instance_, now, &out.counts, &next);
    if (code == APPORTION_OK) code = read_offers(out);
    return done(code, next);
  }

  // Reads the offers of the last cycle, but not its counts.
  answer<void> read_cycle(cycle& out) const {
    return done(read_offers(out));
  }

  // All that is lent, by agent.
  answer<void> loans(std::vector<loan>& out) const {
    return done(read(apportion_loans, out));
  }

  answer<std::vector<loan>> loans() const {
    return all<std::vector<loan>>(apportion_loans);
  }

  // What the last cycle did for quota.
  answer<void> read_headroom(std::vector<headroom>& out) const {
    return done(read(apportion_cycle_headroom, out));
  }

  answer<std::vector<headroom>> read_headroom() const {
    return all<std::vector<headroom>>(apportion_cycle_headroom);
  }

  // --- batches

  // Carries out a batch; returns whether all operations succeeded. results
  // tells how each went. Of try_allocator the outcome has a value then, too, which is
  // false if one did not.
  [[nodiscard]] answer<bool> submit(const batch& b, std::vector<result>& results) {
    results.resize(b.size());
    const std::int32_t code = apportion_submit(instance_, b.ops().data(),
                                               b.size(), results.data());
    const bool all = code != APPORTION_E_PARTIAL;
    return done(all ? code : APPORTION_OK, all);
  }

  // --- inspection

  answer<std::uint64_t> digest() const {
    return number<std::uint64_t>(apportion_digest);
  }

  // Answers a question: why does this framework get nothing? Asking changes
  // nothing.
  answer<void> explain(const question& q, explanation& out) {
    const std::int32_t code = ask(q);
    if (code != APPORTION_OK) return done(code);
    return detail::done<Errors>(std::nullopt, read_explanation(out));
  }

  answer<explanation> explain(const question& q) {
    return filled<explanation>([&](explanation& out) { return explain(q, out); });
  }

  answer<explanation> explain(framework_id f, role_id r) {
    question q;
    q.framework = f;
    q.role = r;
    return explain(q);
  }

  // Where one stands, or all: what would be fair, and why has another one more?
  answer<void> explain_standing(const standing_question& q, explanation& out) {
    apportion_standing_question c = APPORTION_STANDING_QUESTION_INIT;
    using newcomer = standing_question::newcomer;
    c.flags = q.who_is_new == newcomer::role        ? APPORTION_QUESTION_NEW_ROLE
              : q.who_is_new == newcomer::framework ? APPORTION_QUESTION_NEW_FRAMEWORK
                                                    : 0u;
    c.framework = q.framework;
    c.role = q.role;
    c.other_framework = q.other_framework;
    c.other_role = q.other_role;
    c.new_in = q.new_in;
    c.new_weight = q.new_weight;
    c.new_minimum = make_quantities(q.new_minimum);
    c.new_request = make_quantities(q.new_request);
    restrict_answer(c, q);
    const std::int32_t code = apportion_explain_standing(instance_, &c);
    if (code != APPORTION_OK) return done(code);
    return detail::done<Errors>(std::nullopt, read_explanation(out));
  }

  answer<explanation> explain_standing(const standing_question& q) {
    return filled<explanation>(
        [&](explanation& out) { return explain_standing(q, out); });
  }

  // Gathers the figures and reads them.
  answer<void> gather_metrics(metrics& out) {
    const std::int32_t code = apportion_gather_metrics(instance_, &out.counts);
    if (code != APPORTION_OK) return done(code);
    return detail::done<Errors>(std::nullopt, read_metrics_rows(out));
  }

  answer<metrics> gather_metrics() {
    return filled<metrics>([&](metrics& out) { return gather_metrics(out); });
  }

  // Reads the figures gathered last, while another thread may gather. The
  // allocator must not be moved meanwhile. The names of roles, resources and
  // frameworks in the rows are for the thread that gathers to read: role_name and
  // the like are calls as any.
  answer<void> gathered_metrics(metrics& out) const {
    std::uint64_t before;
    std::int32_t code;
    do {
      code = apportion_gathered_metrics(instance_, &out.counts);
      before = out.counts.gathering;
      if (code == APPORTION_OK) code = read_metrics_rows(out);
      if (code == APPORTION_OK)
        code = apportion_gathered_metrics(instance_, &out.counts);
    } while (code == APPORTION_OK && before != out.counts.gathering);
    return detail::done<Errors>(std::nullopt, code);
  }

  answer<metrics> gathered_metrics() const {
    return filled<metrics>([&](metrics& out) { return gathered_metrics(out); });
  }

  // The whole state, for restore(): apart from handles, all goes on as it was.
  answer<std::string> snapshot() const {
    return all<std::string>(apportion_snapshot);
  }

  answer<std::string> state_json() const {
    return all<std::string>(apportion_state_json);
  }

  // Gathers the state for gathered_state; returns its bytes.
  answer<std::size_t> gather_state() {
    return number<std::size_t>(apportion_gather_state);
  }

  // Reads the state gathered last, while another thread may gather. The
  // allocator must not be moved meanwhile.
  answer<std::string> gathered_state() const {
    std::string s;
    const std::int32_t code = read(apportion_gathered_state, s);
    return detail::done<Errors>(std::nullopt, code, std::move(s));
  }

  // --- the page

  // Takes a question of the page to the allocator; the number is for gathered_view.
  answer<std::uint64_t> gather_view(const view_question& q) {
    apportion_view_question c = APPORTION_VIEW_QUESTION_INIT;
    c.question = detail::str(q.question);
    restrict_answer(c, q);
    std::uint64_t number = 0;
    const std::int32_t code = apportion_gather_view(instance_, &c, &number);
    return done(code, number);
  }

  // Works an answer out and reads it, once, in any thread, while others call. The
  // allocator must not be moved meanwhile.
  answer<std::string> gathered_view(std::uint64_t number) const {
    return apportion::gathered_view<Errors>(instance_, number);
  }

  // --- recordings

  // 0 bytes are a gibibyte, 0 seconds ten minutes.
  answer<void> start_recording(std::string_view dir, std::int64_t bytes = 0,
                       std::int64_t seconds = 0) {
    return done(apportion_start_recording(instance_, dir.data(), dir.size(),
                                          bytes, seconds));
  }

  answer<void> stop_recording() {
    return done(apportion_stop_recording(instance_));
  }

  answer<recording> recording_status() const {
    recording r = APPORTION_RECORDING_INIT;
    return done(apportion_recording_status(instance_, &r), r);
  }

  answer<std::string> recording_gap() const {
    return all<std::string>(apportion_recording_gap);
  }

  // --- operations

  // ---- begin: operations; bindgen writes it, do not edit
  answer<void> recover_resources(std::int64_t now, framework_id framework,
        agent_id agent, role_id role, view<resource> resources,
        std::int64_t refuse_nanos = APPORTION_NO_FILTER,
        bool allocated = false) {
    return done(apportion_recover_resources(instance_, now, framework, agent,
        role, detail::as_c(resources.data()), resources.size(), refuse_nanos,
        allocated ? 1u : 0u));
  }

  answer<void> transition(agent_id agent, role_id role,
        view<resource> resources) {
    return done(apportion_transition(instance_, agent, role,
        detail::as_c(resources.data()), resources.size()));
  }

  answer<void> update_allocation(framework_id framework, agent_id agent,
        role_id role, view<resource> offered, view<conversion> conversions) {
    return done(apportion_update_allocation(instance_, framework, agent, role,
        detail::as_c(offered.data()), offered.size(),
        detail::as_c(conversions.data()), conversions.size()));
  }

  answer<framework_id> add_framework(const framework_info& info,
        bool active = true, view<usage> used = {}) {
    const apportion_framework_info c = detail::to_c(info);
    apportion_framework framework{};
    const std::int32_t code = apportion_add_framework(instance_, &c,
        active ? 1u : 0u, detail::as_c(used.data()), used.size(), &framework);
    return done(code, framework_id(framework));
  }

  answer<void> update_framework(framework_id framework,
        const framework_info& info) {
    const apportion_framework_info c = detail::to_c(info);
    return done(apportion_update_framework(instance_, framework, &c));
  }

  answer<void> remove_framework(framework_id framework) {
    return done(apportion_remove_framework(instance_, framework));
  }

  answer<void> activate_framework(framework_id framework) {
    return done(apportion_activate_framework(instance_, framework));
  }

  answer<void> deactivate_framework(framework_id framework) {
    return done(apportion_deactivate_framework(instance_, framework));
  }

  answer<void> suppress_offers(framework_id framework,
        view<role_id> roles = {}) {
    return done(apportion_suppress_offers(instance_, framework,
        detail::as_c(roles.data()), roles.size()));
  }

  answer<void> revive_offers(framework_id framework, view<role_id> roles = {}) {
    return done(apportion_revive_offers(instance_, framework,
        detail::as_c(roles.data()), roles.size()));
  }

  answer<void> request_resources(framework_id framework) {
    return done(apportion_request_resources(instance_, framework));
  }

  answer<void> exclude_agents(framework_id framework, role_id role,
        view<agent_id> agents) {
    return done(apportion_exclude_agents(instance_, framework, role,
        detail::as_c(agents.data()), agents.size()));
  }

  answer<void> exclude_agent(framework_id framework, role_id role,
        agent_id agent, bool excluded) {
    return done(apportion_exclude_agent(instance_, framework, role, agent,
        excluded ? 1u : 0u));
  }

  answer<agent_id> add_agent(const agent_info& info) {
    const apportion_agent_info c = detail::to_c(info);
    apportion_agent agent{};
    const std::int32_t code = apportion_add_agent(instance_, &c, &agent);
    return done(code, agent_id(agent));
  }

  answer<void> update_agent(agent_id agent, const agent_update& update) {
    const apportion_agent_update c = detail::to_c(update);
    return done(apportion_update_agent(instance_, agent, &c));
  }

  answer<void> remove_agent(agent_id agent) {
    return done(apportion_remove_agent(instance_, agent));
  }

  answer<void> activate_agent(agent_id agent) {
    return done(apportion_activate_agent(instance_, agent));
  }

  answer<void> deactivate_agent(agent_id agent) {
    return done(apportion_deactivate_agent(instance_, agent));
  }

  answer<void> add_resource_provider(agent_id agent, view<resource> total,
        view<usage> used = {}) {
    return done(apportion_add_resource_provider(instance_, agent,
        detail::as_c(total.data()), total.size(), detail::as_c(used.data()),
        used.size()));
  }

  answer<void> set_whitelist(view<apportion_str> hosts) {
    return done(apportion_set_whitelist(instance_, hosts.data(), hosts.size()));
  }

  answer<void> clear_whitelist() {
    return done(apportion_clear_whitelist(instance_));
  }

  answer<void> update_inverse_offer(std::int64_t now, agent_id agent,
        framework_id framework, std::uint32_t status,
        std::int64_t refuse_nanos) {
    return done(apportion_update_inverse_offer(instance_, now, agent, framework,
        status, refuse_nanos));
  }

  answer<void> set_quota(role_id role, view<quantity> guarantees,
        view<quantity> limits) {
    return done(apportion_set_quota(instance_, role, guarantees.data(),
        guarantees.size(), limits.data(), limits.size()));
  }

  answer<void> set_weights(view<role_weight> weights) {
    return done(apportion_set_weights(instance_, detail::as_c(weights.data()),
        weights.size()));
  }

  answer<void> set_ranks(view<role_rank> roles,
        view<framework_rank> frameworks) {
    return done(apportion_set_ranks(instance_, detail::as_c(roles.data()),
        roles.size(), detail::as_c(frameworks.data()), frameworks.size()));
  }

  answer<void> set_lending(role_id role, std::uint32_t flags,
        view<resource> most, view<quantity> most_recalled) {
    return done(apportion_set_lending(instance_, role, flags,
        detail::as_c(most.data()), most.size(), most_recalled.data(),
        most_recalled.size()));
  }

  answer<void> set_resource_weights(view<resource_weight> weights) {
    return done(apportion_set_resource_weights(instance_, weights.data(),
        weights.size()));
  }

  answer<void> set_borrowing(role_id role, view<quantity> most,
        view<quantity> parts) {
    return done(apportion_set_borrowing(instance_, role, most.data(),
        most.size(), parts.data(), parts.size()));
  }

  answer<void> set_loan_cost(framework_id framework, role_id role,
        agent_id agent, std::int64_t cost) {
    return done(apportion_set_loan_cost(instance_, framework, role, agent,
        cost));
  }

  answer<role_id> declare_role(std::string_view path) {
    apportion_role role{};
    const std::int32_t code = apportion_declare_role(instance_, path.data(),
        path.size(), &role);
    return done(code, role_id(role));
  }

  answer<kind_id> declare_kind(const kind_info& info) {
    const apportion_kind_info c = detail::to_c(info);
    apportion_kind kind{};
    const std::int32_t code = apportion_declare_kind(instance_, &c, &kind);
    return done(code, kind_id(kind));
  }

  answer<std::uint64_t> declare_item(std::string_view name) {
    std::uint64_t item{};
    const std::int32_t code = apportion_declare_item(instance_, name.data(),
        name.size(), &item);
    return done(code, std::uint64_t(item));
  }

  answer<void> release_roles(view<role_id> roles) {
    return done(apportion_release_roles(instance_, detail::as_c(roles.data()),
        roles.size()));
  }

  answer<void> release_kinds(view<kind_id> kinds) {
    return done(apportion_release_kinds(instance_, detail::as_c(kinds.data()),
        kinds.size()));
  }

  answer<void> release_items(view<std::uint64_t> items) {
    return done(apportion_release_items(instance_, items.data(), items.size()));
  }

  answer<void> recover(std::int64_t now, std::size_t expected_agents,
        view<role_quota> quotas) {
    return done(apportion_recover(instance_, now, expected_agents,
        detail::as_c(quotas.data()), quotas.size()));
  }

  answer<void> advance(std::int64_t now) {
    return done(apportion_advance(instance_, now));
  }

  answer<void> request_allocation() {
    return done(apportion_request_allocation(instance_));
  }

  answer<void> pause() {
    return done(apportion_pause(instance_));
  }

  answer<void> resume() {
    return done(apportion_resume(instance_));
  }
  // ---- end: operations

 private:
  explicit basic_allocator(apportion_instance instance) noexcept
      : instance_(instance) {}

  answer<void> done(std::int32_t code) const {
    return detail::done<Errors>(instance_, code);
  }

  template <class T>
  answer<T> done(std::int32_t code, T value) const {
    return detail::done<Errors>(instance_, code, std::move(value));
  }

  // The value that fill has filled in.
  template <class T, class Fill>
  static answer<T> filled(const Fill& fill) {
    T value;
    if constexpr (std::is_void_v<answer<void>>) {
      fill(value);
      return value;
    } else {
      const answer<void> done = fill(value);
      if (!done) return done.error();
      return value;
    }
  }

  // Says in C's question what may be named in the answer.
  template <class C, class Question>
  static void restrict_answer(C& c, const Question& q) {
    if (q.restricted) c.flags |= APPORTION_QUESTION_RESTRICTED;
    c.visible_roles = detail::as_c(q.visible_roles.data());
    c.visible_role_count = q.visible_roles.size();
    c.visible_frameworks = detail::as_c(q.visible_frameworks.data());
    c.visible_framework_count = q.visible_frameworks.size();
  }

  std::int32_t ask(const question& q) {
    apportion_question c = APPORTION_QUESTION_INIT;
    c.framework = q.framework;
    c.agent = q.agent;
    c.role = q.role;
    restrict_answer(c, q);
    return apportion_explain(instance_, &c);
  }

  std::int32_t read_offers(cycle& out) const {
    std::int32_t code = read(apportion_cycle_offers, out.offers);
    if (code == APPORTION_OK) code = read(apportion_cycle_resources, out.resources);
    if (code == APPORTION_OK)
      code = read(apportion_cycle_inverse_offers, out.inverse_offers);
    if (code == APPORTION_OK) code = read(apportion_cycle_recalls, out.recalls);
    return code;
  }

  std::int32_t read_explanation(explanation& out) const {
    const std::int32_t code = read(apportion_explained_text, out.text);
    return code != APPORTION_OK ? code : read(apportion_explained_json, out.json);
  }

  std::int32_t read_metrics_rows(metrics& out) const {
    std::int32_t code = read(apportion_metrics_roles, out.roles);
    if (code == APPORTION_OK) code = read(apportion_metrics_keys, out.keys);
    if (code == APPORTION_OK)
      code = read(apportion_metrics_quantities, out.quantities);
    if (code == APPORTION_OK)
      code = read(apportion_metrics_subscriptions, out.subscriptions);
    if (code == APPORTION_OK) code = read(apportion_metrics_loans, out.loans);
    if (code == APPORTION_OK) code = read(apportion_metrics_overdue, out.overdue);
    return code;
  }

  // Reads the rows, or the text, that a C function has of what is named.
  template <class Call, class Out, class... Of>
  std::int32_t read(const Call& call, Out& out, Of... of) const {
    return detail::read(out, [&](auto* p, std::size_t n, std::size_t* size) {
      return call(instance_, of..., p, n, size);
    });
  }

  template <class Out, class Call, class... Of>
  answer<Out> all(const Call& call, Of... of) const {
    Out out;
    const std::int32_t code = read(call, out, of...);
    return done(code, std::move(out));
  }

  template <class T, class Call>
  answer<T> number(const Call& call) const {
    T n = 0;
    const std::int32_t code = call(instance_, &n);
    return done(code, n);
  }

  template <class Call>
  answer<bool> yes(const Call& call) const {
    std::int32_t n = 0;
    const std::int32_t code = call(instance_, &n);
    return done(code, n != 0);
  }

  // Nothing, where the C function says that there is none.
  template <class Id, class Call>
  answer<std::optional<Id>> find(const Call& call, std::string_view name,
                                 std::int32_t none) const {
    typename Id::c_type found{};
    const std::int32_t code =
        call(instance_, name.data(), name.size(), &found);
    if (code == none) return done(APPORTION_OK, std::optional<Id>());
    return done(code, std::optional<Id>(found));
  }

  apportion_instance instance_{};
};

// Its calls return an outcome.
using try_allocator = basic_allocator<returned_errors>;

#ifdef __cpp_exceptions
// Its calls throw an error.
using allocator = basic_allocator<thrown_errors>;
#endif

}  // namespace apportion

template <class Of>
struct std::hash<apportion::handle<Of>> {
  std::size_t operator()(apportion::handle<Of> h) const noexcept {
    return std::hash<std::uint64_t>()(h.value());
  }
};

template <class Of>
struct std::hash<apportion::index<Of>> {
  std::size_t operator()(apportion::index<Of> i) const noexcept {
    return std::hash<std::uint32_t>()(i.value());
  }
};

#endif  // APPORTION_HPP
