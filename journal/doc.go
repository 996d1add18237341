// Package journal records what happens to an allocator, and carries recordings out
// again.
//
// An [Allocator] is a core.Allocator that may be recorded: each call with what it was
// given and what became of it, each cycle with a digest of its offers, and now and
// then the whole state. Recording is switched on and off while it runs. Compressing and
// writing are a goroutine's work; where the disk is full, slow or gone, the allocator
// goes on and the recording has a gap, which it names.
//
//	a, err := journal.Open(allocator, journal.Options{Dir: "/var/lib/apportion"})
//	a.AddAgent(...)             // as before
//	err = a.StopRecording()
//
// A [Recording] is what was recorded: Replay carries it out again, from any of its
// snapshots, and says whether all answers were the same.
//
// docs/journal.md has the form to the byte.
package journal
