package model

import (
	"math"

	"github.com/apportion/apportion/history"
)

func init() { on((*state).setBorrowing) }

// A bound is how much may be borrowed in a role and below it: amounts, and thousandths of what it deserves. The next
// for the role replaces both.
type bound struct{ most, parts history.Quantities }

func (s *state) setBorrowing(op *history.SetBorrowing) {
	checkRole(op.Role)
	for _, list := range []history.Quantities{op.Most, op.Parts} {
		for _, name := range sortedKeys(list) {
			check(list[name] >= 0, "a negative bound of %s", name)
		}
	}
	s.bounds[op.Role] = bound{op.Most, op.Parts}
}

// leftOfBounds is how much more of a resource may be borrowed in a role by its bounds and those above it.
func (c *cycle) leftOfBounds(role, name string) int64 {
	left := int64(math.MaxInt64)
	for _, above := range ancestors(role) {
		most := int64(math.MaxInt64)
		if part, is := c.bounds[above].parts[name]; is {
			if x := float64(c.total[name]) * c.deserves(above) * float64(part) / 1000; x < math.MaxInt64 {
				most = int64(x)
			}
		}
		if amount, is := c.bounds[above].most[name]; is {
			most = min(most, amount)
		}
		left = min(left, most-c.amounts(func(l *loan) bool {
			return l.pooled() && (l.role == above || below(l.role, above))
		})[name])
	}
	return max(0, left)
}

// deserves is the part of all that there is that a role deserves.
func (s *state) deserves(role string) float64 {
	inUse := s.rolesInUse()
	part := 1.0
	for _, role := range ancestors(role) {
		if role == "" {
			break
		}
		above, sum := ancestors(role)[1], 0.0
		if s.roleSorter.contains(above) {
			sum = 1
		}
		for _, sibling := range inUse {
			if ancestors(sibling)[1] == above {
				sum += s.roleSorter.weightAt(sibling)
			}
		}
		part *= s.roleSorter.weightAt(role) / sum
	}
	return part
}

// rolesInUse are those that have frameworks, a weight, quota or reservations, or such roles below them, by path.
func (s *state) rolesInUse() []string {
	used := map[string]bool{}
	use := func(role string) {
		for _, above := range ancestors(role) {
			used[above] = above != ""
		}
	}
	for role, frameworks := range s.sorters {
		if len(frameworks.clients) > 0 {
			use(role)
		}
	}
	for role, weight := range s.roleSorter.weights {
		if weight != 1 {
			use(role)
		}
	}
	for role, q := range s.quotas {
		if !q.isDefault() {
			use(role)
		}
	}
	for _, a := range s.agents {
		for _, p := range a.total {
			if p.scalar() && p.reserved() && !p.empty() {
				use(p.reservedFor())
			}
		}
	}
	delete(used, "")
	return byPath(used)
}
