// What the user has to put right: wrong options, unreadable or broken files.
#pragma once

#include <stdexcept>

namespace cluster {

// One clear line; the program prints it and ends with status 2.
class usage_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace cluster
