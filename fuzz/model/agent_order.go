package model

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/internal/handle"
)

// inOrder brings the agents of a cycle into the order in which a stage visits them:
// that of their ids, or by how full they are.
func (c *cycle) inOrder() []string {
	order := slices.Clone(c.order)
	if c.options.agentOrder == "" || c.options.agentOrder == "id" {
		return order
	}
	slices.SortFunc(order, func(x, y string) int {
		a, b := c.agents[x], c.agents[y]
		full := cmp.Compare(a.fullness(), b.fullness())
		if c.options.agentOrder == "pack" {
			full = -full
		}
		return cmp.Or(full, cmp.Compare(a.place, b.place))
	})
	return order
}

// fullness is the largest part of a scalar that is not free, as a whole number of
// parts of 2^32-1.
func (a *agent) fullness() uint32 {
	total, free := a.total.quantities(), a.available.quantities()
	fullest := 0.0
	for name, milli := range total {
		fullest = max(fullest, float64(milli-free[name])/float64(milli))
	}
	return uint32(min(fullest, 1) * (1<<32 - 1))
}

// takePlace is the place that a new agent gets: the lowest that was left, or a new
// one.
func (s *state) takePlace() int {
	place := len(s.tenants)
	if len(s.places) > 0 {
		place = slices.Min(s.places)
		s.places = slices.DeleteFunc(s.places, func(x int) bool { return x == place })
	} else {
		s.tenants = append(s.tenants, 0)
	}
	s.tenants[place]++
	return place
}

// leavePlace leaves a place to others, unless its handles have run out.
func (s *state) leavePlace(place int) {
	if s.tenants[place] < handle.MaxGeneration {
		s.places = append(s.places, place)
	}
}
