package core

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// twins are two allocators that are told the same: one as it is, and one that
// asks everyone about everything.
type twins struct {
	*testing.T
	*rand.Rand
	both   [2]*Allocator
	cycles [2]Cycle
	now    Time

	kinds      []KindID // cpus, mem, disk, ports, gpus
	revocable  KindID
	roles      []RoleID
	reserved   []KindID // by role: cpus reserved for it
	frameworks []FrameworkID
	subscribed [][]RoleID // by framework
	agents     []AgentID

	narrow int // cycles that ended with this shortcut taken
}

// scarcity is what a history of twins is made to be short of.
type scarcity struct {
	quota, constraints, minima, filters bool

	tight bool // everyone has limits on everything
}

func newTwins(t *testing.T, seed uint64, o Options) *twins {
	w := &twins{T: t, Rand: rand.New(rand.NewPCG(seed, 1))}
	o.Interval, o.Seed = time.Second, seed
	o.MinAllocatable = [][]Quantity{{{Name: "cpus", Amount: 10}}, {{Name: "mem", Amount: 32_000}}}
	for i := range w.both {
		tested.Of(&o).FullPass = i == 1
		w.both[i] = need(New(o))(t)
	}
	for _, name := range []string{"cpus", "mem", "disk"} {
		w.kinds = append(w.kinds, w.kind(Kind{Name: name}))
	}
	w.kinds = append(w.kinds, w.kind(Kind{Name: "ports", Type: Ranges}), w.kind(Kind{Name: "gpus"}))
	w.revocable = w.kind(Kind{Name: "cpus", Revocable: true})
	return w
}

func (w *twins) kind(k Kind) KindID {
	w.Helper()
	return twice(w, func(a *Allocator) (KindID, error) { return a.InternKind(k) })
}

// twice makes a call of both and compares the results.
func twice[R any](w *twins, call func(a *Allocator) (R, error)) R {
	w.Helper()
	r := need(call(w.both[0]))(w.T)
	require.Equal(w, r, need(call(w.both[1]))(w.T))
	return r
}

func (w *twins) do(call func(a *Allocator) error) {
	w.Helper()
	for _, a := range w.both {
		require.NoError(w, call(a))
	}
}

// addRoles adds a tree of roles with weights.
func (w *twins) addRoles(n int) {
	for i := range n {
		path := fmt.Sprintf("r%02d", i)
		if i > 0 && w.IntN(3) == 0 {
			path = need(w.both[0].RoleName(w.roles[w.IntN(len(w.roles))]))(w.T) + "/" + path
		}
		id := twice(w, func(a *Allocator) (RoleID, error) { return a.InternRole(path) })
		w.roles = append(w.roles, id)
		w.reserved = append(w.reserved, w.kind(Kind{Name: "cpus", Reservations: []Reservation{{Type: Static, Role: path}}}))
		if w.IntN(4) == 0 {
			weight := []RoleWeight{{Role: id, Weight: []float64{0.5, 2, 3}[w.IntN(3)]}}
			w.do(func(a *Allocator) error { return a.SetWeights(weight) })
		}
	}
}

func (w *twins) addFrameworks(n int, s scarcity) {
	for range n {
		info := FrameworkInfo{ID: fmt.Sprintf("f%03d", len(w.frameworks)), Capabilities: MultiRole | ReservationRefinement}
		for _, c := range []Capabilities{GPUResources, RevocableResources} {
			if w.IntN(4) == 0 {
				info.Capabilities |= c
			}
		}
		for range 1 + w.IntN(2) {
			if r := w.roles[w.IntN(len(w.roles))]; len(info.Roles) == 0 || info.Roles[0] != r {
				info.Roles = append(info.Roles, r)
			}
		}
		if s.minima && w.IntN(4) > 0 {
			least := [][]Quantity{{{Name: "cpus", Amount: quantities.Amount(1+w.IntN(3)) * 2000}}, {{Name: "mem", Amount: 512_000}, {Name: "gpus", Amount: 1000}}}
			info.MinAllocatable = []RoleMinimum{{Role: info.Roles[0], Lists: least[:w.IntN(3)]}}
		}
		id := twice(w, func(a *Allocator) (FrameworkID, error) { return a.AddFramework(info) })
		w.frameworks, w.subscribed = append(w.frameworks, id), append(w.subscribed, info.Roles)
	}
}

func (w *twins) addAgents(n int) {
	for range n {
		info := AgentInfo{ID: fmt.Sprintf("a%03d", len(w.agents))}
		info.Total = []Resource{ScalarOf(w.kinds[0], quantities.Amount(1+w.IntN(8))*1000)}
		for _, more := range []Resource{
			ScalarOf(w.kinds[1], quantities.Amount(1+w.IntN(4))*256_000), ScalarOf(w.kinds[2], quantities.Amount(1+w.IntN(4))*1000_000),
			IntervalOf(w.kinds[3], 1, 10), ScalarOf(w.kinds[4], 1000), ScalarOf(w.revocable, 2000), ScalarOf(w.reserved[w.IntN(len(w.roles))], 1000),
		} {
			if w.IntN(3) == 0 {
				info.Total = append(info.Total, more)
			}
		}
		w.agents = append(w.agents, twice(w, func(a *Allocator) (AgentID, error) { return a.AddAgent(info) }))
	}
}

// setQuota gives most roles, or most of the top-level ones, a quota.
func (w *twins) setQuota(nested, tight bool) {
	for _, id := range w.roles {
		if w.both[0].state.Roles.Get(id).Parent != api.NoRole && !nested || w.IntN(4) == 0 && !tight {
			continue
		}
		var q Quota
		for _, name := range []string{"cpus", "mem", "disk", "gpus"} {
			unit := quantities.Amount(1000)
			if name == "mem" {
				unit = 256_000
			}
			least := quantities.Amount(w.IntN(4)) * unit
			if w.IntN(2) == 0 {
				q.Guarantees = append(q.Guarantees, Quantity{Name: name, Amount: least})
			}
			if tight || w.IntN(2) == 0 {
				q.Limits = append(q.Limits, Quantity{Name: name, Amount: least + quantities.Amount(w.IntN(3))*unit/2})
			}
		}
		w.do(func(a *Allocator) error { return a.SetQuota(id, q) })
	}
}

// exclude keeps a framework from most agents.
func (w *twins) exclude(i int) {
	var excluded []AgentID
	for _, id := range w.agents {
		if w.IntN(25) > 0 {
			excluded = append(excluded, id)
		}
	}
	r := w.subscribed[i][0]
	w.do(func(a *Allocator) error { return a.ExcludeAgents(w.frameworks[i], r, excluded) })
}

// cycle runs a cycle of both, compares the offers and gives most of them back.
func (w *twins) cycle(s scarcity) {
	w.now = w.now.Add(time.Second)
	for i, a := range w.both {
		a.Advance(w.now)
		a.Allocate(w.now, &w.cycles[i])
	}
	got, want := &w.cycles[0], &w.cycles[1]
	require.Equal(w, want.Offers, got.Offers)
	require.Equal(w, want.Resources, got.Resources)
	require.True(w, want.Report.RequiredAfter.Equal(got.Report.RequiredAfter))
	for _, a := range w.both {
		require.NoError(w, a.Validate())
	}
	w.count()
	for i := range got.Offers {
		o := &got.Offers[i]
		var wait time.Duration
		if s.filters && w.IntN(3) > 0 {
			wait = time.Duration(1+w.IntN(5)) * time.Second
		}
		if w.IntN(3) > 0 {
			w.do(func(a *Allocator) error {
				return a.RecoverResources(RecoverRequest{Now: w.now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: got.ResourcesOf(o), RefuseFor: wait})
			})
		}
	}
}

// policyAt returns one of those that there are.
func policyAt(i int) Policy {
	list := []Policy{DRF, Ranked, Asset, MaxMin("cpus"), Random, MaxMin("gpus"), Decayed(2 * time.Second), HDRF}
	return list[i%len(list)]
}

// changePolicies changes the policy of a part of the tree, and ranks.
func (w *twins) changePolicies() {
	id, of, p := w.roles[w.IntN(len(w.roles))], Ordered(w.IntN(3)), Policy("")
	if w.IntN(3) > 0 {
		p = policyAt(w.IntN(8))
	}
	if w.IntN(4) == 0 {
		id = AllRoles
	}
	roles := []RoleRank{{Role: w.roles[w.IntN(len(w.roles))], Rank: float64(w.IntN(3))}}
	frameworks := []FrameworkRank{{Framework: w.frameworks[w.IntN(len(w.frameworks))], Rank: -float64(w.IntN(3))}}
	w.do(func(a *Allocator) error { return a.SetPolicy(id, of, p) })
	w.do(func(a *Allocator) error { return a.SetRanks(roles, frameworks) })
}

func (w *twins) count() {
	w.narrow += assert.BoolInt(w.both[0].cycle.Demand.Roles.HasNarrowed())
}

// TestShortcutsChangeNothing: whom a cycle leaves out would have got nothing.
func TestShortcutsChangeNothing(t *testing.T) {
	var sum twins
	seeds := uint64(100)
	if checking {
		seeds = 4 // each call looks at everything
	}
	for seed := range seeds {
		o := Options{AgentOrder: AgentOrder(seed % 4), NestedQuota: seed%4 > 1}
		if seed%8 == 7 {
			o.RoleSorter = Random
		}
		if seed%3 == 1 {
			o.RoleSorter, o.FrameworkSorter = policyAt(int(seed)), policyAt(int(seed)/3)
		}
		s := scarcity{quota: seed%3 > 0, tight: seed%9 > 5, constraints: seed%5 > 1, minima: seed%7 > 2, filters: seed%2 == 0}
		w := newTwins(t, seed, o)
		w.addRoles(1 + w.IntN(50))
		w.addFrameworks(20+w.IntN(100), s)
		w.addAgents(20)
		if s.quota {
			w.setQuota(o.NestedQuota, s.tight)
		}
		rate := 1 + w.IntN(12)
		for range 6 {
			if s.constraints {
				for i := range w.frameworks {
					if w.IntN(rate) == 0 {
						w.exclude(i)
					}
				}
			}
			w.cycle(s)
			if seed%3 == 1 {
				w.changePolicies()
			}
			w.addAgents(8)
			for range w.IntN(10) {
				id := w.frameworks[w.IntN(len(w.frameworks))]
				w.do(func(a *Allocator) error { return a.SuppressOffers(id, nil) })
			}
			for range w.IntN(3) {
				id := w.frameworks[w.IntN(len(w.frameworks))]
				w.do(func(a *Allocator) error { return a.ReviveOffers(id, nil) })
			}
		}
		sum.narrow += w.narrow
	}
	require.Positive(t, sum.narrow)
}
