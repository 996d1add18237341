// Package journal records what happens to an allocator, and carries recordings out
// again.
//
// A [Recorder] is told by a core.Allocator of each call: what the call was given, and what became
// of it. Of each cycle it is told a digest of the offers. Now and then it takes the whole state.
// Recording is switched on and off while the allocator runs. A goroutine compresses and writes. If
// the disk is full, slow or gone, the allocator goes on, and the recording has a gap, which it
// names.
//
//	r, err := journal.Open(allocator, journal.Options{Dir: "/var/lib/apportion"})
//	allocator.AddAgent(...)
//	err = r.Stop()
//
// A [Recording] is what was recorded: Replay carries it out again, from any of its
// snapshots, and says whether all answers were the same.
//
// The files recorder*.go and writer*.go write: the first are told of calls, the others compress and
// keep files. Files read_*.go and replay.go read. What they share is the form: call.go, frames.go,
// folder.go. anonymize.go reads a recording and writes another.
//
// docs/journal.md has the form to the byte.
package journal
