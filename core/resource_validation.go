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
	k := t.Lookup(resource.KindID(r.Kind))
	if k == nil {
		return errorf(CodeUnknownKind, "%s, resource %d: %v", what, i, a.noKind(r.Kind))
	}
	if k.Flags&resource.RangesOrSet != 0 {
		return a.readSpan(b, r, k, what, i)
	}
	name := a.names.String(k.Name)
	switch {
	case r.Begin != 0 || r.End != 0:
		return errorf(CodeInvalid, "%s, resource %d: %s is a scalar and has no interval", what, i, name)
	case r.Amount < 0:
		return errorf(CodeAmount, "%s, resource %d: %s of %v is negative", what, i, name, r.Amount)
	case r.Amount == 0:
		return nil
	}
	id, n := resource.ItemID(r.Kind), int64(r.Amount)
	if k.Flags&resource.Indivisible != 0 {
		var err error
		if id, err = t.Item(resource.KindID(r.Kind), r.Amount); err != nil {
			return because(CodeLimit, err, "%s, resource %d: %s", what, i, name)
		}
		k, n = t.Get(id), 1
	}
	if b.Of(id) > mostOf(k)-n {
		return errorf(CodeLimit, "%s: the sum of %s would exceed %v", what, name, quantities.MaxSum)
	}
	b.AddCount(k.Count(id, n))
	return nil
}

// mostOf bounds how much of an item a bag may come to hold: what can be counted.
// Copies of a shared volume are one, however many.
func mostOf(k *resource.Kind) int64 {
	if k.Flags&resource.Indivisible == 0 || k.Flags&resource.Shared != 0 {
		return math.MaxInt64
	}
	return int64(quantities.MaxSum / k.Size)
}

func (a *Allocator) readSpan(b *resource.Bag, r *Resource, k *resource.Kind, what string, i int) *Error {
	name := a.names.String(k.Name)
	x := resource.Interval{Kind: resource.KindID(r.Kind), Begin: r.Begin, End: r.End}
	switch {
	case r.Amount != 0:
		return errorf(CodeInvalid, "%s, resource %d: %s is not a scalar but has an amount", what, i, name)
	case x.Begin > x.End:
		return errorf(CodeInvalid, "%s, resource %d: %s interval %d-%d is inverted", what, i, name, x.Begin, x.End)
	case k.Set && !a.kinds.setItems.HasAll(x.Begin, x.End):
		return errorf(CodeUnknownItem, "%s, resource %d: %s %v", what, i, name, a.noItem(a.kinds.setItems.FirstMissing(x.Begin)))
	case b.Intervals.Overlaps(x):
		return errorf(CodeInvalid, "%s, resource %d: %s interval %d-%d overlaps another", what, i, name, x.Begin, x.End)
	}
	b.Intervals.Insert(x)
	b.Flags |= k.Flags
	return nil
}

// addTo adds more to sum, or refuses it where there would be more of an item than can
// be counted.
func (a *Allocator) addTo(sum, more *resource.Bag, what string) *Error {
	for _, c := range more.Counts {
		if sum.Of(c.Item()) > mostOf(a.kinds.Get(c.Item()))-c.N {
			return errorf(CodeLimit, "the sum of %s %s would exceed %v", a.names.String(c.Name), what, quantities.MaxSum)
		}
	}
	sum.Add(more)
	return nil
}
