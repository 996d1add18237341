package tape

import (
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// None is the number of nothing: no agent, framework, role or kind.
const None = ^uint32(0)

// A Kind is a resource without its amount, and what follows from it.
type Kind struct {
	Resource  history.Resource
	Name      uint32 // in Cast.Names
	Role      uint32 // that it is reserved for, or None
	Divisible bool   // amounts of it add up; else it counts by copies of one size
	declared  core.Kind
}

// Scalar says whether the kind has an amount, and not intervals.
func (k *Kind) Scalar() bool { return k.Resource.Type == history.Scalar }

// Items says whether it is a set's.
func (k *Kind) Items() bool { return k.Resource.Type == history.Set }

// Refined says whether it is reserved within a reservation.
func (k *Kind) Refined() bool { return len(k.Resource.Reservations) > 1 }

// Quotable says whether quota is about it when it is held.
func (k *Kind) Quotable() bool {
	return k.Scalar() && k.Role == None && !k.Resource.Revocable
}

// Volume says whether it is a persistent volume.
func (k *Kind) Volume() bool {
	return k.Resource.Disk != nil && k.Resource.Disk.Persistence != nil
}

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
	key := named{"kind", r.Kind()}
	if n, ok := c.numbers[key]; ok {
		return n
	}
	k := Kind{Resource: r, Name: c.Name(r.Name), Role: None, Divisible: r.Divisible(), declared: history.KindOf(&r)}
	if n := len(r.Reservations); n > 0 {
		k.Role = c.Role(r.Reservations[n-1].Role)
	}
	n := uint32(len(c.Kinds))
	c.Kinds = append(c.Kinds, k)
	c.numbers[key] = n
	return n
}

// Agent gives the number of an agent's name.
func (c *Cast) Agent(name string) uint32 { return c.numberOf("agent", &c.Agents, name) }

// Framework gives the number of a framework's name.
func (c *Cast) Framework(name string) uint32 { return c.numberOf("framework", &c.Frameworks, name) }

// Name gives the number of a resource's name.
func (c *Cast) Name(name string) uint32 { return c.numberOf("name", &c.Names, name) }

// Host gives the number of a host's name.
func (c *Cast) Host(name string) uint32 { return c.numberOf("host", &c.Hosts, name) }

// Item gives the number of an item of a set.
func (c *Cast) Item(name string) uint32 { return c.numberOf("item", &c.Items, name) }

// Role gives the number of a role. The roles above it have numbers, too.
func (c *Cast) Role(path string) uint32 {
	key := named{"role", path}
	if n, ok := c.numbers[key]; ok {
		return n
	}
	r := Role{Path: path, Parent: None}
	if i := strings.LastIndexByte(path, '/'); i > 0 {
		r.Parent = c.Role(path[:i])
		r.Depth = c.Roles[r.Parent].Depth + 1
	}
	n := uint32(len(c.Roles))
	c.Roles = append(c.Roles, r)
	c.numbers[key] = n
	return n
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

// numberOf is the index of a name in the list of its sort, to which it is added if it is new.
func (c *Cast) numberOf(sort string, list *[]string, name string) uint32 {
	key := named{sort, name}
	n, ok := c.numbers[key]
	if !ok {
		n = uint32(len(*list))
		*list = append(*list, name)
		c.numbers[key] = n
	}
	return n
}
