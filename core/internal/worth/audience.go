package worth

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// audience is whom a visit asks. It may leave out many subscriptions together: those that
// offer constraints keep from the agent, those whose minimum it does not hold, and those
// that have refused all of it. It ends with the visit.
type audience struct {
	are      audienceKind
	excluded *agents.Exclusions                   // subscriptions that offer constraints keep from the agent
	among    container.BitSet[slots.Subscription] // if they are interested or few
	few      []slots.Subscription                 // if they are few
}

type audienceKind uint8

const (
	// everyone is all but the excluded, who are skipped as they come.
	everyone audienceKind = iota
	// interested are those in audience.among: others are skipped as they come.
	interested
	// few are those in audience.among, so few that only they are sorted.
	few
	// nobody is left to ask.
	nobody
)

// leaveOut takes subscriptions out of among, which the first call makes all active ones but
// the excluded.
func (a *audience) leaveOut(subscriptions container.SparseBitSet[slots.Subscription], active container.BitSet[slots.Subscription]) {
	if a.are == everyone {
		a.are = interested
		a.among.CopyFrom(active)
		a.excluded.SubtractFrom(a.among)
	}
	subscriptions.SubtractFrom(a.among)
	a.narrowed()
}

// narrowed follows a change of among: if nobody is left, the audience is nobody.
func (a *audience) narrowed() {
	if a.among.Empty() {
		a.are = nobody
	}
}

// askFew makes some subscriptions the audience, but for the excluded. A few may be there twice.
func (a *audience) askFew(some []slots.Subscription) {
	a.are = few
	a.few = a.few[:0]
	a.among.Reset()
	for _, m := range some {
		if !a.excludes(m) && !a.among.Has(m) {
			a.few = append(a.few, m)
			a.among.Set(m)
		}
	}
}

// has reports whether a subscription may want the agent.
func (a *audience) has(m slots.Subscription) bool {
	if a.are != everyone {
		return a.among.Has(m)
	}
	return !a.excludes(m)
}

// excludes reports whether offer constraints keep a subscription from the agent.
func (a *audience) excludes(m slots.Subscription) bool { return a.excluded.Has(m) }
