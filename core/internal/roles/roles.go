// Package roles owns the tree of roles: weights, ranks, policies, quota, and at each node
// the sums of what is reserved, held and used. The invariants stand above Role and Roles.
package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Role is one node of the tree of roles.
//
// Invariants; the sums are over all agents, and over this role and its subroles:
//  1. Reserved sums what agents' totals reserve;
//  2. OfferedOrAllocatedReserved sums the reserved scalars in the ledger entries of registered frameworks, and
//     OfferedOrAllocatedUnreserved the unreserved, non-revocable ones. InUse sums the unreserved, non-revocable
//     scalars that tasks use;
//  3. Frameworks and Client are set if and only if Subscriptions is not empty; Client
//     is then active in the role sorter if and only if takesPart says so;
//  4. Active counts the subscriptions that are active in Frameworks;
//  5. the role is in its parent's children, or in Tree.top, if and only if it is not empty. Listed says whether it
//     is.
type Role struct {
	text      string         // see Tree
	long      bool           // text is the last component of a long path
	firstLong alloc.RoleID   // if long: the highest role on the path that is long, too
	Parent    alloc.RoleID   // NoRole for a top-level role
	depth     uint32         // components of path
	children  []alloc.RoleID // those that are not empty, by name
	Listed    bool           // among the parent's children
	isKept    bool           // something is set for it, see role_references.go

	Weight float64
	alloc.Settings
	Own        OwnPolicies // see core.Allocator.SetPolicy
	QuotaDirty bool        // in Roles.ToReassess
	quotaSet   bool        // Quota has been set since it was reassessed
	DirtyPlace uint32      // in Roles.ToReassess, if QuotaDirty
	QuotaState

	Subscriptions []slots.Subscription  // tracked frameworks, in no order
	Frameworks    *order.Sorter         // nil while no framework is tracked
	ByClient      []slots.Subscription  // subscription of each client of Frameworks
	few           [2]slots.Subscription // the first places of Subscriptions and ByClient
	Client        order.Client          // in the role sorter
	Active        int                   // subscriptions active in Frameworks

	Sums
}

// Roles are all known roles, with the sorter that orders them and the sums over all.
//
// Invariants:
//  1. Reserved and OfferedOrAllocatedReserved sum those of the top-level roles;
//  2. ToReassess has exactly the roles that are QuotaDirty, each at its DirtyPlace;
//  3. WithQuota counts the roles with HasQuota, and Required sums Need of the top-level
//     ones.
type Roles struct {
	Tree

	Reserved                   quantities.Row // over all roles, as Mesos keeps at its root
	OfferedOrAllocatedReserved quantities.Row

	Sorter   *order.Sorter
	ByClient []alloc.RoleID // role of each client of Sorter

	WithQuota  int            // roles with a quota that is not the default
	ToReassess []alloc.RoleID // roles to reassess: their quota or consumption has changed
	Required   rows.Wide      // headroom that unsatisfied guarantees need, as of the last reassess

	totals  *order.Totals // of all sorters
	scratch struct{ row, consumed quantities.Row }
}

// New returns an empty tree, whose roles sorter orders.
func New(options *alloc.Options, limits *slots.Limits, totals *order.Totals, sorter *order.Sorter) *Roles {
	t := &Roles{Sorter: sorter, totals: totals}
	t.Tree = Tree{options: options, limits: limits}
	t.Registry = container.NewRegistry(formOfNumbers, t.NameOf)
	return t
}
