#include "memory_layout.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace apportion_mesos {

namespace {

constexpr std::size_t memoryBytes = std::size_t{1} << 20;
constexpr std::size_t alignment = 64;

// The offset to the top and the type come before the first function.
constexpr std::size_t wordsBeforeFunctions = 2;

std::string demangled(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : symbol;
}

// The name of the function that begins at an address.
std::string functionAt(const void* address) {
  Dl_info info;
  if (dladdr(address, &info) == 0 || info.dli_saddr != address) return "";
  return demangled(info.dli_sname);
}

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::size_t bytesWritten(const std::function<void(void*)>& construct) {
  std::size_t end = 0;
  // A byte that happens to be written as it was the first time is not the second time.
  for (const unsigned char fill : {0xa5, 0x5a}) {
    std::vector<unsigned char> bytes(memoryBytes + alignment, fill);
    void* begin = bytes.data();
    std::size_t space = bytes.size();
    std::align(alignment, memoryBytes, begin, space);
    auto* const memory = static_cast<unsigned char*>(begin);
    // To a compiler, what was in an object's memory before its constructor is of no
    // account.
    asm volatile("" : : "r"(memory) : "memory");
    construct(memory);
    asm volatile("" : : "r"(memory) : "memory");
    std::size_t last = memoryBytes;
    while (last > end && memory[last - 1] == fill) --last;
    end = last;
  }
  return end;
}

VirtualTable virtualTableAt(const void* address) {
  VirtualTable table;
  Dl_info info;
  void* entry = nullptr;
  if (dladdr1(address, &info, &entry, RTLD_DL_SYMENT) == 0) return table;
  table.library = info.dli_fname;
  if (entry == nullptr || info.dli_saddr == nullptr) return table;
  const std::size_t words =
      static_cast<const ElfW(Sym)*>(entry)->st_size / sizeof(void*);
  const auto* const begin = static_cast<const void* const*>(info.dli_saddr);
  for (std::size_t i = wordsBeforeFunctions; i < words; ++i) {
    table.functions.push_back(functionAt(begin[i]));
  }
  return table;
}

// The type's name is "result (Class::*)(parameters)".
std::string parametersOf(const std::type_info& memberFunction) {
  const std::string type = demangled(memberFunction.name());
  const std::string before = "::*)";
  return type.substr(type.find(before) + before.size());
}

std::string differenceOfSize(const CompiledClass& compiled, std::size_t written,
                             const std::string& library) {
  const std::size_t end = written + compiled.unwrittenBytes;
  const std::size_t loaded =
      (end + compiled.alignment - 1) / compiled.alignment * compiled.alignment;
  if (loaded == compiled.bytes) return "";
  return "with a " + compiled.name + " of " + std::to_string(compiled.bytes) +
         " bytes, and that of " + library + " has " + std::to_string(loaded);
}

std::string differenceOfFunctions(const std::string& className, std::size_t count,
                                  const std::vector<VirtualFunction>& compiled,
                                  const VirtualTable& loaded) {
  if (loaded.functions.empty()) return "";
  for (const VirtualFunction& function : compiled) {
    if (function.place >= loaded.functions.size()) continue;
    const std::string& there = loaded.functions[function.place];
    if (there.empty() || endsWith(there, "::" + function.signature)) continue;
    return "with a " + className + " whose virtual function " +
           std::to_string(function.place) + " is " + function.signature +
           ", and that of " + loaded.library + " is " + there;
  }
  if (loaded.functions.size() == count) return "";
  return "with a " + className + " of " + std::to_string(count) +
         " virtual functions, and that of " + loaded.library + " has " +
         std::to_string(loaded.functions.size());
}

}  // namespace apportion_mesos
