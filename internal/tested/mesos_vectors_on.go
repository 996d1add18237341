//go:build mesos_vectors

package tested

// MesosVectors is whether this build has Mesos's own order of resources, with which quota then cuts
// what agents by id have (core/mesostest/vectors).
const MesosVectors = true
