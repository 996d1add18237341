package order

import (
	"maps"
	"math"
	"slices"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// measured is what the oracle finds of a node under HDRF.
type measured struct {
	share   float64
	blocked bool
	parts   map[string]float64 // of resources that are not saturated
}

// measure computes n and all that is below it anew, by the words of HDRF.
func (o *oracle) measure(n *oracleNode) measured {
	total := map[string]quantities.Amount{}
	for _, q := range o.agents {
		addAmounts(total, q, 1)
	}
	m := measured{parts: map[string]float64{}}
	if n.leaf || o.policy(n) != policy.HDRF {
		m.blocked = !o.leads(n) || n.leaf && n.blocked
		for name, sum := range total {
			if part := n.allocation[name].Float() / sum.Float(); sum > 0 && n.allocation[name] > 0 && !o.excluded[name] {
				m.share = max(m.share, part)
				if o.dense(name) && o.root.allocation[name] < sum {
					m.parts[name] = part
				}
			}
		}
		return m
	}
	least := math.Inf(1)
	var children []measured
	for _, name := range slices.Sorted(maps.Keys(n.children)) {
		child := o.measure(n.children[name])
		if !child.blocked {
			child.share = hdrfWeighted(child.share, o.weightOf(n.children[name]))
			least = min(least, child.share)
		}
		children = append(children, child)
	}
	m.blocked = math.IsInf(least, 1)
	for name := range total {
		var scaled, plain []float64
		for _, child := range children {
			whole, over := child.parts[name], 0.0
			if !child.blocked && child.share > 0 {
				over = whole / child.share
			}
			if !child.blocked {
				whole = 0
			}
			scaled, plain = append(scaled, over), append(plain, whole)
		}
		m.parts[name] = pairwise(plain)
		if !m.blocked && least > 0 {
			m.parts[name] += float64(least * pairwise(scaled))
		}
		m.share = max(m.share, m.parts[name])
	}
	return m
}

// hdrfWeighted is a share over a weight, within the bounds that keep sums finite.
func hdrfWeighted(share, weight float64) float64 {
	if share > 0 {
		share = math.Max(math.Ldexp(1, -960), math.Min(math.Ldexp(1, 960), share/weight))
	}
	return share
}

// pairwise adds numbers as a complete binary tree does.
func pairwise(list []float64) float64 {
	if len(list) == 1 {
		return list[0]
	}
	half := 1
	for half*2 < len(list) {
		half *= 2
	}
	return pairwise(list[:half]) + pairwise(list[half:])
}
