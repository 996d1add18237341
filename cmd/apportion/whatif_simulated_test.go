package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
)

// A weightAt is a weight that a role has from a second on.
type weightAt struct {
	second int
	role   string
	weight float64
}

// busy is a recording of a minute in which a and b share two machines evenly: both
// launch all they can, and tasks take ten seconds. Weights are those of the second in which
// they are set.
func busy(t *testing.T, weights ...weightAt) (dir string) {
	dir = t.TempDir()
	a, err := core.New(alloc.Options{Interval: time.Second})
	require.NoError(t, err)
	r, err := journal.Open(a, journal.Options{Dir: dir})
	require.NoError(t, err)
	cpus, err := a.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	for _, name := range []string{"a", "b"} {
		role, err := a.InternRole(name)
		require.NoError(t, err)
		_, err = a.AddFramework(alloc.FrameworkInfo{ID: name, Roles: []alloc.RoleID{role}})
		require.NoError(t, err)
		_, err = a.AddAgent(alloc.AgentInfo{ID: "on-" + name, Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000)}})
		require.NoError(t, err)
	}
	ends := map[int][]alloc.RecoverRequest{}
	var cycle alloc.Cycle
	for second := range 60 {
		now := alloc.Time(second) * alloc.Time(time.Second)
		a.Advance(now)
		for _, w := range weights {
			if w.second == second {
				role, err := a.InternRole(w.role)
				require.NoError(t, err)
				require.NoError(t, a.SetWeights([]alloc.RoleWeight{{Role: role, Weight: w.weight}}))
			}
		}
		for _, q := range ends[second] {
			q.Now = now
			require.NoError(t, a.RecoverResources(q))
		}
		a.Allocate(now, &cycle)
		for o, list := range cycle.All() {
			require.NoError(t, a.TransitionOfferedToAllocated(o.Agent, o.Role, list))
			for n := range int(list[0].Amount / 1000) {
				end := second + 10 + n%2
				ends[end] = append(ends[end], alloc.RecoverRequest{Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 1000)}, Allocated: true})
			}
		}
	}
	require.NoError(t, r.Stop())
	return dir
}

// It goes on as before, or with what a weight would change.
func TestWhatifGoesOn(t *testing.T) {
	dir, folder := busy(t), t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	type answer struct {
		Different bool
		Simulated struct {
			Seeds   []int
			Figures []struct {
				Figure   string
				Variants []struct {
					Variant string
					Mean    float64
				}
			}
		}
	}
	ask := func(arguments ...string) (x answer, err error) {
		out, err := output(whatifCommand(), append([]string{dir, "--for", "10m", "--quiet", "--json", "--figure", "share of a", "--figure", "utilisation of cpus"}, arguments...)...)
		require.NoError(t, json.Unmarshal([]byte(out), &x), out)
		return x, err
	}
	x, err := ask("--weight", "a=3", "--seeds", "2", "--out", folder)
	require.ErrorIs(t, err, errFailed)
	require.Len(t, x.Simulated.Seeds, 2)
	share := x.Simulated.Figures[0].Variants
	require.Equal(t, []string{"as it was", "as changed"}, []string{share[0].Variant, share[1].Variant})
	require.InDelta(t, 0.5, share[0].Mean, 0.1)
	require.InDelta(t, 0.75, share[1].Mean, 0.1)
	require.InDelta(t, 1, x.Simulated.Figures[1].Variants[0].Mean, 0.1)
	pages, err := filepath.Glob(filepath.Join(folder, "*.html"))
	require.NoError(t, err)
	require.Len(t, pages, 1)

	x, err = ask("--remove-agents", "on-b")
	require.ErrorIs(t, err, errFailed)
	require.Len(t, x.Simulated.Seeds, 5)
	x, err = ask()
	require.NoError(t, err, "nothing is different")
	require.Equal(t, x.Simulated.Figures[0].Variants[0].Mean, x.Simulated.Figures[0].Variants[1].Mean)

	out, err := output(whatifCommand(), dir, "--for", "1m", "--quiet", "--weight", "a=3")
	require.ErrorIs(t, err, errFailed)
	require.Contains(t, out, "as changed")
	_, err = output(whatifCommand(), dir, "--for", "-1m")
	require.ErrorContains(t, err, "no time to go on for")
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "apportion-whatif*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// It goes on from the instant that is asked about: with the weights of that, and the
// habits that were seen up to then.
func TestWhatifGoesOnFromATime(t *testing.T) {
	dir := busy(t, weightAt{30, "a", 3})
	share := func(arguments ...string) (was, changed float64) {
		out, err := output(whatifCommand(), append([]string{dir, "--for", "10m", "--seeds", "2", "--quiet", "--json", "--figure", "share of a"}, arguments...)...)
		if !errors.Is(err, errFailed) {
			require.NoError(t, err)
		}
		var x struct {
			Simulated struct {
				Figures []struct {
					Variants []struct{ Mean float64 }
				}
			}
		}
		require.NoError(t, json.Unmarshal([]byte(out), &x), out)
		variants := x.Simulated.Figures[0].Variants
		return variants[0].Mean, variants[1].Mean
	}
	was, changed := share("--at", "25s", "--weight", "b=3")
	require.InDelta(t, 0.5, was, 0.1, "a's weight is set after that")
	require.InDelta(t, 0.25, changed, 0.1)
	was, changed = share("--at", "50s", "--weight", "b=3")
	require.InDelta(t, 0.75, was, 0.1, "a's weight is 3")
	require.InDelta(t, 0.5, changed, 0.1)

	for at, want := range map[string]string{
		"1h":   "the recording has nothing of 1h0m0s",
		"0s":   "there are no habits to read off",
		"noon": `"noon" is no time`,
	} {
		_, err := output(whatifCommand(), dir, "--at", at, "--for", "10m", "--quiet")
		require.ErrorContains(t, err, want, at)
	}
}
