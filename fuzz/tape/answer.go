package tape

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// Answer is what the latest call was answered, as a history has it, but for whether
// operations could be applied.
func (p *Player) Answer() (out history.Answer) {
	for i := range p.Cycles {
		c := &p.Cycles[i]
		for o, resources := range c.All() {
			out.Offers = append(out.Offers, history.Offer{
				Framework: p.cast.Frameworks[p.FrameworkOf(o.Framework)], Role: p.cast.Roles[p.RoleOf(o.Role)].Path,
				Agent: p.cast.Agents[p.AgentOf(o.Agent)], Resources: p.cast.Resources(p.Numbered(nil, resources)),
			})
		}
		for _, o := range c.InverseOffers {
			out.InverseOffers = append(out.InverseOffers, history.InverseOffer{
				Framework: p.cast.Frameworks[p.FrameworkOf(o.Framework)], Agent: p.cast.Agents[p.AgentOf(o.Agent)],
				StartS: float64(o.Unavailability.Start) / 1e9,
			})
		}
	}
	for i := range p.Cycles {
		for _, r := range p.Cycles[i].Recalls {
			out.Recalls = append(out.Recalls, history.Recall{
				Stage: r.Stage.String(), Framework: p.cast.Frameworks[p.FrameworkOf(r.Framework)],
				Role: p.cast.Roles[p.RoleOf(r.Role)].Path, Agent: p.cast.Agents[p.AgentOf(r.Agent)],
				Lender: p.cast.Roles[p.RoleOf(r.Lender)].Path, For: p.cast.Roles[p.RoleOf(r.For)].Path,
				Lent: p.cast.Resources(p.Numbered(nil, []core.Resource{r.Lent})), DueS: float64(r.Due) / 1e9,
			})
		}
	}
	if p.latest == InverseOfferStatuses {
		out.Statuses = p.answered()
	}
	return out
}

// answered are the answers to inverse offers, by agent.
func (p *Player) answered() []history.AgentStatuses {
	byAgent := map[string]map[string]string{}
	for _, id := range p.agentList {
		byAgent[p.cast.Agents[p.AgentOf(id)]] = map[string]string{}
	}
	for _, s := range p.statuses {
		text := history.Accept
		if s.Status == core.Decline {
			text = history.Decline
		}
		byAgent[p.cast.Agents[p.AgentOf(s.Agent)]][s.Framework] = text
	}
	out := []history.AgentStatuses{}
	for _, name := range slices.Sorted(maps.Keys(byAgent)) {
		out = append(out, history.AgentStatuses{Agent: name, Statuses: byAgent[name]})
	}
	return out
}
