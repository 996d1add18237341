// Package roles owns the tree of roles: weights, ranks, policies, quota, and at each node
// the sums of what is reserved, held and used. The invariants stand above Role and Roles.
package roles

import (
	"hash/maphash"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// RoomForRole refuses a new role if it and its new ancestors would exceed the limit of
// roles.
func (t *Roles) RoomForRole(path string) *api.Error {
	if _, below, known := t.Descend(path); !known && t.Len()+strings.Count(below, "/") >= t.limits.Roles {
		return api.Errorf(api.CodeLimit, "role %q: more than %d roles", path, t.limits.Roles)
	}
	return nil
}

// Role is one node of the tree of roles.
//
// Invariants; the sums are over all agents, and over this role and its subroles:
//  1. Reserved sums what agents' totals reserve;
//  2. OfferedOrAllocatedReserved and OfferedOrAllocatedUnreserved sum the ledger entries
//     of registered frameworks: reserved scalars; unreserved, non-revocable ones. InUse
//     sums the unreserved, non-revocable scalars that tasks use;
//  3. Frameworks and Client are set if and only if Subscriptions is not empty; Client
//     is then active in the role sorter if and only if TakesPart;
//  4. Active counts the subscriptions that are active in Frameworks;
//  5. the role is in its parent's children, or in Roles.top, if and only if it is not
//     empty, and Listed says so.
type Role struct {
	Path     string
	Parent   api.RoleID   // NoRole for a top-level role
	ancestor api.RoleID   // one far above, or the parent, see IsSelfOrAncestor
	depth    uint32       // components of path
	children []api.RoleID // those that are not empty, by name
	Listed   bool         // among the parent's children
	Held     bool         // by the host
	Refs     uint32       // see role_references.go
	Idle     bool         // in Roles.Idle

	Weight     float64
	Rank       float64     // see core.Allocator.SetRanks
	Own        OwnPolicies // see core.Allocator.SetPolicy
	QuotaDirty bool        // in Roles.ToReassess
	DirtyPlace uint32      // in Roles.ToReassess, if QuotaDirty
	QuotaState

	Subscriptions []slots.Subscription  // tracked frameworks, in no order
	Frameworks    *sorter.Sorter        // nil while no framework is tracked
	ByClient      []slots.Subscription  // subscription of each client of Frameworks
	few           [2]slots.Subscription // the first places of Subscriptions and ByClient
	Client        sorter.Client         // in the role sorter
	Active        int                   // subscriptions active in Frameworks

	Sums

	offeredIn uint64 // the last cycle in which it was offered something, under HDRF
}

// Roles is the tree of all known roles. A path may have thousands of components:
// nothing recurs over the tree, and no step is quadratic in a path's depth.
//
// Invariants:
//  1. ByName has every role, by parent and last component of its path;
//  2. ToReassess has exactly the roles that are QuotaDirty, each at its DirtyPlace;
//  3. every unused role is in Idle; Role.Refs counts those who refer to it;
//  4. WithQuota counts the roles with HasQuota, and Required sums Need of the top-level
//     ones;
//  5. Reserved and OfferedOrAllocatedReserved sum those of the top-level roles.
type Roles struct {
	container.Registry[Role]
	ByName container.HashTable // slots are numbers of roles
	seed   maphash.Seed
	top    []api.RoleID // top-level roles that are not empty, by name
	Idle   []api.RoleID // roles that were unused at some time: ForgetRoles looks again

	Reserved                   quantities.Row // over all roles, as Mesos keeps at its root
	OfferedOrAllocatedReserved quantities.Row

	Sorter   *sorter.Sorter
	ByClient []api.RoleID // role of each client of Sorter
	Policies int          // roles with one of their own
	Ranked   int          // roles whose rank is not 0

	WithQuota   int                // roles with a quota that is not the default
	ToReassess  []api.RoleID       // roles to Reassess: their quota or consumption has changed
	Required    quantities.WideRow // headroom that unsatisfied guarantees need, as of the last Reassess
	Activations uint64             // how often a subscription has become active in a role

	options *api.Options
	limits  *api.Limits
	totals  *sorter.Totals // of all sorters
	scratch struct{ row quantities.Row }
}

// Name names a role below its parent, by the last component of its path.
type Name struct {
	Parent api.RoleID // NoRole for a top-level role
	Name   string
}

// New returns an empty tree, whose roles sorter orders.
func New(options *api.Options, limits *api.Limits, totals *sorter.Totals, sorter *sorter.Sorter) *Roles {
	return &Roles{ByName: container.NewHashTable(), seed: maphash.MakeSeed(), Sorter: sorter, options: options, limits: limits, totals: totals}
}

// Get returns a role.
func (t *Roles) Get(id api.RoleID) *Role { return t.At(uint32(id)) }

func (t *Roles) hash(name Name) uint32 { return uint32(maphash.Comparable(t.seed, name)) }

// NameOf returns a role's name below its parent.
func (t *Roles) NameOf(r *Role) Name {
	return Name{r.Parent, r.Path[strings.LastIndexByte(r.Path, '/')+1:]}
}

// Child returns the role of that name.
func (t *Roles) Child(name Name) (api.RoleID, bool) {
	n, ok := t.ByName.Find(t.hash(name), func(n uint32) bool { return t.NameOf(t.At(n)) == name })
	return api.RoleID(n), ok
}

// Descend follows a path from the top as far as there are roles. It returns the last
// role found, or NoRole, and the components below it; known if there are none.
func (t *Roles) Descend(path string) (id api.RoleID, below string, known bool) {
	id, below = api.NoRole, path
	for more := true; more; {
		var name, rest string
		name, rest, more = strings.Cut(below, "/")
		child, ok := t.Child(Name{id, name})
		if !ok {
			return id, below, false
		}
		id, below = child, rest
	}
	return id, "", true
}

// Intern returns the number of a valid role path, and adds the roles on it that are new.
// The caller refers to a new role at once.
func (t *Roles) Intern(path string) api.RoleID {
	id, below, known := t.Descend(path)
	if known {
		return id
	}
	path = strings.Clone(path)
	for start := len(path) - len(below); start <= len(path); {
		end := len(path)
		if slash := strings.IndexByte(path[start:], '/'); slash >= 0 {
			end = start + slash
		}
		id = t.add(id, path[:end], path[start:end])
		start = end + 1
	}
	return id
}

// add adds a new role below another one or at the top.
func (t *Roles) add(parent api.RoleID, path, name string) api.RoleID {
	id := api.RoleID(t.Add())
	t.Enter(id, parent, path, name)
	return id
}

// Enter sets up a role that has only a number: its name, its place in the tree, the
// defaults.
func (t *Roles) Enter(id, parent api.RoleID, path, name string) {
	r := t.Get(id)
	*r = Role{Path: path, Parent: parent, ancestor: id, depth: 1, Weight: 1, Client: sorter.NoClient}
	r.Subscriptions, r.ByClient = r.few[0:0:1], r.few[1:1:2]
	t.ByName.Put(t.hash(Name{parent, name}), uint32(id))
	if parent == api.NoRole {
		return
	}
	t.Ref(parent)
	// By these links and the parents any ancestor is O(log depth) steps away
	// (Myers: An Applicative Random-Access Stack, 1983).
	above := t.Get(parent)
	far := t.Get(above.ancestor)
	r.depth, r.ancestor = above.depth+1, parent
	if above.depth-far.depth == far.depth-t.Get(far.ancestor).depth {
		r.ancestor = far.ancestor
	}
}

// IsSelfOrAncestor reports whether ancestor is id, or lies above it.
func (t *Roles) IsSelfOrAncestor(ancestor, id api.RoleID) bool {
	if id == ancestor {
		return true
	}
	r := t.Get(id)
	if r.Parent == api.NoRole {
		return false
	}
	depth := t.Get(ancestor).depth
	for r.depth > depth {
		far := t.Get(r.ancestor)
		if far.depth >= depth {
			id, r = r.ancestor, far
		} else {
			id, r = r.Parent, t.Get(r.Parent)
		}
	}
	return id == ancestor
}

// CheckRole refuses a number that is no role's.
func (t *Roles) CheckRole(id api.RoleID) *api.Error {
	if !t.Has(uint32(id)) {
		return api.Errorf(api.CodeUnknownRole, "role %d %s", id, kinds.NotThere(t.GivenOut(uint32(id))))
	}
	return nil
}

// RoleText returns a role's quoted path for a message, or its number if there is none.
func (t *Roles) RoleText(r api.RoleID) string {
	if !t.Has(uint32(r)) {
		return strconv.Itoa(int(r))
	}
	return strconv.Quote(t.Get(r).Path)
}
