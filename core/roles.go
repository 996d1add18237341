package core

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// RoleID numbers a role path such as "eng/web". Numbers are handed out from
// 0, never reused, and mean the same role for the allocator's whole life.
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
type role struct {
	path     string
	parent   RoleID // noRole for a top-level role
	children []RoleID

	weight     float64
	quotaDirty bool // in Allocator.quotaDirty
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

	exhausted   nameSet // those whose limit is used up, in cycle exhaustedIn
	exhaustedIn uint64
}

// roleTree is the tree of all roles ever named.
type roleTree struct {
	container.Slab[role]
	byPath map[string]RoleID
	top    []RoleID

	reserved                   quantities.Row // over all roles, as Mesos keeps at its root
	offeredOrAllocatedReserved quantities.Row
}

func (t *roleTree) get(id RoleID) *role { return t.At(uint32(id)) }

// intern returns the number of a valid role path, creating the role and its
// ancestors when they are new.
func (t *roleTree) intern(path string) RoleID {
	if id, ok := t.byPath[path]; ok {
		return id
	}
	parent := noRole
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		parent = t.intern(path[:i])
	}
	id := RoleID(t.Push())
	path = strings.Clone(path)
	r := t.get(id)
	*r = role{path: path, parent: parent, weight: 1, client: sorter.NoClient}
	r.subscriptions, r.byClient = r.few[0:0:1], r.few[1:1:2]
	t.byPath[path] = id
	siblings := &t.top
	if parent != noRole {
		siblings = &t.get(parent).children
	}
	at, _ := slices.BinarySearchFunc(*siblings, path, func(s RoleID, path string) int {
		return strings.Compare(t.get(s).path, path)
	})
	*siblings = slices.Insert(*siblings, at, id)
	return id
}

// isSelfOrAncestor reports whether ancestor is on the path from the root to
// id, id included.
func (t *roleTree) isSelfOrAncestor(ancestor, id RoleID) bool {
	for ; id != noRole; id = t.get(id).parent {
		if id == ancestor {
			return true
		}
	}
	return false
}

// empty mirrors Role::isEmpty: Mesos forgets such a role, we merely don't
// show it.
func (t *roleTree) empty(id RoleID) bool {
	r := t.get(id)
	for _, c := range r.children {
		if !t.empty(c) {
			return false
		}
	}
	return len(r.subscriptions) == 0 && r.reserved.IsZero() && r.quota.isDefault() && r.weight == 1
}

// MaxRoles bounds the roles of one allocator, since roles are never forgotten.
const MaxRoles = 1 << 22

// InternRole interns a role path and returns its number. Interning alone has no
// effect on allocation.
//
// Errors: CodeName, CodeLimit (too many roles).
func (a *Allocator) InternRole(path string) (RoleID, error) {
	if id, ok := a.roles.byPath[path]; ok {
		return id, nil
	}
	if err := ValidateRole(path); err != nil {
		return 0, err
	}
	if err := a.roomForRole(path); err != nil {
		return 0, err
	}
	return a.roles.intern(path), nil
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
	if int(id) >= a.roles.Len() {
		return errorf(CodeUnknownRole, "role %d: never declared", id)
	}
	return nil
}
