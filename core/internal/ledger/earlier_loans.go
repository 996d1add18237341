package ledger

import (
	"cmp"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// A host that has started anew, or whose agent was lost and is back, tells what is in use there.
// What of it was lent, and by whom, it does not know.

// LendInUse makes loans of what is in use on an agent that has just been added: of the kinds that
// roles lend, what is more than the agent has. Frameworks come by name, their roles by path.
func (lg *Ledger) LendInUse(slot slots.Agent) {
	if len(lg.lending.Lenders) == 0 {
		return
	}
	users := slices.Clone(lg.agents.At(slot).Entries)
	slices.SortFunc(users, func(x, y agents.EntryRef) int {
		p, q := lg.frameworks.Subscriptions.At(x.Subscription), lg.frameworks.Subscriptions.At(y.Subscription)
		return cmp.Or(strings.Compare(lg.frameworks.At(p.Framework).Name, lg.frameworks.At(q.Framework).Name), lg.roles.ComparePaths(p.Role, q.Role))
	})
	for _, user := range users {
		if held := lg.Entries.At(user.Entry).Held(); held.Flags&resource.Revocable != 0 {
			lg.lendInUseBy(slot, user.Subscription, held)
		}
	}
}

// lendInUseBy makes loans of what one subscription uses.
func (lg *Ledger) lendInUseBy(slot slots.Agent, m slots.Subscription, uses *resource.Bag) {
	for _, c := range slices.Clone(uses.Counts) {
		if c.Flags()&resource.Revocable == 0 || !lg.lending.LentAs(c.Item()) {
			continue
		}
		g, held := lg.agents.At(slot), resource.Bag{}
		lg.HeldOn(&held, slot, g) // what is lent by now is as the total has it
		c.N = min(c.N, held.Of(c.Item())-g.Total.Of(c.Item()))
		for _, x := range lending.AppendPlain(lg.lending, nil, lg.agents.At(slot).FreeBag()) {
			if n := min(c.N, x.N); n > 0 && x.Name == c.Name {
				lg.lending.Lend(slot, m, lg.frameworks.Subscriptions.At(m).Role, x.As(c.Item(), n))
				c.N -= n
			}
		}
		lg.RefreshFree(slot)
	}
}
