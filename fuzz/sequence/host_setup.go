package sequence

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// HalfSecond is by how much the clock moves at once where histories are like those that Mesos
// was recorded with, and in the model.
const HalfSecond = time.Second / 2

// A Setup is how the allocators of a history are set up and their host is, which the history
// does not say.
type Setup struct {
	Options alloc.Options // completed by Cast.Start
	// Every is how often a cycle that is due is run: 1 for each time.
	Every int
	// AtOnce: the clock moves as far as it is told, and not in half seconds with a cycle after
	// each if one is due. OnAdvance: only when it moves is a cycle run that is due.
	AtOnce, OnAdvance bool
	// Faithful: the history is within what the core and Mesos have in common.
	Faithful bool
	// Forget is after how many calls all names are released, 0 for never.
	Forget int `json:",omitempty"`
	// Extremes: amounts may be too large, and their sums.
	Extremes bool `json:",omitempty"`
}

// A Cast is who and what the calls of one history are about. Agents and frameworks have
// nothing but a name. It only grows: a number that was given stays.
type Cast struct {
	Setup
	Start history.Initialize

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
		Setup:      Setup{Every: 1, AtOnce: true, OnAdvance: true},
		Attributes: []map[string]string{nil, {rack: "1"}, {rack: "2"}, {rack: "3"}},
		numbers:    map[named]uint32{},
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

// None is the number of nothing: no agent, framework, role or kind.
const None = ^uint32(0)

// A Kind is a resource without its amount, and what follows from it.
type Kind struct {
	Resource  history.Resource
	Name      uint32 // in Cast.Names
	Role      uint32 // that it is reserved for, or None
	Divisible bool   // amounts of it add up; else it counts by copies of one size
	declared  alloc.Kind
}

// Scalar says whether the kind has an amount, and not intervals.
func (k *Kind) Scalar() bool { return k.Resource.Type == history.Scalar }

// Items says whether it is a set's.
func (k *Kind) Items() bool { return k.Resource.Type == history.Set }

// Refined says whether it is reserved within a reservation.
func (k *Kind) Refined() bool { return len(k.Resource.Reservations) > 1 }

// Quotable says whether quota is about it when it is held.
func (k *Kind) Quotable() bool { return k.Scalar() && k.Role == None && !k.Resource.Revocable }

// Volume says whether it is a persistent volume.
func (k *Kind) Volume() bool { return k.Resource.Disk != nil && k.Resource.Disk.Persistence != nil }

// A Role is a path and where it is in the tree.
type Role struct {
	Path   string
	Parent uint32 // or None
	Depth  int    // 0 at the top
}

// Kind gives the number of a kind of resource, a new one if it is not known. The
// amount, ranges and items of r do not matter.
func (c *Cast) Kind(r history.Resource) uint32 {
	r.Milli, r.Ranges, r.Items = 0, nil, nil
	return numberIn(c, "kind", &c.Kinds, r.Kind(), func() Kind {
		k := Kind{Resource: r, Name: c.Name(r.Name), Role: None, Divisible: r.Divisible(), declared: history.KindOf(&r)}
		if n := len(r.Reservations); n > 0 {
			k.Role = c.Role(r.Reservations[n-1].Role)
		}
		return k
	})
}

// Agent gives the number of an agent's name; the others those of frameworks, resources, hosts and
// items of sets.
func (c *Cast) Agent(name string) uint32     { return c.numberOf("agent", &c.Agents, name) }
func (c *Cast) Framework(name string) uint32 { return c.numberOf("framework", &c.Frameworks, name) }
func (c *Cast) Name(name string) uint32      { return c.numberOf("name", &c.Names, name) }
func (c *Cast) Host(name string) uint32      { return c.numberOf("host", &c.Hosts, name) }
func (c *Cast) Item(name string) uint32      { return c.numberOf("item", &c.Items, name) }

// Role gives the number of a role. The roles above it have numbers, too.
func (c *Cast) Role(path string) uint32 {
	return numberIn(c, "role", &c.Roles, path, func() Role {
		r := Role{Path: path, Parent: None}
		if i := strings.LastIndexByte(path, '/'); i > 0 {
			r.Parent = c.Role(path[:i])
			r.Depth = c.Roles[r.Parent].Depth + 1
		}
		return r
	})
}

// Below says whether a role is a descendant of another one.
func (c *Cast) Below(role, ancestor uint32) bool {
	for role = c.Roles[role].Parent; role != None; role = c.Roles[role].Parent {
		if role == ancestor {
			return true
		}
	}
	return false
}

// named is something of a sort that has a name.
type named struct{ sort, name string }

func (c *Cast) numberOf(sort string, list *[]string, name string) uint32 {
	return numberIn(c, sort, list, name, func() string { return name })
}

// numberIn is the index of what has a name in the list of its sort, to which it is added if it
// is new.
func numberIn[T any](c *Cast, sort string, list *[]T, name string, make func() T) uint32 {
	key := named{sort, name}
	n, ok := c.numbers[key]
	if !ok {
		x := make() // which may add to the list, too
		n = uint32(len(*list))
		*list = append(*list, x)
		c.numbers[key] = n
	}
	return n
}
