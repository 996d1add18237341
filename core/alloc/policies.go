package alloc

import (
	"time"

	"github.com/apportion/apportion/sorter/policy"
)

// Policy names the order in which roles, or a role's frameworks, come, with its
// parameters. docs/policies.md has all of them.
type Policy = policy.Policy

const (
	// DRF serves the smallest weighted dominant share first, as Mesos does.
	DRF = policy.DRF
	// Random draws by weight.
	Random = policy.Random
	// HDRF is hierarchical dominant resource fairness.
	HDRF = policy.HDRF
	// Ranked goes by the ranks that SetRanks sets, then by weighted dominant share.
	Ranked = policy.Ranked
	// Asset serves the smallest weighted sum of shares of all resources first.
	Asset = policy.Asset
)

// Decayed serves the smallest weighted dominant share of decayed usage first: what a client no
// longer holds counts half as much with each half-life. It panics unless halfLife is above zero.
func Decayed(halfLife time.Duration) Policy { return policy.Decayed(halfLife) }

// MaxMin serves the smallest weighted share of one resource first.
func MaxMin(resource string) Policy { return policy.MaxMin(resource) }

// PolicyScope says whose order a policy is.
type PolicyScope uint8

const (
	// ScopeAll: the roles below a role and their frameworks.
	ScopeAll PolicyScope = iota
	// ScopeRoles: the roles below a role alone.
	ScopeRoles
	// ScopeFrameworks: the frameworks of a role and of the roles below it.
	ScopeFrameworks
)

// String returns "all", "roles", "frameworks".
func (s PolicyScope) String() string { return enumText(s, "all", "roles", "frameworks") }

// RolePolicy is a policy for a part of the tree of roles, for Options.
// ParseRolePolicies reads a list of them.
type RolePolicy struct {
	Role   string // its path; empty: the whole tree
	Scope  PolicyScope
	Policy Policy
}
