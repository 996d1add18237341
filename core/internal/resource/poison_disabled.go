//go:build !invariants

package resource

// poisons makes Poison spoil what it is given.
const poisons = false

// PoisonAll is Poison for all that a struct of scratch memory has.
func PoisonAll[T any](*T) {}
