package core_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// released reports whether a role's number is an error that says why.
func (h *host) released(id alloc.RoleID) bool {
	h.t.Helper()
	_, err := h.RoleName(id)
	if err == nil {
		return false
	}
	require.ErrorIs(h.t, err, alloc.ErrUnknownRole)
	require.EqualError(h.t, err, fmt.Sprintf("role %d was released", id))
	require.EqualError(h.t, h.SetQuota(id, alloc.Quota{}), fmt.Sprintf("role %d was released", id))
	return true
}

func TestReleaseOfRoles(t *testing.T) {
	h := newHost(t, alloc.Options{})
	declared[alloc.RoleID]{"role", alloc.ErrUnknownRole, h.role, h.ReleaseRoles, h.released, []alloc.RoleID{999, alloc.AllRoles}}.requireReleases(h)
}

// roleReferrer is how something comes to refer to the role web, and ceases to.
type roleReferrer struct{ begin, end func(h *referred) }

func setQuota(guarantee alloc.Amount) func(h *referred) {
	return func(h *referred) {
		q := alloc.Quota{}
		if guarantee > 0 {
			q.Guarantees = []alloc.Quantity{{Name: "cpus", Amount: guarantee}}
		}
		require.NoError(h.t, h.SetQuota(h.role("web"), q))
	}
}

func setWeight(w float64) func(h *referred) {
	return func(h *referred) {
		require.NoError(h.t, h.SetWeights([]alloc.RoleWeight{{Role: h.role("web"), Weight: w}}))
	}
}

// leave ends the framework's subscription to web.
func (h *referred) leave() {
	other := h.roles("other")
	require.NoError(h.t, h.UpdateFramework(h.framework, alloc.FrameworkUpdate{Roles: &other}))
}

func (h *referred) reserved() alloc.KindID {
	return must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web"}}}))
}

var roleReferrers = map[string]roleReferrer{
	"a weight":                    {setWeight(2), setWeight(1)},
	"a quota":                     {setQuota(1), setQuota(0)},
	"a subscription":              {(*referred).addFramework, func(h *referred) { require.NoError(h.t, h.RemoveFramework(h.framework)) }},
	"a subscription that is left": {(*referred).addFramework, (*referred).leave},
	"an offer of a role that was left": {
		func(h *referred) {
			h.addFramework()
			h.addAgent()
			h.offer()
			h.leave()
		},
		func(h *referred) { h.recover(0, false) },
	},
	"filters of a role that was left": {
		func(h *referred) {
			h.addFramework()
			h.addAgent()
			h.offer()
			h.leave()
			h.recover(time.Hour, false)
		},
		func(h *referred) { h.Advance(h.Now().Add(2 * time.Hour)) },
	},
	"a framework that is not back": {
		func(h *referred) { h.addAgent(alloc.Usage{Framework: "f", Role: h.role("web"), Resources: h.some}) },
		(*referred).removeAgent,
	},
	"tasks that outlive their framework": {
		func(h *referred) {
			h.addFramework()
			h.addAgent()
			h.offer()
			require.NoError(h.t, h.TransitionOfferedToAllocated(h.agent, h.role("web"), h.some))
			require.NoError(h.t, h.RemoveFramework(h.framework))
		},
		(*referred).removeAgent,
	},
	"a kind": {
		func(h *referred) { h.reserved() },
		func(h *referred) { require.NoError(h.t, h.ReleaseKinds(h.reserved())) },
	},
	"a kind of which an agent has some": {
		func(h *referred) {
			h.some = []alloc.Resource{alloc.ScalarOf(h.reserved(), 1000)}
			h.addAgent()
			require.NoError(h.t, h.ReleaseKinds(h.reserved()))
		},
		(*referred).removeAgent,
	},
	"a role below": {
		func(h *referred) { h.role("web/a/b") },
		func(h *referred) { require.NoError(h.t, h.ReleaseRoles(h.role("web/a/b"))) },
	},
	"a kind for a role below": {
		func(h *referred) {
			h.kind = must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web/a/b"}}}))
		},
		func(h *referred) { require.NoError(h.t, h.ReleaseKinds(h.kind)) },
	},
}

// What has been released stays good for as long as something refers to it, whichever
// of the two ends first.
func TestReleasedRolesAreKnownWhileReferredTo(t *testing.T) {
	for name, r := range roleReferrers {
		for _, nested := range []bool{false, true} {
			for _, cycles := range []bool{false, true} {
				t.Run(fmt.Sprint(name, nested, cycles), func(t *testing.T) {
					h := &referred{host: newHost(t, alloc.Options{NestedQuota: nested})}
					h.some = h.of(4, 0)
					before := h.Digest()
					web := h.role("web")
					r.begin(h)
					require.NoError(t, h.ReleaseRoles(web))
					require.False(t, h.released(web))
					if cycles {
						h.RequestAllocation()
						h.Allocate(h.Now(), &h.cycle)
					}
					require.NoError(t, h.Validate())

					r.end(h)
					if !h.released(web) { // end may have named it, and so held it
						require.NoError(t, h.ReleaseRoles(web))
					}
					require.NoError(t, h.Validate())
					require.True(t, h.released(web))
					if name == "a weight" && !cycles {
						require.Equal(t, before, h.Digest())
					}
					again := h.role("web")
					require.NotEqual(t, web, again)
					require.True(t, h.released(web))
				})
			}
		}
	}
}

// Roles above one that is forgotten go with it, unless something else refers to them.
func TestRolesAboveAreForgottenToo(t *testing.T) {
	h := newHost(t, alloc.Options{})
	deepest := h.role(strings.Repeat("r/", 100) + "r")
	top, middle := h.role("r"), h.role("r/r/r")
	below := must(h.InternRole("r/r/r/r")) // known by then
	require.NoError(t, h.ReleaseRoles(below))
	require.False(t, h.released(below))
	require.NoError(t, h.ReleaseRoles(deepest))
	require.True(t, h.released(deepest))
	require.True(t, h.released(below))
	require.False(t, h.released(middle))
	require.NoError(t, h.ReleaseRoles(top))
	require.False(t, h.released(top))
	require.NoError(t, h.ReleaseRoles(middle))
	require.True(t, h.released(middle))
	require.True(t, h.released(top))
	require.NoError(t, h.Validate())
}

// A quota that is taken away before a cycle has seen it leaves nothing of what it
// needed.
func TestQuotaOfForgottenRoles(t *testing.T) {
	h := newHost(t, alloc.Options{NestedQuota: true})
	guarantee := alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 5000}}}
	must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: h.of(100, 0)}))
	var roles []alloc.RoleID
	for i := range 10 {
		roles = append(roles, h.role(fmt.Sprint("eng/", i)))
		require.NoError(t, h.SetQuota(roles[i], guarantee))
	}
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	require.EqualValues(t, 50_000, h.cycle.Report.RequiredBefore.At(0))
	for _, i := range []int{3, 0, 9, 5} {
		require.NoError(t, h.SetQuota(roles[i], alloc.Quota{}))
		require.NoError(t, h.ReleaseRoles(roles[i]))
		require.True(t, h.released(roles[i]))
	}
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	require.EqualValues(t, 30_000, h.cycle.Report.RequiredBefore.At(0))
	require.NoError(t, h.Validate())
}

// The number of a role that was forgotten is an error while 2^20 others come and go.
func TestRoleNumbersStayAway(t *testing.T) {
	core.OfLongLives(t)
	a := must(core.New(alloc.Options{}))
	first := must(a.InternRole("first"))
	require.NoError(t, a.ReleaseRoles(first))
	for range 1 << 20 {
		id := must(a.InternRole("next"))
		if id == first {
			t.Fatal("it came again")
		}
		if err := a.ReleaseRoles(id); err != nil {
			t.Fatal(err)
		}
	}
	_, err := a.RoleName(first)
	require.EqualError(t, err, fmt.Sprintf("role %d was released", first))
}

// Roles that come and go take no memory.
func TestMemoryOfFormerRoles(t *testing.T) {
	core.OfLongLives(t)
	a := must(core.New(alloc.Options{NestedQuota: true}))
	cycle := alloc.Cycle{}
	inUse := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	churn := func(from, to int) {
		for i := from; i < to; i++ {
			role := must(a.InternRole(fmt.Sprintf("jobs/%d/%s", i, strings.Repeat("x", 100))))
			require.NoError(t, a.SetWeights([]alloc.RoleWeight{{Role: role, Weight: 2}}))
			require.NoError(t, a.SetQuota(role, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 1}}}))
			f := must(a.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []alloc.RoleID{role}}))
			if i%16 == 0 {
				a.RequestAllocation()
				a.Allocate(a.Now()+1, &cycle)
			}
			require.NoError(t, a.RemoveFramework(f))
			require.NoError(t, a.SetQuota(role, alloc.Quota{}))
			require.NoError(t, a.SetWeights([]alloc.RoleWeight{{Role: role, Weight: 1}}))
			require.NoError(t, a.ReleaseRoles(role))
		}
	}
	churn(0, 8000)
	before := inUse()
	churn(8000, 16_000)
	require.Less(t, inUse()-before, int64(100_000), "470 bytes a role are 3.8 MB")
	var m core.Metrics
	a.Metrics(&m)
	require.Empty(t, m.Roles)
}
