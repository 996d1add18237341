package history

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// Each operation stands for a call, and each call for an operation, but for those that a
// driver or a transcript makes itself.
func TestEveryCallHasBothViews(t *testing.T) {
	var none []string
	for name, kind := range opKinds {
		if kind.call == nil {
			none = append(none, name)
		}
	}
	require.ElementsMatch(t, []string{"initialize", "advance", "get_inverse_offer_statuses"}, none)
	unnamed := []calls.Op{
		calls.OpAllocate, calls.OpAdvance, calls.OpRunTook, calls.OpInternRole, calls.OpInternKind, calls.OpInternItem,
		calls.OpReleaseRoles, calls.OpReleaseKinds, calls.OpReleaseItems,
	}
	for o := range calls.Ops {
		_, ok := callKinds[o]
		require.Equal(t, !slices.Contains(unnamed, o), ok, o)
	}
}

// An operation that is told by number and by name again is the same.
func TestOperationsComeBackByName(t *testing.T) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	role, err := a.InternRole("eng")
	require.NoError(t, err)
	_, err = a.AddAgent(alloc.AgentInfo{ID: "a"})
	require.NoError(t, err)
	_, err = a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}})
	require.NoError(t, err)
	half, volume := 0.5, "v"
	disk := Resource{Name: "disk", Milli: 1000, Disk: &Disk{Persistence: &Persistence{ID: volume}}}
	list := []Resource{
		{Name: "cpus", Milli: 1500, Reservations: []Reservation{{Dynamic: true, Role: "eng"}}},
		{Name: "ports", Type: Ranges, Ranges: []Range{{1, 2}, {7, 9}}}, {Name: "names", Type: Set, Items: []string{"x", "y"}}, disk,
	}
	used := []Used{{"g", "eng", list}, {"f", "eng", list[:1]}, {"f", "ops", list[1:]}}
	quota := Quota{Guarantees: Quantities{"cpus": 1000}, Limits: Quantities{"mem": 5, "cpus": 2000}}
	info := FrameworkInfo{
		Roles: []string{"eng", "ops"}, Capabilities: []string{"MULTI_ROLE", "GPU_RESOURCES"}, Suppressed: []string{"ops"},
		OfferFilters: map[string][]Quantities{"eng": {{"cpus": 1}, {"mem": 2}}},
	}
	for _, op := range []Op{
		&SetWhitelist{Hosts: []string{"h"}}, &SetWhitelist{}, &SetQuota{"eng", quota}, &SetWeights{map[string]float64{"eng": 2, "ops": 3}},
		&SetRanks{map[string]float64{"eng": 1}, map[string]float64{"f": -2}}, &SetPolicy{"hdrf", "eng", OfRoles}, &SetPolicy{"drf", "", OfAll},
		&SetLending{"eng", list[:1], true, false, Quantities{"cpus": 0, "mem": 2}}, &SetBorrowing{"eng", Quantities{"cpus": 0}, nil}, &SetBorrowing{"eng", nil, Quantities{"cpus": 500}},
		&Recover{3, map[string]Quota{"eng": quota, "ops": {}}},
		&AddAgent{Agent: "b", Hostname: "h", Domain: &Domain{Region: "r"}, Capabilities: []string{"MULTI_ROLE"}, Total: list, Used: used, Unavailability: &Unavailability{1, &half}},
		&UpdateAgent{Agent: "a", Hostname: "h"}, &UpdateAgent{Agent: "a", Total: list, Capabilities: []string{}},
		&UpdateUnavailability{Agent: "a"}, &UpdateInverseOffer{"f", "a", Decline, &half}, &UpdateInverseOffer{Framework: "f", Agent: "a"},
		&AddResourceProvider{"a", list, used},
		&AddFramework{"g", info, true, []Used{{"a", "eng", list}, {"b", "eng", list}}}, &UpdateFramework{"f", info},
		&ReviveOffers{"f", []string{"eng"}}, &SuppressOffers{"f", []string{}},
		&ExcludeAgents{"f", "eng", []string{"a"}}, &ExcludeAgent{"f", "eng", "a", true}, &ExcludeAgent{"f", "eng", "a", false},
		&RecoverResources{"f", "a", "eng", list, &half, true}, &TransitionOfferedToAllocated{"a", "eng", list},
		&UpdateAllocation{"f", "a", "eng", list, []Conversion{{list[:1], list[1:]}}},
		&UpdateAvailable{"a", []Operation{{"DESTROY", []Resource{disk}}, {"RESERVE", list[:1]}}, []Conversion{{[]Resource{disk}, list[1:3]}, {list[:1], list[1:3]}}},
	} {
		before := FormatShort(op)
		c, err := ByNumber(op, a, 7)
		require.NoError(t, err)
		require.Equal(t, before, FormatShort(op), "it is left as it was")
		again, err := ByName(c, a)
		require.NoError(t, err)
		require.Equal(t, op, again, before)
	}
}

// A call that leaves alone what an operation always says has no operation.
func TestCallsThatLeaveThingsAloneHaveNoName(t *testing.T) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	agent, err := a.AddAgent(alloc.AgentInfo{ID: "a"})
	require.NoError(t, err)
	f, err := a.AddFramework(alloc.FrameworkInfo{ID: "f"})
	require.NoError(t, err)
	text, gpus, roles := "", alloc.Capabilities(0), []alloc.RoleID{}
	for want, list := range map[string][]calls.Call{
		"update_agent: the call does not say": {
			&calls.UpdateAgent{Agent: agent}, &calls.UpdateAgent{Agent: agent, Update: alloc.AgentUpdate{Hostname: &text}},
			&calls.UpdateAgent{Agent: agent, Update: alloc.AgentUpdate{Region: &text}},
		},
		"update_framework: the call does not say": {
			&calls.UpdateFramework{Framework: f}, &calls.UpdateFramework{Framework: f, Update: alloc.FrameworkUpdate{Capabilities: &gpus}},
			&calls.UpdateFramework{Framework: f, Update: alloc.FrameworkUpdate{Capabilities: &gpus, Roles: &roles, Suppressed: &roles}},
		},
	} {
		for _, c := range list {
			_, err := ByName(c, a)
			require.ErrorContains(t, err, want)
		}
	}
}

// An operation stands for one conversion, or for one of each of its resources: so it is known which of
// them destroy a volume.
func TestConversionsThatDestroyVolumes(t *testing.T) {
	disk := Resource{Name: "disk", Milli: 1000}
	for kind, count := range map[string]int{
		"RESERVE": 1, "UNRESERVE": 2, "CREATE": 2, "DESTROY": 2, "GROW_VOLUME": 1, "SHRINK_VOLUME": 1,
	} {
		list := make([]alloc.Conversion, count+2)
		markDestroyed([]Operation{{kind, []Resource{disk, disk}}, {"DESTROY", []Resource{disk}}, {"CREATE", []Resource{disk}}}, list)
		for i, c := range list {
			require.Equal(t, kind == "DESTROY" && i < count || i == count, c.Exhaust, "%s: %d", kind, i)
		}
	}
}
