// Package house measures a Go module as it lies on disk: lines by folder and
// language, who imports whom, which files of a package need each other, how many
// methods a type has, and which package writes another's fields. `make house`
// prints it; layout_test.go at the root holds the module to it.
//
// It reads the files of the machine's own platform without build tags; lines are
// counted in all files.
package house
