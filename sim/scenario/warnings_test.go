package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is on the list of roles and means nothing is a warning.
func TestRolesWithoutAnEffect(t *testing.T) {
	const text = `duration: 1m
machines: {has: {cpus: 4}}
roles: [{name: web, weight: 2}]
frameworks:
  - {name: web, tasks: {size: {cpus: 1}, keep: 1}}
  - {name: shop, roles: eng/shop, tasks: {size: {cpus: 1}, keep: 1}}
`
	const nobodys = "x.yaml:3:32: what the guarantee of role \"eng\" lacks is kept back for frameworks in the role itself, of which there are none"
	for name, c := range map[string]struct{ from, to, want string }{
		"as it is":             {"web", "web", ""},
		"nobody is in it":      {"name: web, weight", "name: wbe, weight", `x.yaml:3:16: no framework is in role "wbe" or below it; did you mean "web"?`},
		"in several":           {"name: web, weight", "name: \"w{1..3}\", weight", `no framework is in role "w1" or below it, nor in 2 more of the list; there are ["eng" "eng/shop" "web"]`},
		"below it":             {"name: web, weight", "name: eng, weight", ""},
		"kept for who comes":   {"name: web, weight", "name: later, guarantee: {cpus: 1}, weight", `x.yaml:3:34: no framework is in role "later" or below it, so that what it is guaranteed is kept from all others; there are`},
		"misspelt guarantee":   {"name: web, weight: 2", "name: wbe, guarantee: {cpus: 1}", `is kept from all others; did you mean "web"?`},
		"kept for itself":      {"name: web, weight: 2", "name: web, guarantee: {cpus: 1}", ""},
		"kept for nobody":      {"name: web, weight: 2", "name: eng, guarantee: {cpus: 1}", nobodys},
		"in part":              {"name: web, weight: 2", "name: eng, guarantee: {cpus: 2}}, {name: eng/shop, guarantee: {cpus: 1}}]\nsettings: {nested_quota: true}\n#", nobodys},
		"for the roles below":  {"name: web, weight: 2", "name: eng, guarantee: {cpus: 1}}, {name: eng/shop, guarantee: {cpus: 1}}]\nsettings: {nested_quota: true}\n#", ""},
		"tasks too late":       {"keep: 1", "keep: 1, from: 2m", "x.yaml:5:57: no task arrives: the scenario is over by then, it takes 1m0s"},
		"weight, in time":      {"frameworks", "events: {at: 5s, weight: {web: 2}}\nframeworks", ""},
		"weight, too late":     {"frameworks", "events: {at: 5s, weight: {eng: 2}}\nframeworks", "x.yaml:4:26: role \"eng\" has no framework of its own: as in Mesos, it keeps the weight"},
		"rank":                 {"weight: 2", "rank: 2", "x.yaml:3:27: ranks count under the policy ranked alone, which nothing here has"},
		"rank of a framework":  {"name: web, tasks", "name: web, rank: 1, tasks", "x.yaml:5:23: ranks count"},
		"rank of an event":     {"frameworks", "events: {at: 5s, rank: {web: 2}}\nframeworks", "x.yaml:4:24: ranks count"},
		"rank, and ranked":     {"weight: 2", "rank: 2, policy: ranked", ""},
		"rank, and later":      {"weight: 2}]", "rank: 2}]\nevents: {at: 5s, policy: {/: ranked}}", ""},
		"rank, and all ranked": {"weight: 2}]", "rank: 2}]\nsettings: {framework_policy: ranked}", ""},
		"rank, not in force":   {"weight: 2}]", "rank: 2}]\nsettings: {policy: ranked, role_policy: drf, framework_policy: drf}", "ranks count"},
	} {
		s, err := Parse("x.yaml", []byte(strings.Replace(text, c.from, c.to, 1)))
		require.NoError(t, err, name)
		if c.want == "" {
			require.Empty(t, s.Warnings(), name)
			continue
		}
		require.Len(t, s.Warnings(), 1, name)
		require.ErrorContains(t, s.Warnings()[0], c.want, name)
	}
}
