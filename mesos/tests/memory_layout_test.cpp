// memory_layout_test.cpp - differences of memory layout are told. What is loaded here
// is other classes of this program.
#include "../memory_layout.hpp"

#include <new>

#include "expect.hpp"

namespace apportion_mesos {
namespace {

// A compiler that knows what a constructor writes could leave that out.
volatile std::int64_t something = 7;

}  // namespace

// These have names that a loader can tell.
struct Compiled {
  virtual ~Compiled() {}
  virtual void first(int) {}
  virtual void second(const std::string&) {}
  std::int64_t a = something;
  std::int32_t b = static_cast<std::int32_t>(something);
};

struct AsCompiled {
  virtual ~AsCompiled() {}
  virtual void first(int) {}
  virtual void second(const std::string&) {}
  std::int64_t a = something;
  std::int32_t b = static_cast<std::int32_t>(something);
};

struct OneMemberMore : AsCompiled {
  std::int64_t c = something;
};

struct OneMemberLess {
  virtual ~OneMemberLess() {}
  std::int64_t a = something;
};

struct OtherOrder {
  virtual ~OtherOrder() {}
  virtual void second(const std::string&) {}
  virtual void first(int) {}
};

struct OtherParameters {
  virtual ~OtherParameters() {}
  virtual void first(long) {}
  virtual void second(const std::string&) {}
};

struct OneFunctionMore : AsCompiled {
  virtual void third() {}
};

struct OneFunctionLess {
  virtual ~OneFunctionLess() {}
  virtual void first(int) {}
};

namespace {

template <class Loaded>
std::string sizes() {
  const std::size_t written =
      bytesWritten([](void* memory) { new (memory) Loaded(); });
  return differenceOfSize(compiledClass<Compiled>("Compiled"), written, "a.so");
}

template <class Loaded>
std::string functions() {
  static const Loaded object;
  const void* table;
  std::memcpy(&table, &object, sizeof(table));
  VirtualTable loaded = virtualTableAt(table);
  EXPECT(!loaded.functions.empty());
  loaded.library = "a.so";
  return differenceOfFunctions("Compiled", 4,
                               {virtualFunction("first", &Compiled::first),
                                virtualFunction("second", &Compiled::second)},
                               loaded);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void sizesAreCompared() {
  static_assert(sizeof(Compiled) == 24 && sizeof(OneMemberMore) == 32);
  EXPECT(sizes<AsCompiled>() == "");
  const CompiledClass unwritten = compiledClass<Compiled>("Compiled", 16);
  EXPECT(differenceOfSize(unwritten, 5, "a.so") == "");
  EXPECT(sizes<OneMemberMore>() ==
         "with a Compiled of 24 bytes, and that of a.so has 32");
  EXPECT(sizes<OneMemberLess>() ==
         "with a Compiled of 24 bytes, and that of a.so has 16");
}

void virtualFunctionsAreCompared() {
  EXPECT(virtualPlace(&Compiled::first) == 2);  // The destructor is two functions.
  EXPECT(virtualPlace(&Compiled::second) == 3);
  EXPECT(functions<AsCompiled>() == "");
  EXPECT(contains(functions<OtherOrder>(),
                  "with a Compiled whose virtual function 2 is first(int), and "
                  "that of a.so is apportion_mesos::OtherOrder::second("));
  EXPECT(contains(functions<OtherParameters>(),
                  "function 2 is first(int), and that of a.so is "
                  "apportion_mesos::OtherParameters::first(long)"));
  EXPECT(functions<OneFunctionMore>() ==
         "with a Compiled of 4 virtual functions, and that of a.so has 5");
  EXPECT(functions<OneFunctionLess>() ==
         "with a Compiled of 4 virtual functions, and that of a.so has 3");
}

void whatIsNotToldIsNotHeldAgainstIt() {
  EXPECT(differenceOfFunctions("Compiled", 4, {{2, "first(int)"}}, {}) == "");
  EXPECT(differenceOfFunctions("Compiled", 4, {{2, "first(int)"}},
                               {"a.so", {"", "", "", ""}}) == "");
  int nothing;
  EXPECT(virtualTableAt(&nothing).functions.empty());
}

}  // namespace
}  // namespace apportion_mesos

int main() {
  apportion_mesos::sizesAreCompared();
  apportion_mesos::virtualFunctionsAreCompared();
  apportion_mesos::whatIsNotToldIsNotHeldAgainstIt();
  return summary("memory_layout_test");
}
