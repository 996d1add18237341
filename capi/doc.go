// Command capi is built with -buildmode=c-shared and becomes libapportion.so:
// include/apportion.h on top of package core. It translates and decides
// nothing.
//
// Every exported function goes through enter, which finds the instance, keeps
// a second thread out and turns errors and panics into codes. What the caller
// passes is read by a reader, which bounds every count before it looks at what
// is counted, and views arrays in the caller's memory for as long as the call
// lasts. Strings are copied, since the core keeps some of them.
//
// For each operation that apportion_submit can carry out there is a method of
// instance that takes the operation's member of the union. operations_abi, which
// is generated, has the function of the same name, which fills that member in
// from its arguments, and the batch, which passes it on.
//
// A call is in the file that has the name of what it is about: agents, clock and
// deadlines in time, a cycle and all that it gives in cycle. They rest on these:
//   - instance: how a call enters; handles; last_error, error_codes
//   - reader, writer: the caller's memory; struct_size: records of other sizes
//   - limits, and the generated layout_abi and constants_abi: what the compiler
//     holds between C and Go
package main

//go:generate go run ./tools/bindgen ..

// #cgo CFLAGS: -I${SRCDIR}/../include -DAPPORTION_TYPES_ONLY
// #include "apportion.h"
import "C"
