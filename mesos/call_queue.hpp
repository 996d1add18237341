// call_queue.hpp - calls on their way from the threads that make them to the process
// that serves them.
#ifndef APPORTION_MESOS_CALL_QUEUE_HPP
#define APPORTION_MESOS_CALL_QUEUE_HPP

#include <cstddef>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

namespace apportion_mesos {

// Serves calls in the order in which they were added. A burst of them costs one message
// of libprocess, where each would cost one.
template <class Server>
class CallQueue {
 public:
  // Adds a call, which is served as function(server). Returns whether a message has to
  // be sent, upon which the receiver runs serve(): for the calls that are added until
  // then, that one is enough. No later call asks for one, so without it all would wait.
  template <class Function>
  bool add(Function&& function) {
    auto call = std::make_unique<CallOf<std::decay_t<Function>>>(
        std::forward<Function>(function));
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.push_back(std::move(call));
    return waiting_.size() == 1;
  }

  // Serves and frees what has been added. What is added meanwhile goes on waiting.
  void serve(Server& server) {
    Calls calls;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      calls.swap(waiting_);
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
      constexpr std::size_t ahead = 4;
      if (i + ahead < calls.size()) __builtin_prefetch(calls[i + ahead].get());
      std::exchange(calls[i], nullptr)->serve(server);
    }
  }

  std::size_t waiting() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return waiting_.size();
  }

 private:
  struct Call {
    virtual ~Call() = default;
    virtual void serve(Server& server) = 0;
  };
  template <class Function>
  struct CallOf final : Call {
    template <class F>
    explicit CallOf(F&& f)
        : function(std::forward<F>(f)) {}
    void serve(Server& server) override { function(server); }
    Function function;
  };
  using Calls = std::vector<std::unique_ptr<Call>>;

  std::mutex mutex_;
  Calls waiting_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_CALL_QUEUE_HPP
