// The machines and tasks of a production cluster, as figures.
#ifndef CLUSTER_BUILTIN_HPP
#define CLUSTER_BUILTIN_HPP

#include "histogram.hpp"

namespace cluster {

// Both from the public openb trace (openb_node_list_all_node.csv and
// openb_pod_list_default.csv of alibaba/clusterdata, cluster-trace-gpu-v2023),
// which --nodes and --pods read.
histogram builtin_machines();
histogram builtin_tasks();

}  // namespace cluster

#endif
