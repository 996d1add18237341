package alloc

import "fmt"

// SnapshotVersion is the version of the snapshots that this release writes and reads.
const SnapshotVersion = 1

// SnapshotVersionError says that a snapshot is of another version than this release
// knows.
type SnapshotVersionError struct {
	Found, Known uint32
}

// Error names both versions.
func (e *SnapshotVersionError) Error() string {
	return fmt.Sprintf("snapshot: it is of version %d, and this release reads version %d alone", e.Found, e.Known)
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
