//go:build invariants

package view

// checking is whether the allocator checks itself after every call: the pages' clusters are
// too large for that.
const checking = true
