//go:build invariants

package sim_test

// checking is whether the allocator checks itself after every call.
const checking = true
