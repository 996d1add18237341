package offerfilter

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// Marks tells subscriptions of which a table has no filters from those of which it may
// have some, in the space of a word.
type Marks uint64

// AnyMarks are of a table that may have filters of all subscriptions.
const AnyMarks = ^Marks(0)

// May reports whether there may be filters of a subscription, in force or over.
func (m Marks) May(subscription uint32) bool { return uint64(m)&bit(subscription) != 0 }

// Marks returns the marks of a table.
func (t *Table) Marks() Marks { return Marks(t.subscriptions) }

// MayRefuse reports whether there may be a live filter of the subscription, without a
// look at the filters.
func (f *Filters) MayRefuse(t *Table, subscription uint32) bool {
	return t.subscriptions&bit(subscription) != 0 && f.live[subscription] != 0
}

// Refused reports whether a filter of the subscription covers an offer: what was
// refused contains it.
func (f *Filters) Refused(t *Table, subscription uint32, offer *resource.Bag) bool {
	if !f.MayRefuse(t, subscription) {
		return false
	}
	epoch := f.epochs[subscription]
	for i := t.search(makeKey(subscription, epoch, 0)); i < len(t.list); i++ {
		k := t.list[i].key
		if k.subscription() != subscription || k.epoch() != epoch {
			break
		}
		if t.refusals[k.refusal()].resources.Contains(offer) {
			return true
		}
	}
	return false
}

// LastRefusal returns, of the refusals of a subscription that cover an offer, the
// one that ends last. ok is false if there is none: then Refused is false, too. near is
// where the subscription's filters lay in the last table that was looked at: where all
// refuse all agents, it is much the same place in each.
func (f *Filters) LastRefusal(t *Table, subscription uint32, offer *resource.Bag, near *int) (last Refusal, ok bool) {
	if !f.MayRefuse(t, subscription) {
		return last, false
	}
	epoch := f.epochs[subscription]
	*near = t.searchNear(makeKey(subscription, epoch, 0), *near)
	for _, x := range t.list[*near:] {
		if x.key.subscription() != subscription || x.key.epoch() != epoch {
			break
		}
		if ok && x.deadline <= last.Deadline {
			continue
		}
		if r := t.refusal(x); r.Resources.Contains(offer) {
			last, ok = r, true
		}
	}
	return last, ok
}

// RemoveRefusers takes those subscriptions out of a set that have refused all of
// b, and so any part of it. The filters are read in one pass in the order they
// lie.
func (f *Filters) RemoveRefusers(set container.BitSet, t *Table, b *resource.Bag) {
	f.forRefusers = append(f.forRefusers[:0], make([]bool, len(t.refusals))...)
	for i := range t.refusals {
		f.forRefusers[i] = t.refusals[i].refs > 0 && t.refusals[i].resources.Contains(b)
	}
	for i := range t.list {
		k := t.list[i].key
		if s := k.subscription(); f.forRefusers[k.refusal()] && f.epochs[s] == k.epoch() {
			set.Clear(s)
		}
	}
}
