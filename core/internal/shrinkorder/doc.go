// Package shrinkorder owns the order in which quota goes through an agent's resources. If
// limits or headroom allow only a part, it decides which of several disks is offered;
// Mesos shuffles (shrinkResources).
package shrinkorder
