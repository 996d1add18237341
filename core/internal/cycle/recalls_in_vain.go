package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/tested"
)

// asker is whoever may ask for what is lent: the frameworks in a role, and in those below it if
// below is set.
type asker struct {
	role  api.RoleID
	below bool
}

// vainRecalls remembers on which agents nobody would be offered anything once all that is lent
// there is back. It is true until the agent is dirty again, or one of the askers is fresh.
type vainRecalls map[asker]*vainAgents

type vainAgents struct {
	agents container.BitSet[slots.Agent]
	asked  bool // in this cycle
}

// open begins the recalls of a cycle. It forgets the agents that have changed since the latest, and the
// askers.
func (v *vainRecalls) open(c *Cycle) {
	since := c.loans.latest
	if *v == nil || tested.Of(c.options).FullPass {
		*v = vainRecalls{}
	}
	if c.changes.Subscriptions.Latest() > since {
		for m := range c.frameworks.Active.All {
			if c.changes.Subscriptions.At(m) > since {
				v.forget(c, c.frameworks.Subscriptions.At(m).Role)
			}
		}
	}
	for _, x := range *v {
		c.changes.Offers.RemoveNewer(x.agents, since)
		x.asked = false
	}
}

// forget forgets what was asked for a role and those above it.
func (v vainRecalls) forget(c *Cycle, id api.RoleID) {
	for ; id != api.NoRole; id = c.roles.Get(id).Parent {
		delete(v, asker{id, true})
		delete(v, asker{id, false})
	}
}

// close ends the recalls of a cycle. It forgets who has not asked.
func (v vainRecalls) close() {
	for a, x := range v {
		if !x.asked {
			delete(v, a)
		}
	}
}

// of returns what is known of an asker, nil if that is not kept: in a prospect.
func (v vainRecalls) of(a asker) *vainAgents {
	x := v[a]
	if x == nil && v != nil {
		x = &vainAgents{}
		v[a] = x
	}
	if x != nil {
		x.asked = true
	}
	return x
}

// has reports whether an agent is known.
func (x *vainAgents) has(slot slots.Agent) bool { return x != nil && x.agents.Has(slot) }

// add remembers an agent.
func (x *vainAgents) add(slot slots.Agent) {
	if x != nil {
		x.agents.Set(slot)
	}
}

// addOthers adds the agents of a set that are not known.
func (x *vainAgents) addOthers(to *container.BitSet[slots.Agent], set container.BitSet[slots.Agent]) {
	var known container.BitSet[slots.Agent]
	if x != nil {
		known = x.agents
	}
	to.UniteWithout(set, known, nil)
}

// haveAll reports whether all agents of a set are known.
func (x *vainAgents) haveAll(set, and container.BitSet[slots.Agent]) bool {
	if x == nil {
		return false
	}
	for i, word := range set {
		if word&and.Word(i)&^x.agents.Word(i) != 0 {
			return false
		}
	}
	return true
}
