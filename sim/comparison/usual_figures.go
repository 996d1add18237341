package comparison

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// mostUsual is how many figures are compared about, if none are named: a table that can
// be read.
const mostUsual = 40

// usual are the figures compared if none are named: those of the run, of resources and of
// roles, as far as a run with the first seed has them. First come the roles that the
// variants differ in, then the top level, then lower levels if there is room for all.
func (r *Result) usual(scenarios []*scenario.Scenario, all outcomes) []string {
	var list []string
	for _, q := range results.Telling(r.First...) {
		list = append(list, q.String())
	}
	top := append(differing(scenarios), results.TopRoleNames(r.First[0])...)
	roles := append(top, results.RoleNames(r.First[0])...)
	if len(list)+2*len(results.RoleNames(r.First[0])) > mostUsual {
		roles = top
	}
	for _, name := range roles {
		if share := "share of " + name; len(list) < mostUsual && !slices.Contains(list, share) {
			list = append(list, share, "wait_p95 of "+name)
		}
	}
	return slices.DeleteFunc(list, func(name string) bool {
		return !slices.ContainsFunc(all, func(bySeed []map[string]float64) bool { _, ok := bySeed[0][name]; return ok })
	})
}

// differing are the roles that are not the same in all scenarios.
func differing(scenarios []*scenario.Scenario) []string {
	var names []string
	said := map[string]map[string]int{} // how many scenarios say what of a role
	for _, sc := range scenarios {
		for _, role := range sc.Roles {
			if said[role.Name] == nil {
				said[role.Name] = map[string]int{}
				names = append(names, role.Name)
			}
			said[role.Name][fmt.Sprint(role.Weight, role.Guarantee, role.Limit, role.Policy, role.Rank, role.Lending.Text(), role.Borrowing.Most, role.Borrowing.Parts)]++
		}
	}
	return slices.DeleteFunc(names, func(name string) bool {
		for _, n := range said[name] {
			return n == len(scenarios)
		}
		return false
	})
}
