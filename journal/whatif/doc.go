// Package whatif asks what an allocator would offer next if something were different:
// another weight, quota, lending or policy, fewer or more agents.
//
// Ask makes copies of an allocator, changes one of them, and runs the next cycle of both. It
// says what each role and framework is offered in the one and in the other and, if asked, how
// many tasks of a shape fit. The allocator itself stays as it is. A stretch of time is played
// by cmd/apportion/whatif_simulated.go.
package whatif
