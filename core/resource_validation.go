package core

import (
	"math"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// readBag checks resources from outside and sums them up in b. Zero amounts
// are dropped, as Mesos does.
//
// DIVERGES: what is invalid (negative, too large, overlapping, of an unknown
// kind) is an error; Mesos drops it without a word.
func (a *Allocator) readBag(b *resource.Bag, list []Resource, what string) *Error {
	b.Reset()
	for i := range list {
		if err := a.readResource(b, &list[i], what, i); err != nil {
			return err
		}
	}
	return nil
}

func (a *Allocator) readResource(b *resource.Bag, r *Resource, what string, i int) *Error {
	t := &a.kinds
	if !t.IsKind(resource.KindID(r.Kind)) {
		return errorf(CodeUnknownKind, "%s, resource %d: kind %d was never declared", what, i, r.Kind)
	}
	k := t.Get(uint32(r.Kind))
	if k.Flags&resource.RangesOrSet != 0 {
		return a.readSpan(b, r, what, i)
	}
	name := a.names.String(k.Name)
	switch {
	case r.Begin != 0 || r.End != 0:
		return errorf(CodeInvalid, "%s, resource %d: %s is a scalar and has no interval", what, i, name)
	case r.Amount < 0:
		return errorf(CodeAmount, "%s, resource %d: %s of %v is negative", what, i, name, r.Amount)
	case r.Amount > quantities.MaxAmount:
		return errorf(CodeAmount, "%s, resource %d: %s of %v is too large", what, i, name, r.Amount)
	case r.Amount == 0:
		return nil
	}
	id, n := resource.ItemID(r.Kind), int64(r.Amount)
	if k.Flags&resource.Indivisible != 0 {
		var err error
		if id, err = t.Item(resource.KindID(r.Kind), r.Amount); err != nil {
			return errorf(CodeLimit, "%s, resource %d: %s: %w", what, i, name, err)
		}
		n = 1
	}
	b.AddCount(t.Count(id, n))
	if b.Of(id) > t.mostOf(id) {
		return errorf(CodeAmount, "%s: the sum of %s is too large", what, name)
	}
	return nil
}

// mostOf bounds how much of an item a bag may come to hold: what can be named as
// one amount. Copies of a shared volume are one, however many.
func (t *kinds) mostOf(id resource.ItemID) int64 {
	switch k := t.Get(id); {
	case k.Flags&resource.Indivisible == 0:
		return int64(quantities.MaxAmount)
	case k.Flags&resource.Shared != 0:
		return math.MaxUint32
	default:
		return min(int64(quantities.MaxAmount/k.Size), math.MaxUint32)
	}
}

func (a *Allocator) readSpan(b *resource.Bag, r *Resource, what string, i int) *Error {
	k := a.kinds.Get(uint32(r.Kind))
	name := a.names.String(k.Name)
	x := resource.Interval{Kind: resource.KindID(r.Kind), Begin: r.Begin, End: r.End}
	switch {
	case r.Amount != 0:
		return errorf(CodeInvalid, "%s, resource %d: %s is not a scalar but has an amount", what, i, name)
	case x.Begin > x.End:
		return errorf(CodeInvalid, "%s, resource %d: %s interval %d-%d is inverted", what, i, name, x.Begin, x.End)
	case x.End >= uint64(a.kinds.setItems.Len()) && a.kinds.describe(uint32(r.Kind)).Type == Set:
		return errorf(CodeUnknownItem, "%s, resource %d: %s item %d was never declared", what, i, name, x.End)
	case b.Intervals.Overlaps(x):
		return errorf(CodeInvalid, "%s, resource %d: %s interval %d-%d overlaps another", what, i, name, x.Begin, x.End)
	}
	b.Intervals.Insert(x)
	b.Flags |= k.Flags
	return nil
}

// checkSum refuses sums that hold too much of an item. Only what is in added, which
// has been added last, is looked at.
func (a *Allocator) checkSum(what string, sum, added *resource.Bag) *Error {
	for _, c := range added.Counts {
		if sum.Of(c.Item()) > a.kinds.mostOf(c.Item()) {
			return errorf(CodeAmount, "the sum of %s %s is too large", a.names.String(c.Name), what)
		}
	}
	return nil
}
