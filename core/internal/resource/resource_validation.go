package resource

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/quantities"
)

// ReadBag checks a caller's resources and sums them up in b. Like Mesos it drops zeros. A volume or
// whole disk of a new size becomes an item. When the call ends, it is forgotten unless something refers to it.
// DIVERGES: an invalid resource (negative, too large, overlapping, of an unknown kind) is
// an error; Mesos drops it without a word.
func (t *Kinds) ReadBag(b *Bag, list []alloc.Resource, what string) *alloc.Error {
	b.Reset()
	for i := range list {
		if err := t.readResource(b, &list[i], what, i); err != nil {
			return err
		}
	}
	return nil
}

func (t *Kinds) readResource(b *Bag, r *alloc.Resource, what string, i int) *alloc.Error {
	kind, ok := t.OfNumber(uint32(r.Kind))
	if !ok {
		return fault.Errorf(alloc.CodeUnknownKind, "%s, resource %d: %v", what, i, t.NoKind(r.Kind))
	}
	k := t.Get(uint32(kind))
	if k.Flags&RangesOrSet != 0 {
		return t.readSpan(b, r, k, what, i)
	}
	switch {
	case r.Begin != 0 || r.End != 0:
		return fault.Errorf(alloc.CodeInvalid, "%s, resource %d: %s is a scalar and has no interval", what, i, t.names.String(k.Name))
	case r.Amount < 0:
		return fault.Errorf(alloc.CodeAmount, "%s, resource %d: %s of %v is negative", what, i, t.names.String(k.Name), r.Amount)
	case r.Amount == 0:
		return nil
	}
	id, n := ItemID(kind), int64(r.Amount)
	if k.Flags&Indivisible != 0 {
		var err error
		if id, err = t.Item(kind, r.Amount); err != nil {
			return fault.Because(alloc.CodeLimit, err, "%s, resource %d: %s", what, i, t.names.String(k.Name))
		}
		k, n = t.Get(id), 1
	}
	if b.Of(id) > MostOf(k)-n {
		return fault.Errorf(alloc.CodeLimit, "%s: the sum of %s would exceed %v", what, t.names.String(k.Name), quantities.MaxSum)
	}
	b.AddCount(k.Count(id, n))
	return nil
}

// MostOf returns how much of an item a bag may hold, so that amounts stay <= MaxSum.
// Copies of a shared volume amount to one, however many they are.
func MostOf(k *Kind) int64 {
	if k.Flags&Indivisible == 0 || k.Flags&Shared != 0 {
		return math.MaxInt64
	}
	return int64(quantities.MaxSum / k.Size)
}

func (t *Kinds) readSpan(b *Bag, r *alloc.Resource, k *Kind, what string, i int) *alloc.Error {
	x := Interval{Kind: k.ID, Begin: r.Begin, End: r.End}
	switch {
	case r.Amount != 0:
		return fault.Errorf(alloc.CodeInvalid, "%s, resource %d: %s is not a scalar but has an amount", what, i, t.names.String(k.Name))
	case x.Begin > x.End:
		return fault.Errorf(alloc.CodeInvalid, "%s, resource %d: %s interval %d-%d is inverted", what, i, t.names.String(k.Name), x.Begin, x.End)
	case k.Set && !t.SetItems.HasAll(x.Begin, x.End):
		return fault.Errorf(alloc.CodeUnknownItem, "%s, resource %d: %s %v", what, i, t.names.String(k.Name), t.NoItem(t.SetItems.FirstMissing(x.Begin)))
	case b.Intervals.Overlaps(x):
		return fault.Errorf(alloc.CodeInvalid, "%s, resource %d: %s interval %d-%d overlaps another", what, i, t.names.String(k.Name), x.Begin, x.End)
	}
	b.Intervals.Insert(x)
	b.Flags |= k.Flags
	return nil
}

// AddTo adds more to sum, or refuses to as CheckSum does.
func (t *Kinds) AddTo(sum, more *Bag, what string) *alloc.Error {
	if err := t.CheckSum(sum, more, what); err != nil {
		return err
	}
	sum.Add(more)
	return nil
}

// AddUse adds more of what is used on an agent to sum. It refuses to where CheckSum does, and if sum has some
// of the same intervals.
func (t *Kinds) AddUse(sum, more *Bag) *alloc.Error {
	for _, x := range more.Intervals {
		if sum.Intervals.Overlaps(x) {
			return fault.Errorf(alloc.CodeInvalid, "%s %d-%d is used twice", t.names.String(t.Get(uint32(x.Kind)).Name), x.Begin, x.End)
		}
	}
	return t.AddTo(sum, more, "in use")
}

// CheckSum refuses to add more to sum if a count would exceed MostOf.
func (t *Kinds) CheckSum(sum, more *Bag, what string) *alloc.Error {
	for _, c := range more.Counts {
		if sum.Of(c.Item()) > MostOf(t.Get(c.Item()))-c.N {
			return fault.Errorf(alloc.CodeLimit, "the sum of %s %s would exceed %v", t.names.String(c.Name), what, quantities.MaxSum)
		}
	}
	return nil
}
