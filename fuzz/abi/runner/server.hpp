// The allocators that the runner has, by the client's numbers.
#ifndef APPORTION_ABI_RUNNER_SERVER_HPP
#define APPORTION_ABI_RUNNER_SERVER_HPP

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "call.hpp"
#include "wire.hpp"

namespace runner {

class server {
 public:
  // Carries out the requests of whole frames and appends the frames of the
  // answers. Changes of a batched allocator, one after the other, are one batch:
  // only the first of them that fails has a text. Throws malformed if a request
  // is none.
  void serve_all(std::string_view frames, std::string& answers);

 private:
  // Carries out one request.
  void serve(std::string_view request, std::string& answers);
  void create(std::uint32_t number, arguments& in);
  void destroy(std::uint32_t number, arguments& in);
  served& find(std::uint32_t number);
  // Gathers a request for the batch, and says whether it can be one of many in it.
  bool gather(std::string_view request);
  // Makes the batch, if anything is gathered, and empties it; appends the answers.
  void submit(std::string& answers);

  std::map<std::uint32_t, served> allocators_;
  // What is gathered, and whose it is; the arguments are what it points to.
  apportion::batch batch_;
  served* whose_ = nullptr;
  std::deque<arguments> arguments_;
  writer out_;
};

}  // namespace runner

#endif
