// The openb trace's own files.
#pragma once

#include <string>

#include "histogram.hpp"

namespace cluster {

// Read the node and the pod list of the trace, or files of the same columns:
// cpu_milli, memory_mib and gpu of nodes, cpu_milli, memory_mib and num_gpu of
// pods. They throw usage_error.
histogram read_nodes(const std::string& path);
histogram read_pods(const std::string& path);

}  // namespace cluster
