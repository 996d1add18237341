// abi-runner carries out calls of the C library that another process asks for:
// requests on the standard input, answers on the standard output, as README.md
// in this folder says. It ends with 0 at the end of the input, and with 2 and
// one line on the standard error if a request is malformed.
#include <cstdio>
#include <stdexcept>
#include <string>

#include "server.hpp"
#include "wire.hpp"

namespace {

// Of what is sent together: what a client that lost its place in the stream would exceed.
constexpr std::size_t max_bytes = 256u << 20;

// Reads requests that were sent together; false at the end of the input.
bool read_frames(std::string& frames) {
  char head[4];
  const std::size_t got = std::fread(head, 1, sizeof(head), stdin);
  if (got == 0 && std::feof(stdin)) return false;
  if (got < sizeof(head)) throw runner::malformed("the input ends in a size");
  const std::size_t size = runner::reader(head, sizeof(head)).size();
  if (size > max_bytes) {
    throw runner::malformed("requests of " + std::to_string(size) + " bytes");
  }
  frames.resize(size);
  frames.resize(std::fread(frames.data(), 1, size, stdin));
  return true;
}

}  // namespace

int main() {
  try {
    runner::server server;
    std::string frames, answer;
    while (read_frames(frames)) {
      answer.clear();
      server.serve_all(frames, answer);
      if (std::fwrite(answer.data(), 1, answer.size(), stdout) !=
              answer.size() ||
          std::fflush(stdout) != 0) {
        throw std::runtime_error("cannot write the answer");
      }
    }
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "abi-runner: %s\n", e.what());
    return 2;
  }
}
