// call_queue_test.cpp - the order of calls, and when a message is needed for them.
#include "../call_queue.hpp"

#include <thread>

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

using Served = std::vector<int>;

void servesInOrderWithOneMessage() {
  CallQueue<Served> queue;
  EXPECT(queue.add([](Served& s) { s.push_back(1); }));
  EXPECT(!queue.add([](Served& s) { s.push_back(2); }));
  EXPECT(queue.waiting() == 2);
  Served served;
  queue.serve(served);
  EXPECT((served == Served{1, 2}));
  EXPECT(queue.waiting() == 0);
  EXPECT(queue.add([](Served& s) { s.push_back(3); }));
  queue.serve(served);
  EXPECT((served == Served{1, 2, 3}));
}

void aCallMayAddCalls() {
  CallQueue<Served> queue;
  bool asked = false;
  queue.add([&](Served& s) {
    s.push_back(1);
    asked = queue.add([](Served& s) { s.push_back(2); });
  });
  Served served;
  queue.serve(served);
  EXPECT(asked && (served == Served{1}));
  queue.serve(served);
  EXPECT((served == Served{1, 2}));
}

// An argument may be large: it goes before the next call is served.
void whatIsServedIsFreed() {
  CallQueue<Served> queue;
  Served served;
  const auto argument = std::make_shared<int>(1);
  bool first = false;
  queue.add([argument](Served&) {});
  queue.add([&](Served&) { first = argument.use_count() == 2; });
  queue.add([argument](Served&) {});
  EXPECT(argument.use_count() == 3);
  queue.serve(served);
  EXPECT(first && argument.use_count() == 1);
}

void threadsKeepTheirOrder() {
  CallQueue<Served> queue;
  Served served;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&queue, t] {
      for (int i = 0; i < 1000; ++i) {
        queue.add([n = t * 1000 + i](Served& s) { s.push_back(n); });
      }
    });
  }
  while (served.size() < 4000) queue.serve(served);
  for (std::thread& t : threads) t.join();
  std::vector<int> last(4, -1);
  bool inOrder = true;
  for (int n : served) {
    inOrder &= n > last[n / 1000];
    last[n / 1000] = n;
  }
  EXPECT(inOrder && served.size() == 4000);
}

}  // namespace

int main() {
  servesInOrderWithOneMessage();
  aCallMayAddCalls();
  whatIsServedIsFreed();
  threadsKeepTheirOrder();
  return summary("call_queue_test");
}
