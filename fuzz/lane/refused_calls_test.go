package lane

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

// A host has an allocator in which each call has something to be wrong about.
type host struct {
	*recorder
	cpus, ports, zones, reserved core.KindID
	web, db, nested              core.RoleID
	framework, goneFramework     core.FrameworkID // in web alone
	agent, goneAgent             core.AgentID     // offered to framework, but for its reserved part
	maintained                   core.AgentID
}

const (
	noRole core.RoleID = 99
	noKind core.KindID = 99
	noItem             = 99
)

func newHost(t *testing.T, seen *observations) *host {
	t.Helper()
	a, err := core.New(core.Options{})
	require.NoError(t, err)
	h := &host{recorder: newRecorder(a, seen)}
	must := func(err error) { t.Helper(); require.NoError(t, err) }
	h.cpus, err = h.InternKind(core.Kind{Name: "cpus"})
	must(err)
	h.ports, err = h.InternKind(core.Kind{Name: "ports", Type: core.Ranges})
	must(err)
	h.zones, err = h.InternKind(core.Kind{Name: "zones", Type: core.Set})
	must(err)
	h.reserved, err = h.InternKind(core.Kind{Name: "cpus", Reservations: []core.Reservation{{Type: core.Dynamic, Role: "db"}}})
	must(err)
	h.web, err = h.InternRole("web")
	must(err)
	h.db, err = h.InternRole("db")
	must(err)
	h.nested, err = h.InternRole("web/shop")
	must(err)
	h.framework, err = h.AddFramework(core.FrameworkInfo{ID: "f", Roles: []core.RoleID{h.web}})
	must(err)
	h.goneFramework, err = h.AddFramework(core.FrameworkInfo{ID: "gone"})
	must(err)
	must(h.RemoveFramework(h.goneFramework))
	h.agent, err = h.AddAgent(core.AgentInfo{ID: "a", Total: []core.Resource{
		core.ScalarOf(h.cpus, 8000), core.IntervalOf(h.ports, 1, 9), core.ScalarOf(h.reserved, 1000)}})
	must(err)
	h.goneAgent, err = h.AddAgent(core.AgentInfo{ID: "gone"})
	must(err)
	must(h.RemoveAgent(h.goneAgent))
	h.maintained, err = h.AddAgent(core.AgentInfo{ID: "maintained", Unavailability: &core.Unavailability{Start: 1}})
	must(err)
	h.SetWhitelist(nil)
	var cycle core.Cycle
	h.Allocate(0, &cycle)
	require.Len(t, cycle.Offers, 1)
	return h
}

// fresh is a recorder of a new allocator, for calls that come first.
func (h *host) fresh() *recorder {
	a, err := core.New(core.Options{})
	if err != nil {
		panic(err)
	}
	if _, err := a.InternRole("web"); err != nil {
		panic(err)
	}
	return newRecorder(a, h.seen)
}

// none drops the result of a call.
func none[T any](_ T, err error) error { return err }

// The calls, by what they take that can be wrong in ways that all have in common.
var (
	takingAgents = []func(*host, core.AgentID) error{
		func(h *host, id core.AgentID) error { return none(h.AgentName(id)) },
		func(h *host, id core.AgentID) error { return none(h.AgentTotal(nil, id)) },
		func(h *host, id core.AgentID) error { return none(h.AgentFree(nil, id)) },
		func(h *host, id core.AgentID) error { return none(h.AgentHoldings(nil, id)) },
		func(h *host, id core.AgentID) error { return none(h.AgentFilters(nil, id)) },
		func(h *host, id core.AgentID) error { return none(h.OfferedOrAllocated(nil, id, 0, h.web)) },
		func(h *host, id core.AgentID) error { return none(h.Allocated(nil, id, h.web)) },
		func(h *host, id core.AgentID) error { return none(h.ExplainAgent(h.framework, h.web, id)) },
		func(h *host, id core.AgentID) error { return h.UpdateAgent(id, core.AgentUpdate{}) },
		func(h *host, id core.AgentID) error { return h.RemoveAgent(id) },
		func(h *host, id core.AgentID) error { return h.ActivateAgent(id) },
		func(h *host, id core.AgentID) error { return h.DeactivateAgent(id) },
		func(h *host, id core.AgentID) error { return h.AddResourceProvider(id, nil, nil) },
		func(h *host, id core.AgentID) error {
			return h.ExcludeAgents(h.framework, h.web, []core.AgentID{id})
		},
		func(h *host, id core.AgentID) error { return h.ExcludeAgent(h.framework, h.web, id, true) },
		func(h *host, id core.AgentID) error {
			return h.UpdateAllocation(core.AllocationUpdate{Framework: h.framework, Agent: id})
		},
		func(h *host, id core.AgentID) error { return h.UpdateAvailable(id, nil) },
		func(h *host, id core.AgentID) error { return h.TransitionOfferedToAllocated(id, h.web, nil) },
		func(h *host, id core.AgentID) error { return h.RecoverResources(core.RecoverRequest{Agent: id}) },
		func(h *host, id core.AgentID) error { return h.UpdateUnavailability(id, nil) },
		func(h *host, id core.AgentID) error {
			return h.UpdateInverseOffer(core.InverseOfferUpdate{Framework: h.framework, Agent: id})
		},
	}

	takingFrameworks = []func(*host, core.FrameworkID) error{
		func(h *host, id core.FrameworkID) error { return none(h.FrameworkName(id)) },
		func(h *host, id core.FrameworkID) error { return none(h.DescribeFramework(id)) },
		func(h *host, id core.FrameworkID) error {
			return none(h.OfferedOrAllocated(nil, h.agent, id, h.web))
		},
		func(h *host, id core.FrameworkID) error { return none(h.Explain(id, h.web)) },
		func(h *host, id core.FrameworkID) error { return none(h.ExplainFramework(id)) },
		func(h *host, id core.FrameworkID) error { return none(h.ExplainAgent(id, h.web, h.agent)) },
		func(h *host, id core.FrameworkID) error { return h.UpdateFramework(id, core.FrameworkUpdate{}) },
		func(h *host, id core.FrameworkID) error { return h.RemoveFramework(id) },
		func(h *host, id core.FrameworkID) error { return h.ActivateFramework(id) },
		func(h *host, id core.FrameworkID) error {
			return h.SetRanks(nil, []core.FrameworkRank{{Framework: id}})
		},
		func(h *host, id core.FrameworkID) error { return h.DeactivateFramework(id) },
		func(h *host, id core.FrameworkID) error { return h.RequestResources(id) },
		func(h *host, id core.FrameworkID) error { return h.SuppressOffers(id, nil) },
		func(h *host, id core.FrameworkID) error { return h.ReviveOffers(id, nil) },
		func(h *host, id core.FrameworkID) error { return h.ExcludeAgents(id, h.web, nil) },
		func(h *host, id core.FrameworkID) error { return h.ExcludeAgent(id, h.web, h.agent, true) },
		func(h *host, id core.FrameworkID) error {
			return h.UpdateAllocation(core.AllocationUpdate{Framework: id, Agent: h.agent})
		},
		func(h *host, id core.FrameworkID) error {
			return h.RecoverResources(core.RecoverRequest{Framework: id, Agent: h.agent})
		},
		func(h *host, id core.FrameworkID) error {
			return h.UpdateInverseOffer(core.InverseOfferUpdate{Framework: id, Agent: h.maintained})
		},
	}

	takingRoles = []func(*host, core.RoleID) error{
		func(h *host, r core.RoleID) error { return none(h.RoleName(r)) },
		func(h *host, r core.RoleID) error { return h.ReleaseRoles(r) },
		func(h *host, r core.RoleID) error { return none(h.OfferedOrAllocated(nil, h.agent, 0, r)) },
		func(h *host, r core.RoleID) error { return none(h.Allocated(nil, h.agent, r)) },
		func(h *host, r core.RoleID) error { return none(h.Explain(h.framework, r)) },
		func(h *host, r core.RoleID) error { return none(h.ExplainAgent(h.framework, r, h.agent)) },
		func(h *host, r core.RoleID) error { return none(h.ExplainRole(r)) },
		func(h *host, r core.RoleID) error { return none(h.RoleLimits(r)) },
		func(h *host, r core.RoleID) error {
			return none(h.AddAgent(core.AgentInfo{ID: "b", Used: []core.Usage{{Framework: "f", Role: r}}}))
		},
		func(h *host, r core.RoleID) error {
			return h.AddResourceProvider(h.agent, nil, []core.Usage{{Framework: "f", Role: r}})
		},
		func(h *host, r core.RoleID) error {
			return none(h.AddFramework(core.FrameworkInfo{ID: "g", Roles: []core.RoleID{r}}))
		},
		func(h *host, r core.RoleID) error {
			return none(h.AddFramework(core.FrameworkInfo{ID: "g", Used: []core.AgentUsage{{Agent: "a", Role: r}}}))
		},
		func(h *host, r core.RoleID) error {
			return h.UpdateFramework(h.framework, core.FrameworkUpdate{Roles: &[]core.RoleID{r}})
		},
		func(h *host, r core.RoleID) error { return h.SuppressOffers(h.framework, []core.RoleID{r}) },
		func(h *host, r core.RoleID) error { return h.ReviveOffers(h.framework, []core.RoleID{r}) },
		func(h *host, r core.RoleID) error { return h.ExcludeAgents(h.framework, r, nil) },
		func(h *host, r core.RoleID) error { return h.ExcludeAgent(h.framework, r, h.agent, true) },
		func(h *host, r core.RoleID) error {
			return h.UpdateAllocation(core.AllocationUpdate{Framework: h.framework, Agent: h.agent, Role: r})
		},
		func(h *host, r core.RoleID) error { return h.TransitionOfferedToAllocated(h.agent, r, nil) },
		func(h *host, r core.RoleID) error {
			return h.RecoverResources(core.RecoverRequest{Agent: h.agent, Role: r})
		},
		func(h *host, r core.RoleID) error { return h.SetQuota(r, core.Quota{}) },
		func(h *host, r core.RoleID) error { return h.SetWeights([]core.RoleWeight{{Role: r, Weight: 1}}) },
		func(h *host, r core.RoleID) error { return h.SetRanks([]core.RoleRank{{Role: r}}, nil) },
		func(h *host, r core.RoleID) error { return h.SetPolicy(r, core.OrderOfAll, core.DRF) },
		func(h *host, r core.RoleID) error { return h.SetLending(core.Lending{Role: r}) },
		func(h *host, r core.RoleID) error { return h.fresh().Recover(0, 0, []core.RoleQuota{{Role: r}}) },
	}

	takingResources = []func(*host, []core.Resource) error{
		func(h *host, list []core.Resource) error {
			return none(h.AddAgent(core.AgentInfo{ID: "b", Total: list}))
		},
		func(h *host, list []core.Resource) error {
			return none(h.AddAgent(core.AgentInfo{ID: "b", Used: []core.Usage{{Framework: "f", Role: h.web, Resources: list}}}))
		},
		func(h *host, list []core.Resource) error {
			return h.UpdateAgent(h.agent, core.AgentUpdate{Total: &list})
		},
		func(h *host, list []core.Resource) error { return h.AddResourceProvider(h.agent, list, nil) },
		func(h *host, list []core.Resource) error {
			return h.AddResourceProvider(h.agent, nil, []core.Usage{{Framework: "f", Role: h.web, Resources: list}})
		},
		func(h *host, list []core.Resource) error {
			return none(h.AddFramework(core.FrameworkInfo{ID: "g", Used: []core.AgentUsage{{Agent: "a", Role: h.web, Resources: list}}}))
		},
		func(h *host, list []core.Resource) error {
			return h.UpdateAllocation(core.AllocationUpdate{Framework: h.framework, Agent: h.agent, Role: h.web, Offered: list})
		},
		func(h *host, list []core.Resource) error {
			return h.UpdateAllocation(core.AllocationUpdate{Framework: h.framework, Agent: h.agent, Role: h.web,
				Conversions: []core.Conversion{{Converted: list}}})
		},
		func(h *host, list []core.Resource) error {
			return h.UpdateAvailable(h.agent, []core.Conversion{{Consumed: list}})
		},
		func(h *host, list []core.Resource) error {
			return h.TransitionOfferedToAllocated(h.agent, h.web, list)
		},
		func(h *host, list []core.Resource) error {
			return h.RecoverResources(core.RecoverRequest{Framework: h.framework, Agent: h.agent, Role: h.web, Resources: list})
		},
		func(h *host, list []core.Resource) error {
			return h.SetLending(core.Lending{Role: h.web, Most: list})
		},
	}

	takingQuantities = []func(*host, []core.Quantity) error{
		func(h *host, list []core.Quantity) error {
			_, err := core.New(core.Options{MinAllocatable: [][]core.Quantity{list}})
			return h.seen.note("New", err)
		},
		func(h *host, list []core.Quantity) error {
			return none(h.AddFramework(core.FrameworkInfo{ID: "g", Roles: []core.RoleID{h.web}, MinAllocatable: minimumOf(h.web, list)}))
		},
		func(h *host, list []core.Quantity) error {
			m := minimumOf(h.web, list)
			return h.UpdateFramework(h.framework, core.FrameworkUpdate{MinAllocatable: &m})
		},
		func(h *host, list []core.Quantity) error { return h.SetQuota(h.web, core.Quota{Limits: list}) },
		func(h *host, list []core.Quantity) error { return h.SetQuota(h.web, core.Quota{Guarantees: list}) },
		func(h *host, list []core.Quantity) error {
			r := h.fresh()
			web, err := r.InternRole("web")
			if err != nil {
				return err
			}
			return r.Recover(0, 0, []core.RoleQuota{{Role: web, Quota: core.Quota{Limits: list}}})
		},
	}

	takingNames = []func(*host, string) error{
		func(h *host, name string) error { return none(h.InternRole(name)) },
		func(h *host, name string) error { return h.seen.note("ValidateRole", core.ValidateRole(name)) },
		func(h *host, name string) error { return none(h.InternKind(core.Kind{Name: name})) },
		func(h *host, name string) error {
			return none(h.InternKind(core.Kind{Name: "cpus", Reservations: []core.Reservation{{Type: core.Static, Role: name}}}))
		},
		func(h *host, name string) error { return none(h.AddAgent(core.AgentInfo{ID: name})) },
		func(h *host, name string) error { return none(h.AddFramework(core.FrameworkInfo{ID: name})) },
		func(h *host, name string) error {
			return none(h.AddAgent(core.AgentInfo{ID: "b", Used: []core.Usage{{Framework: name, Role: h.web}}}))
		},
		func(h *host, name string) error {
			return h.AddResourceProvider(h.agent, nil, []core.Usage{{Framework: name, Role: h.web}})
		},
		func(h *host, name string) error {
			_, err := core.New(core.Options{FairnessExclude: []string{name}})
			return h.seen.note("New", err)
		},
	}
)

func minimumOf(role core.RoleID, list []core.Quantity) []core.RoleMinimum {
	return []core.RoleMinimum{{Role: role, Lists: [][]core.Quantity{list}}}
}

// settings reads policies as settings spell them.
func (h *host) settings(texts ...string) error {
	_, err := core.ParseRolePolicies(texts...)
	return h.seen.note("ParseRolePolicies", err)
}

// special are calls with something wrong that few others have.
var special = []struct {
	want error
	call func(*host) error
}{
	{core.ErrInvalid, func(h *host) error {
		_, err := core.New(core.Options{Interval: -1})
		return h.seen.note("New", err)
	}},
	{core.ErrInvalid, func(h *host) error { return h.settings("policy./web=fair") }},
	{core.ErrInvalid, func(h *host) error { return h.settings("policy./web=drf", "policy./web=hdrf") }},
	{core.ErrName, func(h *host) error { return h.settings("policy./web//shop=drf") }},
	{core.ErrInvalid, func(h *host) error { return none(h.ResourceName(quantities.MaxNames - 1)) }},
	{core.ErrInvalid, func(h *host) error { return none(h.NumberedResource(math.MaxUint32)) }},
	{core.ErrUnknownKind, func(h *host) error { return none(h.DescribeKind(noKind)) }},
	{core.ErrUnknownKind, func(h *host) error { return h.ReleaseKinds(h.cpus, noKind) }},
	{core.ErrUnknownItem, func(h *host) error { return none(h.ItemName(noItem)) }},
	{core.ErrUnknownItem, func(h *host) error { return h.ReleaseItems(noItem) }},
	{core.ErrInvalid, func(h *host) error { return none(h.InternKind(core.Kind{Name: "cpus", Shared: true})) }},
	{core.ErrExists, func(h *host) error { return none(h.AddAgent(core.AgentInfo{ID: "a"})) }},
	{core.ErrState, func(h *host) error {
		h.Pause()
		defer h.Resume()
		return none(h.AddAgent(core.AgentInfo{ID: "b"}))
	}},
	{core.ErrInvalid, func(h *host) error { return none(h.AddAgent(core.AgentInfo{ID: "b", Region: "abroad"})) }},
	{core.ErrExists, func(h *host) error { return none(h.AddFramework(core.FrameworkInfo{ID: "f"})) }},
	{core.ErrNotSubscribed, func(h *host) error {
		return none(h.AddFramework(core.FrameworkInfo{ID: "g", Suppressed: []core.RoleID{h.web}}))
	}},
	{core.ErrNotAllocated, func(h *host) error {
		return none(h.AddFramework(core.FrameworkInfo{ID: "g", Used: []core.AgentUsage{
			{Agent: "a", Role: h.web, Resources: []core.Resource{core.ScalarOf(h.cpus, 1)}}}}))
	}},
	{core.ErrNotSubscribed, func(h *host) error {
		m := minimumOf(h.db, nil)
		return h.UpdateFramework(h.framework, core.FrameworkUpdate{MinAllocatable: &m})
	}},
	{core.ErrNotSubscribed, func(h *host) error { return none(h.Explain(h.framework, h.db)) }},
	{core.ErrNotSubscribed, func(h *host) error { return none(h.ExplainAgent(h.framework, h.db, h.agent)) }},
	{core.ErrNotSubscribed, func(h *host) error { return h.SuppressOffers(h.framework, []core.RoleID{h.db}) }},
	{core.ErrNotSubscribed, func(h *host) error { return h.ReviveOffers(h.framework, []core.RoleID{h.db}) }},
	{core.ErrNotSubscribed, func(h *host) error { return h.ExcludeAgents(h.framework, h.db, nil) }},
	{core.ErrNotSubscribed, func(h *host) error { return h.ExcludeAgent(h.framework, h.db, h.agent, true) }},
	{core.ErrNotAllocated, func(h *host) error {
		return h.TransitionOfferedToAllocated(h.agent, h.db, []core.Resource{core.ScalarOf(h.cpus, 1)})
	}},
	{core.ErrNotAllocated, func(h *host) error {
		return h.RecoverResources(core.RecoverRequest{
			Framework: h.framework, Agent: h.agent, Role: h.web, Resources: []core.Resource{core.ScalarOf(h.cpus, 8001)}})
	}},
	{core.ErrNotAllocated, func(h *host) error {
		return h.UpdateAllocation(core.AllocationUpdate{
			Framework: h.framework, Agent: h.agent, Role: h.web, Offered: []core.Resource{core.ScalarOf(h.cpus, 8001)}})
	}},
	{core.ErrNotAvailable, func(h *host) error { return h.convertOffered(core.ScalarOf(h.cpus, 8001), h.reserved, 8001) }},
	{core.ErrConversion, func(h *host) error { return h.convertOffered(core.ScalarOf(h.cpus, 8000), h.reserved, 7999) }},
	{core.ErrNotAvailable, func(h *host) error { return h.convertFree(core.ScalarOf(h.reserved, 1001), h.cpus, 1001) }},
	{core.ErrConversion, func(h *host) error { return h.convertFree(core.ScalarOf(h.reserved, 1000), h.cpus, 999) }},
	{core.ErrInvalid, func(h *host) error {
		return h.UpdateUnavailability(h.agent, &core.Unavailability{Duration: -1})
	}},
	{core.ErrState, func(h *host) error {
		return h.UpdateInverseOffer(core.InverseOfferUpdate{Framework: h.framework, Agent: h.agent})
	}},
	{core.ErrInvalid, func(h *host) error {
		return h.UpdateInverseOffer(core.InverseOfferUpdate{Framework: h.framework, Agent: h.maintained, Status: 9})
	}},
	{core.ErrInvalid, func(h *host) error { return h.SetQuota(h.nested, core.Quota{}) }},
	{core.ErrInvalid, func(h *host) error {
		return h.SetWeights([]core.RoleWeight{{Role: h.web, Weight: math.NaN()}})
	}},
	{core.ErrInvalid, func(h *host) error {
		return h.SetRanks([]core.RoleRank{{Role: h.web, Rank: math.NaN()}}, nil)
	}},
	{core.ErrInvalid, func(h *host) error { return h.SetPolicy(h.web, core.OrderOfAll, "fifo") }},
	{core.ErrState, func(h *host) error { return h.Recover(0, 1, nil) }},
	{core.ErrInvalid, func(h *host) error { return h.fresh().Recover(0, -1, nil) }},
}

// convertOffered turns a part of what the framework was offered into so much of
// another kind, convertFree does so with what is free.
func (h *host) convertOffered(consumed core.Resource, kind core.KindID, amount core.Amount) error {
	return h.UpdateAllocation(core.AllocationUpdate{
		Framework: h.framework, Agent: h.agent, Role: h.web,
		Offered: []core.Resource{core.ScalarOf(h.cpus, 8000)},
		Conversions: []core.Conversion{{
			Consumed: []core.Resource{consumed}, Converted: []core.Resource{core.ScalarOf(kind, amount)}}},
	})
}

func (h *host) convertFree(consumed core.Resource, kind core.KindID, amount core.Amount) error {
	return h.UpdateAvailable(h.agent, []core.Conversion{{
		Consumed: []core.Resource{consumed}, Converted: []core.Resource{core.ScalarOf(kind, amount)}}})
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
		refused(core.ErrUnknownAgent, call(h, h.agent+99))
		refused(core.ErrUnknownAgent, call(h, core.AgentID(h.framework)))
		refused(core.ErrStale, call(h, h.goneAgent))
	}
	for _, call := range takingFrameworks {
		refused(core.ErrUnknownFramework, call(h, h.framework+99))
		refused(core.ErrUnknownFramework, call(h, core.FrameworkID(h.agent)))
		refused(core.ErrStale, call(h, h.goneFramework))
	}
	for _, call := range takingRoles {
		refused(core.ErrUnknownRole, call(h, noRole))
	}
	for _, call := range takingResources {
		refused(core.ErrUnknownKind, call(h, []core.Resource{core.ScalarOf(noKind, 1)}))
		refused(core.ErrUnknownItem, call(h, []core.Resource{core.IntervalOf(h.zones, noItem, noItem)}))
		refused(core.ErrAmount, call(h, []core.Resource{core.ScalarOf(h.cpus, -1)}))
		refused(core.ErrLimit, call(h, []core.Resource{core.ScalarOf(h.cpus, math.MaxInt64), core.ScalarOf(h.cpus, 1)}))
		refused(core.ErrInvalid, call(h, []core.Resource{core.IntervalOf(h.ports, 2, 1)}))
	}
	for _, call := range takingQuantities {
		refused(core.ErrName, call(h, []core.Quantity{{Name: "", Amount: 1}}))
		refused(core.ErrAmount, call(h, []core.Quantity{{Name: "cpus", Amount: -1}}))
		refused(core.ErrInvalid, call(h, []core.Quantity{{Name: "cpus", Amount: 1}, {Name: "cpus", Amount: 1}}))
	}
	for _, call := range takingNames {
		refused(core.ErrName, call(h, ""))
	}
	for _, x := range special {
		refused(x.want, x.call(h))
	}
	require.Equal(t, before, h.Digest(), "what is refused changes nothing")

	// Of more names than an allocator has room for, none is interned.
	many := make([]core.Quantity, quantities.MaxNames+1)
	for i := range many {
		many[i] = core.Quantity{Name: fmt.Sprintf("resource-%d", i), Amount: 1}
	}
	for _, call := range takingQuantities {
		refused(core.ErrLimit, call(h, many))
	}
	for i := h.ResourceNames(); i < quantities.MaxNames; i++ {
		require.NoError(t, none(h.InternKind(core.Kind{Name: many[i].Name})))
	}
	refused(core.ErrLimit, none(h.InternKind(core.Kind{Name: "straw"})))
}
