package core_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// volume interns a persistent volume of that id.
func (h *host) volume(id string) alloc.KindID {
	return must(h.InternKind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Persistence: &id}}))
}

// gone reports whether a kind's number is an error that says why.
func (h *host) gone(id alloc.KindID) bool {
	h.t.Helper()
	_, err := h.DescribeKind(id)
	if err == nil {
		return false
	}
	require.ErrorIs(h.t, err, alloc.ErrUnknownKind)
	require.EqualError(h.t, err, fmt.Sprintf("kind %d was released", id))
	_, err = h.AddAgent(alloc.AgentInfo{ID: "wrong", Total: []alloc.Resource{alloc.ScalarOf(id, 1)}})
	require.EqualError(h.t, err, fmt.Sprintf("agent \"wrong\": total, resource 0: kind %d was released", id))
	return true
}

// declared is what numbers are given out for until they are released.
type declared[ID ~uint32] struct {
	noun    string
	unknown error // of a number that stands for nothing
	declare func(name string) ID
	release func(...ID) error
	gone    func(ID) bool
	never   []ID // numbers that stand for nothing, 999 first
}

// requireReleases tests that a number is held once, that what was released and is
// declared again is another one, and that a release that is refused releases nothing.
func (x declared[ID]) requireReleases(h *host) {
	t := h.t
	t.Helper()
	one, two := x.declare("one"), x.declare("two")
	require.Equal(t, one, x.declare("one"))

	require.NoError(t, x.release(one))
	require.True(t, x.gone(one))
	require.False(t, x.gone(two))
	again := x.declare("one")
	require.NotEqual(t, one, again)
	require.True(t, x.gone(one))

	digest := h.Digest()
	refused := [][]ID{{two, one}, {two, again, two}}
	for _, id := range x.never {
		refused = append(refused, []ID{two, id})
	}
	for _, list := range refused {
		require.ErrorIs(t, x.release(list...), x.unknown, list)
		require.Equal(t, digest, h.Digest(), list)
		require.False(t, x.gone(two), list)
		require.False(t, x.gone(again), list)
	}
	require.EqualError(t, x.release(one), fmt.Sprintf("%s %d was released", x.noun, one))
	require.EqualError(t, x.release(x.never[0]), x.noun+" 999 was never declared")
	require.EqualError(t, x.release(two, again, two), fmt.Sprintf("%s %d is named twice", x.noun, two))
	require.NoError(t, x.release())
	require.NoError(t, x.release(two, again))
	require.True(t, x.gone(two))
	require.NoError(t, h.Validate())
}

func TestReleaseOfKinds(t *testing.T) {
	h := newHost(t, alloc.Options{})
	declared[alloc.KindID]{"kind", alloc.ErrUnknownKind, h.volume, h.ReleaseKinds, h.gone, []alloc.KindID{999}}.requireReleases(h)
}

// referrer is a call by which something in the allocator refers to a kind, and one by
// which it does so no longer.
type referrer struct {
	begin, end func(h *referred)
	ofVolumes  bool // made of plain disk, or made that
}

// referred is a host with a kind that is referred to.
type referred struct {
	*host
	kind      alloc.KindID
	some      []alloc.Resource // of it
	agent     alloc.AgentID
	framework alloc.FrameworkID
}

func (h *referred) offer() {
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	require.Len(h.t, h.cycle.Offers, 1)
}

func (h *referred) recover(refuse time.Duration, allocated bool) {
	require.NoError(h.t, h.RecoverResources(alloc.RecoverRequest{
		Now: h.Now(), Framework: h.framework, Agent: h.agent, Role: h.role("web"),
		Resources: h.some, RefuseFor: refuse, Allocated: allocated,
	}))
}

// empty takes all from the agent's total.
func (h *referred) empty() {
	require.NoError(h.t, h.UpdateAgent(h.agent, alloc.AgentUpdate{Total: &[]alloc.Resource{}}))
}

func (h *referred) addAgent(used ...alloc.Usage) {
	h.agent = must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: h.some, Used: used}))
}

func (h *referred) addFramework() {
	h.framework = must(h.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: h.roles("web")}))
}

func (h *referred) removeAgent() { require.NoError(h.t, h.RemoveAgent(h.agent)) }

var referrers = map[string]referrer{
	"total":              {func(h *referred) { h.addAgent() }, (*referred).removeAgent, false},
	"total that shrinks": {func(h *referred) { h.addAgent() }, (*referred).empty, false},
	"total of which all is other": {
		func(h *referred) {
			h.addAgent()
			other := h.some[0]
			other.Amount /= 2
			if other.Begin > 0 && must(h.DescribeKind(h.kind)).Type == alloc.Ranges {
				other.Begin, other.End = 20, 29
			}
			require.NoError(h.t, h.UpdateAgent(h.agent, alloc.AgentUpdate{Total: &[]alloc.Resource{other}}))
		}, (*referred).removeAgent, false,
	},
	"offer of what is gone": {
		func(h *referred) { h.addFramework(); h.addAgent(); h.offer(); h.empty() },
		func(h *referred) { h.recover(0, false) }, false,
	},
	"offer of what is gone, agent": {
		func(h *referred) { h.addFramework(); h.addAgent(); h.offer(); h.empty() },
		(*referred).removeAgent, false,
	},
	"offer of what is gone, framework": {
		func(h *referred) { h.addFramework(); h.addAgent(); h.offer(); h.empty() },
		func(h *referred) { require.NoError(h.t, h.RemoveFramework(h.framework)) }, false,
	},
	"use of what is gone": {
		func(h *referred) {
			h.addFramework()
			h.addAgent()
			h.offer()
			require.NoError(h.t, h.TransitionOfferedToAllocated(h.agent, h.role("web"), h.some))
			h.empty()
		},
		func(h *referred) { h.recover(0, true) }, false,
	},
	"tasks that outlive their framework": {
		func(h *referred) {
			h.addFramework()
			h.addAgent()
			h.offer()
			require.NoError(h.t, h.TransitionOfferedToAllocated(h.agent, h.role("web"), h.some))
			require.NoError(h.t, h.RemoveFramework(h.framework))
			h.framework = 0
			h.empty()
		},
		func(h *referred) { h.recover(0, true) }, false,
	},
	"use that the agent brought along and does not have": {
		func(h *referred) {
			used := alloc.Usage{Framework: "f", Role: h.role("web"), Resources: h.some}
			h.some = nil
			h.addAgent(used)
		},
		(*referred).removeAgent, false,
	},
	"use of a provider's that it does not have": {
		func(h *referred) {
			used := alloc.Usage{Framework: "f", Role: h.role("web"), Resources: h.some}
			h.addFramework()
			h.some, used.Resources = nil, h.some
			h.addAgent()
			require.NoError(h.t, h.AddResourceProvider(h.agent, nil, []alloc.Usage{used}))
			h.some = used.Resources
		},
		func(h *referred) { h.recover(0, false) }, false,
	},
	"filter for what is gone": {
		func(h *referred) { h.addFramework(); h.addAgent(); h.offer(); h.recover(time.Hour, false); h.empty() },
		func(h *referred) { h.Advance(h.Now().Add(2 * time.Hour)) }, false,
	},
	"filter for what is gone, revived": {
		func(h *referred) { h.addFramework(); h.addAgent(); h.offer(); h.recover(time.Hour, false); h.empty() },
		func(h *referred) { require.NoError(h.t, h.ReviveOffers(h.framework, nil)); h.Advance(h.Now() + 1) }, false,
	},
	"filter for what is gone, framework": {
		func(h *referred) { h.addFramework(); h.addAgent(); h.offer(); h.recover(time.Hour, false); h.empty() },
		func(h *referred) { require.NoError(h.t, h.RemoveFramework(h.framework)); h.Advance(h.Now() + 1) }, false,
	},
	"filter for what was converted": {
		func(h *referred) {
			h.addFramework()
			h.addAgent()
			h.offer()
			h.recover(time.Hour, false)
			plain := []alloc.Resource{alloc.ScalarOf(must(h.InternKind(alloc.Kind{Name: h.name()})), h.some[0].Amount)}
			require.NoError(h.t, h.UpdateAvailable(h.agent, []alloc.Conversion{{Consumed: h.some, Converted: plain}}))
		},
		func(h *referred) { h.Advance(h.Now().Add(2 * time.Hour)) }, true,
	},
	"conversion of an offer": {
		func(h *referred) { h.addFramework(); h.addAgent(); h.offer() },
		func(h *referred) {
			plain := []alloc.Resource{alloc.ScalarOf(must(h.InternKind(alloc.Kind{Name: h.name()})), h.some[0].Amount)}
			require.NoError(h.t, h.UpdateAllocation(alloc.AllocationUpdate{
				Framework: h.framework, Agent: h.agent, Role: h.role("web"), Offered: h.some,
				Conversions: []alloc.Conversion{{Consumed: h.some, Converted: plain}},
			}))
		}, true,
	},
}

// name is the name of the resources in question.
func (h *referred) name() string { return must(h.DescribeKind(h.kind)).Name }

// What has been released stays good for as long as something refers to it.
func TestReleasedKindsAreKnownWhileReferredTo(t *testing.T) {
	id := "v"
	for kindName, kind := range map[string]alloc.Kind{
		"divisible": {Name: "disk"},
		"volume":    {Name: "disk", Disk: &alloc.Disk{Persistence: &id}},
		"ranges":    {Name: "ports", Type: alloc.Ranges},
		"set":       {Name: "racks", Type: alloc.Set},
	} {
		for name, r := range referrers {
			if r.ofVolumes && kindName != "volume" {
				continue
			}
			t.Run(kindName+", "+name, func(t *testing.T) {
				h := &referred{host: newHost(t, alloc.Options{})}
				h.kind = must(h.InternKind(kind))
				switch kind.Type {
				case alloc.Scalar:
					h.some = []alloc.Resource{alloc.ScalarOf(h.kind, 4000)}
				case alloc.Ranges:
					h.some = []alloc.Resource{alloc.IntervalOf(h.kind, 5, 9)}
				case alloc.Set:
					n := must(h.InternItem("r1"))
					h.some = []alloc.Resource{alloc.ItemOf(h.kind, n)}
				}
				some := h.some[0]
				r.begin(h)
				require.NoError(t, h.ReleaseKinds(h.kind))
				if kind.Type == alloc.Set {
					require.NoError(t, h.ReleaseItems(alloc.SetItemID(some.Begin)))
				}
				require.False(t, h.gone(h.kind))
				require.Equal(t, kind, must(h.DescribeKind(h.kind)))
				require.ErrorIs(t, h.ReleaseKinds(h.kind), alloc.ErrUnknownKind)
				if kind.Type == alloc.Set {
					require.Equal(t, "r1", must(h.ItemName(alloc.SetItemID(some.Begin))))
				}
				require.NoError(t, h.Validate())

				r.end(h)
				require.NoError(t, h.Validate())
				require.True(t, h.gone(h.kind))
				if kind.Type == alloc.Set {
					_, err := h.ItemName(alloc.SetItemID(some.Begin))
					require.EqualError(t, err, fmt.Sprintf("set item %d was released", some.Begin))
				}
			})
		}
	}
}
