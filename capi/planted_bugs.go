package main

// Bugs that a test plants, one at a time, to prove that the fuzzing from outside
// finds each. Without the tag of testhooks.go planted is the constant false, and
// the compiler leaves them out.
const (
	bugOverrun    = 1 + iota // a result of unknown size exceeds its room by one
	bugTrace                 // an operation that fails changes something
	bugCode                  // a code that the header does not know
	bugState                 // a panic, deep in a history
	bugOverread              // a list that another refers to is read beyond its end
	bugLongText              // so is a text of a list
	bugLongRecord            // so is a record of an older header
)

// overread is by how many rows or bytes a bug has memory read beyond its end.
func overread(bug int32) size_t {
	if planted(bug) {
		return 1
	}
	return 0
}
