package core

import (
	"testing"

	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// TestExhaustedLimitsAreNoticedAgain: once every role has used up its limits,
// agents are passed over without a look at the roles, until one has room again.
func TestExhaustedLimitsAreNoticedAgain(t *testing.T) {
	type scene struct {
		*Allocator
		web, db, child RoleID
		f, g           FrameworkID
		offer          Offer
		taken          []Resource
	}
	atMost := func(milli int64) Quota {
		return Quota{Limits: []Quantity{{Name: "cpus", Amount: quantities.Amount(milli)}}}
	}
	for _, c := range []struct {
		name   string
		change func(s *scene) error
		offers int
	}{
		{"nothing", func(s *scene) error { return nil }, 0},
		{"a recovery", func(s *scene) error {
			return s.RecoverResources(RecoverRequest{Now: 2, Framework: s.f, Agent: s.offer.Agent, Role: s.offer.Role, Resources: s.taken})
		}, 1},
		{"a higher limit", func(s *scene) error { return s.SetQuota(s.web, atMost(3000)) }, 2},
		{"no quota any more", func(s *scene) error { return s.SetQuota(s.web, Quota{}) }, 4},
		{"a role that becomes active", func(s *scene) error { return s.ReviveOffers(s.g, nil) }, 2},
		{"a new role", func(s *scene) error {
			return second(s.AddFramework(FrameworkInfo{ID: "h", Capabilities: MultiRole, Roles: []RoleID{need(s.InternRole("new"))(t)}}))
		}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, role := range []string{"web", "web/child"} {
				s := &scene{}
				var err error
				s.Allocator, err = New(Options{Interval: 1e9, NestedQuota: true, MinAllocatable: [][]Quantity{{{Name: "cpus", Amount: 10}}}})
				require.NoError(t, err)
				cpus := need(s.InternKind(Kind{Name: "cpus"}))(t)
				ports := need(s.InternKind(Kind{Name: "ports", Type: Ranges}))(t)
				s.web, s.db, s.child = need(s.InternRole("web"))(t), need(s.InternRole("db"))(t), need(s.InternRole(role))(t)
				require.NoError(t, s.SetQuota(s.web, atMost(1000)))
				require.NoError(t, s.SetQuota(s.db, atMost(2000)))
				s.f = need(s.AddFramework(FrameworkInfo{ID: "f", Capabilities: MultiRole, Roles: []RoleID{s.child}}))(t)
				s.g = need(s.AddFramework(FrameworkInfo{ID: "g", Capabilities: MultiRole, Roles: []RoleID{s.db}, Suppressed: []RoleID{s.db}}))(t)
				for _, id := range []string{"a", "b", "c", "d", "e"} {
					need(s.AddAgent(AgentInfo{ID: id, Capabilities: MultiRole | HierarchicalRole, Total: []Resource{ScalarOf(cpus, 1000), IntervalOf(ports, 1, 9)}}))(t)
				}
				var cycle Cycle
				s.Allocate(1, &cycle)
				require.Len(t, cycle.Offers, 1)
				s.offer, s.taken = cycle.Offers[0], append([]Resource(nil), cycle.ResourcesOf(&cycle.Offers[0])...)

				require.NoError(t, c.change(s))
				s.RequestAllocation()
				s.Allocate(2, &cycle)
				require.Len(t, cycle.Offers, c.offers, role)
			}
		})
	}
}
