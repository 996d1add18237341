package model

import (
	"math"
	"slices"
)

// A measured node is what hierarchical DRF finds of it.
type measured struct {
	share   float64
	blocked bool
	parts   map[string]float64 // what it holds, as it counts, of resources that are not saturated
}

// measure is what a node counts for under hierarchical DRF (H-DRF, SoCC 2013), with
// weights. A leaf, and the root of a part of the tree with another policy, counts for
// its dominant share. What another node holds is put together from its children: those
// that are not blocked are scaled down to the least weighted share among them, blocked
// ones count in full; its share is the largest part of a resource that is not
// saturated.
func (s *sorter) measure(n *node, total quantities) measured {
	if n.leaf() || s.policyOf(n).name != "hdrf" {
		return s.measureLeaf(n, total)
	}
	var children []measured
	least := math.Inf(1)
	for _, name := range sortedKeys(n.children) {
		child := s.measure(n.children[name], total)
		child.share = overWeight(child.share, s.weightOf(n.children[name]))
		if !child.blocked {
			least = min(least, child.share)
		}
		children = append(children, child)
	}
	m := measured{blocked: math.IsInf(least, 1), parts: map[string]float64{}}
	for _, x := range s.counting.of(total) {
		name := x.key
		scaled, full := make([]float64, len(children)), make([]float64, len(children))
		for i, child := range children {
			switch {
			case child.blocked:
				full[i] = child.parts[name]
			case child.share > 0:
				scaled[i] = child.parts[name] / child.share
			}
		}
		m.parts[name] = sumOf(full)
		if !m.blocked && least > 0 {
			m.parts[name] += float64(least * sumOf(scaled))
		}
		m.share = max(m.share, m.parts[name])
	}
	return m
}

// overWeight is a share divided by a weight. Above 0 it is brought within 2^-960 and 2^960.
func overWeight(share, weight float64) float64 {
	if share > 0 {
		share = min(max(share/weight, 0x1p-960), 0x1p960)
	}
	return share
}

func (s *sorter) measureLeaf(n *node, total quantities) measured {
	m := measured{share: s.dominant(n, total), blocked: s.isBlocked(n), parts: map[string]float64{}}
	for _, x := range s.counting.of(total) {
		if saturated := x.in(s.root.totals) >= x.in(total); !saturated {
			m.parts[x.key] = x.share(double(x.in(n.totals)), total)
		}
	}
	return m
}

// isBlocked says whether none of the clients that a node leads to is active, or
// whether it is a client's that is said to have no use for what there is.
func (s *sorter) isBlocked(n *node) bool {
	if n.leaf() {
		return !n.active || s.idle[n.client()] || s.blocked[n.client()]
	}
	return !s.leads(n)
}

func (s *sorter) leads(n *node) bool {
	return n.anyLeaf(func(l *node) bool { return l.active && !s.idle[l.client()] })
}

// anyLeaf says whether a leaf at or below a node suits.
func (n *node) anyLeaf(suits func(*node) bool) bool {
	if n.leaf() {
		return suits(n)
	}
	return anyOf(n.children, func(child *node) bool { return child.anyLeaf(suits) })
}

// sumOf adds numbers in pairs, and pairs of pairs.
func sumOf(list []float64) float64 {
	for len(list) > 1 {
		var pairs []float64
		for i := 0; i+1 < len(list); i += 2 {
			pairs = append(pairs, list[i]+list[i+1])
		}
		if len(list)%2 > 0 {
			pairs = append(pairs, list[len(list)-1])
		}
		list = pairs
	}
	return list[0]
}

// heedsBlocked says whether any part of the tree of roles is under hierarchical DRF.
func (s *state) heedsBlocked() bool {
	return anyOf(s.policies.ofRoles, func(p policy) bool { return p.name == "hdrf" })
}

// orderOfRoles is the order in which an agent is offered to roles.
func (c *cycle) orderOfRoles(a *agent) []string {
	c.roleSorter.idle = map[string]bool{}
	for role, sorter := range c.sorters {
		if !sorter.leads(sorter.root) {
			c.roleSorter.idle[role] = true
		}
	}
	return c.roleSorter.sort(c.total, c.nonce(a))
}

// noteBlocked notes after a cycle which roles have no use for what there is. Those that were
// offered something have. If anything is left on an agent that the cycle went through, no
// other role has. If not, those others have that could have had some of what was offered.
func (c *cycle) noteBlocked() {
	if !c.heedsBlocked() {
		return
	}
	left := slices.ContainsFunc(c.order, func(id string) bool { return len(c.agents[id].available) > 0 })
	for role := range c.sorters {
		switch {
		case c.offered[role]:
			delete(c.roleSorter.blocked, role)
		case c.roleSorter.idle[role] || !left && len(c.offers) == 0:
		case !left && c.couldHave(role):
			delete(c.roleSorter.blocked, role)
		default:
			c.roleSorter.blocked[role] = true
		}
	}
}

// couldHave says whether a framework in a role could have had some of what was offered in a
// cycle, and did not refuse as much before.
func (c *cycle) couldHave(role string) bool {
	left := c.quotas[role].limits.minus(c.consumed[role])
	for name, leaf := range c.sorter(role).clients {
		f := c.frameworks[name]
		if !leaf.active {
			continue
		}
		refused, did := f.refused[role]
		for _, o := range c.offers {
			a := c.agents[o.agent]
			offer := o.filter(func(p piece) bool {
				_, limited := c.quotas[role].limits[p.Name]
				return p.allocatableTo(role) && f.understands(p) && !(p.quotable() && limited && left[p.Name] <= 0)
			})
			if c.wouldTake(a, name, role, offer) && !(did && refused.contains(offer.quantities())) {
				return true
			}
		}
	}
	return false
}
