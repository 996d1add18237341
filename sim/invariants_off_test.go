//go:build !invariants

package sim

const checking = false
