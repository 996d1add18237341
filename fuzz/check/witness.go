package check

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
)

// witness holds an answer to what is known from the outside.
func (c *Checker) witness(op history.Op) error {
	w := c.world
	from, paused, refusals := w.Nanos, w.Paused, slices.Clone(w.Refusals)
	w.Called(op, c.answer)
	for i := range c.answer.Offers {
		if err := mayOffer(w, &c.answer.Offers[i]); err != nil {
			o := &c.answer.Offers[i]
			return fmt.Errorf("offer to %s, role %s, agent %s: %w", o.Framework, o.Role, o.Agent, err)
		}
	}
	for _, i := range c.answer.InverseOffers {
		if err := mayAsk(w, i); err != nil {
			return fmt.Errorf("inverse offer to %s, agent %s: %w", i.Framework, i.Agent, err)
		}
	}
	before := shortage(w)
	w.Answered(c.answer)
	if err := withinLimits(w, c.answer.Offers, c.setup.Options.NestedQuota); err != nil {
		return err
	}
	if after := shortage(w); before != nil && after != nil && !c.setup.Options.NestedQuota {
		for _, name := range slices.Sorted(maps.Keys(after)) {
			if after[name].Sign() > 0 && after[name].Cmp(before[name]) > 0 {
				return fmt.Errorf("guarantees lack %d thousandths of %s, and lacked %d before", after[name], name, before[name])
			}
		}
	}
	if c.setup.Every == 1 && w.LastTick() > from && paused == world.Running && w.Paused == world.Running {
		w := *w
		w.Refusals = slices.DeleteFunc(refusals, func(r world.Refusal) bool { return r.Ends < w.LastTick() })
		return leftOver(&w)
	}
	return nil
}

// mayOffer says what is wrong with an offer.
func mayOffer(w *world.World, o *history.Offer) error {
	f, a := w.Frameworks[o.Framework], w.Agents[o.Agent]
	if f == nil || a == nil {
		return fmt.Errorf("one of them is not there")
	}
	if why := f.Wants(o.Role); why != "" {
		return fmt.Errorf("%s", why)
	}
	if why := w.Barred(f, o.Role, a); why != "" {
		return fmt.Errorf("%s", why)
	}
	b := world.BagOf(o.Resources)
	for _, p := range b.Pieces() {
		if !world.Reaches(&p.Resource, o.Role) {
			return fmt.Errorf("%s is reserved for others", p.Resource.Kind())
		}
		if !f.MayHave(&p.Resource) {
			return fmt.Errorf("the framework cannot use %s", p.Resource.Kind())
		}
	}
	if !w.Worth(f, o.Role, b) {
		return fmt.Errorf("it is below the minimum")
	}
	if r := w.Refused(world.Place{Framework: o.Framework, Role: o.Role, Agent: o.Agent}, b); r != nil {
		return fmt.Errorf("the framework has refused it until %d ns", r.Ends)
	}
	if !a.Total.Contains(b) {
		return fmt.Errorf("the agent doesn't have it")
	}
	return nil
}

func mayAsk(w *world.World, i history.InverseOffer) error {
	f, a := w.Frameworks[i.Framework], w.Agents[i.Agent]
	switch {
	case f == nil || a == nil:
		return fmt.Errorf("one of them is not there")
	case !f.Active:
		return fmt.Errorf("the framework is inactive")
	case a.Maintenance == nil:
		return fmt.Errorf("no maintenance is planned")
	case a.Asked[i.Framework]:
		return fmt.Errorf("the framework has yet to answer the one before")
	}
	return nil
}

// withinLimits holds what roles have that were offered something to their
// limits. Without nested quota, what their subroles have doesn't bind them.
func withinLimits(w *world.World, offers []history.Offer, nested bool) error {
	for _, o := range offers {
		got := world.BagOf(o.Resources).Filter(world.Quotable).Amounts()
		for role, q := range w.Quotas {
			if role != o.Role && !(nested && world.Below(o.Role, role)) {
				continue
			}
			has := w.Consumed(role, !nested)
			for name, limit := range q.Limits {
				if got[name] > 0 && has[name] > limit {
					return fmt.Errorf("role %s was offered %s of agent %s beyond the limit of role %s: has %d of %d thousandths",
						o.Role, name, o.Agent, role, has[name], limit)
				}
			}
		}
	}
	return nil
}

// shortage is by how much guarantees that are not met exceed what is free for
// them, by name; nil if there is no telling. Guarantees may come to more than an
// int64 holds.
func shortage(w *world.World) map[string]*big.Int {
	out := map[string]*big.Int{}
	for role, q := range w.Quotas {
		consumed := w.Consumed(role, false)
		for name, n := range q.Guarantees {
			if out[name] == nil {
				out[name] = new(big.Int)
			}
			out[name].Add(out[name], big.NewInt(max(0, n-consumed[name])))
		}
	}
	for p := range w.Held {
		if w.Frameworks[p.Framework] == nil {
			return nil // what it holds counts for nobody yet
		}
	}
	if len(out) == 0 {
		return nil
	}
	for name, a := range w.Agents {
		held := w.HeldOn(name).Filter(func(r *history.Resource) bool { return !r.Shared })
		if !a.Total.Contains(held) {
			return nil
		}
		for n, amount := range a.Total.Minus(held).Filter(world.Quotable).Amounts() {
			if need, ok := out[n]; ok {
				need.Sub(need, big.NewInt(amount))
			}
		}
	}
	// Guarantees that are met ask for nothing, whatever is free.
	return out
}

// leftOver looks for something that somebody would have taken in the latest
// periodic allocation. Where quota holds something back, it doesn't look.
func leftOver(w *world.World) error {
	for _, q := range w.Quotas {
		if len(q.Guarantees) > 0 || len(q.Limits) > 0 {
			return nil
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.Agents)) {
		free := w.Free(name).Filter(func(r *history.Resource) bool { return !r.Shared })
		if free.Empty() {
			continue
		}
		for _, f := range w.Frameworks {
			for _, role := range f.Roles {
				b := free.Filter(func(r *history.Resource) bool { return world.Reaches(r, role) })
				part := b.Filter(f.MayHave)
				switch {
				case f.Wants(role) != "" || w.Barred(f, role, w.Agents[name]) != "" || part.Empty():
				case !w.Worth(f, role, b) || !w.Worth(f, role, part):
				case w.Refused(world.Place{Framework: f.Name, Role: role, Agent: name}, part) != nil:
				default:
					return fmt.Errorf("framework %s in role %s was not offered what is left on agent %s: %v",
						f.Name, role, name, history.Answer{Offers: []history.Offer{{Framework: f.Name, Role: role, Agent: name, Resources: part.Resources()}}})
				}
			}
		}
	}
	return nil
}
