package habits

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// recordChanges makes a recording of five minutes in which two that want all share a
// cluster, and what the host sets after so many seconds.
func recordChanges(t *testing.T, set map[int]func(h *host, web, batch alloc.RoleID)) (dir string) {
	dir = t.TempDir()
	h := newHost(t, dir, 4)
	for _, name := range []string{"web", "batch"} {
		h.wants[h.add(name, 1000, 10*time.Second, time.Second)] = 1 << 20
	}
	web, err := h.a.InternRole("web")
	require.NoError(t, err)
	batch, err := h.a.InternRole("batch")
	require.NoError(t, err)
	for i := range 300 {
		if set[i] != nil {
			set[i](h, web, batch)
		}
		h.second()
	}
	require.NoError(t, h.r.Stop())
	return dir
}

// Weights, quota and policies that are set within the stretch become events, several
// calls before a cycle one event, and change what the simulation comes to: what the
// recording came to, where batch has three machines of four for its guarantee of 20 cpus.
func TestWhatIsSetBecomesEvents(t *testing.T) {
	quota := func(h *host, role alloc.RoleID, q alloc.Quota) { require.NoError(t, h.a.SetQuota(role, q)) }
	cpus := func(n alloc.Amount) []alloc.Quantity { return []alloc.Quantity{{Name: "cpus", Amount: n}} }
	dir := recordChanges(t, map[int]func(*host, alloc.RoleID, alloc.RoleID){
		60: func(h *host, web, batch alloc.RoleID) {
			require.NoError(t, h.a.SetWeights([]alloc.RoleWeight{{Role: web, Weight: 3}}))
			require.NoError(t, h.a.SetPolicy(batch, alloc.ScopeAll, "decayed:half_life=1h"))
			require.NoError(t, h.a.SetPolicy(alloc.AllRoles, alloc.ScopeAll, "asset"))
		},
		90: func(h *host, web, _ alloc.RoleID) {
			require.NoError(t, h.a.SetWeights([]alloc.RoleWeight{{Role: web, Weight: 3}}))
		},
		120: func(h *host, _, batch alloc.RoleID) {
			quota(h, batch, alloc.Quota{Guarantees: cpus(20000), Limits: cpus(24000)})
		},
		240: func(h *host, _, batch alloc.RoleID) {
			quota(h, batch, alloc.Quota{})
			require.NoError(t, h.a.SetPolicy(batch, alloc.ScopeAll, ""))
		},
	})
	o, a := observed(t, dir, 0, 0)
	files, err := o.Scenario(a, "r")
	require.NoError(t, err)
	sc := load(t, files)
	require.Empty(t, sc.Roles[0].Guarantee, "as they were when it began")
	require.Equal(t, []float64{1, 1}, []float64{sc.Roles[0].Weight, sc.Roles[1].Weight})
	require.Len(t, sc.Events, 3, string(files["r.yaml"]))
	first, second, third := sc.Events[0], sc.Events[1], sc.Events[2]
	require.Equal(t, 59200*time.Millisecond, time.Duration(first.At))
	require.Equal(t, map[string]float64{"web": 3}, first.Weight)
	require.Equal(t, map[string]string{"/": "asset", "batch": "decayed:half_life=1h"}, first.Policy)
	require.Equal(t, scenario.Resources{"cpus": 20000}, second.Quota[0].Guarantee)
	require.Equal(t, scenario.Resources{"cpus": 24000}, second.Quota[0].Limit)
	require.Empty(t, third.Quota[0].Guarantee, "it is taken away")
	require.Equal(t, map[string]string{"batch": ""}, third.Policy)

	r := simtest.Simulate(t, sc, 1)
	for _, x := range []struct {
		from, until time.Duration
		share       float64
	}{{20 * time.Second, 55 * time.Second, 0.5}, {85 * time.Second, 115 * time.Second, 0.25}, {150 * time.Second, 235 * time.Second, 0.75}, {265 * time.Second, 0, 0.25}} {
		share := simtest.Figure(t, r, results.Query{Figure: "share", Of: "batch", From: x.from, Until: x.until})
		require.InDelta(t, x.share, share, 0.07, "from %v", x.from)
	}
}

// What was set while nothing was recorded is an event when it goes on.
func TestWhatIsSetInAGapBecomesAnEvent(t *testing.T) {
	dir := recordChanges(t, map[int]func(*host, alloc.RoleID, alloc.RoleID){
		150: func(h *host, web, _ alloc.RoleID) {
			folder := filepath.Dir(h.r.Status().File)
			require.NoError(t, h.r.Stop())
			require.NoError(t, h.a.SetWeights([]alloc.RoleWeight{{Role: web, Weight: 3}}))
			var err error
			h.r, err = journal.Open(h.a, journal.Options{Dir: folder})
			require.NoError(t, err)
		},
	})
	o, a := observed(t, dir, 0, 0)
	files, err := o.Scenario(a, "r")
	require.NoError(t, err)
	sc := load(t, files)
	var weights []map[string]float64
	for _, e := range sc.Events {
		if e.Weight != nil {
			weights = append(weights, e.Weight)
		}
	}
	require.Equal(t, []map[string]float64{{"web": 3}}, weights, string(files["r.yaml"]))
}

// Who leaves and comes back does so in the scenario, too; that it came at the beginning
// is not undone by the event, and its tasks come as often while it is there.
func TestFrameworksThatComeBack(t *testing.T) {
	dir := t.TempDir()
	h := newHost(t, dir, 4)
	add := func() alloc.FrameworkID { return h.add("batch", 1000, 5*time.Second, time.Second) }
	batch := add()
	for i := range 400 {
		switch i {
		case 100:
			h.ends = nil
			require.NoError(t, h.a.RemoveFramework(batch))
		case 300:
			batch = add()
		}
		if i%10 == 0 && (i < 100 || i >= 300) {
			h.wants[batch] = 2
		}
		h.second()
	}
	require.NoError(t, h.r.Stop())
	o, a := observed(t, dir, 0, 0)
	files, err := o.Scenario(a, "r")
	require.NoError(t, err)
	sc := load(t, files)
	require.Len(t, sc.Events, 2, string(files["r.yaml"]))
	require.Equal(t, []string{"batch-0001"}, sc.Events[0].Stop)
	require.Equal(t, 99200*time.Millisecond, time.Duration(sc.Events[0].At))
	require.Equal(t, []string{"batch-0001"}, sc.Events[1].Start)
	require.Equal(t, 299200*time.Millisecond, time.Duration(sc.Events[1].At))
	r := simtest.Simulate(t, sc, 1)
	started := func(from, until time.Duration) float64 {
		v := simtest.Figure(t, r, results.Query{Figure: "started", Of: "batch", From: from, Until: until})
		return v
	}
	require.InDelta(t, 20, started(0, 100*time.Second), 4)
	require.Zero(t, started(105*time.Second, 298*time.Second))
	require.InDelta(t, 20, started(300*time.Second, 400*time.Second), 4)

	// Of a stretch that begins while it is away, it comes later.
	o, a = observed(t, dir, alloc.Time(200*time.Second), 0)
	files, err = o.Scenario(a, "r")
	require.NoError(t, err)
	sc = load(t, files)
	require.Empty(t, sc.Events)
	require.Equal(t, 100200*time.Millisecond, time.Duration(sc.Frameworks[0].Start))
}

// Names that differ in their brackets stay apart, and are those of the recording.
func TestNamesWithBraces(t *testing.T) {
	dir := t.TempDir()
	h := newHost(t, dir, 4)
	names := []string{"job{1}", "job(1)", "{1..3}", "{a,b"}
	for _, name := range names {
		h.wants[h.add(name, 1000, 0, time.Second)] = 2
	}
	h.weight("job{1}", 2)
	for range 20 {
		h.second()
	}
	h.weight("{1..3}", 3)
	h.second()
	require.NoError(t, h.r.Stop())
	o, a := observed(t, dir, alloc.Time(10*time.Second), 0)
	files, err := o.Scenario(a, "r")
	require.NoError(t, err)
	sc := load(t, files)
	var found []string
	for _, f := range sc.Frameworks {
		require.Equal(t, []string{strings.TrimSuffix(f.Name, "-0001")}, f.Roles)
		found = append(found, f.Roles...)
	}
	require.ElementsMatch(t, names, found)
	require.Equal(t, map[string]float64{"{1..3}": 3}, sc.Events[0].Weight)
	r := simtest.Simulate(t, sc, 1)
	require.Positive(t, simtest.Figure(t, r, results.Query{Figure: "running", Of: "job{1}"}), "what runs at the beginning")
}

// What shares leave out they leave out in the scenario; what no machine has is not said.
func TestExcludedResources(t *testing.T) {
	dir := t.TempDir()
	h := newHost(t, dir, 2, "gpus", "cpus", "disk")
	disk, err := h.a.InternKind(alloc.Kind{Name: "disk"})
	require.NoError(t, err)
	gone, err := h.a.AddAgent(alloc.AgentInfo{ID: "gone", Total: []alloc.Resource{alloc.ScalarOf(disk, 1000)}})
	require.NoError(t, err)
	require.NoError(t, h.a.DeactivateAgent(gone))
	h.wants[h.add("batch", 1000, 5*time.Second, time.Second)] = 1 << 20
	for second := range 60 {
		h.second()
		if second == 10 {
			require.NoError(t, h.a.RemoveAgent(gone))
		}
	}
	require.NoError(t, h.r.Stop())
	o, a := observed(t, dir, alloc.Time(20*time.Second), 0)
	files, err := o.Scenario(a, "r")
	require.NoError(t, err)
	sc := load(t, files)
	require.Equal(t, []string{"cpus"}, sc.Settings.FairnessExclude)
	r := simtest.Simulate(t, sc, 1)
	require.Zero(t, simtest.Figure(t, r, results.Query{Figure: "share", Of: "batch"}))
	require.Greater(t, simtest.Figure(t, r, results.Query{Figure: "utilisation", Of: "cpus"}), 0.8)
}
