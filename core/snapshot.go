package core

import (
	"io"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/persist"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/sorter/policy"
)

// Snapshot writes the whole state to w, from which Restore makes an allocator that
// gives the same answers from then on. It changes nothing, and may run concurrently
// with other reads. Writes are of some 64 KiB each. Cost: linear in the state.
//
// Errors: those of w.
func (v *View) Snapshot(w io.Writer) error {
	return persist.Save(v.state, w)
}

// Restore returns an allocator in the state that Snapshot wrote. Its digest and its
// answers to all later calls are the same, and the host's handles and numbers are good for
// it.
//
// policies are those of one's own that may be in force in it, as in Options.Policies.
//
// Restore reads nothing beyond the snapshot, checks all of it, and takes memory in
// proportion to what it has read.
//
// Errors: CodeInvalid (policies, as in Options.Policies), *SnapshotVersionError (the snapshot is of
// another version), *SnapshotError (it is cut off or damaged, contradicts itself, or names a policy
// that is not known; or it is what r returned).
func Restore(r io.Reader, policies ...policy.Definition) (*Allocator, error) {
	return restore(r, hooks.Changes{Policies: policies})
}

func restore(r io.Reader, with hooks.Changes) (a *Allocator, err error) {
	if _, err := policySet(with.Policies); err != nil {
		return nil, err // which is no fault of the snapshot
	}
	err = persist.Restore(r, with.Rename, func(o alloc.Options) (*state.State, error) {
		o.Policies = with.Policies
		if with.Test != nil {
			o = tested.With(o, *with.Test)
		}
		if a, err = New(o); err != nil {
			return nil, err
		}
		return a.state, nil
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Digest returns a hash of everything that later answers depend on. Two allocators that were given
// the same calls have the same digest. A call that fails does not change it.
//
// The hash depends on which names of resources are known, since there is room for only so many, but
// not on their numbers, which decide nothing. It leaves out what the host has declared and nothing
// uses, and how long cycles took. Cost: linear in the state.
func (v *View) Digest() uint64 {
	return persist.Digest(v.state)
}

// AppendState appends the allocator's state as one JSON object, for people who look for a
// fault. Roles in use and frameworks are in order of their names, so that two states can
// be compared as text.
//
// Roles are as Mesos's RoleTree::toJSON shows them, but in one list, since readers of JSON bound
// its depth: each role comes before its subroles, and has its parent's number. Frameworks have
// their suppressed roles and, as in /offer_constraints_debug, the agents excluded. If roles lend,
// the object has the lenders, in order of their paths, and all loans, in order of the agents'
// names. If borrowing is bounded, it has the bounds.
//
// Cost: linear in what is written.
func (v *View) AppendState(dst []byte) []byte {
	return persist.AppendState(v.state, dst)
}
