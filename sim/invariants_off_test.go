//go:build !invariants

package sim_test

const checking = false
