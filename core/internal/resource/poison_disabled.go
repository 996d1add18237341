//go:build !invariants

package resource

// poisons makes Poison spoil what it is given.
const poisons = false
