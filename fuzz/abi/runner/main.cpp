// abi-runner carries out calls of the C library that another process asks for:
// requests on the standard input, answers on the standard output, as README.md
// in this folder says. It ends with 0 at the end of the input, and with 2 and
// one line on the standard error if a request is malformed.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "server.hpp"
#include "wire.hpp"

namespace {

// Of a request: what a client that lost its place in the stream would exceed.
constexpr std::uint32_t max_frame_bytes = 256u << 20;

// Reads one frame; false at the end of the input.
bool read_frame(std::string& frame) {
  char head[4];
  const std::size_t got = std::fread(head, 1, sizeof head, stdin);
  if (got == 0 && std::feof(stdin)) return false;
  const std::uint32_t size =
      got == sizeof head ? runner::reader(head, got).size() : 0;
  if (got != sizeof head) throw runner::malformed("the input ends in a size");
  if (size > max_frame_bytes) {
    throw runner::malformed("a request of " + std::to_string(size) + " bytes");
  }
  frame.resize(size);
  if (std::fread(frame.data(), 1, size, stdin) != size) {
    throw runner::malformed("the input ends within a request");
  }
  return true;
}

bool write_frame(std::string_view frame) {
  runner::writer head;
  head.count(frame.size());
  return std::fwrite(head.bytes().data(), 1, 4, stdout) == 4 &&
         std::fwrite(frame.data(), 1, frame.size(), stdout) == frame.size() &&
         std::fflush(stdout) == 0;
}

}  // namespace

int main() {
  try {
    runner::server server;
    std::string frame;
    while (read_frame(frame)) {
      if (!write_frame(server.serve(frame))) {
        throw std::runtime_error("cannot write the answer");
      }
    }
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "abi-runner: %s\n", e.what());
    return 2;
  }
}
