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

// Of a request: what a client that lost its place in the stream would exceed.
constexpr std::size_t max_frame_bytes = 256u << 20;

// Reads one frame, with its size; false at the end of the input.
bool read_frame(std::string& frame) {
  frame.resize(4);
  const std::size_t got = std::fread(frame.data(), 1, 4, stdin);
  if (got == 0 && std::feof(stdin)) return false;
  const std::size_t size =
      got == 4 ? runner::reader(frame.data(), got).size() : 0;
  if (size > max_frame_bytes) {
    throw runner::malformed("a request of " + std::to_string(size) + " bytes");
  }
  frame.resize(4 + size);
  frame.resize(got + std::fread(frame.data() + 4, 1, size, stdin));
  return true;
}

}  // namespace

int main() {
  try {
    runner::server server;
    std::string frame, answer;
    while (read_frame(frame)) {
      answer.clear();
      server.serve_all(frame, answer);
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
