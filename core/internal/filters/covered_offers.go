package filters

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Refuses reports whether a filter of a subscription covers an offer: the resources refused contain
// it.
func (t *Table) Refuses(subscription slots.Subscription, offer *resource.Bag) bool {
	if t.Empty() {
		return false
	}
	for _, g := range t.groupsOf(subscription) {
		if g.who&bit(subscription) != 0 && t.refusals[g.refusal].resources.Contains(offer) {
			return true
		}
	}
	return false
}

// Refusal is the resources that a filter refuses, and from when until when (alloc.Time). The bag is the table's: it is
// to be read, and good until the agent's filters change.
type Refusal struct {
	Resources       *resource.Bag
	Since, Deadline int64
}

// refusalOf returns what the filters of a group refuse.
func (t *Table) refusalOf(g group) Refusal {
	r := &t.refusals[g.refusal]
	return Refusal{&r.resources, g.deadline - r.lasts, g.deadline}
}

// LastRefusal returns the refusal with the latest deadline among those of a subscription that cover an offer, and
// of equal deadlines the one that was added last. ok says whether there is one.
func (t *Table) LastRefusal(subscription slots.Subscription, offer *resource.Bag) (last Refusal, ok bool) {
	for _, g := range t.groupsOf(subscription) {
		if g.who&bit(subscription) == 0 || ok && g.deadline < last.Deadline {
			continue
		}
		if r := t.refusalOf(g); r.Resources.Contains(offer) {
			last, ok = r, true
		}
	}
	return last, ok
}

// RemoveRefusers takes out of set the subscriptions with a filter that covers all of b, and so any
// part of it: a word at a time.
func (t *Table) RemoveRefusers(set container.BitSet[slots.Subscription], b *resource.Bag) {
	for _, g := range t.groups {
		if t.refusals[g.refusal].resources.Contains(b) {
			set.RemoveWord(int(g.number), g.who)
		}
	}
}
