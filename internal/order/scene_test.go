package order

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// scene is a sorter with totals, addressed by paths and by amounts in the form
// "cpus:1.5;mem:20".
type scene struct {
	*testing.T
	names  rows.Names
	totals *Totals
	agents map[uint32]quantities.Row // what each has
	sorter *Sorter
}

func newScene(t *testing.T, p policy.Policy, excluded ...string) *scene {
	return newSceneOf(t, p, nil, excluded...)
}

// newSceneOf is newScene with policies of one's own.
func newSceneOf(t *testing.T, p policy.Policy, own []policy.Definition, excluded ...string) *scene {
	sc := &scene{T: t, agents: map[uint32]quantities.Row{}}
	policies, err := policy.NewSet(own...)
	require.NoError(t, err)
	sc.totals = NewTotals(&sc.names, excluded, policies)
	sc.sorter = New(Options{Policy: p, Totals: sc.totals, Seed: 11})
	return sc
}

// newSorter returns a sorter with totals of its own, of nothing.
func newSorter(o Options) *Sorter {
	o.Totals = NewTotals(new(rows.Names), nil, nil)
	return New(o)
}

// testPolicies has one of each kind.
var testPolicies = []policy.Policy{policy.DRF, policy.Random, policy.Ranked, policy.MaxMin("gpus"), policy.Asset, policy.Decayed(time.Minute), policy.HDRF}

// forEachPolicy runs a test that does not depend on the order.
func forEachPolicy(t *testing.T, test func(sc *scene)) {
	for _, policy := range testPolicies {
		t.Run(string(policy), func(t *testing.T) { test(newScene(t, policy)) })
	}
}

func (sc *scene) row(text string) quantities.Row {
	sc.Helper()
	var row quantities.Row
	for part := range strings.SplitSeq(text, ";") {
		if part == "" {
			continue
		}
		name, amount, _ := strings.Cut(part, ":")
		i, err := sc.names.Intern(name)
		require.NoError(sc, err)
		a, err := quantities.ParseAmount(amount)
		require.NoError(sc, err)
		row.AddAt(i, a)
	}
	return row
}

// setAgent replaces what an agent has, which is nothing before the first time.
func (sc *scene) setAgent(agent uint32, text string) {
	sc.Helper()
	row := sc.row(text)
	sc.totals.Change(sc.agents[agent], row)
	sc.agents[agent] = row
}

// add adds clients and activates them.
func (sc *scene) add(paths ...string) {
	sc.Helper()
	for _, path := range paths {
		sc.addInactive(path)
		sc.activate(path)
	}
}

func (sc *scene) addInactive(path string) {
	sc.Helper()
	_, err := sc.sorter.Add(path)
	require.NoError(sc, err)
}

func (sc *scene) client(path string) Client {
	sc.Helper()
	c, ok := sc.sorter.Find(path)
	require.True(sc, ok, path)
	return c
}

func (sc *scene) activate(path string) {
	sc.Helper()
	require.NoError(sc, sc.sorter.Activate(sc.client(path)))
}

func (sc *scene) deactivate(path string) {
	sc.Helper()
	require.NoError(sc, sc.sorter.Deactivate(sc.client(path)))
}

func (sc *scene) remove(path string) {
	sc.Helper()
	require.NoError(sc, sc.sorter.Remove(sc.client(path)))
}

func (sc *scene) weigh(path string, weight float64) {
	sc.Helper()
	require.NoError(sc, sc.sorter.SetWeight(path, weight))
}

// give allocates on agent 0.
func (sc *scene) give(path, text string) {
	sc.Helper()
	sc.sorter.Allocated(sc.client(path), sc.row(text))
}

func (sc *scene) take(path, text string) {
	sc.Helper()
	sc.sorter.Unallocated(sc.client(path), sc.row(text))
}

func (sc *scene) order() []string {
	paths := []string{}
	for _, c := range sc.sorter.Sort(nil) {
		paths = append(paths, sc.sorter.Path(c))
	}
	return paths
}

func (sc *scene) requireOrder(want ...string) {
	sc.Helper()
	require.Equal(sc, append([]string{}, want...), sc.order())
}

// requireActive compares the clients in the order, whatever it is.
func (sc *scene) requireActive(want ...string) {
	sc.Helper()
	got := sc.order()
	slices.Sort(got)
	require.Equal(sc, want, got)
}

func (sc *scene) requireAllocation(want string, got quantities.Row) {
	sc.Helper()
	require.True(sc, sc.row(want).Equal(got), "want %v, got %v", want, got)
}
