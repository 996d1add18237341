package sim_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/present"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// The scenarios that come along give what they expect, each has a page, and the list
// of them is whole.
func TestShippedScenarios(t *testing.T) {
	const folder = "../scenarios"
	files, err := filepath.Glob(folder + "/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	index, err := os.ReadFile(folder + "/README.md")
	require.NoError(t, err)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			sc, err := scenario.Read(file)
			require.NoError(t, err)
			require.NotEmpty(t, sc.Title)
			require.NotEmpty(t, sc.Expect)
			page, err := os.ReadFile(strings.TrimSuffix(file, ".yaml") + ".md")
			require.NoError(t, err)
			require.Contains(t, string(page), filepath.Base(file))
			require.Contains(t, string(index), "("+sc.Name()+".md)")
			checked := 0
			for _, seed := range sc.Seeds {
				r, err := sim.Simulate(sc, sim.Options{Seed: seed, Short: true})
				require.NoError(t, err)
				outcomes, err := results.Expectations(r)
				require.NoError(t, err)
				for _, o := range outcomes {
					require.True(t, o.Met, present.OutcomeText(&o))
					checked++
				}
			}
			require.NotZero(t, checked)
		})
	}
}

// A scenario expects what comes of what it shows: without it, it fails.
func TestScenariosFailWithoutWhatTheyShow(t *testing.T) {
	without := map[string]scenario.Override{
		"failures":                    {Path: "frameworks.batch.tasks.fails", Value: "0"},
		"gangs":                       {Path: "frameworks.two.patience", Value: "10s"},
		"office-hours":                {Path: "frameworks.people.tasks.by_hour", Value: "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"},
		"rank-change":                 {Path: "events.0.rank", Value: "{day: 0}"},
		"arrivals":                    {Path: "frameworks.fast.tasks.every.exponential", Value: "1s"},
		"bursts":                      {Path: "frameworks.bursts.tasks.batch", Value: "1"},
		"drf-experiments-conflict":    {Path: "policy", Value: "random"},
		"drf-experiments-dominant":    {Path: "policy", Value: "random"},
		"drf-experiments-dominant-5s": {Path: "interval", Value: "1s"},
		"drf-experiments-equal-5s":    {Path: "interval", Value: "1s"},
		"drf-worked-example":          {Path: "frameworks.A.per_offer", Value: "0"},
		"hdrf-collapsed":              {Path: "roles.flat-a.weight", Value: "1"},
		"lending-all-ask":             {Path: "frameworks.batch.recalled", Value: "never"},
		"lending-day":                 {Path: "roles.services.lending.guarantee", Value: "false"},
		"lending-declined":            {Path: "frameworks.services.suppress", Value: "true"},
		"lending-kept":                {Path: "frameworks.keeps.recalled", Value: "at_once"},
		"openb":                       {Path: "policy", Value: "random"},
		"drf-experiments-equal":       {Path: "policy", Value: "random"},
		"drf-paper":                   {Path: "policy", Value: "random"},
		"hdrf-starvation":             {Path: "events.0.policy", Value: "{/: drf}"},
		"hoarder":                     {Path: "offer_timeout", Value: "forever"},
		"holding":                     {Path: "frameworks.slow.hold", Value: "0s"},
		"large-tasks-packed":          {Path: "agent_order", Value: "spread"},
		"large-tasks-spread":          {Path: "agent_order", Value: "pack"},
		"one-per-offer":               {Path: "frameworks.one-each.per_offer", Value: "0"},
		"packing":                     {Path: "agent_order", Value: "random"},
		"rack-under-quota":            {Path: "roles.prod.guarantee", Value: "{}"},
		"refusing":                    {Path: "frameworks.long.refuse", Value: "1s"},
		"single-resource":             {Path: "policy", Value: "drf"},
		"single-resource-drf":         {Path: "policy", Value: "max_min:resource=cpus"},
		"spreading":                   {Path: "agent_order", Value: "pack"},
		"task-sizes":                  {Path: "frameworks.large.tasks.size", Value: "{cpus: 1, mem: 4GB}"},
	}
	files, err := filepath.Glob("../scenarios/*.yaml")
	require.NoError(t, err)
	require.Len(t, files, len(without), "each has something that it shows")
	for name, override := range without {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sc, err := scenario.ReadWith("../scenarios/"+name+".yaml", []scenario.Override{override})
			require.NoError(t, err)
			r, err := sim.Simulate(sc, sim.Options{Seed: sc.Seeds[0], Short: true})
			require.NoError(t, err)
			outcomes, err := results.Expectations(r)
			require.NoError(t, err)
			require.True(t, slices.ContainsFunc(outcomes, func(o results.Outcome) bool { return !o.Met }))
		})
	}
}

// What the simulation is measured with can be read, and begins as it says.
func TestTheBenchmarksScenario(t *testing.T) {
	for _, file := range []string{"simulation", "every-second"} {
		sc, err := scenario.Read("../bench/" + file + ".yaml")
		require.NoError(t, err)
		require.Equal(t, [3]int{50_000, 1000, 220}, sim.Counted(t, sc), file)
	}
}

var update = flag.Bool("update", false, "write the documentation's pictures anew")

// The documentation's pictures are what its commands draw today, with points so far apart.
func TestTheDocumentationsPictures(t *testing.T) {
	for _, x := range []struct{ scenario, sample, chart string }{
		{"rack-under-quota", "10s", "Shares of the roles"},
		{"lending-day", "10m", "What is lent"},
		{"lending-kept", "30s", "What is lent"},
	} {
		t.Run(x.scenario, func(t *testing.T) {
			picture := "../docs/" + x.scenario + ".svg"
			sc, err := scenario.ReadWith("../scenarios/"+x.scenario+".yaml", []scenario.Override{{Path: "sample", Value: x.sample}})
			require.NoError(t, err)
			r := simtest.Simulate(t, sc, 1)
			charts := present.Charts(r)
			drawn := charts[slices.IndexFunc(charts, func(c report.Chart) bool { return c.Title == x.chart })].SVGFile()
			if *update {
				require.NoError(t, os.WriteFile(picture, []byte(drawn), 0o666))
			}
			content, err := os.ReadFile(picture)
			require.NoError(t, err)
			require.Equal(t, drawn, string(content), "run go test ./sim -run Pictures -update")
		})
	}
}

// The example in the documentation gives what it expects.
func TestTheDocumentationsExample(t *testing.T) {
	page, err := os.ReadFile("../docs/scenarios.md")
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(page), "```yaml\n")
	require.True(t, ok)
	text, _, _ := strings.Cut(rest, "```")
	r := simtest.Run(t, text)
	outcomes, err := results.Expectations(r)
	require.NoError(t, err)
	require.Len(t, outcomes, 1)
	require.True(t, outcomes[0].Met, present.OutcomeText(&outcomes[0]))
}
