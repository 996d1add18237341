package bench

import (
	"fmt"
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// newLentCluster is newCluster with so many more agents that are guaranteed to role prod, which
// lends them if lends is set: all frameworks but prod's own take loans, and hold them. Else prod
// has them itself. Prod's framework is suppressed.
func newLentCluster(o alloc.Options, agents, lent, frameworks int, lends bool) *World {
	o.LendingGrace = time.Hour
	w := NewWorld(o)
	w.AddRoles(1)
	w.AddCapableFrameworks(frameworks, alloc.RevocableResources)
	w.AddRole("prod")
	prod := w.Roles[1]
	w.AddFrameworkOf(FrameworkInfo("prod", prod))
	check(w.SuppressOffers(w.Frameworks[frameworks], nil))
	all := Machine{24 * int64(lent), 4096 * int64(lent), 0}
	w.Guarantee(w.Roles[1:], all)
	check(w.SetLending(alloc.Lending{Role: prod, Guarantee: lends, Most: []alloc.Resource{
		units(must(w.InternKind(alloc.Kind{Name: "cpus", Revocable: true})), all.CPUs),
		units(must(w.InternKind(alloc.Kind{Name: "mem", Revocable: true})), all.Mem),
	}}))
	w.AddAgents(agents, w.AgentResources())
	if lends {
		w.AddAgents(lent, w.AgentResources())
	} else {
		for range lent {
			info := AgentInfo(len(w.Agents), w.AgentResources())
			info.Used = []alloc.Usage{{Framework: "prod", Role: prod, Resources: w.Resources(Machine{24, 4096, 0})[:2]}}
			w.AddAgentOf(info)
		}
	}
	w.Tick()
	w.ReturnAllButLoans()
	return w
}

// ReturnAllButLoans is Return of what is not lent.
func (w *World) ReturnAllButLoans() {
	for i := range w.Cycle.Offers {
		if o := &w.Cycle.Offers[i]; w.Cycle.ResourcesOf(o)[0].Kind == w.CPUs {
			w.Decline(o, 0)
		}
	}
}

// fullLent is full_1k with a tenth of the cluster lent. The metric ratio compares with the same
// cluster where the lender has that tenth itself, measured in turn.
func fullLent(b *testing.B, o alloc.Options) {
	const agents, lent, frameworks = 45_000, 5_000, 1_000
	w := keep(key("fullLent", o), func() [2]*World {
		return [2]*World{settle(newLentCluster(o, agents, lent, frameworks, false)), settle(newLentCluster(o, agents, lent, frameworks, true))}
	})
	if got := len(w[1].Loans(nil)); got != 2*lent {
		b.Fatalf("%d loans, not %d", got, 2*lent)
	}
	fullCyclesInTurn(b, w, agents)
}

// recall is the cycle that recalls from so many agents at once. That the recalls end is not
// measured.
func recall(lent int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key("recall", o, lent), func() *World { return newLentCluster(o, 0, lent, 1_000, true) })
		prod := w.Frameworks[len(w.Frameworks)-1]
		m := start(b)
		for b.Loop() {
			m.stop()
			check(w.ReviveOffers(prod, nil))
			m.again()
			w.Tick()
			m.stop()
			if got := len(w.Cycle.Recalls); got != 2*lent {
				b.Fatalf("%d recalls, not %d", got, 2*lent)
			}
			check(w.SuppressOffers(prod, nil))
			w.Tick()
			m.again()
		}
		m.endPer(lent, "agent")
	}
}

// lentInVain is a cycle after one of 1,000 borrowers has revived, where 5,000 agents are lent to
// nobody, since all have too large a minimum.
func lentInVain(b *testing.B, o alloc.Options) {
	o.MinAllocatable = [][]alloc.Quantity{{{Name: "cpus", Amount: 1_000 * alloc.Unit}}}
	w := keep(key("lentInVain", o), func() *World { return newLentCluster(o, 0, 5_000, 1_000, true) })
	next := 0
	m := start(b)
	for b.Loop() {
		m.stop()
		f := w.Frameworks[next%1_000]
		next++
		check(w.SuppressOffers(f, nil))
		check(w.ReviveOffers(f, nil))
		m.again()
		w.Tick()
	}
	m.endPer(5_000, "agent")
	if len(w.Loans(nil)) > 0 {
		b.Fatal("something is lent")
	}
}

// recallInVain is a cycle while 10,000 agents are lent, and 100 frameworks of the lender ask for
// offers that are too small for them.
func recallInVain(b *testing.B, o alloc.Options) {
	w := keep(key("recallInVain", o), func() *World {
		w := newLentCluster(o, 0, 10_000, 1_000, true)
		for i := range 100 {
			info := FrameworkInfo(fmt.Sprint("asks", i), w.Roles[1])
			info.MinAllocatable = []alloc.RoleMinimum{{Role: w.Roles[1], Lists: [][]alloc.Quantity{{quantity("cpus", 1_000)}}}}
			w.AddFrameworkOf(info)
		}
		return settle(w)
	})
	m := start(b)
	for b.Loop() {
		w.Tick()
	}
	m.end()
	if len(w.Cycle.Recalls) > 0 {
		b.Fatal("something is recalled")
	}
}
