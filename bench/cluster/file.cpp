#include "file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "usage_error.hpp"

namespace cluster {

void prepare_file(const std::string& path) {
  errno = 0;
  if (!std::ofstream(path, std::ios::app)) {
    throw usage_error(path + ": " + std::strerror(errno));
  }
}

void write_file(const std::string& path, const std::string& content) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << content;
  out.close();
  if (!out) throw std::runtime_error(path + ": " + std::strerror(errno));
}

}  // namespace cluster
