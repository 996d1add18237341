package offerfilter

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Marks is a set of subscriptions that may have filters in a table, by number modulo 64.
type Marks uint64

// AnyMarks has all subscriptions.
const AnyMarks = ^Marks(0)

// May reports whether a subscription may have filters, in force or over.
func (m Marks) May(subscription slots.Subscription) bool { return uint64(m)&bit(subscription) != 0 }

// Marks returns the marks of a table.
func (t *Table) Marks() Marks { return Marks(t.subscriptions) }

// MayRefuse reports whether the subscription may have a live filter in the table. It
// reads no filters.
func (f *Filters) MayRefuse(t *Table, subscription slots.Subscription) bool {
	return t.subscriptions&bit(subscription) != 0 && f.live[subscription] != 0
}

// Refused reports whether a live filter of the subscription covers an offer: the
// resources refused contain it.
func (f *Filters) Refused(t *Table, subscription slots.Subscription, offer *resource.Bag) bool {
	if !f.MayRefuse(t, subscription) {
		return false
	}
	epoch := f.epochs[subscription]
	if x, ok := f.blocks.find(t, subscription).of(subscription); ok && x.key.epoch() == epoch && t.refusals[x.key.refusal()].resources.Contains(offer) {
		return true
	}
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

// LastRefusal returns the refusal of a subscription that covers an offer and ends last;
// ok says whether there is one. *near is where the subscription's filters lie in the
// table last searched: about as far on in this one, if all subscriptions refuse all agents.
func (f *Filters) LastRefusal(t *Table, subscription slots.Subscription, offer *resource.Bag, near *int) (last Refusal, ok bool) {
	if !f.MayRefuse(t, subscription) {
		return last, false
	}
	epoch := f.epochs[subscription]
	var key key
	consider := func(x filter) {
		if x.key.epoch() != epoch || ok && (x.deadline < last.Deadline || x.deadline == last.Deadline && x.key >= key) {
			return
		}
		if r := t.refusal(x); r.Resources.Contains(offer) {
			last, key, ok = r, x.key, true
		}
	}
	if x, has := f.blocks.find(t, subscription).of(subscription); has {
		consider(x)
	}
	*near = t.searchNear(makeKey(subscription, epoch, 0), *near)
	for _, x := range t.list[*near:] {
		if x.key.subscription() != subscription || x.key.epoch() != epoch {
			break
		}
		consider(x)
	}
	return last, ok
}

// RemoveRefusers takes out of set the subscriptions with a filter that covers all of b,
// and so any part of it. It reads the filters in one pass, a block at a time.
func (f *Filters) RemoveRefusers(set container.BitSet[slots.Subscription], t *Table, b *resource.Bag) {
	f.forRefusers = append(f.forRefusers[:0], make([]bool, len(t.refusals))...)
	for i := range t.refusals {
		f.forRefusers[i] = t.refusals[i].refs > 0 && t.refusals[i].resources.Contains(b)
	}
	for i := range f.blocks.of(t) {
		if b := &f.blocks.of(t)[i]; f.forRefusers[b.refusal] {
			set.RemoveWord(int(b.number), b.has&^f.overInBlock(b))
		}
	}
	for i := range t.list {
		k := t.list[i].key
		if s := k.subscription(); f.forRefusers[k.refusal()] && f.epochs[s] == k.epoch() {
			set.Clear(s)
		}
	}
}
