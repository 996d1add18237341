package core

import (
	"hash/maphash"
	"strings"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// RoleID numbers a role path such as "eng/web". Numbers are handed out from 0, and
// mean the same role until it is forgotten: see ReleaseRoles. What they mean then is
// an error, for the next 2^20 roles at least.
type RoleID uint32

const noRole = RoleID(none)

// role is one node of the tree of roles.
//
// Invariants, for the sums over all agents:
//  1. reserved is what agents' totals reserve for this role and its subroles;
//  2. offeredOrAllocatedReserved, offeredOrAllocatedUnreserved and inUse are the
//     sums of the ledger entries of this role and its subroles: of reserved
//     resources offered or allocated, of unreserved non-revocable ones, and of
//     unreserved non-revocable ones that are in use by tasks;
//  3. client is valid if and only if some framework is tracked under the
//     role, and active in the role sorter if and only if a framework of it
//     is active in frameworks.
//  4. it is listed among its parent's children, or at the top, if and only if it
//     is not empty.
type role struct {
	path     string
	parent   RoleID   // noRole for a top-level role
	ancestor RoleID   // one far above, or the parent, see isSelfOrAncestor
	depth    uint32   // components of path
	children []RoleID // those that are not empty, by name
	listed   bool     // among the parent's children
	held     bool     // by the host
	refs     uint32   // see role_references.go
	idle     bool     // in roleTree.idle

	weight     float64
	rank       float64     // see SetRanks
	own        ownPolicies // see SetPolicy
	quotaDirty bool        // in Allocator.quotaDirty
	dirtyPlace uint32      // there
	quotaState

	subscriptions []subscriptionSlot  // tracked frameworks, in no order
	frameworks    *sorter.Sorter      // nil while no framework is tracked
	byClient      []subscriptionSlot  // subscription of each client of frameworks
	few           [2]subscriptionSlot // the first places of subscriptions and byClient
	client        sorter.Client       // in the role sorter
	active        int                 // subscriptions active in frameworks

	reserved                     quantities.Row
	offeredOrAllocatedReserved   quantities.Row
	offeredOrAllocatedUnreserved quantities.Row
	inUse                        quantities.Row

	offeredIn uint64 // the last cycle in which it was offered something, under HDRF

	exhausted   nameSet // those whose limit is used up, in cycle exhaustedIn
	exhaustedIn uint64
}

// roleTree is the tree of the roles that are known. A path may have thousands of
// components: nothing about the tree is recursive, and nothing takes time or
// memory for each pair of a path's components.
type roleTree struct {
	container.Registry[role]
	byName container.HashTable // slots are numbers of roles
	seed   maphash.Seed
	top    []RoleID // top-level roles that are not empty, by name
	idle   []RoleID // nothing referred to them at some time: to be looked at

	reserved                   quantities.Row // over all roles, as Mesos keeps at its root
	offeredOrAllocatedReserved quantities.Row
}

// roleName is what a role is called below its parent: the last component of its
// path.
type roleName struct {
	parent RoleID // noRole for a top-level role
	name   string
}

func newRoleTree() roleTree {
	return roleTree{byName: container.NewHashTable(), seed: maphash.MakeSeed()}
}

func (t *roleTree) get(id RoleID) *role { return t.At(uint32(id)) }

func (t *roleTree) hash(name roleName) uint32 { return uint32(maphash.Comparable(t.seed, name)) }

// nameOf returns what a role is called below its parent.
func (t *roleTree) nameOf(r *role) roleName {
	return roleName{r.parent, r.path[strings.LastIndexByte(r.path, '/')+1:]}
}

// child returns the role of that name.
func (t *roleTree) child(name roleName) (RoleID, bool) {
	n, ok := t.byName.Find(t.hash(name), func(n uint32) bool { return t.nameOf(t.At(n)) == name })
	return RoleID(n), ok
}

// descend follows a path from the top as far as there are roles. It returns the
// last one, or noRole, and the components below it, unless the whole path is
// known.
func (t *roleTree) descend(path string) (id RoleID, below string, known bool) {
	id, below = noRole, path
	for more := true; more; {
		var name, rest string
		name, rest, more = strings.Cut(below, "/")
		child, ok := t.child(roleName{id, name})
		if !ok {
			return id, below, false
		}
		id, below = child, rest
	}
	return id, "", true
}

// intern returns the number of a valid role path, creating the role and its
// ancestors when they are new. A new role is for reference at once.
func (t *roleTree) intern(path string) RoleID {
	id, below, known := t.descend(path)
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
func (t *roleTree) add(parent RoleID, path, name string) RoleID {
	id := RoleID(t.Add())
	t.enter(id, parent, path, name)
	return id
}

// enter makes what a role is called and where it is known, of which there is nothing
// yet but its number.
func (t *roleTree) enter(id, parent RoleID, path, name string) {
	r := t.get(id)
	*r = role{path: path, parent: parent, ancestor: id, depth: 1, weight: 1, client: sorter.NoClient}
	r.subscriptions, r.byClient = r.few[0:0:1], r.few[1:1:2]
	t.byName.Put(t.hash(roleName{parent, name}), uint32(id))
	if parent == noRole {
		return
	}
	t.ref(parent)
	// The distances of these ancestors are such that with them and the parents
	// any ancestor is a number of steps away that is logarithmic in the depth
	// (Myers: An Applicative Random-Access Stack, 1983).
	above := t.get(parent)
	far := t.get(above.ancestor)
	r.depth, r.ancestor = above.depth+1, parent
	if above.depth-far.depth == far.depth-t.get(far.ancestor).depth {
		r.ancestor = far.ancestor
	}
}

// isSelfOrAncestor reports whether ancestor is on the path from the root to
// id, id included.
func (t *roleTree) isSelfOrAncestor(ancestor, id RoleID) bool {
	if id == ancestor {
		return true
	}
	r := t.get(id)
	if r.parent == noRole {
		return false
	}
	depth := t.get(ancestor).depth
	for r.depth > depth {
		far := t.get(r.ancestor)
		if far.depth >= depth {
			id, r = r.ancestor, far
		} else {
			id, r = r.parent, t.get(r.parent)
		}
	}
	return id == ancestor
}

// MaxRoles bounds the roles that an allocator knows at a time.
const MaxRoles = 1 << 22

// InternRole interns a role path and returns its number, which is good until it is
// released (ReleaseRoles). Interning alone has no effect on allocation.
//
// Errors: CodeName, CodeLimit (too many roles).
func (a *Allocator) InternRole(path string) (RoleID, error) {
	id, _, known := a.roles.descend(path)
	if !known {
		if err := ValidateRole(path); err != nil {
			return 0, err
		}
		if err := a.roomForRole(path); err != nil {
			return 0, err
		}
		id = a.roles.intern(path)
	}
	a.roles.get(id).held = true
	return id, nil
}

// RoleName returns the path of a role.
//
// Errors: CodeUnknownRole.
func (a *Allocator) RoleName(id RoleID) (string, error) {
	if err := a.checkRole(id); err != nil {
		return "", err
	}
	return a.roles.get(id).path, nil
}

func (a *Allocator) checkRole(id RoleID) *Error {
	if !a.roles.Has(uint32(id)) {
		return errorf(CodeUnknownRole, "role %d %s", id, notThere(a.roles.GivenOut(uint32(id))))
	}
	return nil
}
