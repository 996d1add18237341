// Package calls declares each call of core.Allocator as a value, by number (calls.go), for a
// core.Recorder and for whoever carries recordings out. Its
// bytes in a recording, reading them and carrying it out are generated from that;
// docs/adding-a-call.md says how a call is added.
package calls

//go:generate go run ./generate
