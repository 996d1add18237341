// Package resource holds the resources of agents in the form in which a cycle
// handles them: kinds are interned, and a bag is the resources of one agent
// that belong together, as short sorted flat lists. To add, subtract and compare
// bags is to merge.
//
// What a kind is in words, and which kinds and amounts are valid, is the
// caller's to know.
package resource
