package model

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// A Standing is where a role, or a framework in a role, stands in a resource, in thousandths (docs/standing.md).
type Standing struct{ Deserved, Asks, Fair, Holds, Kept string }

// AccountsAgree reports whether all accounts have the same of what frameworks hold. They do not where a framework holds
// something in a role in which it is not tracked, or that has not been told of it, or where a shared volume is
// held, of which there are as many as are held.
func (m *Model) AccountsAgree() bool {
	type place struct{ framework, agent string }
	tracked := map[place]quantities{}
	for _, sorter := range m.state.sorters {
		for name, leaf := range sorter.clients {
			sum := quantities{}
			for agent, held := range leaf.held {
				tracked[place{name, agent}] = tracked[place{name, agent}].plus(held.quantities())
				sum = sum.plus(held.quantities())
			}
			if !maps.Equal(sum, leaf.totals) {
				return false
			}
		}
	}
	for id, a := range m.state.agents {
		for name, held := range a.held {
			if !maps.Equal(tracked[place{name, id}], held.quantities()) || slices.ContainsFunc(held, piece.shared) {
				return false
			}
		}
	}
	return true
}

// A stander is who has a claim: a role, its own frameworks together, or one of these.
type stander struct {
	role, framework string // both empty: frameworks together
	holds           *big.Int
	below           []*stander
	*Claim
}

// Standings are by role, framework ("" for the role itself) and resource. Who asks is told.
func (m *Model) Standings(resource string, asks func(framework, role string) bool) map[[2]string]Standing {
	s := m.state
	supply := s.total[resource]
	for _, a := range s.agents {
		for name, held := range a.held {
			if s.frameworks[name] == nil {
				supply -= held.quantities()[resource]
			}
		}
	}
	top := s.standers(s.rolesInUse(), "", resource, asks)
	Divide(claimsOf(top), big.NewInt(s.total[resource]), big.NewInt(max(0, supply)))
	out := map[[2]string]Standing{}
	var note func(list []*stander)
	note = func(list []*stander) {
		for _, x := range list {
			if x.role != "" {
				asks := smaller(x.Asks, larger(x.holds, big.NewInt(s.total[resource])))
				out[[2]string{x.role, x.framework}] = Standing{x.Deserved.String(), asks.String(), x.Fair.String(), x.holds.String(), x.Kept.String()}
			}
			note(x.below)
		}
	}
	note(top)
	return out
}

// standers are the roles right below one, or at the top.
func (s *state) standers(inUse []string, above, resource string, asks func(framework, role string) bool) (list []*stander) {
	for _, role := range inUse {
		parent := ""
		if cut := strings.LastIndexByte(role, '/'); cut >= 0 {
			parent = role[:cut]
		}
		if parent != above {
			continue
		}
		below := s.standers(inUse, role, resource, asks)
		own := s.members(role, resource, asks)
		if len(own) > 0 && len(below) > 0 {
			own = []*stander{newStander(1, own)}
		}
		x := newStander(s.effectiveWeight(role), append(own, below...))
		x.role = role
		x.Promised = big.NewInt(max(s.quotas[role].guarantees[resource], s.reservations(role)[resource]))
		counted := s.roleSorter.at(role).holds(func(p piece) bool { return p.scalar() && !p.Revocable })[resource]
		x.Revocable = larger(x.Revocable, new(big.Int).Sub(x.holds, big.NewInt(counted))) // a shared volume of an agent counts once
		if limit, limited := s.quotas[role].limits[resource]; limited {
			x.Limit = big.NewInt(limit)
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(x, y *stander) int { return strings.Compare(x.role, y.role) })
	return list
}

// members are the frameworks in a role.
func (s *state) members(role, resource string, asks func(framework, role string) bool) (list []*stander) {
	sorter := s.sorters[role]
	if sorter == nil {
		return nil
	}
	for _, name := range sortedKeys(sorter.clients) {
		x := newStander(1, nil)
		x.role, x.framework = role, name
		x.holds = big.NewInt(sorter.clients[name].totals[resource])
		x.Asks = x.holds
		if asks(name, role) {
			x.Asks = larger(x.holds, big.NewInt(s.total[resource]))
		}
		list = append(list, x)
	}
	return list
}

// newStander is of somebody who holds what those below hold, and to whom nothing is promised.
func newStander(weight float64, below []*stander) *stander {
	x := &stander{
		holds: new(big.Int), below: below,
		Claim: &Claim{Weight: weight, Asks: new(big.Int), Promised: new(big.Int), Revocable: new(big.Int), Below: claimsOf(below)},
	}
	for _, y := range below {
		x.holds.Add(x.holds, y.holds)
	}
	return x
}

func claimsOf(list []*stander) (claims []*Claim) {
	for _, x := range list {
		claims = append(claims, x.Claim)
	}
	return claims
}

// effectiveWeight is that by which a role is ordered.
func (s *state) effectiveWeight(role string) float64 {
	if n := s.roleSorter.at(role); n != nil && n.weight != nil {
		return *n.weight
	}
	return s.roleSorter.weightAt(role)
}

// at returns the node of a path, nil if there is none.
func (s *sorter) at(path string) *node {
	n := s.root
	for part := range strings.SplitSeq(path, "/") {
		if n = n.children[part]; n == nil {
			return nil
		}
	}
	return n
}
