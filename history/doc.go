// Package history holds what is said to an allocator, and what it answers, as
// text. The conformance traces, the regressions and bug reports are all
// histories of the same operations.
//
// An operation is a Go struct, one for each call of Mesos's
// mesos::allocator::Allocator and for what a host may say besides (policies, ranks,
// lending), and it has two written forms that say the same: JSON lines (ParseStep
// and MarshalStep; the traces) and a short form that a person can type (ParseShort and FormatShort). docs/history.md describes both in full.
//
// A Driver is an allocator of any kind. Replay gives it the operations of a
// trace one by one and compares its answers with the recorded ones.
package history
