package generate

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
)

func (g *Generator) addFramework() *Call {
	name := absent(g, g.style.frameworks, g.world.Frameworks)
	if name == "" {
		return nil
	}
	o := &history.AddFramework{Framework: name, FrameworkInfo: g.info(), Inactive: g.chance(8)}
	// The host knows what the agents brought along.
	for _, p := range g.world.Places() {
		if p.Framework == name {
			o.Used = append(o.Used, history.Used{Holder: p.Agent, Role: p.Role, Resources: g.world.Held[p].All().Resources()})
		}
	}
	return valid(o)
}

func (g *Generator) info() history.FrameworkInfo {
	i := history.FrameworkInfo{Capabilities: some(g, g.style.frameworkCaps, g.style.capPercent)}
	if slices.Contains(i.Capabilities, "MULTI_ROLE") {
		i.Roles = several(g, g.style.roles, 100/len(g.style.roles)+15)
	} else {
		i.Roles = []string{one(g, g.style.roles)}
	}
	i.Suppressed = some(g, i.Roles, 10)
	for _, role := range i.Roles {
		if g.has(minima) && g.chance(30) {
			if i.OfferFilters == nil {
				i.OfferFilters = map[string][]history.Quantities{}
			}
			if i.OfferFilters[role] = g.minima(); g.chance(20) {
				i.OfferFilters[role] = []history.Quantities{}
			}
		}
		if g.has(constraints) && g.chance(40) {
			if i.Constraints == nil {
				i.Constraints = map[string][]history.Group{}
			}
			i.Constraints[role] = g.constraints()
		}
	}
	return i
}

func (g *Generator) constraints() []history.Group {
	var out []history.Group
	for range 1 + g.random.IntN(2) {
		var group history.Group
		for range 1 + g.random.IntN(2) {
			c := history.Condition{Attribute: "rack", Test: history.Test(g.random.IntN(4))}
			if c.Test == history.Equals || c.Test == history.NotEquals {
				c.Value = one(g, []string{"1", "2", "3"})
			}
			group = append(group, c)
		}
		out = append(out, group)
	}
	return out
}

func (g *Generator) updateFramework() *Call {
	f := g.framework()
	if f == nil {
		return nil
	}
	// What was refused in a role may be wanted once it is no longer suppressed.
	if p, ok := g.refused(func(f *world.Framework, role string) bool { return slices.Contains(f.Suppressed, role) }); ok && g.chance(50) {
		info := g.world.Frameworks[p.Framework].FrameworkInfo
		info.Suppressed = nil
		return valid(&history.UpdateFramework{Framework: p.Framework, FrameworkInfo: info})
	}
	o := &history.UpdateFramework{Framework: f.Name, FrameworkInfo: g.info()}
	if g.chance(40) {
		o.Roles = f.Roles
		o.Suppressed = some(g, f.Roles, 20)
		if o.OfferFilters, o.Constraints = nil, nil; len(f.Roles) > 1 {
			o.Capabilities = f.Capabilities
		}
	}
	if g.options.Faithful && !f.Active {
		g.stayInactive(f, &o.FrameworkInfo)
	}
	return valid(o)
}

// refused is where an active framework has refused something in a role that suits.
func (g *Generator) refused(suits func(*world.Framework, string) bool) (world.Place, bool) {
	var list []world.Place
	for _, r := range g.world.Refusals {
		if f := g.world.Frameworks[r.Place.Framework]; f.Active && suits(f, r.Place.Role) {
			list = append(list, r.Place)
		}
	}
	if len(list) == 0 {
		return world.Place{}, false
	}
	return one(g, list), true
}

// stayInactive leaves out of an update of an inactive framework what Mesos
// takes for its activation: new roles and roles no longer suppressed.
func (g *Generator) stayInactive(f *world.Framework, i *history.FrameworkInfo) {
	*i = f.FrameworkInfo
	i.Suppressed = slices.DeleteFunc(slices.Clone(f.Roles), func(r string) bool {
		return !slices.Contains(f.Suppressed, r) && !g.chance(20)
	})
}

func (g *Generator) removeFramework() *Call {
	f := g.framework()
	if f == nil || g.options.Faithful && g.hasTasks(f.Name) {
		return nil
	}
	return valid(&history.RemoveFramework{Framework: f.Name})
}

// hasTasks says whether something is allocated to a framework. Mesos's master
// gives that back before it removes one; its allocator aborts later otherwise.
func (g *Generator) hasTasks(framework string) bool {
	for p, h := range g.world.Held {
		if p.Framework == framework && !h.Allocated.Empty() {
			return true
		}
	}
	return false
}

func (g *Generator) deactivateFramework() *Call {
	if f := g.framework(); f != nil {
		return valid(&history.DeactivateFramework{Framework: f.Name})
	}
	return nil
}

func (g *Generator) activateFramework() *Call {
	f := pick(g, g.world.Frameworks, func(f *world.Framework) bool { return !f.Active || g.chance(10) })
	if f == nil {
		return nil
	}
	return valid(&history.ActivateFramework{Framework: f.Name})
}

func (g *Generator) requestResources() *Call {
	if f := g.framework(); f != nil {
		return valid(&history.RequestResources{Framework: f.Name})
	}
	return nil
}

func (g *Generator) suppress() *Call {
	f := g.framework()
	if f == nil {
		return nil
	}
	// To have refused something and to want nothing is to forget when it ends.
	wants := func(f *world.Framework, role string) bool { return f.Wants(role) == "" }
	if p, ok := g.refused(wants); ok && g.chance(30) {
		return valid(&history.SuppressOffers{Framework: p.Framework, Roles: []string{p.Role}})
	}
	return valid(&history.SuppressOffers{Framework: f.Name, Roles: some(g, f.Roles, 40)})
}

func (g *Generator) revive() *Call {
	f := g.framework()
	if f == nil || g.options.Faithful && !f.Active {
		return nil
	}
	return valid(&history.ReviveOffers{Framework: f.Name, Roles: some(g, f.Roles, 40)})
}

func (g *Generator) updateUnavailability() *Call {
	a := g.agent()
	if a == nil || !g.has(maintenance) {
		return nil
	}
	o := &history.UpdateUnavailability{Agent: a.Name}
	if g.chance(70) {
		o.Unavailability = g.unavailability()
	}
	return valid(o)
}

func (g *Generator) updateInverseOffer() *Call {
	a := pick(g, g.world.Agents, func(a *world.Agent) bool { return a.Maintenance != nil })
	if a == nil {
		return nil
	}
	names := slices.Sorted(maps.Keys(a.Asked))
	names = slices.DeleteFunc(names, func(n string) bool { return g.world.Frameworks[n] == nil })
	if len(names) == 0 || g.chance(20) {
		names = slices.Sorted(maps.Keys(g.world.Frameworks))
	}
	if len(names) == 0 {
		return nil
	}
	o := &history.UpdateInverseOffer{Framework: one(g, names), Agent: a.Name}
	o.Status = one(g, []string{"", history.Accept, history.Decline})
	o.RefuseSeconds = g.refusal()
	return valid(o)
}

func (g *Generator) statuses() *Call { return valid(&history.GetInverseOfferStatuses{}) }
