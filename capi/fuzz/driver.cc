// Feeds the harness where there is no libFuzzer: first the files named, then inputs
// made up from SEED on for SECONDS, one at least.
//
//     driver SECONDS SEED [FILE...]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);
// As in libFuzzer, a harness need not have it.
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int*, char***);

namespace {

std::uint64_t scramble(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::vector<std::uint8_t> made_up(std::uint64_t seed) {
  std::vector<std::uint8_t> bytes(4 + scramble(seed) % 1200);
  for (std::size_t i = 0; i < bytes.size(); i++)
    bytes[i] = static_cast<std::uint8_t>(scramble(seed * 65536 + i + 1) >> 20);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  for (int i = 3; i < argc; i++) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    std::fprintf(stderr, "%s\n", argv[i]);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                           bytes.size());
  }
  std::uint64_t seed = std::strtoull(argv[2], nullptr, 10), runs = 0;
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(std::atoi(argv[1]));
  do {
    if (runs % 64 == 0)
      std::fprintf(stderr, "seeds from %llu on\n",
                   static_cast<unsigned long long>(seed));
    const auto bytes = made_up(seed++);
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    runs++;
  } while (std::chrono::steady_clock::now() < end);
  std::fprintf(stderr, "%llu inputs made up\n",
               static_cast<unsigned long long>(runs));
}
