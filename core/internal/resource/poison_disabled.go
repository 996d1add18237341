//go:build !invariants

package resource

// Poison spoils scratch bags under the build tag invariants alone.
func Poison(...*Bag) {}

// PoisonAll is Poison for all that a struct of scratch memory has.
func PoisonAll[T any](*T) {}
