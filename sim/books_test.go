package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

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
		tasks, gangs, before := 0, 0, lacking[fw.role]
		for g := range fw.groups {
			for k := range fw.groups[g].classes {
				c := &fw.groups[g].classes[k]
				for range c.len() * fw.groups[g].plan.Gang {
					lacking[fw.role].Add(&s.sizes[c.size])
					tasks++
				}
				if fw.groups[g].plan.Gang > 1 {
					gangs += c.len()
				}
			}
		}
		require.Equal(t, tasks, fw.waiting, fw.plan.Name)
		require.Equal(t, gangs, fw.gangs, fw.plan.Name)
		waiting[fw.role] += tasks
		before.Add(&fw.lacking)
		require.Equal(t, lacking[fw.role], before, fw.plan.Name)
		for k, id := range fw.roles {
			require.Equal(t, held[place{fw, id}], fw.held[k], fw.plan.Name)
		}
	}
	for i := range s.roles {
		r := &s.roles[i]
		require.Equal(t, running[i], r.running, r.name)
		require.Equal(t, waiting[i], r.waiting, r.name)
		require.Equal(t, used[i], r.used, r.name)
		require.Equal(t, lacking[i], r.lacking, r.name)
	}
}
