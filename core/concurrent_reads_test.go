package core_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// Reads may run at the same time, also the first ones after changes, when
// nothing is in order yet: what they answer is what they answer one by one. It
// takes the race detector to see all that could go wrong.
func TestReadsMayRunAtOnce(t *testing.T) {
	for name, options := range map[string]alloc.Options{
		"shuffled": {NestedQuota: true},
		"by id":    {AgentOrder: alloc.OrderByID},
		"random":   {RoleSorter: alloc.Random, FrameworkSorter: alloc.Random},
	} {
		t.Run(name, func(t *testing.T) {
			options.Interval, options.Region = time.Second, "west"
			b := newBusy(t, options)
			for round := range 3 {
				b.change(round)
				readAtOnce(t, b.reads())
				b.allocate(options.AgentOrder)
				readAtOnce(t, b.reads())
			}
		})
	}
}

// readAtOnce has many make all calls at the same time, each beginning with
// another one, and compares the answers.
func readAtOnce(t *testing.T, reads []read) {
	t.Helper()
	const readers = 8
	answers := make([][]any, readers)
	start := make(chan struct{})
	var group sync.WaitGroup
	for i := range answers {
		answers[i] = make([]any, len(reads))
		group.Go(func() {
			<-start
			for j := range reads {
				j = (j + i*len(reads)/readers) % len(reads)
				answers[i][j] = reads[j].read()
			}
		})
	}
	close(start)
	group.Wait()
	for j, r := range reads {
		want := r.read()
		for i := range answers {
			require.Equal(t, want, answers[i][j], r.name)
		}
	}
}

// busy is a cluster in which there is something to read of everything.
type busy struct {
	*host
	ports, racks, volume, reserved, revocable alloc.KindID
	rack                                      alloc.SetItemID
	agents                                    []alloc.AgentID
	frameworks                                []alloc.FrameworkID
	paths                                     []string
	gone                                      alloc.AgentID
}

func newBusy(t testing.TB, options alloc.Options) *busy {
	b := &busy{host: newHost(t, options), paths: []string{"web", "db", "web/shop", "idle"}}
	id := "v1"
	b.ports = must(b.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))
	b.racks = must(b.InternKind(alloc.Kind{Name: "racks", Type: alloc.Set}))
	b.rack = must(b.InternItem("r7"))
	b.reserved = must(b.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: "web"}}}))
	b.revocable = must(b.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	b.volume = must(b.InternKind(alloc.Kind{
		Name: "disk", Shared: true, Disk: &alloc.Disk{Persistence: &id},
		Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web"}},
	}))
	both := []alloc.Quantity{{Name: "cpus", Amount: 5 * alloc.Unit}}
	require.NoError(t, b.SetQuota(b.role("idle"), alloc.Quota{Guarantees: both, Limits: both}))
	require.NoError(t, b.SetWeights([]alloc.RoleWeight{{Role: b.role("db"), Weight: 2.5}}))
	b.gone = must(b.AddAgent(alloc.AgentInfo{ID: "gone", Total: b.of(1, 0)}))
	require.NoError(t, b.RemoveAgent(b.gone))
	return b
}

// change does, last of all, what leaves most to be put in order for the reads.
func (b *busy) change(round int) {
	b.t.Helper()
	b.answer()
	for i := range 2 {
		b.frameworks = append(b.frameworks, must(b.AddFramework(alloc.FrameworkInfo{
			ID:           fmt.Sprintf("f%d%d", 9-i, round), // the later ones first
			Capabilities: alloc.MultiRole | alloc.GPUResources | alloc.SharedResources | alloc.RegionAware,
			Roles:        b.roles("web", "db", "web/shop"),
			Suppressed:   b.roles(b.paths[round%3]),
		})))
	}
	require.NoError(b.t, b.ExcludeAgent(b.frameworks[round], b.role("web"), b.addAgent("new", round), true))
	for i := range 12 { // in no order
		b.addAgent(fmt.Sprint(i*7%12), round)
	}
	for i := range b.agents {
		if i%5 == round%5 {
			total := append(b.of(alloc.Amount(2+i%4), 1), alloc.IntervalOf(b.ports, 1, uint64(10+round+i)))
			require.NoError(b.t, b.UpdateAgent(b.agents[i], alloc.AgentUpdate{Total: &total}))
		}
	}
	require.NoError(b.t, b.UpdateUnavailability(b.agents[round], &alloc.Unavailability{Start: b.Now().Add(time.Hour)}))
}

func (b *busy) addAgent(name string, round int) alloc.AgentID {
	b.t.Helper()
	info := alloc.AgentInfo{
		ID:       fmt.Sprint("a", name, "-", round),
		Hostname: fmt.Sprint("host", name),
		Region:   []string{"west", "east"}[len(name)%2],
		Total: append(b.of(8, 2), alloc.ScalarOf(b.reserved, alloc.Unit), alloc.ScalarOf(b.revocable, alloc.Unit),
			alloc.IntervalOf(b.ports, 1, 9), alloc.ItemOf(b.racks, b.rack)),
		Used: []alloc.Usage{
			{Framework: "f91", Role: b.role("web"), Resources: b.of(1, 0)},
			{Framework: fmt.Sprint("unknown", round), Role: b.role("db"), Resources: b.of(1, 0)},
		},
		Unavailability: &alloc.Unavailability{Start: b.Now(), Duration: time.Minute},
	}
	if len(name) > 1 { // a shared volume, which is always free
		shared := alloc.ScalarOf(b.volume, 5*alloc.Unit)
		info.Total = append(info.Total, shared)
		info.Used[0].Resources = append(info.Used[0].Resources, shared)
	}
	id := must(b.AddAgent(info))
	b.agents = append(b.agents, id)
	return id
}

// allocate runs a cycle, and two more that go in vain on most agents, since
// nobody takes what is revocable; the last one passes over those.
func (b *busy) allocate(order alloc.AgentOrder) {
	b.t.Helper()
	now := b.Now().Add(time.Second)
	b.Advance(now)
	b.Allocate(now, &b.cycle)
	require.NotEmpty(b.t, b.cycle.Offers)
	require.NotEmpty(b.t, b.cycle.InverseOffers)
	var vain alloc.Cycle
	for range 2 {
		b.RequestAllocation()
		b.Allocate(now, &vain)
	}
	if order == alloc.OrderRandom { // with quota, the other one visits all
		require.Less(b.t, vain.Report.Visited, vain.Report.Candidates/2)
	}
}

// answer answers what was offered in every way.
func (b *busy) answer() {
	b.t.Helper()
	for i, o := range b.cycle.Offers {
		resources := b.cycle.ResourcesOf(&o)
		switch i % 4 {
		case 0:
			require.NoError(b.t, b.TransitionOfferedToAllocated(o.Agent, o.Role, resources))
		case 1, 2:
			require.NoError(b.t, b.RecoverResources(alloc.RecoverRequest{
				Now: b.Now(), Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources,
				RefuseFor: time.Duration(i) * time.Second,
			}))
		}
	}
	for i, o := range b.cycle.InverseOffers {
		require.NoError(b.t, b.UpdateInverseOffer(alloc.InverseOfferUpdate{
			Now: b.Now(), Agent: o.Agent, Framework: o.Framework, Status: alloc.InverseStatus(i % 3), RefuseFor: time.Minute,
		}))
	}
}

type read struct {
	name string
	read func() any
}

// answer is what a call returned.
type answer struct{ first, second any }

func answers[A, B any](first A, second B) any { return answer{first, second} }

// reads lists every call that changes nothing.
func (b *busy) reads() []read {
	web, db := b.role("web"), b.role("db")
	list := []read{
		{"Metrics", func() any { var m core.Metrics; b.Metrics(&m); return m }},
		{"AgentLoads", func() any { var x core.AgentLoads; b.AgentLoads(&x); return x }},
		{"SubscriptionLoads", func() any { return b.SubscriptionLoads(nil) }},
		{"AppendState", func() any { return string(b.AppendState(nil)) }},
		{"AgentIDs", func() any { return b.AgentIDs(nil) }},
		{"Digest", func() any { return b.Digest() }},
		{"Snapshot", func() any { var w strings.Builder; return answers(b.Snapshot(&w), w.String()) }},
		{"Explain", func() any {
			text := ""
			for _, f := range b.frameworks {
				for _, e := range must(b.ExplainFramework(f)) {
					text += e.String()
				}
				if e, err := b.ExplainAgent(f, web, b.agents[0]); err == nil {
					text += e.String()
				}
			}
			return text + must(b.ExplainRole(web)).String()
		}},
		{"Validate", func() any { return b.Validate() }},
		{"InverseOfferStatuses", func() any { var x alloc.InverseOfferStatuses; b.InverseOfferStatuses(&x); return x }},
		{"NextDeadline", func() any { return answers(b.NextDeadline()) }},
		{"Pending", func() any { return b.Pending() }},
		{"Paused", func() any { return b.Paused() }},
		{"Now", func() any { return b.Now() }},
		{"ItemName", func() any { return answers(b.ItemName(b.rack)) }},
		{"ResourceNames", func() any { return b.ResourceNames() }},
		{"AgentTotal of one that is gone", func() any { return answers(b.AgentTotal(nil, b.gone)) }},
		{"AgentName of one that is gone", func() any { return answers(b.AgentName(b.gone)) }},
		{"FindAgent that is gone", func() any { return answers(b.FindAgent("gone")) }},
		{"FindFramework that is not known yet", func() any { return answers(b.FindFramework("unknown0")) }},
	}
	add := func(name string, call func() any) { list = append(list, read{name, call}) }
	for i := range b.ResourceNames() {
		add("ResourceName", func() any { return answers(b.ResourceName(quantities.Name(i))) })
	}
	for _, kind := range []alloc.KindID{b.cpus, b.ports, b.volume} {
		add("DescribeKind", func() any { return answers(b.DescribeKind(kind)) })
	}
	for _, path := range b.paths {
		r := b.role(path)
		add("RoleName", func() any { return answers(b.RoleName(r)) })
	}
	for i, id := range b.frameworks {
		name := must(b.FrameworkName(id))
		add("FrameworkName", func() any { return answers(b.FrameworkName(id)) })
		add("FindFramework", func() any { return answers(b.FindFramework(name)) })
		agent := b.agents[i]
		add("OfferedOrAllocated in a role", func() any { return answers(b.OfferedOrAllocated(nil, agent, id, web)) })
		add("OfferedOrAllocated in all", func() any { return answers(b.OfferedOrAllocated(nil, agent, id, alloc.AllRoles)) })
	}
	for i, id := range b.agents {
		if i%3 > 0 {
			continue
		}
		name := must(b.AgentName(id))
		add("AgentName", func() any { return answers(b.AgentName(id)) })
		add("FindAgent", func() any { return answers(b.FindAgent(name)) })
		add("AgentTotal", func() any { return answers(b.AgentTotal(nil, id)) })
		add("AgentFree", func() any { return answers(b.AgentFree(nil, id)) })
		add("OfferedOrAllocated by all", func() any { return answers(b.OfferedOrAllocated(nil, id, 0, alloc.AllRoles)) })
		add("OfferedOrAllocated by all in a role", func() any { return answers(b.OfferedOrAllocated(nil, id, 0, db)) })
		add("Allocated", func() any { return answers(b.Allocated(nil, id, alloc.AllRoles)) })
		add("Allocated in a role", func() any { return answers(b.Allocated(nil, id, web)) })
	}
	return list
}
