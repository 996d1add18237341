// Package model is the reference allocator: Mesos's hierarchical allocator, as
// its source describes it, written as plainly as it can be. It is an oracle for
// the real one and shares no code with it. Nearly everything is a map from names,
// every amount an exact count of thousandths, every order a full sort, every
// computation is done again each time. It is slow and easy to check.
//
// What Mesos guards with a CHECK, which ends its process, is an error here, and
// the model is then as it was before the call: Apply begins anew.
//
// Mesos draws lots in two places. The agents go by their ids here, in both stages
// of an allocation. The resources that a quota cuts down are shuffled as in
// Mesos: see glibc_rand.go. What the policy "random" draws among clients, which no
// recording of Mesos fixes, is drawn as the core draws it: see random.go. A
// behaviour that departs from Mesos's is marked DIVERGES.
package model
