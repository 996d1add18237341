package habits

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// A host is a small master with a journal: frameworks with habits that are known.
type host struct {
	t      *testing.T
	a      *core.Allocator
	r      *journal.Recorder
	cpus   alloc.KindID
	now    alloc.Time
	cycle  alloc.Cycle
	ends   []ending
	wants  map[alloc.FrameworkID]int // tasks that wait
	size   map[alloc.FrameworkID]alloc.Amount
	takes  map[alloc.FrameworkID]time.Duration // 0: for ever
	refuse map[alloc.FrameworkID]time.Duration
	agents []alloc.AgentID
}

type ending struct {
	at alloc.Time
	q  alloc.RecoverRequest
}

func newHost(t *testing.T, dir string, agents int, excluded ...string) *host {
	a, err := core.New(alloc.Options{Interval: time.Second, AgentOrder: alloc.OrderByID, FairnessExclude: excluded})
	require.NoError(t, err)
	h := &host{t: t, a: a, wants: map[alloc.FrameworkID]int{}, size: map[alloc.FrameworkID]alloc.Amount{},
		takes: map[alloc.FrameworkID]time.Duration{}, refuse: map[alloc.FrameworkID]time.Duration{}}
	h.r, err = journal.Open(a, journal.Options{Dir: dir})
	require.NoError(t, err)
	h.cpus, err = h.a.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	for i := range agents {
		h.addAgent(fmt.Sprintf("host-%03d", i))
	}
	return h
}

func (h *host) addAgent(name string) {
	id, err := h.a.AddAgent(alloc.AgentInfo{ID: name, Hostname: name, Total: []alloc.Resource{alloc.ScalarOf(h.cpus, 8000)}})
	require.NoError(h.t, err)
	h.agents = append(h.agents, id)
}

func (h *host) add(name string, size alloc.Amount, takes, refuse time.Duration) alloc.FrameworkID {
	role, err := h.a.InternRole(name)
	require.NoError(h.t, err)
	id, err := h.a.AddFramework(alloc.FrameworkInfo{ID: name + "-0001", Roles: []alloc.RoleID{role}, Capabilities: alloc.MultiRole})
	require.NoError(h.t, err)
	h.size[id], h.takes[id], h.refuse[id] = size, takes, refuse
	return id
}

func (h *host) weight(role string, w float64) alloc.RoleID {
	id, err := h.a.InternRole(role)
	require.NoError(h.t, err)
	require.NoError(h.t, h.a.SetWeights([]alloc.RoleWeight{{Role: id, Weight: w}}))
	return id
}

// second ends tasks, runs a cycle and answers it after 200 ms: as many tasks on an offer
// as fit and wait, launched together.
func (h *host) second() {
	h.now += alloc.Time(time.Second)
	h.a.Advance(h.now)
	kept := h.ends[:0]
	for _, e := range h.ends {
		if e.at > h.now {
			kept = append(kept, e)
			continue
		}
		e.q.Now = h.now
		require.NoError(h.t, h.a.RecoverResources(e.q))
	}
	h.ends = kept
	h.a.Allocate(h.now, &h.cycle)
	later := h.now + alloc.Time(200*time.Millisecond)
	h.a.Advance(later)
	for o, list := range h.cycle.All() {
		h.answer(o, list[0].Amount, later)
	}
}

func (h *host) answer(o alloc.Offer, offered alloc.Amount, now alloc.Time) {
	f := o.Framework
	n := min(h.wants[f], int(offered/h.size[f]))
	h.wants[f] -= n
	used := alloc.Amount(n) * h.size[f]
	if n > 0 {
		require.NoError(h.t, h.a.TransitionOfferedToAllocated(o.Agent, o.Role, []alloc.Resource{alloc.ScalarOf(h.cpus, used)}))
	}
	for range n {
		if h.takes[f] > 0 {
			h.ends = append(h.ends, ending{now.Add(h.takes[f]), alloc.RecoverRequest{Framework: f, Agent: o.Agent, Role: o.Role, Resources: []alloc.Resource{alloc.ScalarOf(h.cpus, h.size[f])}, Allocated: true}})
		}
	}
	if used < offered {
		require.NoError(h.t, h.a.RecoverResources(alloc.RecoverRequest{Now: now, Framework: f, Agent: o.Agent, Role: o.Role, Resources: []alloc.Resource{alloc.ScalarOf(h.cpus, offered-used)}, RefuseFor: h.refuse[f]}))
	}
}

// record makes a recording of ten minutes: a service that keeps eight tasks, batch work
// that comes every ten seconds three at a time and takes 45 s, and somebody greedy who
// comes after five minutes. A machine fails after six.
func record(t *testing.T) (dir string) {
	dir = t.TempDir()
	h := newHost(t, dir, 6)
	web := h.add("web", 2000, 0, 5*time.Second)
	batch := h.add("batch", 1000, 45*time.Second, 10*time.Second)
	h.wants[web] = 8
	role := h.weight("web", 2)
	require.NoError(t, h.a.SetQuota(role, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 16000}}}))
	var greedy alloc.FrameworkID
	for i := range 600 {
		if i%10 == 0 {
			h.wants[batch] += 3
		}
		if i == 300 {
			greedy = h.add("greedy", 500, 20*time.Second, time.Second)
			h.wants[greedy] = 1 << 20
		}
		if i == 360 {
			last := h.agents[5]
			kept := h.ends[:0]
			for _, e := range h.ends {
				if e.q.Agent != last {
					kept = append(kept, e)
				}
			}
			h.ends = kept
			require.NoError(t, h.a.RemoveAgent(last))
		}
		h.second()
	}
	require.NoError(t, h.r.Stop())
	return dir
}

// observed replays a recording up to a time, 0 for the end.
func observed(t *testing.T, dir string, from, to alloc.Time) (*Observer, *core.Allocator) {
	t.Helper()
	rec, err := journal.Read(dir)
	require.NoError(t, err)
	o := New(from)
	p := &journal.Replay{Observer: o, To: to, Until: to > 0}
	require.NoError(t, p.Run(rec))
	return o, p.Allocator
}

// load writes the files and reads the scenario.
func load(t *testing.T, files Files) *scenario.Scenario {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), content, 0o666))
	}
	sc, err := scenario.Read(filepath.Join(folder, "r.yaml"))
	require.NoError(t, err, string(files["r.yaml"]))
	return sc
}

// What is made of a recording behaves as what was recorded.
func TestAScenarioOfARecording(t *testing.T) {
	o, a := observed(t, record(t), 0, 0)
	files, err := o.Scenario(a, "r")
	require.NoError(t, err)
	sc := load(t, files)
	require.Equal(t, 599200*time.Millisecond, time.Duration(sc.Duration))
	require.Equal(t, 5, sc.Machines[1].Count)
	require.Len(t, sc.Events, 1)
	web, batch, greedy := sc.Frameworks[0], sc.Frameworks[1], sc.Frameworks[2]
	require.Equal(t, []string{"web-0001", "batch-0001", "greedy-0001"}, []string{web.Name, batch.Name, greedy.Name})
	require.Equal(t, 2, web.Tasks[0].Keep, "four tasks that are launched on one offer and never end are not told apart")
	require.Equal(t, scenario.Endless, web.Tasks[0].Duration.Kind)
	require.NotNil(t, batch.Tasks[0].Every)
	require.Equal(t, 10*time.Second, time.Duration(batch.Refuse.Idle))
	require.True(t, greedy.Tasks[0].Backlog)
	require.InDelta(t, 20.8, greedy.Tasks[0].Duration.A, 1e-9, "from the answer to the second in which it ended")
	require.Equal(t, 299200*time.Millisecond, time.Duration(greedy.Start))
	require.Equal(t, 2.0, sc.Roles[1].Weight)
	require.EqualValues(t, 16000, sc.Roles[1].Guarantee["cpus"])

	r := simtest.Simulate(t, sc, 1)
	require.Equal(t, 2.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "web"}))
	require.InDelta(t, 180, simtest.Figure(t, r, results.Query{Figure: "started", Of: "batch"}), 25)
	require.InDelta(t, 13.5, simtest.Figure(t, r, results.Query{Figure: "running", Of: "batch"}), 3, "three every ten seconds, for 45")
	require.Greater(t, simtest.Figure(t, r, results.Query{Figure: "share_most", Of: "greedy"}), 0.2)
}

// A stretch begins with what ran then; of what ended in it, it is known when.
func TestAStretchOfARecording(t *testing.T) {
	from, to := alloc.Time(100*time.Second), alloc.Time(200*time.Second)
	o, a := observed(t, record(t), from, to)
	files, err := o.Scenario(a, "r")
	require.NoError(t, err)
	sc := load(t, files)
	require.Equal(t, 100*time.Second, time.Duration(sc.Duration))
	require.Len(t, sc.Frameworks, 2, "greedy came later")
	require.Empty(t, sc.Events)
	tasks, left := 0, 0.0
	require.NoError(t, sc.EachRunning(func(row *scenario.RunningRow) error {
		if row.Framework == "batch-0001" {
			tasks += row.Count
			left = max(left, row.Left)
		}
		return nil
	}))
	require.InDelta(t, 13.5, tasks, 3)
	require.InDelta(t, 40, left, 6)
	r := simtest.Simulate(t, sc, 1)
	running := simtest.Figure(t, r, results.Query{Figure: "running", Of: "batch", Until: 10 * time.Second})
	require.InDelta(t, 13.5, running, 3, "it is not empty at first")

	_, err = New(0).Scenario(a, "r")
	require.ErrorIs(t, err, ErrNothing)
}

// Where the stretch ends, it can be gone on, with an allocator that was changed.
func TestGoingOn(t *testing.T) {
	o, a := observed(t, record(t), 0, 0)
	id, ok := a.FindAgent("host-004")
	require.True(t, ok)
	require.NoError(t, a.RemoveAgent(id))
	kind, err := a.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	_, err = a.AddAgent(alloc.AgentInfo{ID: "new", Total: []alloc.Resource{alloc.ScalarOf(kind, 2000)}})
	require.NoError(t, err)
	files, err := o.GoingOn(a, time.Minute, "r")
	require.NoError(t, err)
	sc := load(t, files)
	require.Equal(t, time.Minute, time.Duration(sc.Duration))
	require.Equal(t, []int{4, 1}, []int{sc.Machines[0].Count, sc.Machines[1].Count})
	require.Len(t, sc.Frameworks, 3)
	require.Zero(t, sc.Frameworks[2].Start)
	r := simtest.Simulate(t, sc, 1)
	first := simtest.Figure(t, r, results.Query{Figure: "running", Of: "greedy", Until: 2 * time.Second})
	require.Greater(t, first, 5.0, "it is not empty at first")
}

func TestDurationsOfWhatHasNotEnded(t *testing.T) {
	require.Equal(t, "forever", durations([]life{{5, false}, {7, false}}))
	require.Equal(t, "5s", durations([]life{{5, true}, {5, true}}))
	require.Equal(t, "{values: [2s, 4s]}", durations([]life{{4, true}, {2, true}}))
	// Exponential lives of 100 s in mean, of which the longest were cut off.
	var lives []life
	for i := range 1000 {
		x := -100 * math.Log(1-(float64(i)+0.5)/1000)
		lives = append(lives, life{min(x, 150), x < 150})
	}
	values := regexp.MustCompile(`[0-9.]+`).FindAllString(durations(lives), -1)
	require.Len(t, values, mostValues)
	sum := 0.0
	for _, v := range values {
		x, err := strconv.ParseFloat(v, 64)
		require.NoError(t, err)
		sum += x
	}
	require.InDelta(t, 100, sum/mostValues, 5)
}

func TestLawsKeepTheMean(t *testing.T) {
	require.Equal(t, "3s", distributionOf([]float64{3, 3, 3}, seconds))
	require.Equal(t, "{values: [1s, 2s, 6s]}", distributionOf([]float64{6, 1, 2}, seconds))
	list := make([]float64, 50)
	for i := range list {
		list[i] = float64(i)
	}
	require.InDelta(t, 24.5, meanOf(list, 0, 1), 1e-9)
	require.InDelta(t, (0+1+2*0.5)/2.5, meanOf(list, 0, 0.05), 1e-9)
}

func TestTasksThatWereLaunchedTogether(t *testing.T) {
	two, three := amounts{2000}, amounts{3000}
	c := &chunk{left: amounts{4000}, ends: []end{{5, two}}, gone: never, seen: true}
	whole := &chunk{left: three, gone: never}
	tasks := tasksOf([]*chunk{c, whole})
	var sizes []amounts
	for _, x := range tasks {
		sizes = append(sizes, x.size)
	}
	require.Equal(t, []amounts{two, two, two, three}, sizes)
}

// Of tiny tasks a large chunk is no multiple that anybody meant.
func TestChunksAreOfSoManyTasks(t *testing.T) {
	tiny := amounts{1}
	of := func(left amounts) int {
		return len(tasksOf([]*chunk{{left: left, ends: []end{{5, tiny}}, gone: never}}))
	}
	require.Equal(t, 1+mostOfChunk, of(amounts{mostOfChunk}))
	require.Equal(t, 1+1, of(amounts{1_000_000}))
}
