package core

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// TestExhaustedLimitsAreNoticedAgain: once every role has used up its limits,
// agents are passed over without a look at the roles, until one has room again.
func TestExhaustedLimitsAreNoticedAgain(t *testing.T) {
	type scene struct {
		*Allocator
		web, db, child alloc.RoleID
		f, g           alloc.FrameworkID
		offer          alloc.Offer
		taken          []alloc.Resource
	}
	atMost := func(milli int64) alloc.Quota {
		return alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: quantities.Amount(milli)}}}
	}
	for _, c := range []struct {
		name   string
		change func(s *scene) error
		offers int
	}{
		{"nothing", func(s *scene) error { return nil }, 0},
		{"a recovery", func(s *scene) error {
			return s.RecoverResources(alloc.RecoverRequest{Now: 2, Framework: s.f, Agent: s.offer.Agent, Role: s.offer.Role, Resources: s.taken})
		}, 1},
		{"a higher limit", func(s *scene) error { return s.SetQuota(s.web, atMost(3000)) }, 2},
		{"no quota any more", func(s *scene) error { return s.SetQuota(s.web, alloc.Quota{}) }, 4},
		{"a role that becomes active", func(s *scene) error { return s.ReviveOffers(s.g, nil) }, 2},
		{"a new role", func(s *scene) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Capabilities: alloc.MultiRole, Roles: []alloc.RoleID{need(s.InternRole("new"))(t)}}))
		}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, role := range []string{"web", "web/child"} {
				s := &scene{}
				var err error
				s.Allocator, err = New(alloc.Options{Interval: 1e9, NestedQuota: true, MinAllocatable: [][]alloc.Quantity{{{Name: "cpus", Amount: 10}}}})
				require.NoError(t, err)
				cpus := need(s.InternKind(alloc.Kind{Name: "cpus"}))(t)
				ports := need(s.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))(t)
				s.web, s.db, s.child = need(s.InternRole("web"))(t), need(s.InternRole("db"))(t), need(s.InternRole(role))(t)
				require.NoError(t, s.SetQuota(s.web, atMost(1000)))
				require.NoError(t, s.SetQuota(s.db, atMost(2000)))
				s.f = need(s.AddFramework(alloc.FrameworkInfo{ID: "f", Capabilities: alloc.MultiRole, Roles: []alloc.RoleID{s.child}}))(t)
				s.g = need(s.AddFramework(alloc.FrameworkInfo{ID: "g", Capabilities: alloc.MultiRole, Roles: []alloc.RoleID{s.db}, Suppressed: []alloc.RoleID{s.db}}))(t)
				for _, id := range []string{"a", "b", "c", "d", "e"} {
					need(s.AddAgent(alloc.AgentInfo{ID: id, Capabilities: new(alloc.MultiRole | alloc.HierarchicalRole), Total: []alloc.Resource{alloc.ScalarOf(cpus, 1000), alloc.IntervalOf(ports, 1, 9)}}))(t)
				}
				var cycle alloc.Cycle
				s.Allocate(1, &cycle)
				require.Len(t, cycle.Offers, 1)
				s.offer, s.taken = cycle.Offers[0], append([]alloc.Resource(nil), cycle.ResourcesOf(&cycle.Offers[0])...)

				require.NoError(t, c.change(s))
				s.RequestAllocation()
				s.Allocate(2, &cycle)
				require.Len(t, cycle.Offers, c.offers, role)
			}
		})
	}
}
