package examine

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/internal/order"
)

func (ex *Explainer) roleStanding(s *order.Standing) explain.Standing {
	return ex.standing(ex.pathParty(s.Path), s)
}

func (ex *Explainer) frameworkStanding(id alloc.RoleID, s *order.Standing) explain.Standing {
	return ex.standing(ex.frameworkParty(ex.Frameworks.ByName[s.Path], id), s)
}

func (ex *Explainer) standing(p explain.Party, s *order.Standing) explain.Standing {
	x := explain.Standing{Party: p, Policy: s.Policy, Key: s.Key, Second: s.Second, Weight: s.Weight, Picks: s.Picks, Chance: s.Chance, Part: s.Part}
	if s.Part > 0 {
		x.Dominant = ex.Names.String(s.Dominant)
	}
	return x
}
