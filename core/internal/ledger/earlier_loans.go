package ledger

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// When a host has started anew, or an agent was lost and is back, the host tells what is in use there. It does not
// know what of that was lent, and by whom.

// LendInUse makes loans on an agent that has just been added. Of the kinds as which roles lend, it makes loans of
// what frameworks use beyond the agent's total. It goes by the name of the framework, then by the path of the role.
func (lg *Ledger) LendInUse(slot slots.Agent) {
	if len(lg.lending.Terms) == 0 {
		return
	}
	g := lg.agents.At(slot)
	users := slices.DeleteFunc(slices.Clone(g.Entries), func(x agents.EntryRef) bool {
		return lg.Entries.At(x.Entry).Held().Flags&resource.Revocable == 0
	})
	if len(users) == 0 {
		return
	}
	slices.SortFunc(users, func(x, y agents.EntryRef) int {
		return lg.frameworks.CompareSubscriptions(x.Subscription, y.Subscription)
	})
	held, free := resource.Bag{}, resource.Bag{}
	lg.HeldOn(&held, slot, g)
	free.CopyFrom(g.FreeBag())
	for _, user := range users {
		lg.lendInUseBy(slot, user.Subscription, lg.Entries.At(user.Entry).Held(), &held, &free)
	}
	lg.RefreshFree(slot)
}

// lendInUseBy makes loans of what one subscription uses, and takes them out of what is held on the agent and of what
// is free there.
func (lg *Ledger) lendInUseBy(slot slots.Agent, m slots.Subscription, uses, held, free *resource.Bag) {
	g := lg.agents.At(slot)
	for _, c := range uses.Counts {
		if c.Flags()&resource.Revocable == 0 || !lg.lending.LentAs(c.Item()) {
			continue
		}
		c.N = min(c.N, held.Of(c.Item())-g.Total.Of(c.Item()))
		for _, x := range lending.AppendPlain(lg.lending, nil, free) {
			if n := min(c.N, x.N); n > 0 && x.Name == c.Name {
				lg.lending.Lend(slot, m, lg.frameworks.Subscriptions.At(m).Role, x.As(c.Item(), n))
				held.SubCount(lg.kinds.Count(c.Item(), n), lg.kinds)
				free.SubCount(lg.kinds.Count(x.Original, n), lg.kinds)
				c.N -= n
			}
		}
	}
}
