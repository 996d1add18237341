package core_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// strictHost has an agent of 4 cpus, all of it offered to one framework in one role.
type strictHost struct {
	*core.Allocator
	agent     alloc.AgentID
	framework alloc.FrameworkID
	role      alloc.RoleID
	cpus      alloc.KindID
}

func newStrictHost(t *testing.T, o alloc.Options) *strictHost {
	t.Helper()
	s := &strictHost{Allocator: must(core.New(o))}
	s.cpus, s.role = must(s.InternKind(alloc.Kind{Name: "cpus"})), must(s.InternRole("web"))
	s.framework = must(s.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{s.role}}))
	s.agent = must(s.AddAgent(alloc.AgentInfo{ID: "a", Total: s.of(4)}))
	var cycle alloc.Cycle
	s.Allocate(0, &cycle)
	require.Len(t, cycle.Offers, 1)
	return s
}

func (s *strictHost) of(cpus int64) []alloc.Resource {
	return []alloc.Resource{alloc.ScalarOf(s.cpus, alloc.Amount(cpus)*alloc.Unit)}
}

func (s *strictHost) use(cpus int64) error {
	return s.TransitionOfferedToAllocated(s.agent, s.role, s.of(cpus))
}

func (s *strictHost) recover(f alloc.FrameworkID, cpus int64, allocated bool) error {
	return s.RecoverResources(alloc.RecoverRequest{Framework: f, Agent: s.agent, Role: s.role, Resources: s.of(cpus), Allocated: allocated})
}

// TestStrictUse has a host say three things that do not add up. By default they are taken, as
// Mesos takes them, and mean what the calls' documentation says; with StrictUse they are errors.
func TestStrictUse(t *testing.T) {
	for _, strict := range []bool{false, true} {
		s := newStrictHost(t, alloc.Options{StrictUse: strict})
		refused := func(call func() error, want error, text string) {
			t.Helper()
			before := s.Digest()
			err := call()
			if !strict {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, want)
			require.EqualError(t, err, text)
			require.Equal(t, before, s.Digest())
		}
		used := func() []alloc.Resource { return must(s.Allocated(nil, s.agent, s.role)) }

		require.NoError(t, s.use(3))
		refused(func() error { return s.use(3) }, alloc.ErrNotAllocated,
			`agent "a": transition of cpus:3, role "web": tasks use cpus:3, and only cpus:1 is merely offered`)
		require.NoError(t, s.Validate())
		if !strict {
			require.Equal(t, s.of(4), used()) // no more than is held
			require.NoError(t, s.recover(s.framework, 3, true))
			require.NoError(t, s.recover(0, 3, true)) // told twice, recovered twice
			require.ErrorIs(t, s.recover(0, 1, true), alloc.ErrNotAllocated)
			s = newStrictHost(t, alloc.Options{})
			require.NoError(t, s.use(3))
		}

		refused(func() error { return s.recover(0, 1, false) }, alloc.ErrUnknownFramework,
			`agent "a": recovery of cpus:1, role "web", from no framework: what a removed one was merely offered is free already`)
		require.Equal(t, s.of(3), used())
		require.Equal(t, s.of(4), must(s.OfferedOrAllocated(nil, s.agent, s.framework, s.role)))

		refused(func() error { return s.recover(s.framework, 4, false) }, alloc.ErrNotAllocated,
			`agent "a": recovery of cpus:4, role "web": tasks use cpus:3, and only cpus:1 is merely offered`)
		require.NoError(t, s.Validate())
		if !strict {
			require.Empty(t, used())
			require.Equal(t, s.of(4), must(s.AgentFree(nil, s.agent)))
			continue
		}
		// What adds up is taken, and a restored allocator is as strict.
		restored := &strictHost{must(core.Restore(bytes.NewReader(snapshotOf(t, s.Allocator)))), 0, 0, s.role, s.cpus}
		restored.agent, _ = restored.FindAgent("a")
		restored.framework, _ = restored.FindFramework("f")
		require.ErrorIs(t, restored.recover(restored.framework, 4, false), alloc.ErrNotAllocated)
		for _, s := range []*strictHost{s, restored} {
			require.NoError(t, s.recover(s.framework, 1, false))
			require.NoError(t, s.recover(s.framework, 3, true))
			require.Equal(t, s.of(4), must(s.AgentFree(nil, s.agent)))
			require.NoError(t, s.recover(0, 0, false)) // nothing
		}
	}
}
