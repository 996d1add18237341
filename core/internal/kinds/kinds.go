// Package kinds owns the words of resources: kinds, set items and resource names, each
// interned to a number. It validates them, turns what callers say into bags and rows, and
// turns these back. The invariants stand above resource.Kinds and resource.SetItems.
package kinds

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Kinds are the known kinds and set items.
type Kinds struct {
	resource.Kinds
	SetItems *resource.SetItems

	names *rows.Names
	key   []byte // scratch: of the kind that Lookup looked for last
}

// New returns an empty table, which interns names of resources in names. roles has the numbers of roles that kinds are
// reserved for.
func New(names *rows.Names, roles *container.Numbers) *Kinds {
	return &Kinds{Kinds: resource.NewKinds(roles), SetItems: resource.NewSetItems(), names: names}
}

// Lookup returns the number of a valid kind, if it is known.
func (t *Kinds) Lookup(k *alloc.Kind) (id resource.KindID, known bool) {
	t.key = AppendKindKey(t.key[:0], k)
	return t.Find(t.key)
}

// Enter interns the kind that Lookup has just not found, for which there is room. If it is reserved, the
// caller refers to the role.
func (t *Kinds) Enter(k *alloc.Kind, role alloc.RoleID) resource.KindID {
	name := assert.Must(t.names.Intern(k.Name))
	t.names.Ref(name)
	return assert.Must(t.Intern(t.key, kindOf(k, name, role), CloneKind(k)))
}

func kindOf(k *alloc.Kind, name quantities.Name, role alloc.RoleID) resource.Kind {
	return resource.Kind{Name: name, Flags: FlagsOf(k), Set: k.Type == alloc.Set, Role: uint32(role)}
}

// Refer counts b's references that x has added: x was applied to b.
func (t *Kinds) Refer(b *resource.Bag, x *resource.Difference) {
	for i := range x.Come.Counts {
		if c := &x.Come.Counts[i]; b.Of(c.Item()) == c.N {
			t.Ref(c.Item())
		}
	}
	for kind, come := range x.Come.Intervals.Kinds() {
		if len(x.Gone.Intervals.Of(kind)) == 0 && slices.Equal(b.Intervals.Of(kind), come) {
			t.Ref(uint32(kind))
		}
		if t.Get(uint32(kind)).Set {
			for _, x := range come {
				t.SetItems.Ref(x.Begin, x.End)
			}
		}
	}
}

// Unrefer ends the references that b has lost: gone was taken out of b.
func (t *Kinds) Unrefer(b, gone *resource.Bag) {
	for i := range gone.Counts {
		if c := &gone.Counts[i]; b.Of(c.Item()) == 0 {
			t.Unref(c.Item())
		}
	}
	for kind, gone := range gone.Intervals.Kinds() {
		if len(b.Intervals.Of(kind)) == 0 {
			t.Unref(uint32(kind))
		}
		if t.Get(uint32(kind)).Set {
			for _, x := range gone {
				t.SetItems.Unref(x.Begin, x.End)
			}
		}
	}
}

// Describe returns the description of a kind, or of an item's kind.
func (t *Kinds) Describe(id resource.ItemID) *alloc.Kind {
	return t.Description(t.Get(id).ID).(*alloc.Kind)
}

// NoKind is the error about a number that is no kind's.
func (ks *Kinds) NoKind(id alloc.KindID) *alloc.Error {
	return fault.Errorf(alloc.CodeUnknownKind, "kind %d %s", id, NotThere(ks.Numbers().GivenOut(uint32(id))))
}

// NotThere says why a number stands for nothing.
func NotThere(givenOut bool) string {
	if givenOut {
		return "was released"
	}
	return "was never declared"
}

// NoItem is the error about a number that is no set item's.
func (ks *Kinds) NoItem(n uint64) *alloc.Error {
	return fault.Errorf(alloc.CodeUnknownItem, "set item %d %s", n, NotThere(ks.SetItems.GivenOut(n)))
}
