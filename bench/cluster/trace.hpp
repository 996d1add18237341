// The machines and tasks of a production cluster: the openb trace, as figures or in its
// own files.
#pragma once

#include <string>

#include "histogram.hpp"

namespace cluster {

// Read the node and the pod list of the trace, or files of the same columns:
// cpu_milli, memory_mib and gpu of nodes, cpu_milli, memory_mib and num_gpu of
// pods. They throw usage_error.
histogram read_nodes(const std::string& path);
histogram read_pods(const std::string& path);

// Both from the public openb trace (openb_node_list_all_node.csv and
// openb_pod_list_default.csv of alibaba/clusterdata, cluster-trace-gpu-v2023),
// which --nodes and --pods read: the nodes by (cpu_milli, memory_mib, gpu), the pods
// by (cpu_milli, memory_mib, num_gpu). GPU models are left out, since Mesos only counts
// GPUs; a pod that shares a GPU with others counts with a whole one, since Mesos
// hands out no parts of GPUs. The table is sim/internal/shapes/*.csv, which the simulation in Go
// has, too: the build makes lists of them.
histogram builtin_machines();
histogram builtin_tasks();

}  // namespace cluster
