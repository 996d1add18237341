// Package changes owns when agents and takers changed for the better, and up to when takers were asked about each
// agent. A taker is a subscription, or a role.
//
// A cycle joins agents with takers. A pair is new if its agent or its taker has changed since the two were joined
// last. So calls, and the packages that keep state, stamp what they change. A cycle notes for each agent up to when
// everybody was asked about it in vain, and asks a pair if its agent or its taker has a newer stamp. Stamps only
// become newer: none is taken back.
package changes

import (
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Log says when agents and takers last changed so that somebody may be offered what nobody was offered before.
// docs/changes.md says which call raises which stamp.
//
// Invariants:
//  1. no stamp is newer than now;
//  2. recent has the subscriptions and roles with stamps newer than since, and no others.
type Log struct {
	now Tick

	Offers        Stamps[slots.Agent]        // agents, for offers: other resources are free, a filter ended, it was updated or admitted
	InverseOffers Stamps[slots.Agent]        // agents, for inverse offers: somebody holds something else there, has answered, has no filter any more
	Subscriptions Stamps[slots.Subscription] // they came, were revived or activated, or have another minimum, other capabilities or constraints
	Roles         Stamps[uint32]             // by slot: quota leaves them more
	headroom      Tick                       // the headroom spares more, for everybody
	lending       Tick                       // more may be lent to somebody, or recalled for somebody
	recalls       Tick                       // more may be recalled for somebody

	since  Tick
	recent struct {
		subscriptions container.BitSet[slots.Subscription]
		roles         container.BitSet[uint32] // by slot
	}
}

// New returns a log before the first cycle.
func New() *Log { return &Log{now: 1} }

// Now returns the tick of what happens now.
func (l *Log) Now() Tick { return l.now }

// AgentChanged stamps an agent for offers.
func (l *Log) AgentChanged(slot slots.Agent) { l.Offers.raise(slot, l.now) }

// InverseOffersChanged stamps an agent for inverse offers.
func (l *Log) InverseOffersChanged(slot slots.Agent) { l.InverseOffers.raise(slot, l.now) }

// SubscriptionsChanged stamps subscriptions.
func (l *Log) SubscriptionsChanged(some ...slots.Subscription) {
	for _, m := range some {
		l.Subscriptions.raise(m, l.now)
		l.recent.subscriptions.Set(m)
	}
}

// RoomChanged stamps a role, by its slot, to which quota leaves more.
func (l *Log) RoomChanged(slot uint32) {
	l.Roles.raise(slot, l.now)
	l.recent.roles.Set(slot)
}

// HeadroomChanged stamps everybody: the headroom spares more.
func (l *Log) HeadroomChanged() { l.headroom = l.now }

// Everybody returns the stamp that everybody shares.
func (l *Log) Everybody() Tick { return l.headroom }

// LendingChanged stamps all who may borrow, and all for whom something may be recalled.
func (l *Log) LendingChanged() { l.lending = l.now }

// RecallsChanged stamps all for whom something may be recalled: more may be. It does not stamp those who may
// borrow.
func (l *Log) RecallsChanged() { l.recalls = l.now }

// takers returns the newest stamp of a subscription or role.
func (l *Log) takers() Tick { return max(l.Subscriptions.latest, l.Roles.latest) }

// Since returns a tick such that only the takers in Recent have newer stamps.
func (l *Log) Since() Tick { return l.since }

// Recent returns the subscriptions with stamps newer than Since, and the slots of such roles, which may be vacant.
func (l *Log) Recent() (container.BitSet[slots.Subscription], container.BitSet[uint32]) {
	return l.recent.subscriptions, l.recent.roles
}

// CycleIsOver ends a cycle. If it came to all agents, no taker is recent any more. That list only saves time: about
// an agent with UpTo < Since, a visit asks everybody.
func (l *Log) CycleIsOver(ofAll bool) {
	if ofAll {
		l.since = max(l.takers(), l.headroom)
		l.recent.subscriptions.Reset()
		l.recent.roles.Reset()
	}
	l.now++
}
