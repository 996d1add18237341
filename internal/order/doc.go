// Package order decides who comes next: it keeps the clients of a cluster
// (roles, or the frameworks of one role) in the order of Mesos's DRFSorter, draws
// them at random as its RandomSorter does, or follows other policies.
//
// Clients are paths, "eng/web" below "eng", and make up a tree. The DRF order
// visits the children of each node by ascending weighted dominant share, then
// by the number of times picked, then by path. Mesos sorts the tree again
// after almost every change. Here each internal node keeps its active children as
// a tournament: a change to one client replays one match a level, and an
// iteration costs what it looks at. When the cluster's totals change, every
// share does: all are computed again once, before the next iteration.
//
// These files hold the parts of Mesos's sorters:
//
//	totals            totals.go, one for all sorters of a cluster; counted_resources.go
//	clients, Node     clients.go, tree.go (the virtual leaf "." too), active.go
//	allocation        allocation.go
//	weights           weights.go
//	calculateShare    weighted_dominant_share.go; "dirty": stale_shares.go
//	compareDRF        compare_drf.go; names as numbers: name_labels.go; who wins: tournament.go;
//	                  whose place changes: reorder.go
//	sort              iterator.go; of some of the clients only: selection.go
//	RandomSorter      random.go
//
// Each part of the tree may have a policy of its own, which Mesos's has not (sorter/policy):
//
//	parts             subtree_policies.go; what nodes are ordered by: rule.go, order_keys.go;
//	                  drawn parts: random_region.go
//	policies          of an Ordering: usage.go; of one that is Timed: lifetimes.go; decayed.go,
//	                  decay_factor.go; hdrf.go, hdrf_sums.go
//
// Nothing here has a clock, a goroutine or a random state: the same calls give
// the same answers. Reads may run concurrently with each other, see [Sorter]; all
// else needs a lock of the caller's.
package order
