package generate

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
)

// refusal is how long a framework doesn't want to be asked again, if at all.
func (g *Generator) refusal() *float64 {
	switch {
	case g.chance(25):
		return nil
	case g.chance(5):
		return ptr(-1.0)
	case g.chance(10):
		return ptr(0.0)
	case g.chance(10):
		return ptr(1000.0)
	}
	return ptr(g.seconds())
}

// place is somewhere where a known framework holds something that of selects.
func (g *Generator) place(of func(*world.Holding) world.Bag) (world.Place, bool) {
	var list []world.Place
	for _, p := range g.world.Places() {
		if g.world.Frameworks[p.Framework] != nil && !of(g.world.Held[p]).Empty() {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return world.Place{}, false
	}
	return one(g, list), true
}

func offered(h *world.Holding) world.Bag   { return h.Offered }
func allocated(h *world.Holding) world.Bag { return h.Allocated }

func recovered(p world.Place, b world.Bag, refuse *float64, allocated bool) *history.RecoverResources {
	return &history.RecoverResources{
		Framework: p.Framework, Agent: p.Agent, Role: p.Role,
		Resources: b.Resources(), RefuseSeconds: refuse, Allocated: allocated,
	}
}

// decline gives back an offer or a part of one.
func (g *Generator) decline() *Call {
	p, ok := g.place(offered)
	if !ok {
		return nil
	}
	b := g.world.Held[p].Offered
	if g.chance(30) {
		b = world.BagOf(g.part(b))
	}
	return valid(recovered(p, b, g.refusal(), false))
}

// launch makes a part of an offer allocated.
func (g *Generator) launch() *Call {
	p, ok := g.place(offered)
	if !ok {
		return nil
	}
	return valid(&history.TransitionOfferedToAllocated{Agent: p.Agent, Role: p.Role, Resources: g.part(g.world.Held[p].Offered)})
}

// finish gives back what tasks no longer use.
func (g *Generator) finish() *Call {
	if p, ok := g.orphan(); ok {
		return g.finished(recovered(p, world.BagOf(g.part(g.world.Orphans[p])), g.refusal(), true))
	}
	p, ok := g.place(allocated)
	if !ok {
		return nil
	}
	b := g.world.Held[p].Allocated
	if g.chance(50) {
		b = world.BagOf(g.part(b))
	}
	var refuse *float64
	if g.chance(15) {
		refuse = g.refusal()
	}
	return g.finished(recovered(p, b, refuse, true))
}

// finished is the call that gives back what tasks used. Where a total has shrunk
// and grown again, or tasks outlived their framework, numbers and items may be in
// use twice, but they are allocated only once.
func (g *Generator) finished(o *history.RecoverResources) *Call {
	spans := slices.ContainsFunc(o.Resources, func(r history.Resource) bool { return r.Type != history.Scalar })
	return &Call{Op: o, Want: Want{Either: spans && (g.has(overdrawn) || !g.options.Faithful)}}
}

// orphan is where tasks of a framework run that has been removed and is not
// back.
func (g *Generator) orphan() (world.Place, bool) {
	places := slices.SortedFunc(maps.Keys(g.world.Orphans), world.Place.Compare)
	places = slices.DeleteFunc(places, func(p world.Place) bool { return g.world.Frameworks[p.Framework] != nil })
	if len(places) == 0 {
		return world.Place{}, false
	}
	return one(g, places), true
}

// updateAllocation converts an offer, as a framework's operations do. The
// conversions may not fit each other, or the agent's total may have changed
// meanwhile: then they are refused.
func (g *Generator) updateAllocation() *Call {
	p, ok := g.place(offered)
	if !ok {
		return nil
	}
	if g.options.Faithful && !slices.Contains(g.world.Frameworks[p.Framework].Roles, p.Role) {
		return nil // Mesos never forgets a framework in a role whose rest is removed
	}
	b := g.world.Held[p].Offered
	o := &history.UpdateAllocation{Framework: p.Framework, Agent: p.Agent, Role: p.Role, Resources: b.Resources()}
	for range 1 + g.random.IntN(2) {
		_, c, ok := g.conversion(b)
		switch {
		case g.chance(10):
			c = history.Conversion{Consumed: g.part(b)} // removed for good
		case g.chance(15):
			copies := b.Filter(func(r *history.Resource) bool { return r.Shared })
			c = history.Conversion{Converted: g.part(copies)} // launched again
		case !ok:
			continue
		}
		if g.options.Faithful && g.sharedMore(p.Agent, c.Consumed) {
			continue
		}
		if next, ok := b.Convert([]history.Conversion{c}, true); ok {
			b = next
			o.Conversions = append(o.Conversions, c)
		}
	}
	if len(o.Conversions) == 0 {
		return nil
	}
	a := g.world.Agents[p.Agent]
	_, fits := a.Total.Convert(o.Conversions, false)
	shared := slices.ContainsFunc(o.Conversions, func(c history.Conversion) bool {
		return slices.ContainsFunc(c.Consumed, func(r history.Resource) bool { return r.Shared })
	})
	// How many copies of a volume are held, an offer doesn't tell.
	return &Call{Op: o, Want: Want{Either: !fits || shared || mayOverlap(a.Total, o.Conversions)}}
}

// mayOverlap says whether numbers or items that are converted may be in a total
// twice, in different reservations: where these become one, so do the numbers.
func mayOverlap(total world.Bag, list []history.Conversion) bool {
	return slices.ContainsFunc(list, func(c history.Conversion) bool {
		return slices.ContainsFunc(c.Consumed, func(r history.Resource) bool {
			same := total.Filter(func(x *history.Resource) bool { return x.Name == r.Name })
			return r.Type != history.Scalar && len(same.Pieces()) > 1
		})
	})
}

// sharedMore says whether further copies of a shared volume are held, or may be.
// Mesos's master doesn't let it be destroyed then; its allocator would abort later.
func (g *Generator) sharedMore(agent string, list []history.Resource) bool {
	held := g.world.HeldOn(agent)
	for _, r := range list {
		if r.Shared && (g.world.Untold || held.Contains(world.BagOf([]history.Resource{r, r}))) {
			return true
		}
	}
	return false
}

// updateAvailable converts what nobody holds, as operators do.
func (g *Generator) updateAvailable() *Call {
	a := g.agent()
	if a == nil {
		return nil
	}
	b := g.world.Free(a.Name)
	if g.chance(20) {
		b = a.Total // some of it may be in use
	}
	o := &history.UpdateAvailable{Agent: a.Name}
	for range 1 + g.random.IntN(2) {
		kind, c, ok := g.conversion(b)
		if !ok {
			continue
		}
		b, _ = b.Convert([]history.Conversion{c}, true)
		named := c.Converted
		if kind == "DESTROY" || kind == "UNRESERVE" {
			named = c.Consumed
		}
		o.Operations = append(o.Operations, history.Operation{Type: kind, Resources: named})
		o.Conversions = append(o.Conversions, c)
	}
	if len(o.Conversions) == 0 {
		return nil
	}
	return &Call{Op: o, Want: Want{Either: g.style.features[overdrawn] || mayOverlap(a.Total, o.Conversions)}}
}
