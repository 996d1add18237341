// Package mesostest holds tests alone: for every case that Mesos's
// hierarchical_allocator_tests.cpp runs, one that checks the same of this
// core through its public API, and tests of what goes beyond Mesos. README.md
// tells which is which.
//
// The cluster type of the tests is a host in small: it shows how a Go program
// drives the core.
package mesostest
