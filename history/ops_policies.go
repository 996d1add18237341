package history

import "github.com/apportion/apportion/calls"

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

// SetPolicy sets the policy of all that is below a role, or of the whole tree if no
// role is named. An empty policy takes back what was set.
type SetPolicy struct {
	Policy string // as docs/policies.md spells them
	Role   string `key:"role" call:"-"`
	Of     string `key:"of" words:"all roles frameworks"`
}

// SetRanks sets the ranks of roles and frameworks; those not named keep theirs.
type SetRanks struct {
	Roles      map[string]float64 `key:"roles,kept" as:"rank"`
	Frameworks map[string]float64 `key:"frameworks,kept" as:"rank"`
}

var policyOperations = []operation{
	{&SetPolicy{}, "policy", &calls.SetPolicy{}},
	{&SetRanks{}, "ranks", &calls.SetRanks{}},
}

func (*SetPolicy) Name() string { return "set_policy" }
func (*SetRanks) Name() string  { return "set_ranks" }
