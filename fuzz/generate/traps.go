package generate

import (
	"math"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
)

// A trap makes an operation that has to be refused, and says how. It gives nil
// if there is nothing to make it of.
type trap func(*Generator) *Call

// nobody is a name that no history gives.
const nobody = "nobody"

// unheld is what nobody holds as much of.
func (g *Generator) unheld() []history.Resource {
	r := history.Resource{Name: "cpus", Milli: 1 << 40}
	if g.has(huge) {
		r.Name = "nothing"
	}
	return []history.Resource{r}
}

// trap makes an operation that has one thing wrong with it.
func (g *Generator) trap() *Call {
	c := one(g, traps)(g)
	if c == nil {
		return nil
	}
	if _, ok := c.Op.(*history.AddAgent); ok && g.world.Paused == world.Stopped {
		c.Want.Either = c.Want.Code != core.CodeState // it also comes at the wrong time
	}
	return c
}

var traps = []trap{
	// Agents and frameworks that are not there.
	func(g *Generator) *Call {
		return refused(one(g, []history.Op{
			&history.RemoveAgent{Agent: nobody},
			&history.ActivateAgent{Agent: nobody},
			&history.DeactivateAgent{Agent: nobody},
			&history.UpdateAgent{Agent: nobody},
			&history.AddResourceProvider{Agent: nobody},
			&history.UpdateUnavailability{Agent: nobody},
			&history.UpdateAvailable{Agent: nobody},
			&history.TransitionOfferedToAllocated{Agent: nobody, Role: one(g, g.style.roles)},
		}), core.CodeUnknownAgent)
	},
	func(g *Generator) *Call {
		return refused(one(g, []history.Op{
			&history.RemoveFramework{Framework: nobody},
			&history.ActivateFramework{Framework: nobody},
			&history.DeactivateFramework{Framework: nobody},
			&history.RequestResources{Framework: nobody},
			&history.SuppressOffers{Framework: nobody},
			&history.ReviveOffers{Framework: nobody},
			&history.UpdateFramework{Framework: nobody},
		}), core.CodeUnknownFramework)
	},
	// Names that are taken, or none at all.
	func(g *Generator) *Call {
		a := g.agent()
		if a == nil {
			return nil
		}
		return refused(&history.AddAgent{Agent: a.Name, Total: g.total(a.Name)}, core.CodeExists)
	},
	func(g *Generator) *Call {
		f := g.framework()
		if f == nil {
			return nil
		}
		return refused(&history.AddFramework{Framework: f.Name, FrameworkInfo: g.info()}, core.CodeExists)
	},
	func(g *Generator) *Call {
		return refused(one(g, []history.Op{&history.AddAgent{}, &history.AddFramework{FrameworkInfo: g.info()}}), core.CodeName)
	},
	// Roles that are none.
	func(g *Generator) *Call {
		bad := one(g, []string{"", "a//b", "/a", "a/", ".", "a/..", "-a", "a b", "a/*"})
		return refused(one(g, []history.Op{
			&history.UpdateQuota{Role: bad},
			&history.UpdateWeights{Weights: map[string]float64{bad: 2}},
			&history.AddFramework{Framework: nobody, FrameworkInfo: history.FrameworkInfo{Roles: []string{bad}}},
			&history.AddAgent{Agent: nobody, Used: []history.Used{{Holder: nobody, Role: bad}}},
		}), core.CodeName)
	},
	func(g *Generator) *Call {
		weight := one(g, []float64{0, -1, math.MaxFloat64 * -1})
		return refused(&history.UpdateWeights{Weights: map[string]float64{one(g, g.style.roles): weight}}, core.CodeInvalid)
	},
	// Quota on roles below others, and guarantees beyond limits.
	func(g *Generator) *Call {
		if g.options.Nested {
			return nil
		}
		return refused(&history.UpdateQuota{Role: "p/deep", Quota: g.quota()}, core.CodeInvalid)
	},
	func(g *Generator) *Call {
		q := history.Quota{Guarantees: history.Quantities{"cpus": 2000}, Limits: history.Quantities{"cpus": 1999}}
		return refused(&history.UpdateQuota{Role: one(g, g.style.top), Quota: q}, core.CodeInvalid)
	},
	// Roles that a framework has nothing to do with.
	func(g *Generator) *Call {
		f := g.framework()
		if f == nil {
			return nil
		}
		return refused(one(g, []history.Op{
			&history.SuppressOffers{Framework: f.Name, Roles: []string{"elsewhere"}},
			&history.ReviveOffers{Framework: f.Name, Roles: []string{"elsewhere"}},
			&history.UpdateFramework{Framework: f.Name, FrameworkInfo: history.FrameworkInfo{Roles: f.Roles[:1], Suppressed: []string{"elsewhere"}}},
		}), core.CodeNotSubscribed)
	},
	// More than is held.
	func(g *Generator) *Call {
		p, ok := g.place((*world.Holding).All)
		if !ok {
			return nil
		}
		more := g.unheld()
		return refused(one(g, []history.Op{
			&history.RecoverResources{Framework: p.Framework, Agent: p.Agent, Role: p.Role, Resources: more},
			&history.RecoverResources{Framework: p.Framework, Agent: p.Agent, Role: p.Role, Resources: more, Allocated: true},
			&history.RecoverResources{Framework: p.Framework, Agent: p.Agent, Role: "elsewhere", Resources: more},
			&history.TransitionOfferedToAllocated{Agent: p.Agent, Role: p.Role, Resources: more},
			&history.UpdateAllocation{Framework: p.Framework, Agent: p.Agent, Role: p.Role, Resources: more},
		}), core.CodeNotAllocated)
	},
	func(g *Generator) *Call {
		a := g.agent()
		if a == nil {
			return nil
		}
		more := g.unheld()
		return refused(&history.RecoverResources{Framework: nobody, Agent: a.Name, Role: one(g, g.style.roles), Resources: more, Allocated: true}, core.CodeNotAllocated)
	},
	// Conversions that need what is not there, or make something of nothing.
	func(g *Generator) *Call {
		p, ok := g.place(offered)
		if !ok {
			return nil
		}
		all := g.world.Held[p].Offered.Resources()
		more := []history.Resource{{Name: "nothing", Milli: 1000}}
		take := history.Conversion{Consumed: more, Converted: more}
		return refused(&history.UpdateAllocation{Framework: p.Framework, Agent: p.Agent, Role: p.Role, Resources: all, Conversions: []history.Conversion{take}}, core.CodeNotAvailable)
	},
	func(g *Generator) *Call {
		a := g.agent()
		if a == nil {
			return nil
		}
		make := history.Conversion{Converted: g.unheld()}
		return refused(&history.UpdateAvailable{Agent: a.Name, Operations: []history.Operation{{Type: "RESERVE"}}, Conversions: []history.Conversion{make}}, core.CodeConversion)
	},
	// Calls at the wrong time.
	func(g *Generator) *Call {
		if len(g.world.Agents) == 0 {
			return nil
		}
		return refused(&history.Recover{ExpectedAgents: 3}, core.CodeState)
	},
	func(g *Generator) *Call {
		name := absent(g, g.style.agents, g.world.Agents)
		if name == "" || g.world.Paused != world.Stopped {
			return nil
		}
		return refused(&history.AddAgent{Agent: name, Total: g.total(name)}, core.CodeState)
	},
	func(g *Generator) *Call {
		f, a := g.framework(), pick(g, g.world.Agents, func(a *world.Agent) bool { return a.Maintenance == nil })
		if f == nil || a == nil {
			return nil
		}
		return refused(&history.UpdateInverseOffer{Framework: f.Name, Agent: a.Name, Status: history.Accept}, core.CodeState)
	},
	func(g *Generator) *Call {
		a := g.agent()
		if a == nil {
			return nil
		}
		u := &history.Unavailability{StartS: 1, DurationS: ptr(-1.0)}
		return refused(&history.UpdateUnavailability{Agent: a.Name, Unavailability: u}, core.CodeInvalid)
	},
	func(g *Generator) *Call {
		if g.has(regions) {
			return nil
		}
		return refused(&history.AddAgent{Agent: "abroad", Domain: &history.Domain{Region: "r2", Zone: "z"}}, core.CodeInvalid)
	},
	// What the agents brought along is another amount.
	func(g *Generator) *Call {
		a := g.agent()
		if a == nil {
			return nil
		}
		wrong := []history.Used{{Holder: a.Name, Role: one(g, g.style.roles), Resources: g.unheld()}}
		return refused(&history.AddFramework{Framework: nobody, FrameworkInfo: g.info(), Used: wrong}, core.CodeNotAllocated)
	},
	// More than can be counted.
	func(g *Generator) *Call {
		most := history.Resource{Name: one(g, g.style.scalars), Milli: math.MaxInt64}
		more := []history.Resource{most, {Name: most.Name, Milli: one(g, []int64{1, mostMilli, math.MaxInt64})}}
		return refused(&history.AddAgent{Agent: nobody, Total: more}, core.CodeLimit)
	},
	// Resources that contradict themselves.
	func(g *Generator) *Call {
		bad := history.Resource{Name: "ports", Type: history.Ranges, Ranges: []history.Range{{Begin: 5, End: 4}}}
		return refused(&history.AddAgent{Agent: nobody, Total: []history.Resource{bad}}, core.CodeInvalid)
	},
}
