package core

import (
	"fmt"
	"io"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/internal/wire"
)

// A snapshot is all that later answers depend on (docs/snapshot.md). It leaves out all
// that follows from the rest: sums, free resources, the order of clients. The code that
// keeps these works them out anew.
//
// Everything is written in the order of slots and numbers, or in one that later answers
// depend on. So a restored allocator writes the same snapshot, byte by byte.

// SnapshotVersion is the version of the snapshots that this release writes. It reads
// those of all earlier ones.
const SnapshotVersion = 1

// SnapshotVersionError says that a snapshot is of a later version than this release
// knows.
type SnapshotVersionError struct {
	Found, Known uint32
}

// Error names both versions.
func (e *SnapshotVersionError) Error() string {
	return fmt.Sprintf("snapshot: it is of version %d, and this release reads no later one than %d", e.Found, e.Known)
}

// SnapshotError says where a snapshot is damaged or cut off, and what is wrong there.
type SnapshotError struct {
	Offset  int64  // in bytes from the beginning of the snapshot
	Section string // what is described there: "agents"
	Err     error
}

// Error says where the snapshot is wrong, and why.
func (e *SnapshotError) Error() string {
	return fmt.Sprintf("snapshot: offset %d, %s: %v", e.Offset, e.Section, e.Err)
}

// Unwrap returns the cause, such as the error of the reader.
func (e *SnapshotError) Unwrap() error { return e.Err }

// section says what a part of a snapshot is about. The numbers are part of its form.
type section uint8

const (
	headerSection section = iota
	optionsSection
	stateSection
	namesSection
	rolesSection
	setItemsSection
	kindsSection
	frameworksSection
	agentsSection
	ledgerSection
	sortersSection
	shrinkOrderSection
	endSection
	sections
)

func (s section) String() string {
	return api.EnumText(s, "header", "options", "state", "resource names", "roles", "items of sets", "kinds", "frameworks", "agents", "ledger", "sorters", "shrink order", "end")
}

// parts are the sections between header and end, in their order.
var parts = [...]struct {
	section section
	save    func(*snapshotWriter)
	load    func(*snapshotReader)
}{
	{optionsSection, (*snapshotWriter).options, nil}, // they are read before there is an allocator
	{stateSection, (*snapshotWriter).state, (*snapshotReader).state},
	{namesSection, (*snapshotWriter).names, (*snapshotReader).names},
	{rolesSection, (*snapshotWriter).roles, (*snapshotReader).roles},
	{setItemsSection, (*snapshotWriter).setItems, (*snapshotReader).setItems},
	{kindsSection, (*snapshotWriter).kinds, (*snapshotReader).kinds},
	{frameworksSection, (*snapshotWriter).frameworks, (*snapshotReader).frameworks},
	{agentsSection, (*snapshotWriter).agents, (*snapshotReader).agents},
	{ledgerSection, (*snapshotWriter).ledger, (*snapshotReader).ledger},
	{sortersSection, (*snapshotWriter).sorters, (*snapshotReader).sorters},
	{shrinkOrderSection, (*snapshotWriter).shrinkOrder, (*snapshotReader).shrinkOrder},
}

// Snapshot writes the whole state to w, from which Restore makes an allocator that
// gives the same answers from then on. It changes nothing, and may run concurrently
// with other reads. Writes are of some 64 KiB each. Cost: linear in the state.
//
// Errors: those of w.
func (a *Allocator) Snapshot(w io.Writer) error {
	s := &snapshotWriter{a: a, out: w}
	s.header()
	for _, part := range parts {
		s.begin(part.section)
		part.save(s)
		s.end()
	}
	s.begin(endSection)
	s.end()
	return s.err
}

// Restore returns an allocator in the state that Snapshot wrote. Its digest and its
// answers to all later calls are the same, and the host's handles and numbers are good for
// it.
//
// Restore reads nothing beyond the snapshot, checks all of it, and takes memory in
// proportion to what it has read.
//
// Errors: *SnapshotVersionError (the snapshot is of a later release), *SnapshotError
// (it is cut off, damaged, or contradicts itself; or it is what r returned).
func Restore(r io.Reader) (*Allocator, error) { return RestoreRenamed(r, nil) }

// RestoreRenamed is Restore with other names. rename maps each name of agents, hosts,
// regions, frameworks, set items and roles, and each text of reservations, labels, disks
// and providers. Names of resources and policies stay. A nil rename changes nothing.
//
// Answers to later calls are the same if rename keeps equality, order, and the division of
// a role's path into parts, and leaves "" and "*" alone.
//
// Errors: as of Restore; a *SnapshotError if new names contradict each other.
func RestoreRenamed(r io.Reader, rename func(string) string) (*Allocator, error) {
	return restore(r, rename, func(*Options) {})
}

// RestoreTested is Restore with these TestOptions in the place of the snapshot's: the
// answers are the same.
//
// Errors: as of Restore.
func RestoreTested(r io.Reader, test TestOptions) (*Allocator, error) {
	return restore(r, nil, func(o *Options) { o.Test = test })
}

func restore(r io.Reader, rename func(string) string, change func(*Options)) (*Allocator, error) {
	s := &snapshotReader{in: r, Reader: wire.NewReader(nil, 0)}
	s.Rename = rename
	if err := s.header(); err != nil {
		return nil, err
	}
	s.begin(optionsSection)
	options := s.options()
	change(&options)
	if s.Err() != nil {
		return nil, s.failure()
	}
	a, err := New(options)
	if err != nil {
		s.Fail("%v", err)
		return nil, s.failure()
	}
	s.a = a
	for _, part := range parts[1:] {
		s.begin(part.section)
		part.load(s)
		if s.end(); s.Err() != nil {
			return nil, s.failure()
		}
	}
	if s.begin(endSection); s.Err() != nil {
		return nil, s.failure()
	}
	return a, nil
}
