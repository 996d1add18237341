package view

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/view/live"
)

// scene is a cluster to look at: a tree of departments that run tasks of several lengths.
// Who reads it by way of the source sees it between two steps.
type scene struct {
	t          testing.TB
	mu         sync.Mutex
	a          *core.Allocator
	feed       *live.Feed
	gone       error         // what the source answers, as if the host had gone
	late       time.Duration // how long it takes
	now        alloc.Time
	kinds      []alloc.KindID
	roles      map[string]alloc.RoleID
	frameworks []*player
	agents     []alloc.AgentID
	tasks      []task
}

// player is a framework that takes so many tasks at a time.
type player struct {
	id    alloc.FrameworkID
	size  []alloc.Resource
	wants int // tasks at a time
	runs  int
	lasts alloc.Time
}

type task struct {
	of    *player
	role  alloc.RoleID
	agent alloc.AgentID
	ends  alloc.Time
}

// stateOf is how an allocator stands.
func stateOf(a *core.View) *live.State {
	var x live.Raw
	x.Take(a)
	return x.State()
}

const script = "<script>alert(1)"

func newScene(t testing.TB, agents int) *scene {
	s := &scene{t: t, roles: map[string]alloc.RoleID{}}
	s.restart(agents)
	return s
}

// restart begins with a new allocator, as a master does that is elected.
func (s *scene) restart(agents int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.feed = live.NewFeed(live.Options{Every: -1, HistoryStep: time.Minute})
	s.a, s.now, s.tasks, s.frameworks, s.agents, s.kinds = must(core.New(alloc.Options{Interval: time.Second, Seed: 1})), 0, nil, nil, nil, nil
	for _, name := range []string{"cpus", "mem", "disk", "gpus"} {
		s.kinds = append(s.kinds, must(s.a.InternKind(alloc.Kind{Name: name})))
	}
	for i := range agents {
		shape := s.of(32, 131072, 1<<20, 0)
		if i%16 == 0 {
			shape = s.of(64, 524288, 1<<20, 8)
		}
		s.agents = append(s.agents, must(s.a.AddAgent(alloc.AgentInfo{ID: fmt.Sprintf("rack-%02d-node-%03d", i/40, i), Hostname: fmt.Sprint("h", i), Total: shape})))
	}
	for _, path := range []string{"ads/bidding", "ads/reports", "search/index", "search/query", "science/genomics", "science/climate", "ops", "batch", "reserve", script} {
		s.roles[path] = must(s.a.InternRole(path))
	}
	for _, path := range []string{"ads", "search", "science"} {
		s.roles[path] = must(s.a.InternRole(path))
	}
	n := quantities.Amount(agents)
	s.guarantee("reserve", 2*n)
	s.guarantee("search", 4*n)
	require.NoError(s.t, s.a.SetQuota(s.roles["ops"], alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: n * alloc.Unit}}}))
	require.NoError(s.t, s.a.SetWeights([]alloc.RoleWeight{{Role: s.roles["science"], Weight: 2}, {Role: s.roles["search/query"], Weight: 3}}))
	s.framework("bidder", "ads/bidding", s.of(2, 4096, 0, 0), agents, 600)
	s.framework("reports", "ads/reports", s.of(4, 16384, 0, 0), agents, 1200)
	s.framework("indexer", "search/index", s.of(8, 32768, 0, 0), agents/2, 1800)
	s.framework("frontend", "search/query", s.of(1, 2048, 0, 0), 2*agents, 3600)
	s.framework("genomes", "science/genomics", s.of(4, 8192, 0, 0), 4*agents, 7200)
	s.framework("weather", "science/climate", s.of(16, 65536, 0, 0), agents, 5400)
	s.framework("monitor", "ops", s.of(1, 1024, 0, 0), agents, 3600)
	s.framework("nightly", "batch", s.of(1, 4096, 0, 0), 16*agents, 3600)
	s.framework("leftovers", "batch", s.of(2, 2048, 0, 0), 0, 900)
	s.framework(script, script, s.of(1, 512, 0, 0), agents/8, 1200)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// of lists amounts of the kinds, in units.
func (s *scene) of(units ...quantities.Amount) (list []alloc.Resource) {
	for i, v := range units {
		if v > 0 {
			list = append(list, alloc.ScalarOf(s.kinds[i], v*alloc.Unit))
		}
	}
	return list
}

func (s *scene) guarantee(role string, cpus quantities.Amount) {
	require.NoError(s.t, s.a.SetQuota(s.roles[role], alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: cpus * alloc.Unit}}}))
}

func (s *scene) framework(name, role string, size []alloc.Resource, wants int, seconds alloc.Time) {
	id := must(s.a.AddFramework(alloc.FrameworkInfo{ID: name, Roles: []alloc.RoleID{s.roles[role]}, Capabilities: alloc.MultiRole | alloc.GPUResources}))
	s.frameworks = append(s.frameworks, &player{id: id, size: size, wants: wants, lasts: seconds * alloc.Time(time.Second)})
}

// step lets so much time pass, in which one cycle runs, and the feed looks.
func (s *scene) step(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
	s.a.Advance(s.now)
	running := s.tasks[:0]
	for _, x := range s.tasks {
		if x.ends > s.now {
			running = append(running, x)
			continue
		}
		x.of.runs--
		s.recover(x.of, x.agent, x.role, x.of.size, 0, true)
	}
	s.tasks = running
	var cycle alloc.Cycle
	s.a.Allocate(s.now, &cycle)
	hooks.RunTook(s.a, time.Duration(12+len(cycle.Offers)%7)*time.Millisecond)
	for offer, resources := range cycle.All() {
		s.answer(offer, resources)
	}
	s.look()
}

// look has the feed take the allocator down.
func (s *scene) look() {
	answer := must(s.feed.Ask(&s.a.View, "data?", explain.Hidden{}))
	must(answer())
}

// answer starts what tasks fit into an offer, and refuses the rest.
func (s *scene) answer(offer alloc.Offer, resources []alloc.Resource) {
	var of *player
	for _, p := range s.frameworks {
		if p.id == offer.Framework {
			of = p
		}
	}
	left := map[alloc.KindID]alloc.Amount{}
	for _, r := range resources {
		left[r.Kind] += r.Amount
	}
	fits := func() bool {
		for _, r := range of.size {
			if left[r.Kind] < r.Amount {
				return false
			}
		}
		return of.runs < of.wants
	}
	for n := 0; n < 8 && fits(); n++ {
		require.NoError(s.t, s.a.TransitionOfferedToAllocated(offer.Agent, offer.Role, of.size))
		for _, r := range of.size {
			left[r.Kind] -= r.Amount
		}
		of.runs++
		s.tasks = append(s.tasks, task{of, offer.Role, offer.Agent, s.now + of.lasts})
	}
	var rest []alloc.Resource
	for _, k := range s.kinds {
		if left[k] > 0 {
			rest = append(rest, alloc.ScalarOf(k, left[k]))
		}
	}
	if len(rest) > 0 {
		s.recover(of, offer.Agent, offer.Role, rest, 90*time.Second, false)
	}
}

func (s *scene) recover(of *player, agent alloc.AgentID, role alloc.RoleID, list []alloc.Resource, refuse time.Duration, allocated bool) {
	require.NoError(s.t, s.a.RecoverResources(alloc.RecoverRequest{
		Now: s.now, Framework: of.id, Agent: agent, Role: role, Resources: list, RefuseFor: refuse, Allocated: allocated,
	}))
}

// play lets hours pass: after the second the weights of batch and, in vain, of ads are raised, after the third a rack
// fails and another is under maintenance.
func (s *scene) play() {
	for minute := range 240 {
		switch minute {
		case 127:
			require.NoError(s.t, s.a.SetWeights([]alloc.RoleWeight{{Role: s.roles["ads"], Weight: 3}, {Role: s.roles["batch"], Weight: 2}}))
		case 180:
			for i := range s.agents {
				switch i / 40 {
				case 1:
					require.NoError(s.t, s.a.DeactivateAgent(s.agents[i]))
				case 2:
					require.NoError(s.t, s.a.UpdateUnavailability(s.agents[i], &alloc.Unavailability{Start: s.now}))
				}
			}
		}
		s.step(time.Minute)
	}
}

// Ask asks as Live does: the feed is another one after a restart.
func (s *scene) Ask(question string, hidden explain.Hidden) ([]byte, error) {
	s.mu.Lock()
	feed := s.feed
	s.mu.Unlock()
	return (&Live{Feed: feed, Read: s.read}).Ask(question, hidden)
}

// set changes how the source answers from now on.
func (s *scene) set(gone error, late time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone, s.late = gone, late
}

// read is Live.Read.
func (s *scene) read(f func(*core.View)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	time.Sleep(s.late)
	if s.gone != nil {
		return s.gone
	}
	f(&s.a.View)
	return nil
}
