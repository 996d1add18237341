// Serves the page that shows an allocator at work.
#pragma once

#include <atomic>
#include <cstdint>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "apportion.hpp"

namespace cluster {

// HTTP, as much of it as a browser needs. Threads of its own read requests and work out
// answers; what they ask of the allocator waits for serve.
class page_server {
 public:
  // Listens on "ADDRESS:PORT" of IPv4, where port 0 is one that is free. Throws
  // usage_error.
  explicit page_server(const std::string& address);
  ~page_server();
  page_server(const page_server&) = delete;
  page_server& operator=(const page_server&) = delete;

  const std::string& url() const noexcept { return url_; }

  // Takes to the allocator what was asked since the last time. For the thread that calls
  // the allocator, between its calls.
  void serve(apportion::allocator& a);

 private:
  // What became of a question: the number of its answer, or an error.
  struct asked {
    apportion_instance instance{};
    std::uint64_t answer = 0;
    std::int32_t code = APPORTION_OK;
    std::string error;
  };
  struct waiting {
    std::string question;
    std::promise<asked> promise;
  };

  void accept_all();
  void respond(int connection);
  std::string answer(const std::string& question);

  int listener_ = -1;
  std::string url_;
  bool local_ = false;  // it listens on this machine alone, and answers to its names
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::vector<waiting> questions_;  // for serve to take; mutex_ guards it
  std::vector<std::thread> threads_;
};

}  // namespace cluster
