package sim

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/scenario"
)

// RunChecked runs a scenario, and compares its books with the core's so often and at the end.
func RunChecked(t *testing.T, sc *scenario.Scenario, seed int64, every time.Duration) {
	t.Helper()
	var s *simulation
	check := func() {
		require.NoError(t, s.core.Validate())
		s.checkMachines(t)
		s.checkRoles(t)
	}
	s, err := prepare(sc, Options{Seed: seed, Watch: func(time.Duration) {
		if now := time.Duration(s.now); now.Truncate(every) == now {
			check()
		}
	}})
	require.NoError(t, err)
	require.NoError(t, s.run())
	check()
}

// Counted is how many machines, frameworks and roles there are of a scenario's short form.
func Counted(t *testing.T, sc *scenario.Scenario) [3]int {
	t.Helper()
	s, err := prepare(sc, Options{Seed: 1, Short: true})
	require.NoError(t, err)
	return [3]int{len(s.machines), len(s.frameworks), len(s.roles)}
}

// Tasks that come without bound are an error, before the memory is full.
func TestTooManyTasksWait(t *testing.T) {
	sc, err := scenario.Parse("test.yaml", []byte("{duration: 1h, machines: {has: {cpus: 1}}, frameworks: {name: f, tasks: {size: {cpus: 8}, every: 1ms, batch: 1000000}}}"))
	require.NoError(t, err)
	s, err := prepare(sc, Options{Seed: 1})
	require.NoError(t, err)
	s.waiting = mostWaiting - 5
	err = s.run()
	require.ErrorContains(t, err, "more than 50000000 tasks wait after 1ms")
	require.True(t, strings.HasPrefix(err.Error(), "test.yaml:1:"), err)
}

// checkMachines compares what is free and used on each machine with what the core
// knows.
func (s *simulation) checkMachines(t *testing.T) {
	t.Helper()
	offered := map[int32]amounts{}
	for i := range s.offers {
		if o := &s.offers[i]; o.open {
			sum := offered[o.machine]
			sum.Add(&o.total)
			offered[o.machine] = sum
		}
	}
	for i := range s.machines {
		m := &s.machines[i]
		if !m.present {
			require.Zero(t, m.used, m.name)
			continue
		}
		free, err := s.core.AgentFree(nil, m.agent)
		require.NoError(t, err)
		want := m.has
		want.Sub(&m.used)
		sum := offered[int32(i)]
		want.Sub(&sum)
		require.Equal(t, want, s.sumOf(free), m.name)
		used, err := s.core.Allocated(nil, m.agent, alloc.AllRoles)
		require.NoError(t, err)
		require.Equal(t, m.used, s.sumOf(used), m.name)
	}
}

// sumOf sums resources up, of all kinds.
func (s *simulation) sumOf(list []alloc.Resource) (sum amounts) {
	for _, r := range list {
		sum[s.resourceOf(r.Kind)] += r.Amount
	}
	return sum
}

func sum(a amounts, b *amounts) amounts {
	a.Add(b)
	return a
}

// checkRoles compares what is counted by role and by framework with what is counted one by one.
func (s *simulation) checkRoles(t *testing.T) {
	running, waiting := make([]int, len(s.roles)), make([]int, len(s.roles))
	used, lacking := make([]amounts, len(s.roles)), make([]amounts, len(s.roles))
	type place struct {
		framework *framework
		role      alloc.RoleID
	}
	held := map[place]amounts{}
	for i := range s.offers {
		if o := &s.offers[i]; o.open {
			held[place{o.framework, o.role}] = sum(held[place{o.framework, o.role}], &o.total)
		}
	}
	for i := range s.tasks {
		if x := &s.tasks[i]; x.group != nil {
			r := s.byRole[x.role]
			running[r]++
			used[r].Add(&s.sizes[x.uses])
			at := place{x.group.fw, x.role}
			held[at] = sum(held[at], &s.sizes[x.uses])
		}
	}
	for i := range s.frameworks {
		fw := &s.frameworks[i]
		tasks, gangs, before := 0, 0, lacking[fw.role()]
		for g := range fw.groups {
			for k := range fw.groups[g].classes {
				c := &fw.groups[g].classes[k]
				for range c.len() * fw.groups[g].plan.Gang {
					lacking[fw.role()].Add(&s.sizes[c.size])
					tasks++
				}
				if fw.groups[g].plan.Gang > 1 {
					gangs += c.len()
				}
			}
		}
		require.Equal(t, tasks, fw.Waiting, fw.plan.Name)
		require.Equal(t, gangs, fw.gangs, fw.plan.Name)
		waiting[fw.role()] += tasks
		before.Add(&fw.Lacking)
		require.Equal(t, lacking[fw.role()], before, fw.plan.Name)
		for k, id := range fw.roleIDs {
			require.Equal(t, held[place{fw, id}], fw.Held[k], fw.plan.Name)
		}
	}
	for i := range s.roles {
		r, name := &s.roles[i], s.record.Roles[i].Name
		require.Equal(t, running[i], r.Running, name)
		require.Equal(t, waiting[i], r.Waiting, name)
		require.Equal(t, used[i], r.Used, name)
		require.Equal(t, lacking[i], r.Lacking, name)
	}
}
