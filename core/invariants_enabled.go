//go:build invariants

package core

// checking makes every public call end with Validate.
const checking = true
