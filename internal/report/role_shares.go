package report

import (
	"fmt"

	"github.com/apportion/apportion/internal/fairness"
	"github.com/apportion/apportion/quantities"
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

// standing is where a role stands at a time, in parts of the cluster.
type standing struct{ Held, Demand, Fair float64 }

// distance is how much a role lacks of its fair share, by weight.
func (s standing) distance(weight float64) float64 { return max(0, s.Fair-s.Held) / weight }

// parts is into how many parts the cluster is divided.
const parts = 1e12

// standings are those of all roles, by time: the cluster is divided among those at the top, and what is fair for each
// among those below it, as docs/standing.md says.
func (s *RoleShares) standings() [][]standing {
	indices := map[string]int{"": -1}
	below := make([][]int32, len(s.Roles)+1) // by the parent's index + 1
	for i, r := range s.Roles {
		indices[r.Name] = i
		at := indices[r.Parent] + 1
		below[at] = append(below[at], int32(i))
	}
	list := make([][]standing, len(s.Roles[0].Held))
	var siblings fairness.Siblings
	for k := range list {
		list[k] = make([]standing, len(s.Roles))
		for i, r := range s.Roles {
			list[k][i] = standing{Held: r.Held[k], Demand: r.Demand[k]}
		}
		for i, roles := range below {
			whole := quantities.Amount(parts)
			if i > 0 {
				whole = quantities.Amount(list[k][i-1].Fair * parts)
			}
			siblings.Claims = siblings.Claims[:0]
			for _, role := range roles {
				siblings.Claims = append(siblings.Claims, fairness.Claim{Of: role, High: quantities.Amount(min(1, list[k][role].Demand) * parts)})
			}
			siblings.Weigh(func(role int32) float64 { return s.Roles[role].Weight })
			siblings.Divide(whole)
			for _, c := range siblings.Claims {
				list[k][c.Of].Fair = float64(c.Part) / parts
			}
		}
	}
	return list
}
