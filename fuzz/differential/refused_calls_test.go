package differential

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// A host has an allocator in which each call has something to be wrong about.
type host struct {
	*recorder
	cpus, ports, zones, reserved alloc.KindID
	web, db, nested              alloc.RoleID
	framework, goneFramework     alloc.FrameworkID // in web alone
	agent, goneAgent             alloc.AgentID     // offered to framework, but for its reserved part
	maintained                   alloc.AgentID
}

const (
	noRole alloc.RoleID = 99
	noKind alloc.KindID = 99
	noItem              = 99
)

func newHost(t *testing.T, seen *observations) *host {
	t.Helper()
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	h := &host{recorder: newRecorder(a, seen)}
	must := func(err error) { t.Helper(); require.NoError(t, err) }
	h.cpus, err = h.InternKind(alloc.Kind{Name: "cpus"})
	must(err)
	h.ports, err = h.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges})
	must(err)
	h.zones, err = h.InternKind(alloc.Kind{Name: "zones", Type: alloc.Set})
	must(err)
	h.reserved, err = h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "db"}}})
	must(err)
	h.web, err = h.InternRole("web")
	must(err)
	h.db, err = h.InternRole("db")
	must(err)
	h.nested, err = h.InternRole("web/shop")
	must(err)
	h.framework, err = h.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{h.web}})
	must(err)
	h.goneFramework, err = h.AddFramework(alloc.FrameworkInfo{ID: "gone"})
	must(err)
	must(h.RemoveFramework(h.goneFramework))
	h.agent, err = h.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{
		alloc.ScalarOf(h.cpus, 8000), alloc.IntervalOf(h.ports, 1, 9), alloc.ScalarOf(h.reserved, 1000)}})
	must(err)
	h.goneAgent, err = h.AddAgent(alloc.AgentInfo{ID: "gone"})
	must(err)
	must(h.RemoveAgent(h.goneAgent))
	h.maintained, err = h.AddAgent(alloc.AgentInfo{ID: "maintained", Unavailability: &alloc.Unavailability{Start: 1}})
	must(err)
	h.SetWhitelist(nil)
	var cycle alloc.Cycle
	h.Allocate(0, &cycle)
	require.Len(t, cycle.Offers, 1)
	return h
}

// fresh is a recorder of a new allocator, for calls that come first.
func (h *host) fresh() *recorder {
	a, err := core.New(alloc.Options{})
	if err != nil {
		panic(err)
	}
	if _, err := a.InternRole("web"); err != nil {
		panic(err)
	}
	return newRecorder(a, h.seen)
}

// asked asks where a newcomer would stand, and what it would be offered, in each way.
func (h *host) asked(n alloc.Newcomer) error {
	return errors.Join(none(h.NewcomerStanding(n)), none(h.WouldFit(n)), none(h.ExplainStanding(alloc.StandingQuestion{Role: alloc.AllRoles, OtherRole: alloc.AllRoles, Newcomer: &n})))
}

// none drops the result of a call.
func none[T any](_ T, err error) error { return err }

// The calls, by what they take that can be wrong in ways that all have in common.
var (
	takingAgents = []func(*host, alloc.AgentID) error{
		func(h *host, id alloc.AgentID) error { return none(h.AgentName(id)) },
		func(h *host, id alloc.AgentID) error { return none(h.AgentTotal(nil, id)) },
		func(h *host, id alloc.AgentID) error { return none(h.AgentFree(nil, id)) },
		func(h *host, id alloc.AgentID) error { return none(h.AgentHoldings(nil, id)) },
		func(h *host, id alloc.AgentID) error { return none(h.AgentFilters(nil, id)) },
		func(h *host, id alloc.AgentID) error { return none(h.OfferedOrAllocated(nil, id, 0, h.web)) },
		func(h *host, id alloc.AgentID) error { return none(h.Allocated(nil, id, h.web)) },
		func(h *host, id alloc.AgentID) error { return none(h.ExplainAgent(h.framework, h.web, id)) },
		func(h *host, id alloc.AgentID) error { return h.UpdateAgent(id, alloc.AgentUpdate{}) },
		func(h *host, id alloc.AgentID) error { return h.RemoveAgent(id) },
		func(h *host, id alloc.AgentID) error { return h.ActivateAgent(id) },
		func(h *host, id alloc.AgentID) error { return h.DeactivateAgent(id) },
		func(h *host, id alloc.AgentID) error { return h.AddResourceProvider(id, nil, nil) },
		func(h *host, id alloc.AgentID) error {
			return h.ExcludeAgents(h.framework, h.web, []alloc.AgentID{id})
		},
		func(h *host, id alloc.AgentID) error { return h.ExcludeAgent(h.framework, h.web, id, true) },
		func(h *host, id alloc.AgentID) error { return h.SetLoanCost(h.framework, h.web, id, 1) },
		func(h *host, id alloc.AgentID) error {
			return h.UpdateAllocation(alloc.AllocationUpdate{Framework: h.framework, Agent: id})
		},
		func(h *host, id alloc.AgentID) error { return h.UpdateAvailable(id, nil) },
		func(h *host, id alloc.AgentID) error { return h.TransitionOfferedToAllocated(id, h.web, nil) },
		func(h *host, id alloc.AgentID) error { return h.RecoverResources(alloc.RecoverRequest{Agent: id}) },
		func(h *host, id alloc.AgentID) error { return h.UpdateUnavailability(id, nil) },
		func(h *host, id alloc.AgentID) error {
			return h.UpdateInverseOffer(alloc.InverseOfferUpdate{Framework: h.framework, Agent: id})
		},
	}

	takingFrameworks = []func(*host, alloc.FrameworkID) error{
		func(h *host, id alloc.FrameworkID) error { return none(h.FrameworkName(id)) },
		func(h *host, id alloc.FrameworkID) error { return none(h.DescribeFramework(id)) },
		func(h *host, id alloc.FrameworkID) error { return none(h.FrameworkSettings(id)) },
		func(h *host, id alloc.FrameworkID) error {
			return none(h.OfferedOrAllocated(nil, h.agent, id, h.web))
		},
		func(h *host, id alloc.FrameworkID) error { return none(h.Explain(id, h.web)) },
		func(h *host, id alloc.FrameworkID) error { return none(h.ExplainFramework(id)) },
		func(h *host, id alloc.FrameworkID) error { return none(h.ExplainAgent(id, h.web, h.agent)) },
		func(h *host, id alloc.FrameworkID) error {
			return none(h.ExplainStanding(alloc.StandingQuestion{Role: h.web, Framework: id, OtherRole: alloc.AllRoles}))
		},
		func(h *host, id alloc.FrameworkID) error {
			return none(h.RequestedStandings([]alloc.Request{{Framework: id, Role: h.web}}))
		},
		func(h *host, id alloc.FrameworkID) error { return h.UpdateFramework(id, alloc.FrameworkUpdate{}) },
		func(h *host, id alloc.FrameworkID) error { return h.RemoveFramework(id) },
		func(h *host, id alloc.FrameworkID) error { return h.ActivateFramework(id) },
		func(h *host, id alloc.FrameworkID) error {
			return h.SetRanks(nil, []alloc.FrameworkRank{{Framework: id}})
		},
		func(h *host, id alloc.FrameworkID) error { return h.DeactivateFramework(id) },
		func(h *host, id alloc.FrameworkID) error { return h.RequestResources(id) },
		func(h *host, id alloc.FrameworkID) error { return h.SuppressOffers(id, nil) },
		func(h *host, id alloc.FrameworkID) error { return h.ReviveOffers(id, nil) },
		func(h *host, id alloc.FrameworkID) error { return h.ExcludeAgents(id, h.web, nil) },
		func(h *host, id alloc.FrameworkID) error { return h.ExcludeAgent(id, h.web, h.agent, true) },
		func(h *host, id alloc.FrameworkID) error { return h.SetLoanCost(id, h.web, h.agent, 1) },
		func(h *host, id alloc.FrameworkID) error {
			return h.UpdateAllocation(alloc.AllocationUpdate{Framework: id, Agent: h.agent})
		},
		func(h *host, id alloc.FrameworkID) error {
			return h.RecoverResources(alloc.RecoverRequest{Framework: id, Agent: h.agent})
		},
		func(h *host, id alloc.FrameworkID) error {
			return h.UpdateInverseOffer(alloc.InverseOfferUpdate{Framework: id, Agent: h.maintained})
		},
	}

	takingRoles = []func(*host, alloc.RoleID) error{
		func(h *host, r alloc.RoleID) error { return none(h.RoleName(r)) },
		func(h *host, r alloc.RoleID) error { return h.ReleaseRoles(r) },
		func(h *host, r alloc.RoleID) error { return none(h.OfferedOrAllocated(nil, h.agent, 0, r)) },
		func(h *host, r alloc.RoleID) error { return none(h.Allocated(nil, h.agent, r)) },
		func(h *host, r alloc.RoleID) error { return none(h.Explain(h.framework, r)) },
		func(h *host, r alloc.RoleID) error { return none(h.ExplainAgent(h.framework, r, h.agent)) },
		func(h *host, r alloc.RoleID) error { return none(h.ExplainRole(r)) },
		func(h *host, r alloc.RoleID) error {
			return none(h.ExplainStanding(alloc.StandingQuestion{Role: r, OtherRole: alloc.AllRoles}))
		},
		func(h *host, r alloc.RoleID) error { return none(h.NewcomerStanding(alloc.Newcomer{In: r})) },
		func(h *host, r alloc.RoleID) error { return none(h.WouldFit(alloc.Newcomer{In: r})) },
		func(h *host, r alloc.RoleID) error {
			return none(h.RequestedStandings([]alloc.Request{{Framework: h.framework, Role: r}}))
		},
		func(h *host, r alloc.RoleID) error { return none(h.RoleLimits(r)) },
		func(h *host, r alloc.RoleID) error {
			return none(h.AddAgent(alloc.AgentInfo{ID: "b", Used: []alloc.Usage{{Framework: "f", Role: r}}}))
		},
		func(h *host, r alloc.RoleID) error {
			return h.AddResourceProvider(h.agent, nil, []alloc.Usage{{Framework: "f", Role: r}})
		},
		func(h *host, r alloc.RoleID) error {
			return none(h.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: []alloc.RoleID{r}}))
		},
		func(h *host, r alloc.RoleID) error {
			return none(h.AddFramework(alloc.FrameworkInfo{ID: "g", Used: []alloc.AgentUsage{{Agent: "a", Role: r}}}))
		},
		func(h *host, r alloc.RoleID) error {
			return h.UpdateFramework(h.framework, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{r}})
		},
		func(h *host, r alloc.RoleID) error { return h.SuppressOffers(h.framework, []alloc.RoleID{r}) },
		func(h *host, r alloc.RoleID) error { return h.ReviveOffers(h.framework, []alloc.RoleID{r}) },
		func(h *host, r alloc.RoleID) error { return h.ExcludeAgents(h.framework, r, nil) },
		func(h *host, r alloc.RoleID) error { return h.ExcludeAgent(h.framework, r, h.agent, true) },
		func(h *host, r alloc.RoleID) error { return h.SetLoanCost(h.framework, r, h.agent, 1) },
		func(h *host, r alloc.RoleID) error {
			return h.UpdateAllocation(alloc.AllocationUpdate{Framework: h.framework, Agent: h.agent, Role: r})
		},
		func(h *host, r alloc.RoleID) error { return h.TransitionOfferedToAllocated(h.agent, r, nil) },
		func(h *host, r alloc.RoleID) error {
			return h.RecoverResources(alloc.RecoverRequest{Agent: h.agent, Role: r})
		},
		func(h *host, r alloc.RoleID) error { return h.SetQuota(r, alloc.Quota{}) },
		func(h *host, r alloc.RoleID) error { return h.SetWeights([]alloc.RoleWeight{{Role: r, Weight: 1}}) },
		func(h *host, r alloc.RoleID) error { return h.SetRanks([]alloc.RoleRank{{Role: r}}, nil) },
		func(h *host, r alloc.RoleID) error { return h.SetPolicy(r, alloc.ScopeAll, alloc.DRF) },
		func(h *host, r alloc.RoleID) error { return h.SetLending(alloc.Lending{Role: r}) },
		func(h *host, r alloc.RoleID) error { return h.SetBorrowing(alloc.Borrowing{Role: r}) },
		func(h *host, r alloc.RoleID) error { return h.fresh().Recover(0, 0, []alloc.RoleQuota{{Role: r}}) },
	}

	takingResources = []func(*host, []alloc.Resource) error{
		func(h *host, list []alloc.Resource) error {
			return none(h.AddAgent(alloc.AgentInfo{ID: "b", Total: list}))
		},
		func(h *host, list []alloc.Resource) error {
			return none(h.AddAgent(alloc.AgentInfo{ID: "b", Used: []alloc.Usage{{Framework: "f", Role: h.web, Resources: list}}}))
		},
		func(h *host, list []alloc.Resource) error {
			return h.UpdateAgent(h.agent, alloc.AgentUpdate{Total: &list})
		},
		func(h *host, list []alloc.Resource) error { return h.AddResourceProvider(h.agent, list, nil) },
		func(h *host, list []alloc.Resource) error {
			return h.AddResourceProvider(h.agent, nil, []alloc.Usage{{Framework: "f", Role: h.web, Resources: list}})
		},
		func(h *host, list []alloc.Resource) error {
			return none(h.AddFramework(alloc.FrameworkInfo{ID: "g", Used: []alloc.AgentUsage{{Agent: "a", Role: h.web, Resources: list}}}))
		},
		func(h *host, list []alloc.Resource) error {
			return h.UpdateAllocation(alloc.AllocationUpdate{Framework: h.framework, Agent: h.agent, Role: h.web, Offered: list})
		},
		func(h *host, list []alloc.Resource) error {
			return h.UpdateAllocation(alloc.AllocationUpdate{Framework: h.framework, Agent: h.agent, Role: h.web,
				Conversions: []alloc.Conversion{{Converted: list}}})
		},
		func(h *host, list []alloc.Resource) error {
			return h.UpdateAvailable(h.agent, []alloc.Conversion{{Consumed: list}})
		},
		func(h *host, list []alloc.Resource) error {
			return h.TransitionOfferedToAllocated(h.agent, h.web, list)
		},
		func(h *host, list []alloc.Resource) error {
			return h.RecoverResources(alloc.RecoverRequest{Framework: h.framework, Agent: h.agent, Role: h.web, Resources: list})
		},
		func(h *host, list []alloc.Resource) error {
			return h.SetLending(alloc.Lending{Role: h.web, Most: list})
		},
	}

	takingQuantities = []func(*host, []alloc.Quantity) error{
		func(h *host, list []alloc.Quantity) error {
			_, err := core.New(alloc.Options{MinAllocatable: [][]alloc.Quantity{list}})
			return h.seen.note("New", err)
		},
		func(h *host, list []alloc.Quantity) error {
			return none(h.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: []alloc.RoleID{h.web}, MinAllocatable: minimumOf(h.web, list)}))
		},
		func(h *host, list []alloc.Quantity) error {
			m := minimumOf(h.web, list)
			return h.UpdateFramework(h.framework, alloc.FrameworkUpdate{MinAllocatable: &m})
		},
		func(h *host, list []alloc.Quantity) error { return h.SetQuota(h.web, alloc.Quota{Limits: list}) },
		func(h *host, list []alloc.Quantity) error {
			return h.SetBorrowing(alloc.Borrowing{Role: h.web, Most: list})
		},
		func(h *host, list []alloc.Quantity) error {
			return h.SetLending(alloc.Lending{Role: h.web, MostRecalled: list})
		},
		func(h *host, list []alloc.Quantity) error {
			return h.SetBorrowing(alloc.Borrowing{Role: h.web, Parts: list})
		},
		func(h *host, list []alloc.Quantity) error { return h.SetQuota(h.web, alloc.Quota{Guarantees: list}) },
		func(h *host, list []alloc.Quantity) error {
			r := h.fresh()
			web, err := r.InternRole("web")
			if err != nil {
				return err
			}
			return r.Recover(0, 0, []alloc.RoleQuota{{Role: web, Quota: alloc.Quota{Limits: list}}})
		},
	}

	takingNames = []func(*host, string) error{
		func(h *host, name string) error { return none(h.InternRole(name)) },
		func(h *host, name string) error { return h.seen.note("ValidateRole", alloc.ValidateRole(name)) },
		func(h *host, name string) error { return none(h.InternKind(alloc.Kind{Name: name})) },
		func(h *host, name string) error {
			return none(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: name}}}))
		},
		func(h *host, name string) error { return none(h.AddAgent(alloc.AgentInfo{ID: name})) },
		func(h *host, name string) error { return none(h.AddFramework(alloc.FrameworkInfo{ID: name})) },
		func(h *host, name string) error {
			return none(h.AddAgent(alloc.AgentInfo{ID: "b", Used: []alloc.Usage{{Framework: name, Role: h.web}}}))
		},
		func(h *host, name string) error {
			return h.AddResourceProvider(h.agent, nil, []alloc.Usage{{Framework: name, Role: h.web}})
		},
		func(h *host, name string) error {
			return h.SetResourceWeights([]alloc.ResourceWeight{{Resources: name, Weight: 2}})
		},
		func(h *host, name string) error {
			_, err := core.New(alloc.Options{FairnessExclude: []string{name}})
			return h.seen.note("New", err)
		},
	}
)

func minimumOf(role alloc.RoleID, list []alloc.Quantity) []alloc.RoleMinimum {
	return []alloc.RoleMinimum{{Role: role, Lists: [][]alloc.Quantity{list}}}
}

// settings reads policies as settings spell them.
func (h *host) settings(texts ...string) error {
	_, err := alloc.ParseRolePolicies(texts...)
	return h.seen.note("ParseRolePolicies", err)
}

// special are calls with something wrong that few others have.
var special = []struct {
	want error
	call func(*host) error
}{
	{alloc.ErrInvalid, func(h *host) error {
		_, err := core.New(alloc.Options{Interval: -1})
		return h.seen.note("New", err)
	}},
	{alloc.ErrInvalid, func(h *host) error { return h.settings("policy./web=") }},
	{alloc.ErrInvalid, func(h *host) error { return h.settings("policy./web=drf", "policy./web=hdrf") }},
	{alloc.ErrName, func(h *host) error { return h.settings("policy./web//shop=drf") }},
	{alloc.ErrInvalid, func(h *host) error { return none(h.ResourceName(rows.MaxNames - 1)) }},
	{alloc.ErrUnknownKind, func(h *host) error { return none(h.DescribeKind(noKind)) }},
	{alloc.ErrUnknownKind, func(h *host) error { return h.ReleaseKinds(h.cpus, noKind) }},
	{alloc.ErrUnknownItem, func(h *host) error { return none(h.ItemName(noItem)) }},
	{alloc.ErrUnknownItem, func(h *host) error { return h.ReleaseItems(noItem) }},
	{alloc.ErrInvalid, func(h *host) error { return none(h.InternKind(alloc.Kind{Name: "cpus", Shared: true})) }},
	{alloc.ErrExists, func(h *host) error { return none(h.AddAgent(alloc.AgentInfo{ID: "a"})) }},
	{alloc.ErrState, func(h *host) error {
		h.Pause()
		defer h.Resume()
		return none(h.AddAgent(alloc.AgentInfo{ID: "b"}))
	}},
	{alloc.ErrInvalid, func(h *host) error { return none(h.AddAgent(alloc.AgentInfo{ID: "b", Region: "abroad"})) }},
	{alloc.ErrExists, func(h *host) error { return none(h.AddFramework(alloc.FrameworkInfo{ID: "f"})) }},
	{alloc.ErrNotSubscribed, func(h *host) error {
		return none(h.AddFramework(alloc.FrameworkInfo{ID: "g", Suppressed: []alloc.RoleID{h.web}}))
	}},
	{alloc.ErrNotAllocated, func(h *host) error {
		return none(h.AddFramework(alloc.FrameworkInfo{ID: "g", Used: []alloc.AgentUsage{
			{Agent: "a", Role: h.web, Resources: []alloc.Resource{alloc.ScalarOf(h.cpus, 1)}}}}))
	}},
	{alloc.ErrNotSubscribed, func(h *host) error {
		m := minimumOf(h.db, nil)
		return h.UpdateFramework(h.framework, alloc.FrameworkUpdate{MinAllocatable: &m})
	}},
	{alloc.ErrNotSubscribed, func(h *host) error { return none(h.Explain(h.framework, h.db)) }},
	{alloc.ErrNotSubscribed, func(h *host) error { return none(h.ExplainAgent(h.framework, h.db, h.agent)) }},
	{alloc.ErrNotSubscribed, func(h *host) error {
		return none(h.ExplainStanding(alloc.StandingQuestion{Role: h.db, Framework: h.framework, OtherRole: h.web}))
	}},
	{alloc.ErrInvalid, func(h *host) error {
		return none(h.ExplainStanding(alloc.StandingQuestion{Role: alloc.AllRoles, OtherRole: h.web}))
	}},
	{alloc.ErrInvalid, func(h *host) error { return h.asked(alloc.Newcomer{In: h.web, Weight: -1}) }},
	{alloc.ErrInvalid, func(h *host) error {
		_, err := alloc.ParseAgentOrder("sorted")
		return h.seen.note("ParseAgentOrder", err)
	}},
	{alloc.ErrAmount, func(h *host) error {
		var row quantities.Row
		row.Set(0, -1)
		return none(h.RequestedStandings([]alloc.Request{{Framework: h.framework, Role: h.web, Amounts: row}}))
	}},
	{alloc.ErrNotSubscribed, func(h *host) error {
		return none(h.RequestedStandings([]alloc.Request{{Framework: h.framework, Role: h.db}}))
	}},
	{alloc.ErrName, func(h *host) error { return h.asked(alloc.Newcomer{In: h.web, Minimum: []alloc.Quantity{{}}}) }},
	{alloc.ErrAmount, func(h *host) error {
		return h.asked(alloc.Newcomer{In: h.web, Request: []alloc.Quantity{{Name: "cpus", Amount: -1}}})
	}},
	{alloc.ErrNotSubscribed, func(h *host) error { return h.SuppressOffers(h.framework, []alloc.RoleID{h.db}) }},
	{alloc.ErrNotSubscribed, func(h *host) error { return h.ReviveOffers(h.framework, []alloc.RoleID{h.db}) }},
	{alloc.ErrNotSubscribed, func(h *host) error { return h.ExcludeAgents(h.framework, h.db, nil) }},
	{alloc.ErrNotSubscribed, func(h *host) error { return h.ExcludeAgent(h.framework, h.db, h.agent, true) }},
	{alloc.ErrNotSubscribed, func(h *host) error { return h.SetLoanCost(h.framework, h.db, h.agent, 1) }},
	{alloc.ErrNotAllocated, func(h *host) error {
		return h.TransitionOfferedToAllocated(h.agent, h.db, []alloc.Resource{alloc.ScalarOf(h.cpus, 1)})
	}},
	{alloc.ErrNotAllocated, func(h *host) error {
		return h.RecoverResources(alloc.RecoverRequest{
			Framework: h.framework, Agent: h.agent, Role: h.web, Resources: []alloc.Resource{alloc.ScalarOf(h.cpus, 8001)}})
	}},
	{alloc.ErrNotAllocated, func(h *host) error {
		return h.UpdateAllocation(alloc.AllocationUpdate{
			Framework: h.framework, Agent: h.agent, Role: h.web, Offered: []alloc.Resource{alloc.ScalarOf(h.cpus, 8001)}})
	}},
	{alloc.ErrNotAvailable, func(h *host) error { return h.convertOffered(alloc.ScalarOf(h.cpus, 8001), h.reserved, 8001) }},
	{alloc.ErrConversion, func(h *host) error { return h.convertOffered(alloc.ScalarOf(h.cpus, 8000), h.reserved, 7999) }},
	{alloc.ErrNotAvailable, func(h *host) error { return h.convertFree(alloc.ScalarOf(h.reserved, 1001), h.cpus, 1001) }},
	{alloc.ErrConversion, func(h *host) error { return h.convertFree(alloc.ScalarOf(h.reserved, 1000), h.cpus, 999) }},
	{alloc.ErrInvalid, func(h *host) error {
		return h.UpdateUnavailability(h.agent, &alloc.Unavailability{Duration: -1})
	}},
	{alloc.ErrState, func(h *host) error {
		return h.UpdateInverseOffer(alloc.InverseOfferUpdate{Framework: h.framework, Agent: h.agent})
	}},
	{alloc.ErrInvalid, func(h *host) error {
		return h.UpdateInverseOffer(alloc.InverseOfferUpdate{Framework: h.framework, Agent: h.maintained, Status: 9})
	}},
	{alloc.ErrInvalid, func(h *host) error { return h.SetQuota(h.nested, alloc.Quota{}) }},
	{alloc.ErrInvalid, func(h *host) error {
		return h.SetWeights([]alloc.RoleWeight{{Role: h.web, Weight: math.NaN()}})
	}},
	{alloc.ErrInvalid, func(h *host) error {
		return h.SetRanks([]alloc.RoleRank{{Role: h.web, Rank: math.NaN()}}, nil)
	}},
	{alloc.ErrInvalid, func(h *host) error { return h.SetPolicy(h.web, alloc.ScopeAll, "fifo") }},
	{alloc.ErrState, func(h *host) error { return h.Recover(0, 1, nil) }},
	{alloc.ErrInvalid, func(h *host) error { return h.fresh().Recover(0, -1, nil) }},
}

// convertOffered turns a part of what the framework was offered into so much of
// another kind, convertFree does so with what is free.
func (h *host) convertOffered(consumed alloc.Resource, kind alloc.KindID, amount alloc.Amount) error {
	return h.UpdateAllocation(alloc.AllocationUpdate{
		Framework: h.framework, Agent: h.agent, Role: h.web,
		Offered: []alloc.Resource{alloc.ScalarOf(h.cpus, 8000)},
		Conversions: []alloc.Conversion{{
			Consumed: []alloc.Resource{consumed}, Converted: []alloc.Resource{alloc.ScalarOf(kind, amount)}}},
	})
}

func (h *host) convertFree(consumed alloc.Resource, kind alloc.KindID, amount alloc.Amount) error {
	return h.UpdateAvailable(h.agent, []alloc.Conversion{{
		Consumed: []alloc.Resource{consumed}, Converted: []alloc.Resource{alloc.ScalarOf(kind, amount)}}})
}

// refuseEach makes all calls above, each with everything that can be wrong with
// what it takes.
func refuseEach(t *testing.T, seen *observations) {
	t.Helper()
	h := newHost(t, seen)
	refused := func(want error, err error) {
		t.Helper()
		require.ErrorIs(t, err, want)
	}
	before := h.Digest()
	for _, call := range takingAgents {
		refused(alloc.ErrUnknownAgent, call(h, h.agent+99))
		refused(alloc.ErrUnknownAgent, call(h, alloc.AgentID(h.framework)))
		refused(alloc.ErrStale, call(h, h.goneAgent))
	}
	for _, call := range takingFrameworks {
		refused(alloc.ErrUnknownFramework, call(h, h.framework+99))
		refused(alloc.ErrUnknownFramework, call(h, alloc.FrameworkID(h.agent)))
		refused(alloc.ErrStale, call(h, h.goneFramework))
	}
	for _, call := range takingRoles {
		refused(alloc.ErrUnknownRole, call(h, noRole))
	}
	for _, call := range takingResources {
		refused(alloc.ErrUnknownKind, call(h, []alloc.Resource{alloc.ScalarOf(noKind, 1)}))
		refused(alloc.ErrUnknownItem, call(h, []alloc.Resource{alloc.IntervalOf(h.zones, noItem, noItem)}))
		refused(alloc.ErrAmount, call(h, []alloc.Resource{alloc.ScalarOf(h.cpus, -1)}))
		refused(alloc.ErrLimit, call(h, []alloc.Resource{alloc.ScalarOf(h.cpus, math.MaxInt64), alloc.ScalarOf(h.cpus, 1)}))
		refused(alloc.ErrInvalid, call(h, []alloc.Resource{alloc.IntervalOf(h.ports, 2, 1)}))
	}
	for _, call := range takingQuantities {
		refused(alloc.ErrName, call(h, []alloc.Quantity{{Name: "", Amount: 1}}))
		refused(alloc.ErrAmount, call(h, []alloc.Quantity{{Name: "cpus", Amount: -1}}))
		refused(alloc.ErrInvalid, call(h, []alloc.Quantity{{Name: "cpus", Amount: 1}, {Name: "cpus", Amount: 1}}))
	}
	for _, call := range takingNames {
		refused(alloc.ErrName, call(h, ""))
	}
	for _, x := range special {
		refused(x.want, x.call(h))
	}
	require.Equal(t, before, h.Digest(), "what is refused changes nothing")

	// Of more names than an allocator has room for, none is interned.
	many := make([]alloc.Quantity, rows.MaxNames+1)
	for i := range many {
		many[i] = alloc.Quantity{Name: fmt.Sprintf("resource-%d", i), Amount: 1}
	}
	for _, call := range takingQuantities {
		refused(alloc.ErrLimit, call(h, many))
	}
	for i := h.ResourceNames(); i < rows.MaxNames; i++ {
		require.NoError(t, none(h.InternKind(alloc.Kind{Name: many[i].Name})))
	}
	refused(alloc.ErrLimit, none(h.InternKind(alloc.Kind{Name: "straw"})))
}
