package model

import "math"

// A key is what a node is ordered by among its siblings: the least first, of those the
// least second, of those the first name.
type key struct{ first, second float64 }

// keyOf is a node's key, by the policy that orders it and its siblings, out of a total
// on all agents.
func (s *sorter) keyOf(n *node, total quantities) key {
	weight, picks := s.weightOf(n), float64(n.count)
	switch p := s.policyOf(n.parent); p.name {
	case "ranked":
		return key{s.rankOf(n), s.dominant(n, total) / weight}
	case "max_min":
		return key{part(n.totals[p.resource], total[p.resource]) / weight, picks}
	case "asset":
		return key{s.sumOfParts(n, total) / weight, picks}
	case "decayed":
		return key{s.decayedShare(n, total, p.halfLife) / weight, picks}
	case "hdrf":
		return key{overWeight(s.measure(n, total).share, weight), picks}
	}
	return key{s.dominant(n, total) / weight, picks}
}

// policyOf is the policy by which a node's children are ordered.
func (s *sorter) policyOf(n *node) policy { return governing(s.policies, n.path) }

// rankOf is the rank that was set for a path. A virtual leaf has none of its own.
func (s *sorter) rankOf(n *node) float64 {
	if n.name == virtual {
		return 0
	}
	return s.ranks[n.path]
}

// dominant is the largest fraction of a resource's total that a node holds.
func (s *sorter) dominant(n *node, total quantities) float64 {
	var share float64
	for name, milli := range total {
		if !s.exclude[name] {
			share = math.Max(share, part(n.totals[name], milli))
		}
	}
	return share
}

// part is an amount as a fraction of a total, which may be 0.
func part(milli, total int64) float64 {
	if total == 0 {
		return 0
	}
	return double(milli) / double(total)
}

// sumOfParts is the sum of the fractions that a node holds of all resources. Each is
// rounded down to 2^-56, so that it does not matter in which order they are added.
func (s *sorter) sumOfParts(n *node, total quantities) float64 {
	const unit = 1 << 56
	var units uint64
	for name, milli := range total {
		if s.exclude[name] {
			continue
		}
		fraction := math.Min(part(n.totals[name], milli), 128)
		units = min(units+uint64(fraction*unit), 1<<63)
	}
	return float64(units) / unit
}

// double is an amount as Mesos computes with it: convertToFloating, in values.cpp,
// adds the whole and the fraction, which is not always the nearest double.
func double(milli int64) float64 { return float64(milli/1000) + float64(milli%1000)/1000 }
