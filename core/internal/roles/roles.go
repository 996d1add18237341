// Package roles is the tree of roles: their weights, ranks, policies and quota, with
// the sums of what is reserved, held and used at each node.
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

// RoomForRole refuses a role for which, with those above it, there is no room.
func (t *Roles) RoomForRole(path string) *api.Error {
	if _, below, known := t.Descend(path); !known && t.Len()+strings.Count(below, "/") >= t.limits.Roles {
		return api.Errorf(api.CodeLimit, "role %q: more than %d roles", path, t.limits.Roles)
	}
	return nil
}

// Role is one node of the tree of roles.
//
// Invariants, for the sums over all agents:
//  1. reserved is what agents' totals reserve for this role and its subroles;
//  2. OfferedOrAllocatedReserved, OfferedOrAllocatedUnreserved and InUse are the
//     sums of the ledger entries of this role and its subroles: of reserved
//     resources offered or allocated, of unreserved non-revocable ones, and of
//     unreserved non-revocable ones that are in use by tasks;
//  3. client is valid if and only if some framework is tracked under the
//     role, and active in the role sorter if and only if a framework of it
//     is active in frameworks.
//  4. it is listed among its parent's children, or at the top, if and only if it
//     is not empty.
type Role struct {
	Path     string
	Parent   api.RoleID   // NoRole for a top-level role
	ancestor api.RoleID   // one far above, or the parent, see IsSelfOrAncestor
	depth    uint32       // components of path
	children []api.RoleID // those that are not empty, by name
	Listed   bool         // among the parent's children
	Held     bool         // by the host
	Refs     uint32       // see role_references.go
	Idle     bool         // in Roles.idle

	Weight     float64
	Rank       float64     // see SetRanks
	Own        OwnPolicies // see SetPolicy
	QuotaDirty bool        // in Roles.ToReassess
	DirtyPlace uint32      // there
	QuotaState

	Subscriptions []slots.Subscription  // tracked frameworks, in no order
	Frameworks    *sorter.Sorter        // nil while no framework is tracked
	ByClient      []slots.Subscription  // subscription of each client of frameworks
	few           [2]slots.Subscription // the first places of subscriptions and ByClient
	Client        sorter.Client         // in the role sorter
	Active        int                   // subscriptions active in frameworks

	Reserved                     quantities.Row
	OfferedOrAllocatedReserved   quantities.Row
	OfferedOrAllocatedUnreserved quantities.Row
	InUse                        quantities.Row

	OfferedIn uint64 // the last cycle in which it was offered something, under HDRF

	Exhausted   NameSet // those whose limit is used up, in cycle ExhaustedIn
	ExhaustedIn uint64
}

// Roles is the tree of the roles that are known. A path may have thousands of
// components: nothing about the tree is recursive, and nothing takes time or
// memory for each pair of a path's components.
type Roles struct {
	container.Registry[Role]
	ByName container.HashTable // slots are numbers of roles
	seed   maphash.Seed
	top    []api.RoleID // top-level roles that are not empty, by name
	Idle   []api.RoleID // nothing referred to them at some time: to be looked at

	Reserved                   quantities.Row // over all roles, as Mesos keeps at its root
	OfferedOrAllocatedReserved quantities.Row

	Sorter   *sorter.Sorter
	ByClient []api.RoleID // role of each client of Sorter
	Policies int          // roles with one of their own
	Ranked   int          // roles whose rank is not 0

	WithQuota       int                // roles with a quota that is not the default
	ToReassess      []api.RoleID       // roles with quota whose consumption has changed
	Required        quantities.WideRow // headroom that unsatisfied guarantees need, but for those to reassess
	ExhaustedForAll NameSet            // of which the limits of every active role leave nothing

	options *api.Options
	limits  *api.Limits
	scratch struct{ row quantities.Row }
}

// Name is what a role is called below its parent: the last component of its
// path.
type Name struct {
	Parent api.RoleID // NoRole for a top-level role
	Name   string
}

// New returns an empty tree, whose roles sorter orders.
func New(options *api.Options, limits *api.Limits, sorter *sorter.Sorter) *Roles {
	return &Roles{ByName: container.NewHashTable(), seed: maphash.MakeSeed(), Sorter: sorter, options: options, limits: limits}
}

func (t *Roles) Get(id api.RoleID) *Role { return t.At(uint32(id)) }

func (t *Roles) hash(name Name) uint32 { return uint32(maphash.Comparable(t.seed, name)) }

// NameOf returns what a role is called below its parent.
func (t *Roles) NameOf(r *Role) Name {
	return Name{r.Parent, r.Path[strings.LastIndexByte(r.Path, '/')+1:]}
}

// Child returns the role of that name.
func (t *Roles) Child(name Name) (api.RoleID, bool) {
	n, ok := t.ByName.Find(t.hash(name), func(n uint32) bool { return t.NameOf(t.At(n)) == name })
	return api.RoleID(n), ok
}

// Descend follows a path from the top as far as there are roles. It returns the
// last one, or NoRole, and the components below it, unless the whole path is
// known.
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

// Intern returns the number of a valid role path, creating the role and its
// ancestors when they are new. A new role is for reference at once.
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

// add adds a role, which is new, below another one or at the top.
func (t *Roles) add(parent api.RoleID, path, name string) api.RoleID {
	id := api.RoleID(t.Add())
	t.Enter(id, parent, path, name)
	return id
}

// Enter makes what a role is called and where it is known, of which there is nothing
// yet but its number.
func (t *Roles) Enter(id, parent api.RoleID, path, name string) {
	r := t.Get(id)
	*r = Role{Path: path, Parent: parent, ancestor: id, depth: 1, Weight: 1, Client: sorter.NoClient}
	r.Subscriptions, r.ByClient = r.few[0:0:1], r.few[1:1:2]
	t.ByName.Put(t.hash(Name{parent, name}), uint32(id))
	if parent == api.NoRole {
		return
	}
	t.Ref(parent)
	// The distances of these ancestors are such that with them and the parents
	// any ancestor is a number of steps away that is logarithmic in the depth
	// (Myers: An Applicative Random-Access Stack, 1983).
	above := t.Get(parent)
	far := t.Get(above.ancestor)
	r.depth, r.ancestor = above.depth+1, parent
	if above.depth-far.depth == far.depth-t.Get(far.ancestor).depth {
		r.ancestor = far.ancestor
	}
}

// IsSelfOrAncestor reports whether ancestor is on the path from the root to
// id, id included.
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

func (t *Roles) CheckRole(id api.RoleID) *api.Error {
	if !t.Has(uint32(id)) {
		return api.Errorf(api.CodeUnknownRole, "role %d %s", id, kinds.NotThere(t.GivenOut(uint32(id))))
	}
	return nil
}

func (t *Roles) RoleText(r api.RoleID) string {
	if !t.Has(uint32(r)) {
		return strconv.Itoa(int(r))
	}
	return strconv.Quote(t.Get(r).Path)
}
