// loaded_mesos_test.cpp - what differs between the Mesos that this was compiled for and
// the one that is loaded. other_layouts_test.py compiles it for others.
#include <iostream>

#include "../loaded_mesos.hpp"

int main() {
  const std::string difference = apportion_mesos::differenceFromLoadedMesos();
  if (difference.empty()) {
    std::cout << "loaded_mesos_test: ok" << std::endl;
    return 0;
  }
  std::cout << "compiled " << difference << std::endl;
  return 1;
}
