// Package shrinkorder says in which order quota goes through an agent's
// resources. Where limits or headroom allow only a part of them, it matters
// which of several disks comes first: Mesos shuffles them (shrinkResources).
//
// There are two orders. Hashed is as random as Mesos's and the one for use.
// Vectors is Mesos's very own: a function of the order of each of its vectors of
// resources and of all shuffles before, for replaying what Mesos answered.
package shrinkorder
