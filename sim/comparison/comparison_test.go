package comparison

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim/scenario"
)

func TestVary(t *testing.T) {
	v, err := ParseVary("policy=drf,max_min:resource=gpus,random")
	require.NoError(t, err)
	require.Equal(t, Vary{"policy", []string{"drf", "max_min:resource=gpus", "random"}}, v)
	v, err = ParseVary("frameworks.a.hold={uniform: [1s, 2s]}, 3s")
	require.NoError(t, err)
	require.Equal(t, []string{"{uniform: [1s, 2s]}", "3s"}, v.Values)
	for _, wrong := range []string{"policy", "=drf", "policy="} {
		_, err := ParseVary(wrong)
		require.ErrorContains(t, err, "is not PATH=VALUE,VALUE")
	}
	for _, wrong := range []string{"policy=drf,", "policy=,drf", "policy=drf,,asset", "policy= "} {
		_, err := ParseVary(wrong)
		require.ErrorContains(t, err, wrong+`": a value is empty`)
	}
	all, err := Variants([]Vary{{"a", []string{"1", "2"}}, {"b", []string{"x", "y"}}})
	require.NoError(t, err)
	var names []string
	for _, v := range all {
		names = append(names, v.String())
	}
	require.Equal(t, []string{"a=1,b=x", "a=1,b=y", "a=2,b=x", "a=2,b=y"}, names)
	for baseline, want := range map[string]int{"": 0, "b=y": 1, "a=2": 2, "b=y,a=2": 3} {
		i, err := find(all, baseline)
		require.NoError(t, err)
		require.Equal(t, want, i, baseline)
	}
	_, err = find(all, "a=3")
	require.ErrorContains(t, err, "baseline \"a=3\" is none of the combinations")
	many := strings.Split(strings.TrimSuffix(strings.Repeat("x,", 100), ","), ",")
	for i := range many {
		many[i] += strconv.Itoa(i)
	}
	_, err = Variants([]Vary{{"a", many}, {"b", many}})
	require.ErrorContains(t, err, "more than 1000 combinations")
	_, err = Variants([]Vary{{"a", []string{"1"}}, {"a", []string{"2"}}})
	require.ErrorContains(t, err, "a is varied twice")
	_, err = Variants([]Vary{{"policy", []string{"1"}}, {"settings.policy", []string{"2"}}})
	require.ErrorContains(t, err, "policy is varied twice")
	_, err = Variants([]Vary{{"seeds", []string{"1", "2"}}})
	require.ErrorContains(t, err, "seeds are the same in all variants")
	all, err = Variants([]Vary{{"settings.policy", []string{"drf", "asset"}}})
	require.NoError(t, err)
	for _, baseline := range []string{"policy=asset", "settings.policy=asset"} {
		i, err := find(all, baseline)
		require.NoError(t, err)
		require.Equal(t, 1, i, baseline)
	}
	_, err = Variants([]Vary{{"a", []string{"1", "2", "1"}}})
	require.ErrorContains(t, err, `the value "1" is there twice`)
}

// Differences of 1, 2 and 3: the interval is Student's with two degrees of freedom.
func TestDifferencesArePaired(t *testing.T) {
	v := InVariant{Values: []float64{11, 22, 33}}
	v.summarise([]float64{10, 20, 30}, []int64{1, 2, 3})
	require.Equal(t, 22.0, v.Mean)
	require.Equal(t, 2.0, v.Difference)
	require.InDelta(t, 4.302653/math.Sqrt(3), v.HalfWidth, 1e-5)
	require.False(t, v.Certain())
	require.Empty(t, v.Against)

	v = InVariant{Values: []float64{1, 2, -1, math.NaN()}}
	v.summarise([]float64{0, 0, 0, 0}, []int64{5, 6, 7, 8})
	require.Equal(t, []int64{7}, v.Against)
	require.InDelta(t, 2.0/3, v.Mean, 1e-12)

	v = InVariant{Values: []float64{4}}
	v.summarise([]float64{3}, []int64{1})
	require.True(t, math.IsNaN(v.HalfWidth))
	require.False(t, v.Certain())
}

const text = `title: shares
duration: 3m
seeds: 4
machines: {count: 4, has: {cpus: 8, mem: 8GB}}
roles: {name: web, weight: 1}
frameworks:
  - {name: web, tasks: {size: {cpus: 1}, backlog: true, duration: {exponential: 20s}}}
  - {name: batch, tasks: {size: {cpus: 1}, backlog: true, duration: {exponential: 20s}}}
`

func file(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "shares.yaml")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	return name
}

// A role of three times the weight has about half more of the cluster, with every
// seed; the baseline differs from itself by nothing.
func TestRun(t *testing.T) {
	r, err := Run(Options{File: file(t), Vary: []Vary{{"roles.web.weight", []string{"1", "3"}}}, Figures: []string{"share of web", "jain"}})
	require.NoError(t, err)
	require.Equal(t, []int64{1, 2, 3, 4}, r.Seeds)
	share := r.Figures[0]
	require.Equal(t, 0.0, share.Of[0].Difference)
	require.Equal(t, 0.0, share.Of[0].HalfWidth)
	require.InDelta(t, 0.25, share.Of[1].Difference, 0.05)
	require.True(t, share.Of[1].Certain())
	require.Empty(t, share.Of[1].Against)

	out, err := json.Marshal(r)
	require.NoError(t, err)
	var document struct {
		Figures []struct {
			Figure   string
			Variants []struct{ Values []float64 }
		}
	}
	require.NoError(t, json.Unmarshal(out, &document))
	require.Len(t, document.Figures[0].Variants[1].Values, 4)
}

func TestRunRefuses(t *testing.T) {
	name := file(t)
	for want, o := range map[string]Options{
		"no such policy":      {Vary: []Vary{{"policy", []string{"drf", "fair"}}}},
		"there is no \"wob\"": {Vary: []Vary{{"roles.wob.weight", []string{"1"}}}},
		"share of webs\"; did you mean \"share of web\"?": {Vary: []Vary{{"policy", []string{"drf", "random"}}}, Figures: []string{"share of webs"}},
		"policy is both set and varied":                   {Vary: []Vary{{"policy", []string{"drf"}}}, Set: []scenario.Override{{Path: "settings.policy", Value: "random"}}},
		"no run has the figure \"share\"":                 {Vary: []Vary{{"policy", []string{"drf", "random"}}}, Figures: []string{"share"}},
		"is none of the combinations":                     {Vary: []Vary{{"policy", []string{"drf"}}}, Baseline: "policy=random"},
		"the duration has an end":                         {Vary: []Vary{{"duration", []string{"forever"}}}},
		"more than 8 resources: [\"cpus\" ":               {Vary: []Vary{{"machines.machines.has", []string{"{a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1}", "{a: 1}"}}}},
		"one variant, policy=random, and nothing to":      {Vary: []Vary{{"policy", []string{"random"}}}},
	} {
		o.File = name
		_, err := Run(o)
		require.ErrorContains(t, err, want)
	}
}

func TestUsualFiguresAreThere(t *testing.T) {
	r, err := Run(Options{File: file(t), Vary: []Vary{{"policy", []string{"drf", "random"}}}, Seeds: 2, Short: true})
	require.NoError(t, err)
	require.Equal(t, []int64(scenario.SeedsUpTo(2)), r.Seeds)
	var names []string
	for _, f := range r.Figures {
		names = append(names, f.Name)
	}
	require.Subset(t, names, []string{"jain", "distance", "utilisation of cpus", "share of web"})
	require.NotContains(t, names, "wait_p50 of web", "a backlog has no waits")
}

// A role that variants differ in is compared wherever it is in the tree, and before the
// others; the others below the top level if there is room.
func TestUsualFiguresOfRolesBelowOthers(t *testing.T) {
	name := filepath.Join(t.TempDir(), "deep.yaml")
	deep := "duration: 10s\nmachines: {has: {cpus: 4}}\nframeworks:\n  - {name: \"f{1..30}\", roles: \"%s/{1..30}\", tasks: {size: {cpus: 1}, keep: 1}}\n"
	shares := func(o Options, text string) []string {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		o.File = name
		r, err := Run(o)
		require.NoError(t, err)
		var names []string
		for _, f := range r.Figures {
			if role, ok := strings.CutPrefix(f.Name, "share of "); ok {
				names = append(names, role)
			}
		}
		return names
	}
	many := strings.ReplaceAll(deep, "%s", "org")
	few := strings.ReplaceAll(many, "1..30", "1..3")
	weight := Options{Vary: []Vary{{"roles.org/3.weight", []string{"1", "2"}}}}
	policy := Options{Vary: []Vary{{"policy", []string{"drf", "random"}}}}
	require.Equal(t, []string{"org/3", "org"}, shares(weight, many))
	require.Equal(t, []string{"org"}, shares(policy, many))
	require.Equal(t, []string{"org/3", "org", "org/1", "org/2"}, shares(weight, few))
	require.Equal(t, []string{"org", "org/1", "org/2", "org/3"}, shares(policy, few))
}
