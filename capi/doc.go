// Command capi is built with -buildmode=c-shared and becomes libapportion.so:
// include/apportion.h on top of package core. It translates and decides
// nothing.
//
// Exported functions go through enter: it finds the instance, refuses a second
// thread and turns errors and panics into codes. A reader bounds each count before
// it looks at the elements, views arrays in the caller's memory while the call
// lasts, and copies strings.
//
// An operation of apportion_submit is a method of instance, which takes the
// operation's member of the union. operations_generated calls it twice: in
// the function of the operation's name, with a member made of its arguments, and
// in apply, with the batch's.
//
// A call is in the file that has the name of what it is about: agents, clock and
// deadlines in time, a cycle and all that it gives in cycle. They rest on these:
//   - instance: how a call enters; handles; last_error, error_codes
//   - reader, writer: the caller's memory; struct_size: records of other sizes
//   - header_generated: the header's types and constants, by their names in C.
//     Other files import "C" only where they export functions, and name nothing of it
//   - limits, core_layout and constants_generated: what the compiler
//     holds between C and Go
package main

//go:generate go run ./tools/bindgen ..

// #cgo CFLAGS: -I${SRCDIR}/../include -DAPPORTION_TYPES_ONLY
import "C"
