package tape

import (
	"maps"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// A Cast is who and what the calls of one history are about, and how its
// allocators are set up. Agents and frameworks have nothing but a name.
type Cast struct {
	Options core.Options // completed by Start
	Start   history.Initialize
	// Every is how often a cycle that is due is run: 1 for each time.
	Every int
	// Step is by how much the clock moves at once, with a cycle after each step if
	// one is due; 0 if it moves as far as it is told.
	Step time.Duration
	// Forget is after how many calls all names are released, 0 for never.
	Forget int
	// Extremes: amounts may be too large, and their sums.
	Extremes bool
	// OnCalls has a cycle that is due run after any call, and not when time moves alone.
	OnCalls bool
	// Faithful: the history is within what the core and Mesos have in common.
	Faithful bool

	Agents, Frameworks []string
	Roles              []Role
	Kinds              []Kind
	Names              []string // of resources
	Hosts              []string
	Items              []string            // of sets
	Attributes         []map[string]string // that agents may have, by Rack

	constraints []constraints

	numbers map[named]uint32
}

// NewCast is a cast of nobody.
func NewCast() *Cast {
	return &Cast{
		Every: 1, Attributes: []map[string]string{nil, {rack: "1"}, {rack: "2"}, {rack: "3"}},
		numbers: map[named]uint32{},
	}
}

// Clone is a cast that is like this one, and can grow without it.
func (c *Cast) Clone() *Cast {
	o := *c
	o.Agents, o.Frameworks = slices.Clone(c.Agents), slices.Clone(c.Frameworks)
	o.Roles, o.Kinds = slices.Clone(c.Roles), slices.Clone(c.Kinds)
	o.Attributes, o.constraints = slices.Clone(c.Attributes), slices.Clone(c.constraints)
	for i := range o.constraints {
		o.constraints[i].admits = slices.Clip(c.constraints[i].admits)
	}
	o.Names, o.Hosts, o.Items = slices.Clone(c.Names), slices.Clone(c.Hosts), slices.Clone(c.Items)
	o.numbers = maps.Clone(c.numbers)
	return &o
}
