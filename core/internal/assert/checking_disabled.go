//go:build !invariants

package assert

// Checking makes each call that changes agents, frameworks or roles end with Validate, and spoils what is scratch
// memory.
const Checking = false
