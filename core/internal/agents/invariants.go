package agents

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Validate checks the invariants of Agents, those of Agent and InUse as far as they are
// about an agent alone, and that Schedule is of live agents.
func (as *Agents) Validate() error {
	live, v := 0, validation{as}
	var revocable quantities.Row
	for slot := range slots.Agent(as.Len()) {
		g := as.At(slot)
		isLive := as.Alive.Has(slot)
		if isLive && g.Generation == 0 {
			return assert.Broken("Agents", 1, "agent %d: it is live, of generation 0", slot)
		}
		if !isLive {
			if as.schedule.Candidates.Has(slot) {
				return assert.Broken("Schedule", 1, "agent %d: removed, but a candidate", slot)
			}
			if as.Admitted.Has(slot) || as.Offerable.Has(slot) || as.Maintained.Has(slot) {
				return assert.Broken("Agents", 2, "agent %d: removed, but in a set of agents", slot)
			}
			continue
		}
		live++
		if err := v.agent(slot, g); err != nil {
			return err
		}
		g.Free.ScalarsOf(&revocable, as.kinds, resource.Revocable, resource.Revocable)
	}
	switch {
	case live != as.Live() || live != as.ByName.Len():
		return assert.Broken("Agents", 1, "%d agents live, %d taken, %d named", live, as.Live(), as.ByName.Len())
	case !revocable.Equal(as.FreeRevocable):
		return assert.Broken("Agents", 3, "free revocable is %s instead of %s", as.kinds.FormatRow(as.FreeRevocable), as.kinds.FormatRow(revocable))
	}
	return nil
}

// validation is agents that are being checked.
type validation struct{ *Agents }

func (as validation) agent(slot slots.Agent, g *Agent) error {
	switch found, ok := as.ByName.Find(g.Name); {
	case !ok || found != slot:
		return assert.Broken("Agents", 1, "agent %q: not found by its name", g.Name)
	case as.Admitted.Has(slot) != (g.Activated && as.Whitelist.Has(g.Hostname)) || as.Offerable.Has(slot) == g.Free.Empty() || as.Maintained.Has(slot) != (g.Maintenance != nil):
		return assert.Broken("Agents", 2, "agent %q: a set of agents does not agree with it", g.Name)
	case g.GPUs != (g.Total.Flags&resource.GPUs != 0):
		return assert.Broken("Agent", 3, "agent %q: has GPUs %v", g.Name, g.GPUs)
	}
	for _, b := range []*resource.Bag{&g.Total, &g.Free} {
		if err := b.Validate(as.kinds); err != nil {
			return fmt.Errorf("agent %q: %w", g.Name, err)
		}
	}
	uses := map[alloc.RoleID]bool{}
	for i := range g.InUse {
		w := &g.InUse[i]
		var told resource.Bag
		for _, b := range []*resource.Bag{&w.Resources, w.told(&told)} {
			if err := b.Validate(as.kinds); err != nil {
				return fmt.Errorf("in use on agent %q: %w", g.Name, err)
			}
		}
		switch {
		case w.OnlyTold != nil && w.OnlyTold.Empty(), w.OnlyTold == nil && w.Resources.Empty():
			return assert.Broken("InUse", 1, "agent %q: nothing was told of role %d", g.Name, w.Role)
		case uses[w.Role]:
			return assert.Broken("InUse", 3, "agent %q: is used by role %d twice", g.Name, w.Role)
		}
		uses[w.Role] = true
	}
	return nil
}

// ValidateFree checks invariants 1 and 2 of Agent. held is the sum of its entries.
func (g *Agent) ValidateFree(held *resource.Bag, t *resource.Kinds) error {
	var free resource.Bag
	free.SetFree(&g.Total, held, t)
	if !free.Equal(&g.Free) {
		return assert.Broken("Agent", 1, "agent %q: free is %s instead of %s", g.Name, t.Format(&g.Free), t.Format(&free))
	}
	if g.Overdrawn == g.Total.Covers(held, t) {
		return assert.Broken("Agent", 2, "agent %q: overdrawn %v, total %s, used %s", g.Name, g.Overdrawn, t.Format(&g.Total), t.Format(held))
	}
	return nil
}

// Validate checks invariant 2 of InUse. held is what the role's frameworks hold on the
// agent.
func (w *InUse) Validate(held *resource.Bag, t *resource.Kinds) error {
	if !held.Contains(&w.Resources) {
		return assert.Broken("InUse", 2, "role %d uses %s, but holds %s", w.Role, t.Format(&w.Resources), t.Format(held))
	}
	if w.OnlyTold == nil {
		return nil
	}
	for _, x := range w.OnlyTold.Intervals {
		if w.Resources.Intervals.Overlaps(x) {
			return assert.Broken("InUse", 2, "role %d uses a part of %s, which is only told", w.Role, t.Format(w.OnlyTold))
		}
	}
	return nil
}
