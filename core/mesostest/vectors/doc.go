// Package vectors is Mesos's own order of resources, for replaying its recordings: it depends on
// the order of Mesos's vectors of resources, and on all shuffles before, with the random numbers of
// glibc. The build tag mesos_vectors builds it in, for agents by id; without the tag it is empty.
// What is lent, which nothing is in Mesos, it does not follow.
package vectors
