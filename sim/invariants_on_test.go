//go:build invariants

package sim

// checking is whether the allocator checks itself after every call.
const checking = true
