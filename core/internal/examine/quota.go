package examine

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// RoleLimits is core.Allocator.RoleLimits.
func (ex *Explainer) RoleLimits(id alloc.RoleID) ([]explain.LimitState, error) {
	if err := ex.Roles.CheckRole(id); err != nil {
		return nil, err
	}
	x := examiner{a: ex}
	x.quotas = ex.Roles.AssumeQuotas()
	return x.limitStates(id, quantities.Row{}), nil
}

// limitStates returns the limits along a role's path. Each says by how much it would have to be
// raised to leave more. If more is not zero, only limits of its names are listed.
func (x *examiner) limitStates(id alloc.RoleID, more quantities.Row) []explain.LimitState {
	var list []explain.LimitState
	all := more.IsZero()
	for role, q := range x.quotas.Path(id) {
		for n := range q.Quota.Limits.Finite.All() {
			if !all && more.At(n) == 0 {
				continue
			}
			s := explain.LimitState{
				Party: x.a.roleParty(role), Resource: x.a.Names.String(n),
				Limit: q.Quota.Limits.Amounts.At(n), Consumed: q.Consumed.At(n),
			}
			if !all {
				// This limit has to leave as much as the tightest limit leaves now, and more
				// besides.
				s.Short = max(0, resource.AddSaturating(s.Consumed, resource.AddSaturating(x.quotas.LeftOf(n, id), more.At(n)))-s.Limit)
			}
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(x, y explain.LimitState) int { return cmp.Compare(x.Resource, y.Resource) })
	return list
}

// guaranteeStates returns the guarantees that are not met, of the roles for which
// want is true, by path and resource.
func (x *examiner) guaranteeStates(want func(alloc.RoleID) bool) []explain.GuaranteeState {
	var list []explain.GuaranteeState
	var lacks quantities.Row
	for id := range x.a.Roles.InUse() {
		q := x.quotas.Of(id)
		if !q.HasQuota || !want(id) {
			continue
		}
		q.Unsatisfied(&lacks)
		for n, lack := range lacks.All() {
			g := explain.GuaranteeState{
				Party: x.a.roleParty(id), Resource: x.a.Names.String(n),
				Guarantee: q.Quota.Guarantees.At(n), Consumed: q.Consumed.At(n), Lacks: lack,
			}
			if most, bounded := x.a.Lending.MostRecalled(id, n); bounded {
				g.MostRecalled = &most
			}
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(x, y explain.GuaranteeState) int {
		return cmp.Or(cmp.Compare(x.RoleName, y.RoleName), cmp.Compare(x.Resource, y.Resource))
	})
	return list
}
