package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/present"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// What can never be is an error where its name is like one that is there, and a warning
// where it may be meant: both say where.
func TestMistakesDoNotRunSilently(t *testing.T) {
	const text = `duration: 10s
machines: [{name: small, count: 2, has: {cpus: 4, mem: 8GB}}, {name: large, has: {cpus: 16, mem: 8GB, gpus: 1}}]
roles: [{name: web, guarantee: {cpus: 4}}]
frameworks:
  - {name: web, tasks: {size: {cpus: 1}, keep: 1}}
  - {name: picky, machines: small, tasks: {size: {cpus: 1}, keep: 1}}
`
	for name, c := range map[string]struct{ from, to, warning, wrong string }{
		"as it is":            {"web", "web", "", ""},
		"cpu":                 {"size: {cpus: 1}", "size: {cpu: 1}", "", `x.yaml:5:31: no machine has any cpu; did you mean "cpus"?`},
		"of a guarantee":      {"guarantee: {cpus", "guarantee: {cpu", "", `x.yaml:3:32: no machine has any cpu; did you mean "cpus"?`},
		"none of it":          {"size: {cpus: 1}", "size: {cpus: 1, fpgas: 1}", `x.yaml:5:31: no machine has any fpgas; there are ["cpus" "mem" "gpus"]`, ""},
		"none is needed":      {"size: {cpus: 1}", "size: {cpus: 1, fpgas: 0}", "", ""},
		"no GPUs anywhere":    {"8GB, gpus: 1}", "8GB}", "", ""},
		"too large":           {"size: {cpus: 1}", "size: {cpus: 17}", "x.yaml:5:31: 17 cpus are more than any machine has: 16 at most", ""},
		"always too large":    {"size: {cpus: 1}", "size: {cpus: {uniform: [17, 20]}}", "17 cpus are more than any machine has: 16 at most", ""},
		"now and then":        {"size: {cpus: 1}", "size: {cpus: {uniform: [1, 20]}}", "", ""},
		"too large for it":    {"small, tasks: {size: {cpus: 1}", "small, tasks: {size: {cpus: 5}", "x.yaml:6:50: 5 cpus are more than any machine has that picky takes: 4 at most", ""},
		"cpu of machines":     {"count: 2, has: {cpus: 4, mem: 8GB}}, {name: large, has: {cpus", "has: {cpu: 4}}, {name: large, has: {cpu", "", `x.yaml:3:32: no machine has any cpus; did you mean "cpu" or "gpus"?`},
		"all have GPUs":       {"size: {cpus: 1}", "size: {cpus: 5}", "x.yaml:5:31: machines with GPUs are not offered to web, which has not the capability GPU_RESOURCES, and others have not enough", ""},
		"kept from all":       {"name: web, tasks", "name: web, constraints: [{group: \"!*\"}], tasks", "x.yaml:5:30: no machine that web takes meets its constraints", ""},
		"kept from its own":   {"machines: small, tasks", "machines: small, constraints: {group: large}, tasks", "x.yaml:6:49: no machine that picky takes meets its constraints", ""},
		"admitted to one":     {"machines: small, tasks", "capabilities: GPU_RESOURCES, constraints: {group: \"!small\"}, tasks", "", ""},
		"no volumes":          {"keep: 1", "volume: true, keep: 1", "x.yaml:5:50: no machine that web takes has a volume for its roles", ""},
		"volumes of others":   {"keep: 1}}\n  - {name: picky", "volume: true, keep: 1}}\n  - {name: picky, roles: web/below", "no machine that web takes has a volume", ""},
		"shapes":              {"size: {cpus: 1}", "shapes: openb", "sizes are more than any machine has that is offered to web, such as", ""},
		"not offered":         {"size: {cpus: 1}", "size: {gpus: 1}", "x.yaml:5:31: machines with GPUs are not offered to web, which has not the capability GPU_RESOURCES", ""},
		"offered":             {"name: web, tasks: {size: {cpus: 1}", "name: web, capabilities: GPU_RESOURCES, tasks: {size: {gpus: 1}", "", ""},
		"policy of nothing":   {"roles", "settings: {policy: \"max_min:resource=gpu\"}\nroles", "", `x.yaml:3:20: no machine has any gpu; did you mean "gpus"?`},
		"policy of a role":    {"name: web,", "name: web, policy: \"max_min:resource=disk\",", "", "x.yaml:3:29: no machine has any disk; there are"},
		"policy of an event":  {"roles", "events: [{at: 1s, policy: {/: \"max_min:resource=gpu\"}}]\nroles", "", "x.yaml:3:27: no machine has any gpu"},
		"guarantee":           {"guarantee: {cpus: 4}", "guarantee: {cpus: 25}", "x.yaml:3:32: a guarantee of 25 cpus is more than the 24 that all machines have", ""},
		"guarantees together": {"guarantee: {cpus: 4}}", "guarantee: {cpus: 4}}, {name: picky, guarantee: {cpus: 21}}", "with this one guarantees come to 25 cpus, more than the 24 that all machines have", ""},
		"nobody borrows":      {"guarantee: {cpus: 4}", "guarantee: {cpus: 4}, lending: {guarantee: true}", "x.yaml:3:52: nobody borrows: no framework has the capability REVOCABLE_RESOURCES", ""},
		"lends of nothing":    {"guarantee: {cpus: 4}}]\nframeworks:\n  - {name: web", "lending: {guarantee: true}}]\nframeworks:\n  - {name: web, capabilities: REVOCABLE_RESOURCES", "x.yaml:3:42: the role web has no guarantee to lend", ""},
		"nothing revocable":   {"keep: 1}}\n  - {name: picky", "keep: 1, revocable: true}, capabilities: REVOCABLE_RESOURCES}\n  - {name: picky", "x.yaml:5:31: tasks of web that are revocable need cpus, which no machine has as revocable and no role lends", ""},
		"no memory is lent":   {"guarantee: {cpus: 4}}]\nframeworks:\n  - {name: web, tasks: {size: {cpus: 1}", "guarantee: {cpus: 4}, lending: {guarantee: true}}]\nframeworks:\n  - {name: web, capabilities: REVOCABLE_RESOURCES, tasks: {revocable: true, size: {cpus: 1, mem: 1GB}", "tasks of web that are revocable need mem, which no machine has", ""},
		"lent":                {"guarantee: {cpus: 4}}]\nframeworks:\n  - {name: web, tasks: {size: {cpus: 1}", "guarantee: {cpus: 4}, lending: {guarantee: true}}]\nframeworks:\n  - {name: web, capabilities: REVOCABLE_RESOURCES, tasks: {revocable: true, size: {cpus: 1}", "", ""},
		"lends of none":       {"guarantee: {cpus: 4}", "guarantee: {cpus: 4}, lending: {most: {cpu: 4}}", "", `x.yaml:3:59: no machine has any cpu; did you mean "cpus"?`},
	} {
		t.Run(name, func(t *testing.T) {
			sc, err := scenario.Parse("x.yaml", []byte(strings.Replace(text, c.from, c.to, 1)))
			var r *results.Run
			if err == nil {
				r, err = sim.Simulate(sc, sim.Options{Seed: 1})
			}
			if c.wrong != "" {
				require.ErrorContains(t, err, c.wrong)
				return
			}
			require.NoError(t, err)
			if c.warning == "" {
				require.Empty(t, r.Warnings)
				return
			}
			require.Len(t, r.Warnings, 1)
			require.ErrorContains(t, r.Warnings[0], c.warning)
			facts := present.Page(r, nil).Facts
			require.Equal(t, "warning", facts[len(facts)-1].Name)
		})
	}
}

// What an override has made a mistake of says so, wherever its value has a place in the file.
func TestMistakesOfOverrides(t *testing.T) {
	const text = `duration: 10s
machines: {has: {cpus: 4}}
frameworks:
  - {name: web, tasks: {size: {cpus: 1}, keep: 1}}
  - {name: idle, capabilities: REVOCABLE_RESOURCES, tasks: {size: {cpus: 8}, keep: 1}}
`
	sc, err := scenario.Parse("x.yaml", []byte(text), scenario.Override{Path: "frameworks.web.tasks.size.cpus", Value: "9"},
		scenario.Override{Path: "roles.web.lending.guarantee", Value: "true"})
	require.NoError(t, err)
	r := simtest.Simulate(t, sc, 1)
	var warnings []string
	for _, w := range r.Warnings {
		line, _, _ := strings.Cut(w.Error(), "\n")
		warnings = append(warnings, line)
	}
	require.Equal(t, []string{
		"x.yaml: the role web has no guarantee to lend (with roles.web.lending.guarantee=true)",
		"x.yaml:4:31: 9 cpus are more than any machine has: 4 at most (with frameworks.web.tasks.size.cpus=9)",
		"x.yaml:5:67: 8 cpus are more than any machine has: 4 at most",
	}, warnings)
	_, err = scenario.Parse("x.yaml", []byte(text), scenario.Override{Path: "policy", Value: "drf"}, scenario.Override{Path: "frameworks.web.tasks.keep", Value: "-1"})
	require.ErrorContains(t, err, "x.yaml:4:48: keep is from 0 to 1000000 (with frameworks.web.tasks.keep=-1)")
	require.NotContains(t, err.Error(), "policy")
}

// Tasks of a file that nothing has room for are counted once, whatever the number of frameworks.
func TestTasksOfAFileThatFitNowhere(t *testing.T) {
	r := simtest.RunBeside(t, "{duration: 10s, machines: [{has: {cpus: 4}}, {name: gpu, has: {cpus: 8, gpus: 1}}], frameworks: {name: a, count: 2, tasks: {file: jobs.csv}}}",
		map[string]string{"jobs.csv": "arrival,duration,cpus\n0,1,4\n1,1,5\n2,1,6\n"})
	require.Len(t, r.Warnings, 1)
	require.ErrorContains(t, r.Warnings[0], "2 of the 3 tasks are more than any machine has that is offered to a, such as 5 cpus")
}

// all, or nothing, is of all roles together, unless a role has that name.
func TestOfAllRoles(t *testing.T) {
	const text = "{duration: 10s, machines: {has: {cpus: 4}}, frameworks: [{name: NAME, tasks: {size: {cpus: 1}, keep: 1}}, {name: b, tasks: {size: {cpus: 1}, keep: 2}}]}"
	r := simtest.Run(t, replace(text, "NAME", "a"))
	require.Equal(t, results.Value(r, "running", ""), simtest.Figure(t, r, results.Query{Figure: "running", Of: "all"}))
	_, err := results.Figure(r, results.Query{Figure: "share", Of: "all"})
	require.ErrorContains(t, err, `there is no role "all"`, "the share is of one role")
	r = simtest.Run(t, replace(text, "NAME", "all"))
	require.Less(t, simtest.Figure(t, r, results.Query{Figure: "running", Of: "all"}), results.Value(r, "running", ""))
}

// A role that has frameworks only below it goes on with its first weight, by which it is shown
// what is fair.
func TestWeightsThatCount(t *testing.T) {
	const text = `
duration: 1m
machines: {has: {cpus: 100}}
roles: [{name: eng, weight: 2}, {name: ops}]
frameworks:
  - {name: web, roles: eng/web, tasks: {size: {cpus: 1}, backlog: true, duration: 1s}}
  - {name: ops, roles: ops, tasks: {size: {cpus: 1}, backlog: true, duration: 1s}}
events: [{at: 10s, weight: {eng: 10}}, {at: 30s, weight: {ops: 2}}]
`
	r := simtest.Run(t, text)
	require.InDelta(t, 2.0/3, simtest.Figure(t, r, results.Query{Figure: "fair", Of: "eng", From: 15e9, Until: 25e9}), 0.02)
	require.InDelta(t, 1.0/2, simtest.Figure(t, r, results.Query{Figure: "fair", Of: "eng", From: 35e9}), 0.02)
	table := present.RoleTable(r)
	require.Equal(t, []string{"eng", "2"}, table.Rows[0][:2])
}
