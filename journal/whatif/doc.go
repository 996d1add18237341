// Package whatif asks what an allocator would offer next if something were different:
// another weight, quota or policy, fewer or more agents.
//
// Ask makes copies of an allocator, changes one of them, runs the next cycle of it and
// of one that is not changed, and says what each role and framework is offered in the one and in the other,
// and, if it is asked, how many tasks of a shape fit. The allocator itself stays as it
// is.
package whatif
