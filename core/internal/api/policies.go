package api

// Ordered says whose order a policy is.
type Ordered uint8

const (
	// OrderOfAll: the roles below a role and their frameworks.
	OrderOfAll Ordered = iota
	// OrderOfRoles: the roles below a role alone.
	OrderOfRoles
	// OrderOfFrameworks: the frameworks of a role and of the roles below it.
	OrderOfFrameworks
)

// String returns "all", "roles", "frameworks".
func (o Ordered) String() string { return EnumText(o, "all", "roles", "frameworks") }

// RolePolicy is a policy for a part of the tree of roles, for Options.
// ParseRolePolicies reads a list of them.
type RolePolicy struct {
	Role   string // its path; empty: the whole tree
	Of     Ordered
	Policy Policy
}
