//go:build apportion_hunt

#include "serve.h"

#include <exception>
#include <string>

#include "arguments.cpp"
#include "call.cpp"
#include "calls.cpp"
#include "calls_generated.cpp"
#include "mark.cpp"
#include "questions.cpp"
#include "server.cpp"
#include "wire.cpp"

namespace {

struct inside {
  runner::server server;
  std::string answers;
};

}  // namespace

void *apportion_runner_open(void) { return new inside; }

int apportion_runner_serve(void *server, const char *frames, size_t size,
                           char **answers, size_t *answer_size) {
  auto &s = *static_cast<inside *>(server);
  int code = 0;
  s.answers.clear();
  try {
    s.server.serve_all({frames, size}, s.answers);
  } catch (const std::exception &e) {
    s.answers = e.what();
    code = 1;
  }
  *answers = s.answers.data();
  *answer_size = s.answers.size();
  return code;
}

void apportion_runner_close(void *server) {
  delete static_cast<inside *>(server);
}
