package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// AgentLoad is how full an agent is, and whether it can be offered.
type AgentLoad struct {
	Agent alloc.AgentID
	// Held is the largest part of a scalar resource that is not free, Used the largest that
	// tasks use; both between 0 and 1.
	Held, Used  float32
	Admitted    bool // activated, and on the whitelist
	Maintenance bool // planned or under way
}

// AgentLoads is how full each agent is, by ascending slot of the handle.
type AgentLoads struct {
	Agents []AgentLoad
	Used   quantities.Row // by tasks, on all agents
}

// AgentLoads fills x, whose former content it discards.
//
// Cost: linear in what agents have, and in what tasks use there.
func (v *View) AgentLoads(x *AgentLoads) {
	x.Agents = x.Agents[:0]
	x.Used.Reset()
	var meter agents.LoadMeter
	for slot := range v.state.Agents.Alive.All {
		g := v.state.Agents.At(slot)
		x.Agents = append(x.Agents, AgentLoad{
			Agent: v.state.Agents.AgentID(slot), Held: float32(meter.FullnessOf(v.state.Agents, g)), Used: float32(meter.UsedOf(v.state.Agents, g, &x.Used)),
			Admitted: v.state.Agents.Admitted.Has(slot), Maintenance: v.state.Agents.Maintained.Has(slot),
		})
	}
}

// SubscriptionLoad is how a registered framework stands in a role.
type SubscriptionLoad struct {
	Framework   alloc.FrameworkID
	Role        alloc.RoleID
	Active      bool // the framework is connected
	Subscribed  bool // it holds something still if it is not
	Suppressed  bool
	KeptFromAll bool       // filters and offer constraints keep every agent away
	Excluded    int        // agents that its offer constraints keep away
	Filters     int        // in force
	Offers      uint64     // since it subscribed
	Refused     uint64     // of Offers: those that it set a filter for
	LastOffer   alloc.Time // if there are Offers
	Held        quantities.Row

	// Offered is the part of Held that no task uses, on so many agents: offers that are not
	// answered yet. The host tells use by role: what tasks of a role use on an agent is counted for
	// its frameworks there in the order of the agent's list, as a rule the earliest first.
	Offered   quantities.Row
	OfferedOn int
}

// SubscriptionLoads appends to dst how each framework stands in each of its roles. The rows
// are copies; those beyond the length of dst lend their memory.
//
// Cost: linear in the subscriptions, the agents, and what is held on them.
func (v *View) SubscriptionLoads(dst []SubscriptionLoad) []SubscriptionLoad {
	first, places := len(dst), make([]int32, v.state.Frameworks.Subscriptions.Len())
	for slot := range v.state.Frameworks.Registered.All {
		f := v.state.Frameworks.At(slot)
		for _, m := range f.Subscriptions {
			sub := v.state.Frameworks.Subscriptions.At(m)
			if !sub.Tracked {
				continue
			}
			n := len(dst)
			dst = container.OneMore(dst)
			held, offered := dst[n].Held, dst[n].Offered
			held.CopyFrom(v.state.Roles.Get(sub.Role).Frameworks.Allocation(sub.Client))
			offered.CopyFrom(held)
			places[m] = int32(n-first) + 1
			dst[n] = SubscriptionLoad{
				Framework: v.state.Frameworks.FrameworkID(slot), Role: sub.Role,
				Active: f.Active, Subscribed: sub.Subscribed, Suppressed: sub.Suppressed,
				KeptFromAll: v.state.Frameworks.IsKeptFromAll(m),
				Excluded:    v.state.Frameworks.Excluded[m].Count(), Filters: v.state.Frameworks.Filters.Count(m),
				Offers: sub.Offers, Refused: sub.ReadHistory().Filters, LastOffer: sub.OfferedAt, Held: held, Offered: offered,
			}
		}
	}
	v.leaveOffered(dst[first:], places)
	return dst
}
