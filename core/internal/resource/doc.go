// Package resource owns the words of resources and how much of each there is: kinds, set items and resource names,
// each interned to a number, and bags, short sorted lists of them that operations merge. It validates what callers say,
// turns it into bags and rows, and turns these back. The invariants stand above Bag, Intervals and Kinds.
package resource
