package core

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
)

// InternKind interns a kind and returns its number. The same description gets the same
// number while the kind is known. Cost: one lookup if it is.
//
// The number is good until ReleaseKinds. Then it stays good while an agent has resources
// of the kind, or had some that are still held or refused there.
//
// Errors: CodeName, CodeInvalid, CodeLimit.
func (a *Allocator) InternKind(k Kind) (KindID, error) {
	if err := kinds.ValidateKind(&k); err != nil {
		return 0, err
	}
	t := a.kinds
	t.Key = kinds.AppendKindKey(t.Key[:0], &k)
	id, ok := t.Find(t.Key)
	if !ok {
		if err := a.roomForKind(&k); err != nil {
			return 0, err
		}
		id = a.newKind(&k)
	}
	t.Hold(id)
	a.forgetUnused()
	return KindID(id), nil
}

// newKind interns a valid kind that is not known and for which there is room; its
// key is in the scratch space.
func (a *Allocator) newKind(k *Kind) resource.KindID {
	name := assert.Must(a.names.Intern(k.Name))
	a.names.Ref(name)
	known := resource.Kind{Name: name, Flags: kinds.FlagsOf(k), Set: k.Type == Set}
	if n := len(k.Reservations); n > 0 {
		role := a.roles.Intern(k.Reservations[n-1].Role)
		a.roles.Ref(role)
		known.Role = uint32(role)
	}
	return assert.Must(a.kinds.Intern(a.kinds.Key, known, kinds.CloneKind(k, len(a.kinds.Key))))
}

// DescribeKind returns the description of a kind. The caller must not change
// what it points to.
//
// Errors: CodeUnknownKind.
func (a *Allocator) DescribeKind(id KindID) (Kind, error) {
	if a.kinds.Lookup(resource.KindID(id)) == nil {
		return Kind{}, a.kinds.NoKind(id)
	}
	return *a.kinds.Describe(uint32(id)), nil
}
