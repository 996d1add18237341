// The allocators that the runner has, by the client's numbers.
#ifndef APPORTION_ABI_RUNNER_SERVER_HPP
#define APPORTION_ABI_RUNNER_SERVER_HPP

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "call.hpp"
#include "wire.hpp"

namespace runner {

class server {
 public:
  // Carries out a request and returns the answer, which stays valid until the
  // next one. Throws malformed if the request is none.
  const std::string& serve(std::string_view request);

 private:
  void create(std::uint32_t number, arguments& in);
  void destroy(std::uint32_t number, arguments& in);
  served& find(std::uint32_t number);

  std::map<std::uint32_t, served> allocators_;
  writer out_;
};

}  // namespace runner

#endif
