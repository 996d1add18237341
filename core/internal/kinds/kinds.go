// Package kinds owns the words of resources: kinds, set items and resource names, each
// interned to a number. It validates them, turns what callers say into bags and rows, and
// turns these back. The invariants stand above resource.Kinds and resource.SetItems.
package kinds

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

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

// AddSaturating returns min(x + y, quantities.MaxSum), for x and y >= 0.
func AddSaturating(x, y api.Amount) api.Amount { return x + min(y, quantities.MaxSum-x) }

// Kinds are the known kinds and set items.
type Kinds struct {
	resource.Kinds
	SetItems *resource.SetItems
	Key      []byte // scratch

	names *quantities.Names
}

// Describe returns the description of a kind, or of an item's kind.
func (t *Kinds) Describe(id resource.ItemID) *api.Kind {
	return t.Description(t.Get(id).ID).(*api.Kind)
}

// NoKind is the error about a number that is no kind's.
func (ks *Kinds) NoKind(id api.KindID) *api.Error {
	return api.Errorf(api.CodeUnknownKind, "kind %d %s", id, NotThere(ks.GivenOut(resource.KindID(id))))
}

// NotThere says why a number stands for nothing.
func NotThere(givenOut bool) string {
	if givenOut {
		return "was released"
	}
	return "was never declared"
}

// CloneKind copies a kind deeply: the table keeps none of the caller's memory. length is
// at least the bytes of all its texts.
func CloneKind(k *api.Kind, length int) *api.Kind {
	var t textCopies
	t.Grow(length)
	c := *k
	c.Name = t.copy(k.Name)
	c.Provider = t.copyOptional(k.Provider)
	c.Reservations = slices.Clone(k.Reservations)
	for i := range c.Reservations {
		r := &c.Reservations[i]
		r.Role = t.copy(r.Role)
		r.Principal = t.copyOptional(r.Principal)
		r.Labels = t.copyLabels(r.Labels)
	}
	if k.Disk != nil {
		d := *k.Disk
		for _, s := range []**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence} {
			*s = t.copyOptional(*s)
		}
		d.Metadata = t.copyLabels(d.Metadata)
		c.Disk = &d
	}
	return &c
}

// textCopies copies texts into one allocation, if it was grown to hold them all.
type textCopies struct{ strings.Builder }

// SumUp adds a bag's amounts to row, which is empty. A number in a range, or a set item,
// counts as one; sums stop at the largest amount.
func (t *Kinds) SumUp(row *quantities.Row, b *resource.Bag) {
	b.Scalars(row, &t.Kinds)
	for _, x := range b.Intervals {
		n := t.Get(uint32(x.Kind)).Name
		row.Set(n, AddSaturating(row.At(n), NumbersIn(x.Begin, x.End)))
	}
}

// NumbersIn returns end - begin + 1 as an amount, or the largest there is.
func NumbersIn(begin, end uint64) api.Amount {
	return api.Amount(min(end-begin, uint64(quantities.MaxSum/api.Unit)-1)+1) * api.Unit
}

// NoItem is the error about a number that is no set item's.
func (ks *Kinds) NoItem(n uint64) *api.Error {
	return api.Errorf(api.CodeUnknownItem, "set item %d %s", n, NotThere(ks.SetItems.GivenOut(n)))
}

// New returns an empty table, which interns names of resources in names.
func New(names *quantities.Names) *Kinds {
	return &Kinds{Kinds: resource.NewKinds(), SetItems: resource.NewSetItems(), names: names}
}
