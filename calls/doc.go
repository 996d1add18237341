// Package calls declares each call of core.Allocator as a value, by number (calls.go), for a
// core.Recorder and for whoever carries recordings out. The code that writes a call's bytes, reads
// them and makes the call is generated from these declarations. docs/adding-a-call.md says how a
// call is added.
package calls

//go:generate go run ./generate
