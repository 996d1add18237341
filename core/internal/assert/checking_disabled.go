//go:build !invariants

package assert

// Checking makes every public call end with Validate, and spoils what is scratch memory.
const Checking = false
