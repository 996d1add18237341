// memory_layout.hpp - how a class lies in memory: as a loaded library has it, and as
// this file's compiler had it.
//
// Both sides are told by what the C++ ABI of Linux fixes: a constructor writes the
// members of its object and nothing behind it, an object's first word points to its
// table of virtual functions, and a pointer to a member function has its place there.
#ifndef APPORTION_MESOS_MEMORY_LAYOUT_HPP
#define APPORTION_MESOS_MEMORY_LAYOUT_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <typeinfo>
#include <vector>

namespace apportion_mesos {

// How many bytes construct() writes from the beginning of the memory that it gets,
// which is aligned for any class. What it constructs must be smaller than a mebibyte.
std::size_t bytesWritten(const std::function<void(void* memory)>& construct);

// A table of virtual functions of a loaded library.
struct VirtualTable {
  std::string library;  // its file
  // "scope::name(parameters)", or empty where the library does not tell.
  std::vector<std::string> functions;
};

// The table at an address within it, such as an object's first word. It has no
// functions if no library tells of the address.
VirtualTable virtualTableAt(const void* address);

// The place of a virtual function in its table. Not for functions of a base class that
// is not the first.
template <class Member>
std::size_t virtualPlace(Member function) {
  std::uintptr_t word;
  static_assert(sizeof(function) == 2 * sizeof(word));
  std::memcpy(&word, &function, sizeof(word));
#if defined(__aarch64__) || defined(__arm__)
  return word / sizeof(void*);
#else
  return (word - 1) / sizeof(void*);
#endif
}

// A virtual function as it was compiled.
struct VirtualFunction {
  std::size_t place;
  std::string signature;  // "name(parameters)"
};

std::string parametersOf(const std::type_info& memberFunction);

template <class Member>
VirtualFunction virtualFunction(const char* name, Member function) {
  return {virtualPlace(function), name + parametersOf(typeid(Member))};
}

// A class as it was compiled.
struct CompiledClass {
  std::string name;
  std::size_t bytes;
  std::size_t alignment;
  // At its end, of a last member that has nothing in it yet.
  std::size_t unwrittenBytes;
};

template <class Class>
CompiledClass compiledClass(const std::string& name, std::size_t unwrittenBytes = 0) {
  return {name, sizeof(Class), alignof(Class), unwrittenBytes};
}

// What is different, as an end of a sentence that begins with who was compiled, or
// nothing.
std::string differenceOfSize(const CompiledClass& compiled, std::size_t written,
                             const std::string& library);
std::string differenceOfFunctions(const std::string& className, std::size_t count,
                                  const std::vector<VirtualFunction>& compiled,
                                  const VirtualTable& loaded);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_MEMORY_LAYOUT_HPP
