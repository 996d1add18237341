package examine

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/internal/order"
)

// roleStanding says where a role stands in the role sorter, and frameworkStanding where a framework does in a role's.
func (ex *Explainer) roleStanding(s *order.Standing) explain.Standing {
	p := ex.pathParty(s.Path)
	return ex.standing(p, ex.Roles.Get(p.Role).Settings, s)
}

func (ex *Explainer) frameworkStanding(id alloc.RoleID, s *order.Standing) explain.Standing {
	f := ex.Frameworks.ByName[s.Path]
	return ex.standing(ex.frameworkParty(f, id), ex.Frameworks.At(f).Settings, s)
}

func (ex *Explainer) standing(p explain.Party, set alloc.Settings, s *order.Standing) explain.Standing {
	return explain.Standing{
		Party: p, Policy: s.Policy, Key: s.Key, Second: s.Second, Weight: s.Weight, Settings: set, Picks: s.Picks, Chance: s.Chance,
		Dominant: s.Dominant, Part: s.Part, Times: s.Times,
	}
}
