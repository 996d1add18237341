package generator

import (
	"slices"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/history"
)

// refusal is how long a framework doesn't want to be asked again, if at all.
func (d *Generator) refusal() time.Duration {
	x := d.upTo(100)
	switch {
	case x < 25:
		return 0
	case d.options.Size == Scale:
		return forever
	case x < 29:
		return -1 * time.Second
	case x < 37 || d.options.Size == Large && x < 70:
		return 1000 * time.Second
	case x < 40 && d.has(extremes):
		return one(d, []time.Duration{1, -1, 1 << 62, -1 << 62, 400 * 24 * time.Hour})
	}
	return d.span()
}

// offered is a holding of which something is merely offered.
func (d *Generator) offered() (*accounts.Holding, bool) {
	h := d.holding(&d.accounts.Offered)
	return h, h != nil
}

// busy is of how many holdings one is drawn for the most part in large clusters: what
// is given back by turns of the same agents makes an offer of each, and not of each
// turn.
const busy = 300

// holding draws one of a set's, nil if there is none. Mostly it is one of the latest.
func (d *Generator) holding(s *accounts.Set) *accounts.Holding {
	n := s.Len()
	switch {
	case n == 0:
		return nil
	case n > busy && d.options.Size >= Large && !d.chance(10):
		return &d.accounts.Holdings[s.At(n-busy+d.upTo(busy))]
	}
	return &d.accounts.Holdings[s.At(d.upTo(n))]
}

// giveBack is a call by which what is held at a place is given back.
func (d *Generator) giveBack(p accounts.Place) *calls.RecoverResources {
	return said(d, &calls.RecoverResources{Framework: alloc.FrameworkID(p.Framework), Role: alloc.RoleID(p.Role), Agent: alloc.AgentID(p.Agent)})
}

// useAt is a call by which what is held at a place comes to be used.
func (d *Generator) useAt(p accounts.Place) *calls.TransitionOfferedToAllocated {
	return said(d, &calls.TransitionOfferedToAllocated{Role: alloc.RoleID(p.Role), Agent: alloc.AgentID(p.Agent)})
}

// convertAt is a call by which what is held at a place becomes something else.
func (d *Generator) convertAt(p accounts.Place) *calls.UpdateAllocation {
	return said(d, &calls.UpdateAllocation{Framework: alloc.FrameworkID(p.Framework), Role: alloc.RoleID(p.Role), Agent: alloc.AgentID(p.Agent)})
}

// decline gives back an offer or a part of one.
func (d *Generator) decline(h *accounts.Holding) bool {
	if d.accounts.IsLent(h.Place) && d.chance(70) {
		return d.launch(h)
	}
	x := d.giveBack(h.Place)
	if d.chance(30) {
		x.Resources = d.part(h.Offered, 70)
	} else {
		x.Resources = d.all(h.Offered)
	}
	x.RefuseFor = d.refusal()
	d.want.Either = d.unsureOfUse(h)
	return true
}

// unsureOfUse says that what is merely offered may be used, as far as that is known, and that it
// matters.
func (d *Generator) unsureOfUse(h *accounts.Holding) bool {
	return d.cast.Start.StrictUse && d.accounts.Agents[h.Agent].Blurred()
}

// launch makes a part of an offer used.
func (d *Generator) launch(h *accounts.Holding) bool {
	d.useAt(h.Place).Resources = d.part(h.Offered, 70)
	d.want.Either = d.unsureOfUse(h)
	return true
}

// finish gives back what tasks no longer use.
func (d *Generator) finish() bool {
	if len(d.accounts.Orphans) > 0 && d.chance(50) {
		o := &d.accounts.Orphans[d.upTo(len(d.accounts.Orphans))]
		if d.accounts.Framework(o.Framework) == nil {
			x := d.giveBack(o.Place)
			x.Resources, x.Allocated = d.part(o.Used, 70), true
			x.RefuseFor = d.refusal()
			d.want.Either = true
			return true
		}
	}
	h := d.holding(&d.accounts.Allocated)
	if h == nil {
		return false
	}
	x := d.giveBack(h.Place)
	x.Resources = d.all(h.Allocated)
	if d.chance(75) {
		d.resources = d.resources[:0]
		x.Resources = d.part(h.Allocated, 70)
	}
	x.Allocated = true
	if d.chance(15) {
		x.RefuseFor = d.refusal()
	}
	// Where a total has shrunk and grown again, or tasks outlived their framework,
	// numbers and items may be in use twice, but they are allocated only once.
	a := &d.accounts.Agents[h.Agent]
	spans := slices.ContainsFunc(h.Allocated, func(p accounts.Piece) bool { return d.cast.Kinds[p.Kind].Resource.Type != history.Scalar })
	d.want.Either = a.Blurred() || spans && (d.has(overdrawn) || !d.options.Faithful)
	return true
}
