package main

// Bugs that a test plants, one at a time, to prove that the fuzzing from outside
// finds each. Without the tag of testhooks.go planted is the constant false, and
// the compiler leaves them out.
const (
	bugOverrun  = 1 + iota // a result of unknown size exceeds its room by one
	bugTrace               // an operation that fails changes something
	bugCode                // a code that the header does not know
	bugState               // a panic, deep in a history
	bugOverread            // a list that another refers to is read beyond its end
)

// overread is by how many rows such a list is read beyond its end.
func overread() size_t {
	if planted(bugOverread) {
		return 1
	}
	return 0
}
