package core

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/stretchr/testify/require"
)

// full is newSmall with room for one more resource name, role, kind and
// subscription.
func full(t *testing.T) *small {
	t.Helper()
	s := newSmall(t)
	fillNames(t, s.Allocator)
	*s.state.Limits = slots.Limits{Roles: s.state.Roles.Len() + 1, Kinds: s.state.Kinds.Len() + 1, Subscriptions: s.state.Frameworks.Subscriptions.Live() + 1}
	return s
}

// fillNames leaves room for one resource name.
func fillNames(t *testing.T, a *Allocator) {
	t.Helper()
	var q alloc.Quota
	for i := a.state.Names.Len(); i < rows.MaxNames-1; i++ {
		q.Limits = append(q.Limits, alloc.Quantity{Name: fmt.Sprint("name", i), Amount: 1})
	}
	require.NoError(t, a.SetQuota(need(a.InternRole("crowd"))(t), q))
}

// TestNothingIsInternedInVain: what is refused for want of room leaves the room
// that there is.
func TestNothingIsInternedInVain(t *testing.T) {
	two := []alloc.Quantity{{Name: "x", Amount: 1}, {Name: "y", Amount: 1}}
	minimum := func(s *small) []alloc.RoleMinimum {
		return []alloc.RoleMinimum{{Role: s.web, Lists: [][]alloc.Quantity{two[:1], two[1:]}}}
	}
	reserved := func(name, role string) alloc.Kind {
		return alloc.Kind{Name: name, Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: role}}}
	}
	for name, call := range map[string]func(s *small) error{
		"guarantees": func(s *small) error { return s.SetQuota(s.web, alloc.Quota{Guarantees: two}) },
		"limits":     func(s *small) error { return s.SetQuota(s.web, alloc.Quota{Guarantees: two[:1], Limits: two[1:]}) },
		"minima of a new framework": func(s *small) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Roles: []alloc.RoleID{s.web}, MinAllocatable: minimum(s)}))
		},
		"minima of a framework": func(s *small) error {
			list := minimum(s)
			return s.UpdateFramework(s.f, alloc.FrameworkUpdate{MinAllocatable: &list})
		},
		"roles above a role": func(s *small) error { return second(s.InternRole("new/below")) },
		"roles of a kind":    func(s *small) error { return second(s.InternKind(reserved("x", "new/below"))) },
		"roles of frameworks": func(s *small) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Roles: []alloc.RoleID{s.web, s.db}}))
		},
		"roles of a framework": func(s *small) error {
			return s.UpdateFramework(s.f, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{s.web, s.db, s.idle, s.nested}})
		},
		"roles of tasks": func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Used: []alloc.Usage{{Framework: "h", Role: s.web, Resources: nil}, {Framework: "h", Role: s.db, Resources: nil}}}))
		},
		"a kind": func(s *small) error {
			s.state.Limits.Kinds--
			return second(s.InternKind(reserved("x", "new")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := full(t)
			names, roles, digest := s.state.Names.Len(), s.state.Roles.Len(), s.Digest()
			require.ErrorIs(t, call(s), alloc.ErrLimit)
			require.Equal(t, names, s.state.Names.Len())
			require.Equal(t, roles, s.state.Roles.Len())
			require.Equal(t, digest, s.Digest())
			require.NoError(t, s.SetQuota(s.web, alloc.Quota{Limits: two[:1]}))
			require.NotEqual(t, digest, s.Digest())
		})
	}

	a := need(New(alloc.Options{}))(t)
	web, db := need(a.InternRole("web"))(t), need(a.InternRole("db"))(t)
	fillNames(t, a)
	require.ErrorIs(t, a.Recover(0, 1, []alloc.RoleQuota{{Role: web, Quota: alloc.Quota{Limits: two[:1]}}, {Role: db, Quota: alloc.Quota{Limits: two[1:]}}}), alloc.ErrLimit)
	require.Equal(t, rows.MaxNames-1, a.state.Names.Len())
}

// TestUseThatIsWrongInternsNoMinimum: a framework is refused for what it says it
// uses after its minima were found to be in order.
func TestUseThatIsWrongInternsNoMinimum(t *testing.T) {
	s := newSmall(t)
	names := s.state.Names.Len()
	require.ErrorIs(t, second(s.AddFramework(alloc.FrameworkInfo{
		ID: "h", Roles: []alloc.RoleID{s.web}, MinAllocatable: []alloc.RoleMinimum{{Role: s.web, Lists: [][]alloc.Quantity{{{Name: "x", Amount: 1}}}}},
		Used: []alloc.AgentUsage{{Agent: "a", Role: s.web, Resources: []alloc.Resource{alloc.ScalarOf(s.cpus, 1)}}},
	})), alloc.ErrNotAllocated)
	require.Equal(t, names, s.state.Names.Len())
}

// TestRoomIsUsed: the last one for which there is room is taken.
func TestRoomIsUsed(t *testing.T) {
	s := full(t)
	need(s.InternKind(alloc.Kind{Name: "x", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "new"}}}))(t)
	need(s.AddFramework(alloc.FrameworkInfo{ID: "h", Roles: []alloc.RoleID{s.web}}))(t)
	require.NoError(t, s.Validate())
}
