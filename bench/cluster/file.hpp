// Files that are written.
#ifndef CLUSTER_FILE_HPP
#define CLUSTER_FILE_HPP

#include <string>

namespace cluster {

// Makes sure, before the work is done, that a file can be written there: opens
// it. Throws usage_error.
void prepare_file(const std::string& path);

// Throws std::runtime_error.
void write_file(const std::string& path, const std::string& content);

}  // namespace cluster

#endif
