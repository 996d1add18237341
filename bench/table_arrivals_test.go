package bench

import (
	"slices"
	"testing"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// addAll adds agents as the Mesos module does when they come in a burst: one
// cycle serves them all.
func addAll(w *World, infos []alloc.AgentInfo) {
	for i := range infos {
		w.AddAgentOf(infos[i])
	}
	w.Serve()
}

// addEach runs the cycle after each.
func addEach(w *World, infos []alloc.AgentInfo) {
	for i := range infos {
		w.AddAgentOf(infos[i])
		w.Serve()
	}
}

// arrivals times add on a fresh world for each operation.
func arrivals(b *testing.B, infos []alloc.AgentInfo, fresh func() *World, add func(*World, []alloc.AgentInfo)) *World {
	var w *World
	m := start(b)
	for b.Loop() {
		m.stop()
		w = fresh()
		w.Agents = slices.Grow(w.Agents, len(infos))
		collect()
		m.again()
		add(w, infos)
	}
	m.endPer(len(infos), "agent")
	return w
}

// addAgents is the arrival of so many agents where 1,000 frameworks wait.
func addAgents(agents int, add func(*World, []alloc.AgentInfo)) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		forget()
		fresh := func() *World { return newCluster(o, 0, 1_000) }
		infos := AgentInfos(agents, fresh().AgentResources())
		w := arrivals(b, infos, fresh, add)
		offered(b, w, uint64(agents))
		b.ReportMetric(float64(slowest(infos, fresh).Nanoseconds())/1e3, "max-us/agent")
	}
}

// slowest is how long the slowest of so many calls of AddAgent takes, each on
// its own: nothing that grows may stop to move everything. It is the least of
// some arrivals, since the machine has other things to do, too.
func slowest(infos []alloc.AgentInfo, fresh func() *World) time.Duration {
	least := time.Hour
	for range 5 {
		w := fresh()
		collect()
		most := time.Duration(0)
		for i := range infos {
			begin := time.Now()
			must(w.AddAgent(infos[i]))
			most = max(most, time.Since(begin))
		}
		least = min(least, most)
	}
	return least
}

// offered checks how many offers a world has made in its life.
func offered(b *testing.B, w *World, want uint64) {
	b.Helper()
	var m core.Metrics
	w.Metrics(&m)
	if m.OffersMade != want {
		b.Fatalf("%d offers, not %d", m.OffersMade, want)
	}
}

// satisfied checks that a world's last cycle left no guarantee unfilled.
func satisfied(b *testing.B, w *World) {
	b.Helper()
	if r := &w.Cycle.Report; !r.HasQuota || !r.RequiredAfter.IsZero() {
		b.Fatalf("guarantees lack %v", r.RequiredAfter)
	}
}

// The agents and the quota of Mesos's Metrics. Memory and disk of an agent are
// enough for four roles, its CPUs for sixteen: some roles get theirs from two
// agents.
var (
	metricsAgent = Machine{16, 2048, 1024}
	metricsQuota = Machine{1, 512, 256}
)

// newQuotaCluster has one framework in each role and a quota, both guarantee
// and limit, on each.
func newQuotaCluster(o alloc.Options, roles int, quota Machine) *World {
	w := NewWorld(o)
	w.AddRoles(roles)
	w.Guarantee(w.Roles, quota)
	w.AddFrameworks(roles)
	return w
}

// addAgentsQuota is the arrival of 10,000 agents where 1,000 roles with quota
// wait. The guarantees take about 250 of them and the limits keep back the
// rest.
func addAgentsQuota(add func(*World, []alloc.AgentInfo)) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		forget()
		const roles = 1_000
		fresh := func() *World { return newQuotaCluster(o, roles, metricsQuota) }
		w := arrivals(b, AgentInfos(10_000, fresh().Resources(metricsAgent)), fresh, add)
		satisfied(b, w)
	}
}

// addFrameworks is the arrival of 3,000 frameworks, each with a role of its
// own, at 3,000 agents; each is followed by its cycle. The first is offered
// everything, the others find nothing.
func addFrameworks(b *testing.B, o alloc.Options) {
	forget()
	const agents, frameworks = 3_000, 3_000
	var roles, ids []string
	for i := range frameworks {
		roles, ids = append(roles, RoleName(i)), append(ids, FrameworkName(i))
	}
	var w *World
	m := start(b)
	for b.Loop() {
		m.stop()
		w = NewWorld(o)
		w.AddAgents(agents, w.AgentResources())
		w.Frameworks = slices.Grow(w.Frameworks, frameworks)
		w.Tick()
		collect()
		m.again()
		for i, role := range roles {
			w.AddFrameworkOf(FrameworkInfo(ids[i], must(w.InternRole(role))))
			w.Serve()
		}
	}
	m.endPer(frameworks, "framework")
	offered(b, w, agents)
}

// revives is a thousand revives in a row, one by each framework and each
// followed by the cycle it asks for, where everything is offered already: as
// in Mesos's AllocatorBacklog.
func revives(b *testing.B, o alloc.Options) {
	const frameworks = 1_000
	w := keep(key("revives", o), func() *World {
		w := newCluster(o, 10_000, frameworks)
		w.Tick()
		return w
	})
	m := start(b)
	for b.Loop() {
		for _, f := range w.Frameworks {
			check(w.ReviveOffers(f, nil))
			w.Serve()
		}
	}
	m.endPer(frameworks, "revive")
	offers(b, w, 0)
}
