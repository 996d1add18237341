// Package calls says once what each call of core.Allocator is given: calls.go declares a
// call as a struct, by number, with its arguments in the order in which they are recorded.
// The generator makes of it the record's bytes, reading them, carrying the call out, the
// recording allocator of package journal, and the calls by name of package history.
//
// docs/adding-a-call.md says how a call is added.
package calls

//go:generate go run ./generate
