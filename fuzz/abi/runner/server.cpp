#include "server.hpp"

#include <string>
#include <utility>

namespace runner {

namespace {

constexpr std::uint16_t create_request = 1;
constexpr std::uint16_t destroy_request = 2;

}  // namespace

served& server::find(std::uint32_t number) {
  const auto found = allocators_.find(number);
  if (found == allocators_.end()) {
    throw malformed("there is no allocator " + std::to_string(number));
  }
  return found->second;
}

void server::create(std::uint32_t number, arguments& in) {
  if (allocators_.count(number) != 0) {
    throw malformed("there is an allocator " + std::to_string(number) +
                    " already");
  }
  const bool batched = in.flag();
  const auto options = in.options();
  in.end();
  allocators_.emplace(number, served{apportion::allocator(options), batched});
}

void server::destroy(std::uint32_t number, arguments& in) {
  find(number);
  in.end();
  allocators_.erase(number);
}

const std::string& server::serve(std::string_view request) {
  arguments in(request.data(), request.size());
  const auto type = in.u16();
  const auto number = in.u32();
  out_.clear();
  out_.u32(APPORTION_OK);
  std::uint64_t nanos = 0;
  try {
    if (type == create_request) {
      create(number, in);
    } else if (type == destroy_request) {
      destroy(number, in);
    } else if (const handler handle = find_handler(type)) {
      served& s = find(number);
      call c{s.allocator, s.batched, in, out_};
      handle(c);
      in.end();
      nanos = c.nanos;
    } else {
      throw malformed("there is no request " + std::to_string(type));
    }
  } catch (const apportion::error& e) {
    out_.clear();
    out_.u32(static_cast<std::uint32_t>(e.code()));
    out_.string(e.what());
  }
  out_.u64(nanos);
  return out_.bytes();
}

}  // namespace runner
