package history

// What a policy orders: the roles below a role and their frameworks, or one of the
// two alone. An absent one is all.
const (
	OfAll        = "all"
	OfRoles      = "roles"
	OfFrameworks = "frameworks"
)

// RolePolicy is a policy for a part of the tree of roles, from the beginning. In the short
// form what is ordered is always there.
type RolePolicy struct {
	Role   string
	Of     string `json:",omitempty" preset:"all" before:" " words:"all roles frameworks"`
	Policy string `before:" "`
}
