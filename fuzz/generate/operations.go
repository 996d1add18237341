package generate

import (
	"maps"
	"math"
	"slices"

	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
)

// operations are all kinds, by how often they come. Some come always: without
// them, little would happen.
var operations = []struct {
	weight int
	always bool
	make   func(*Generator) *Call
}{
	{30, true, (*Generator).addAgent},
	{25, true, (*Generator).addFramework},
	{60, true, (*Generator).decline},
	{60, true, (*Generator).advance},
	{30, false, (*Generator).launch},
	{30, false, (*Generator).finish},
	{6, false, (*Generator).removeAgent},
	{5, false, (*Generator).removeFramework},
	{10, false, (*Generator).updateAgent},
	{5, false, (*Generator).deactivateAgent},
	{8, false, (*Generator).activateAgent},
	{6, false, (*Generator).addProvider},
	{10, false, (*Generator).updateFramework},
	{5, false, (*Generator).deactivateFramework},
	{8, false, (*Generator).activateFramework},
	{3, false, (*Generator).updateWhitelist},
	{1, false, (*Generator).requestResources},
	{20, false, (*Generator).updateAllocation},
	{20, false, (*Generator).updateAvailable},
	{8, false, (*Generator).updateUnavailability},
	{12, false, (*Generator).updateInverseOffer},
	{3, false, (*Generator).statuses},
	{10, false, (*Generator).suppress},
	{12, false, (*Generator).revive},
	{15, false, (*Generator).updateQuota},
	{6, false, (*Generator).updateWeights},
	{2, false, (*Generator).pause},
	{8, true, (*Generator).resume},
	{30, false, (*Generator).recover},
}

// agent is one that is there, nil if none is.
func (g *Generator) agent() *world.Agent {
	return pick(g, g.world.Agents, func(*world.Agent) bool { return true })
}

func (g *Generator) framework() *world.Framework {
	return pick(g, g.world.Frameworks, func(*world.Framework) bool { return true })
}

// pick is one of those that suit.
func pick[T any](g *Generator, m map[string]*T, suits func(*T) bool) *T {
	var list []*T
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if suits(m[name]) {
			list = append(list, m[name])
		}
	}
	if len(list) == 0 {
		return nil
	}
	return one(g, list)
}

// absent is a name that nobody has at the time.
func absent[T any](g *Generator, names []string, taken map[string]*T) string {
	free := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return taken[n] != nil })
	if len(free) == 0 {
		return ""
	}
	return one(g, free)
}

func (g *Generator) addAgent() *Call {
	name := absent(g, g.style.agents, g.world.Agents)
	if name == "" || g.world.Paused == world.Stopped {
		return nil
	}
	o := &history.AddAgent{Agent: name, Hostname: one(g, g.style.hosts)}
	// What was kept of an agent that is gone shows on one that is like it.
	if o.Total = g.latest; o.Total == nil || g.chance(60) {
		o.Total = g.total(name)
	}
	o.Capabilities, o.Domain, o.Attributes = g.agentCapabilities(), g.domain(), g.attributes()
	if g.has(used) && g.chance(40) {
		o.Used = g.usage(world.BagOf(o.Total), g.style.frameworks)
	}
	if g.has(maintenance) && g.chance(20) {
		o.Unavailability = g.unavailability()
	}
	return valid(o)
}

func (g *Generator) agentCapabilities() []string {
	if g.has(oldAgents) && g.chance(40) {
		return some(g, []string{"MULTI_ROLE", "HIERARCHICAL_ROLE"}, 40)
	}
	return []string{"MULTI_ROLE", "HIERARCHICAL_ROLE", "RESERVATION_REFINEMENT"}
}

func (g *Generator) domain() *history.Domain {
	if !g.has(regions) || g.chance(30) {
		return nil
	}
	return &history.Domain{Region: one(g, []string{"r1", "r1", "r2"}), Zone: "z1"}
}

func (g *Generator) attributes() map[string]string {
	if !g.has(constraints) || g.chance(30) {
		return nil
	}
	return g.rack()
}

func (g *Generator) rack() map[string]string {
	return map[string]string{"rack": one(g, []string{"1", "2", "3"})}
}

func (g *Generator) unavailability() *history.Unavailability {
	u := &history.Unavailability{StartS: float64(100 + g.random.IntN(3))}
	if g.chance(50) {
		u.DurationS = ptr(10.0)
	}
	return u
}

// usage shares a part of what there is out to frameworks, in roles that it is
// not reserved away from.
func (g *Generator) usage(total world.Bag, frameworks []string) []history.Used {
	var out []history.Used
	for range 1 + g.random.IntN(2) {
		u := history.Used{Holder: one(g, frameworks), Role: one(g, g.style.roles)}
		u.Resources = g.part(reach(total, u.Role))
		if len(u.Resources) == 0 {
			continue
		}
		total = total.Minus(world.BagOf(u.Resources))
		out = append(out, u)
	}
	return out
}

// reach is what a role may have of resources.
func reach(b world.Bag, role string) world.Bag {
	return b.Filter(func(r *history.Resource) bool { return world.Reaches(r, role) })
}

func (g *Generator) updateAgent() *Call {
	a := g.agent()
	if a == nil {
		return nil
	}
	o := &history.UpdateAgent{Agent: a.Name, Hostname: a.Hostname, Domain: a.Domain, Attributes: a.Attributes}
	if g.chance(20) {
		o.Hostname = one(g, g.style.hosts)
	}
	if g.chance(20) {
		o.Domain = g.domain()
	}
	if g.chance(20) {
		o.Attributes = g.attributes()
	}
	// With other attributes, what was refused may be wanted.
	if refused := g.refusedAgent(); refused != nil && g.chance(50) {
		return valid(&history.UpdateAgent{Agent: refused.Name, Hostname: refused.Hostname, Domain: refused.Domain, Attributes: g.rack()})
	}
	if g.chance(15) {
		o.Capabilities = g.agentCapabilities()
	}
	switch {
	case g.chance(50):
	case g.has(overdrawn) && g.chance(50):
		o.Total = g.part(a.Total)
	default:
		o.Total = capped(a.Total.Plus(world.BagOf(g.total(a.Name)).Filter(plain)).Resources())
	}
	return valid(o)
}

// refusedAgent is one that some framework has refused something of, nil if none
// is.
func (g *Generator) refusedAgent() *world.Agent {
	if len(g.world.Refusals) == 0 {
		return nil
	}
	return g.world.Agents[one(g, g.world.Refusals).Place.Agent]
}

// plain selects what may be there any number of times.
func plain(r *history.Resource) bool { return r.Divisible() && r.Type == history.Scalar }

func (g *Generator) removeAgent() *Call {
	a := g.agent()
	if a == nil || g.options.Faithful && g.strangersOn(a.Name) {
		return nil
	}
	g.latest = a.Total.Resources()
	return valid(&history.RemoveAgent{Agent: a.Name})
}

// strangersOn says whether frameworks use an agent that are not there. Mesos
// aborts when such an agent goes.
func (g *Generator) strangersOn(agent string) bool {
	for p := range g.world.Held {
		if p.Agent == agent && g.world.Frameworks[p.Framework] == nil {
			return true
		}
	}
	return false
}

func (g *Generator) deactivateAgent() *Call {
	if a := g.agent(); a != nil {
		return valid(&history.DeactivateAgent{Agent: a.Name})
	}
	return nil
}

func (g *Generator) activateAgent() *Call {
	a := pick(g, g.world.Agents, func(a *world.Agent) bool { return !a.Active || g.chance(10) })
	if a == nil {
		return nil
	}
	return valid(&history.ActivateAgent{Agent: a.Name})
}

func (g *Generator) addProvider() *Call {
	a := g.agent()
	if a == nil || !g.has(providers) {
		return nil
	}
	o := &history.AddResourceProvider{Agent: a.Name}
	o.Total = world.BagOf(g.total(a.Name)).Filter(plain).Resources()
	for i := range o.Total {
		o.Total[i].Provider = ptr(one(g, []string{"rp1", "rp2"}))
	}
	if known := slices.Sorted(maps.Keys(g.world.Frameworks)); len(known) > 0 && g.chance(50) {
		o.Used = g.usage(world.BagOf(o.Total), known)
	}
	return valid(o)
}

func (g *Generator) updateWhitelist() *Call {
	o := &history.UpdateWhitelist{}
	if g.chance(60) {
		if o.Hosts = some(g, g.style.hosts, 60); o.Hosts == nil {
			o.Hosts = []string{}
		}
	}
	return valid(o)
}

func (g *Generator) advance() *Call {
	s := g.seconds()
	if g.chance(10) {
		s = float64(5 + g.random.IntN(15))
	}
	// The clock moves by half seconds.
	return valid(&history.Advance{Seconds: float64(int(s*2+1)) / 2})
}

func (g *Generator) updateQuota() *Call {
	if !g.has(quota) {
		return nil
	}
	q := g.quota()
	return valid(&history.UpdateQuota{Role: one(g, g.style.top), Quota: q})
}

func (g *Generator) quota() history.Quota {
	if g.chance(15) {
		return history.Quota{}
	}
	q := history.Quota{}
	names := append([]string{"gpus"}, g.style.scalars...)
	if g.chance(75) {
		q.Guarantees = history.Quantities{}
		for _, name := range several(g, names, 50) {
			q.Guarantees[name] = g.quotaAmount(name)
		}
	}
	limited, percent := g.chance(60), 50
	if g.has(allLimited) {
		limited, percent = true, 100
	}
	if limited {
		q.Limits = history.Quantities{}
		for _, name := range several(g, names, percent) {
			more := one(g, []int64{0, 1, 1000, 1000}) + min(g.quotaAmount(name), math.MaxInt64-1000)
			q.Limits[name] = q.Guarantees[name] + min(more, math.MaxInt64-q.Guarantees[name])
		}
	}
	return q
}

func (g *Generator) quotaAmount(name string) int64 {
	if g.chance(10) {
		return 0
	}
	if g.has(huge) && g.chance(15) {
		return g.threshold()
	}
	n := g.amount()
	if name == "mem" {
		n *= 64
	}
	return n * int64(1+len(g.style.agents)/8)
}

func (g *Generator) updateWeights() *Call {
	o := &history.UpdateWeights{Weights: map[string]float64{}}
	for _, role := range several(g, g.style.roles, 30) {
		o.Weights[role] = one(g, []float64{0.1, 0.5, 1, 2, 3, 10})
	}
	return valid(o)
}

func (g *Generator) pause() *Call { return valid(&history.Pause{}) }

func (g *Generator) resume() *Call {
	if g.world.Paused == world.Running && !g.chance(10) {
		return nil
	}
	return valid(&history.Resume{})
}

// recover is what a new master tells its allocator.
func (g *Generator) recover() *Call {
	if !g.has(recovery) || len(g.world.Agents) > 0 {
		return nil
	}
	o := &history.Recover{ExpectedAgents: g.random.IntN(len(g.style.agents) + 2)}
	for _, role := range some(g, g.style.top, 60) {
		if o.Quotas == nil {
			o.Quotas = map[string]history.Quota{}
		}
		o.Quotas[role] = g.quota()
	}
	return valid(o)
}
