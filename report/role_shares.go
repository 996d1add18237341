package report

import (
	"fmt"

	"github.com/apportion/apportion/internal/fairness"
)

// RoleShares are what roles held and demanded over time, in dominant shares: parts of
// the cluster. Which of it was fair is figured from it.
type RoleShares struct {
	Note  string      `json:"note"` // what to know of the roles, below their chart
	X     Values      `json:"x"`    // simulated time in s, ascending; none: 1, 2, 3, ...
	Roles []RoleShare `json:"roles"`
}

// A RoleShare is a role's, subroles included, at each time.
type RoleShare struct {
	Name   string  `json:"name"`
	Parent string  `json:"parent"` // an earlier role's name; empty: at the top
	Weight float64 `json:"weight"` // among its siblings, above 0
	Held   Values  `json:"held"`
	Demand Values  `json:"demand"` // held, and what is lacking
}

func (s *RoleShares) check() error {
	if len(s.Roles) == 0 || len(s.Roles[0].Held) == 0 {
		return fmt.Errorf("there are no roles, or no times")
	}
	times := Series{X: s.X, Y: s.Roles[0].Held}
	if err := times.check(); err != nil {
		return err
	}
	seen := map[string]bool{"": true}
	for i := range s.Roles {
		r := &s.Roles[i]
		if err := r.check(len(times.Y), seen); err != nil {
			return fmt.Errorf("role %d (%q): %w", i+1, r.Name, err)
		}
		seen[r.Name] = true
	}
	return nil
}

func (r *RoleShare) check(times int, earlier map[string]bool) error {
	switch {
	case earlier[r.Name]:
		return fmt.Errorf("it has no name, or an earlier one's")
	case !earlier[r.Parent]:
		return fmt.Errorf("there is no role %q before it", r.Parent)
	case !(r.Weight > 0) || !finite(r.Weight):
		return fmt.Errorf("weight %v is not above 0", r.Weight)
	case len(r.Held) != times || len(r.Demand) != times:
		return fmt.Errorf("%d shares held and %d demanded, of the first role %d", len(r.Held), len(r.Demand), times)
	}
	for _, list := range []Values{r.Held, r.Demand} {
		for i, v := range list {
			if !(v >= 0) || !finite(v) {
				return fmt.Errorf("share %d is %v", i+1, v)
			}
		}
	}
	return nil
}

// standings are those of all roles, by time.
func (s *RoleShares) standings() [][]fairness.Standing {
	indices := map[string]int{"": -1}
	nodes := make([]fairness.Node, len(s.Roles))
	for i, r := range s.Roles {
		indices[r.Name] = i
		nodes[i] = fairness.Node{Parent: indices[r.Parent], Weight: r.Weight}
	}
	list := make([][]fairness.Standing, len(s.Roles[0].Held))
	for k := range list {
		list[k] = make([]fairness.Standing, len(s.Roles))
		for i, r := range s.Roles {
			list[k][i] = fairness.Standing{Held: r.Held[k], Demand: r.Demand[k]}
		}
		fairness.Assess(nodes, list[k])
	}
	return list
}
