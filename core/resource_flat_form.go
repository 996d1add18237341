package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// appendResources writes a bag in the flat form: counts by item, then
// intervals by kind.
func (t *kinds) appendResources(dst []Resource, b *resource.Bag) []Resource {
	if b.Flags&resource.Indivisible != 0 {
		dst = t.appendCopies(dst, b.Counts)
	} else {
		at := len(dst)
		dst = slices.Grow(dst, len(b.Counts)+len(b.Intervals))[:at+len(b.Counts)]
		for _, c := range b.Counts {
			dst[at].set(KindID(c.Item()), quantities.Amount(c.N), 0, 0)
			at++
		}
	}
	at := len(dst)
	dst = slices.Grow(dst, len(b.Intervals))[:at+len(b.Intervals)]
	for _, x := range b.Intervals {
		dst[at].set(KindID(x.Kind), 0, x.Begin, x.End)
		at++
	}
	return dst
}

// appendCopies writes counts that may be of indivisible resources: each copy
// of those by itself.
func (t *kinds) appendCopies(dst []Resource, counts []resource.Count) []Resource {
	for _, c := range counts {
		if c.Flags()&resource.Indivisible == 0 {
			dst = append(dst, ScalarOf(KindID(c.Item()), quantities.Amount(c.N)))
			continue
		}
		k := t.Get(c.Item())
		for range c.N {
			dst = append(dst, ScalarOf(KindID(k.ID), k.Size))
		}
	}
	return dst
}

// set writes a resource in place, field by field. A literal would be put
// together elsewhere and moved in pieces larger than those that were written,
// for which the processor has to wait: a good part of a cycle that offers a
// lot.
func (r *Resource) set(kind KindID, amount quantities.Amount, begin, end uint64) {
	r.Kind = kind
	r.Amount = amount
	r.Begin, r.End = begin, end
}
