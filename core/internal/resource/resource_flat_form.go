package resource

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// AppendResources appends a bag in the flat form: counts by item, then intervals by kind.
func (t *Kinds) AppendResources(dst []alloc.Resource, b *Bag) []alloc.Resource {
	if b.Flags&Indivisible != 0 {
		dst = t.appendCopies(dst, b.Counts)
	} else {
		at := len(dst)
		dst = slices.Grow(dst, len(b.Counts)+len(b.Intervals))[:at+len(b.Counts)]
		for i := range b.Counts {
			c := &b.Counts[i]
			set(&dst[at], t.HostsKind(c.Item()), quantities.Amount(c.N), 0, 0)
			at++
		}
	}
	at := len(dst)
	dst = slices.Grow(dst, len(b.Intervals))[:at+len(b.Intervals)]
	for i := range b.Intervals {
		x := &b.Intervals[i]
		set(&dst[at], t.HostsKind(uint32(x.Kind)), 0, x.Begin, x.End)
		at++
	}
	return dst
}

// appendCopies appends counts, each copy of an indivisible resource by itself.
func (t *Kinds) appendCopies(dst []alloc.Resource, counts []Count) []alloc.Resource {
	for _, c := range counts {
		if c.Flags()&Indivisible == 0 {
			dst = append(dst, alloc.ScalarOf(t.HostsKind(c.Item()), quantities.Amount(c.N)))
			continue
		}
		k := t.Get(c.Item())
		for range c.N {
			dst = append(dst, alloc.ScalarOf(t.HostsKind(uint32(k.ID)), k.Size))
		}
	}
	return dst
}

// ItemOf returns the kind that the host knows by a number, which there is.
func (t *Kinds) ItemOf(id alloc.KindID) ItemID {
	kind, _ := t.OfNumber(uint32(id))
	return ItemID(kind)
}

// HostsKind returns the number by which the host knows a kind.
func (t *Kinds) HostsKind(kind ItemID) alloc.KindID {
	return alloc.KindID(t.kinds.Number(kind))
}

// set writes a resource field by field. The compiler would build a literal elsewhere, and move it
// in larger pieces than it wrote it in. Each read then waits for several stores, which slows down a
// cycle that offers a lot.
func set(r *alloc.Resource, kind alloc.KindID, amount quantities.Amount, begin, end uint64) {
	r.Kind = kind
	r.Amount = amount
	r.Begin, r.End = begin, end
}
