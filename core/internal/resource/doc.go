// Package resource owns resources as a cycle handles them: interned kinds, and bags, short
// sorted lists that operations merge. Callers know what kinds mean, and which are valid.
// The invariants stand above Bag, Intervals, Kinds and SetItems.
package resource
