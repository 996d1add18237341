// Package bench measures the allocator.
//
// A benchmark's operation is the whole of what its name says: one cycle, the
// arrival of all agents, a thousand revives.
package bench
