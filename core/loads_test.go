package core

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// TestLoads follows agents and subscriptions through offers, tasks and refusals.
func TestLoads(t *testing.T) {
	a, err := New(alloc.Options{Interval: time.Second, AgentOrder: alloc.OrderByID})
	require.NoError(t, err)
	cpus, mem := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t), need(a.InternKind(alloc.Kind{Name: "mem"}))(t)
	web, db := need(a.InternRole("web"))(t), need(a.InternRole("web/db"))(t)
	of := func(c, m quantities.Amount) []alloc.Resource {
		return []alloc.Resource{alloc.ScalarOf(cpus, c*alloc.Unit), alloc.ScalarOf(mem, m*alloc.Unit)}
	}
	first := need(a.AddAgent(alloc.AgentInfo{ID: "a1", Hostname: "h1", Total: of(8, 100), Used: []alloc.Usage{{Framework: "f", Role: web, Resources: of(2, 50)}}}))(t)
	second := need(a.AddAgent(alloc.AgentInfo{ID: "a2", Total: of(4, 100)}))(t)
	f := need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{web, db}, Suppressed: []alloc.RoleID{db}}))(t)

	var loads AgentLoads
	a.AgentLoads(&loads)
	require.Equal(t, []AgentLoad{{Agent: first, Held: 0.5, Used: 0.5, Admitted: true}, {Agent: second, Admitted: true}}, loads.Agents)
	require.Equal(t, 2*alloc.Unit, loads.Used.At(0))
	require.Equal(t, 50*alloc.Unit, loads.Used.At(1))

	var cycle alloc.Cycle
	a.Allocate(5, &cycle) // all that is free is offered
	require.Len(t, cycle.Offers, 2)
	require.NoError(t, a.DeactivateAgent(second))
	require.NoError(t, a.UpdateUnavailability(first, &alloc.Unavailability{Start: 9}))
	a.AgentLoads(&loads)
	require.Equal(t, []AgentLoad{{Agent: first, Held: 1, Used: 0.5, Admitted: true, Maintenance: true}, {Agent: second, Held: 1}}, loads.Agents)
	require.Equal(t, 2*alloc.Unit, loads.Used.At(0))

	require.NoError(t, a.RecoverResources(alloc.RecoverRequest{Now: 5, Framework: f, Agent: second, Role: web, Resources: of(4, 100), RefuseFor: time.Hour}))
	require.NoError(t, a.ExcludeAgent(f, web, second, true))
	filters := need(a.AgentFilters(nil, second))(t)
	require.Equal(t, []AgentFilter{{Framework: f, Role: web, Refused: of(4, 100), Since: 5, Until: alloc.Time(5).Add(time.Hour)}}, filters)
	require.Empty(t, need(a.AgentFilters(nil, first))(t))
	subs := a.SubscriptionLoads(nil)
	require.Len(t, subs, 2)
	require.True(t, subs[0].Held.Equal(quantities.NewRow(8*alloc.Unit, 100*alloc.Unit)))
	require.Equal(t, SubscriptionLoad{
		Framework: f, Role: web, Active: true, Subscribed: true, Excluded: 1, Filters: 1, Offers: 2, Refused: 1, LastOffer: 5, Held: subs[0].Held,
		Offered: subs[0].Offered, OfferedOn: 1,
	}, subs[0])
	require.True(t, subs[0].Offered.Equal(quantities.NewRow(6*alloc.Unit, 50*alloc.Unit)), "tasks use 2 cpus and 50 of memory")
	require.Equal(t, db, subs[1].Role)
	require.True(t, subs[1].Suppressed)
	require.Zero(t, subs[1].Offers)

	held := &subs[0].Held.Dense()[0]
	subs = a.SubscriptionLoads(subs[:0])
	require.Same(t, held, &subs[0].Held.Dense()[0], "the rows keep their memory")
	require.NoError(t, a.UpdateFramework(f, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{db}}))
	require.NoError(t, a.DeactivateFramework(f))
	require.Empty(t, need(a.AgentFilters(nil, second))(t), "they end with the subscription")
	subs = a.SubscriptionLoads(subs[:0])
	require.False(t, subs[0].Subscribed, "it holds something in the role that it left")
	require.False(t, subs[0].Active)
}

func TestRecovering(t *testing.T) {
	a, err := New(alloc.Options{Interval: time.Second, RecoveryTimeout: time.Minute})
	require.NoError(t, err)
	_, ok := a.Recovering()
	require.False(t, ok)
	web := need(a.InternRole("web"))(t)
	require.NoError(t, a.Recover(5, 10, []alloc.RoleQuota{{Role: web, Quota: alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 1000}}}}}))
	recovery, ok := a.Recovering()
	require.True(t, ok)
	require.Equal(t, Recovery{Agents: 8, Until: alloc.Time(5).Add(time.Minute)}, recovery)
	a.Advance(recovery.Until)
	_, ok = a.Recovering()
	require.False(t, ok)
	a.Pause()
	_, ok = a.Recovering()
	require.False(t, ok, "the host has paused it")
}

// TestOfferedLoads: what the tasks of a role use of an agent counts for its frameworks there in the
// order of the agent's list; what is left is offered.
func TestOfferedLoads(t *testing.T) {
	for _, roles := range []int{1, 9} {
		a, err := New(alloc.Options{Interval: time.Second, AgentOrder: alloc.OrderByID})
		require.NoError(t, err)
		cpus := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t)
		var used []alloc.Usage
		var all []alloc.RoleID
		for i := range roles {
			all = append(all, need(a.InternRole(fmt.Sprint("r", i)))(t))
			for _, f := range []string{"early", "late"} {
				used = append(used, alloc.Usage{Framework: f, Role: all[i], Resources: []alloc.Resource{alloc.ScalarOf(cpus, 4*alloc.Unit)}})
			}
		}
		agent := need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(cpus, alloc.Amount(8*roles+2)*alloc.Unit)}, Used: used}))(t)
		early := need(a.AddFramework(alloc.FrameworkInfo{ID: "early", Roles: all, Capabilities: alloc.MultiRole}))(t)
		need(a.AddFramework(alloc.FrameworkInfo{ID: "late", Roles: all, Capabilities: alloc.MultiRole, Suppressed: all}))(t)
		var cycle alloc.Cycle
		a.Allocate(1, &cycle)
		require.Len(t, cycle.Offers, 1)
		role := cycle.Offers[0].Role
		offered := func() map[string]alloc.Amount {
			sums := map[string]alloc.Amount{}
			for _, x := range a.SubscriptionLoads(nil) {
				name, _ := a.FrameworkName(x.Framework)
				sums[name] += x.Offered.At(0)
				require.Equal(t, !x.Offered.IsZero(), x.OfferedOn == 1)
			}
			return sums
		}
		require.Equal(t, 2*alloc.Unit, offered()["early"]+offered()["late"], "%d roles", roles)
		require.NoError(t, a.TransitionOfferedToAllocated(agent, role, []alloc.Resource{alloc.ScalarOf(cpus, 2*alloc.Unit)}))
		require.Equal(t, map[string]alloc.Amount{"early": 0, "late": 0}, offered(), "tasks use all")
		require.NoError(t, a.RecoverResources(alloc.RecoverRequest{Now: 2, Framework: early, Agent: agent, Role: role, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 6*alloc.Unit)}, Allocated: true}))
		require.Equal(t, map[string]alloc.Amount{"early": 0, "late": 0}, offered())
	}
}
