package core

import (
	"errors"
	"math"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// small is a cluster in which every call has something to go wrong with.
type small struct {
	*Allocator
	cpus, ports, volume, mount alloc.KindID
	web, db, nested, idle      alloc.RoleID
	f, g                       alloc.FrameworkID // g is removed
	a, b                       alloc.AgentID     // b is removed
}

func newSmall(t *testing.T) *small {
	t.Helper()
	allocator, err := New(alloc.Options{Interval: 1e9, AgentOrder: alloc.OrderByID})
	require.NoError(t, err)
	s := &small{Allocator: allocator}
	root, id := "/mnt", "v1"
	s.cpus = need(s.InternKind(alloc.Kind{Name: "cpus"}))(t)
	s.ports = need(s.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))(t)
	s.mount = need(s.InternKind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Mount, Root: &root}}))(t)
	s.web, s.db = need(s.InternRole("web"))(t), need(s.InternRole("db"))(t)
	s.nested, s.idle = need(s.InternRole("web/shop"))(t), need(s.InternRole("idle"))(t)
	s.volume = need(s.InternKind(alloc.Kind{
		Name: "disk", Shared: true, Disk: &alloc.Disk{Persistence: &id},
		Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web"}},
	}))(t)
	s.f = need(s.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{s.web, s.db}}))(t)
	s.g = need(s.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: []alloc.RoleID{s.web}}))(t)
	s.a = need(s.AddAgent(alloc.AgentInfo{ID: "a", Hostname: "host", Total: []alloc.Resource{alloc.ScalarOf(s.cpus, 8000), alloc.IntervalOf(s.ports, 1, 10)}}))(t)
	s.b = need(s.AddAgent(alloc.AgentInfo{ID: "b", Total: []alloc.Resource{alloc.ScalarOf(s.cpus, 8000)}}))(t)
	require.NoError(t, s.RemoveFramework(s.g))
	require.NoError(t, s.RemoveAgent(s.b))
	var cycle alloc.Cycle
	s.Allocate(0, &cycle)
	require.Len(t, cycle.Offers, 1)
	require.Equal(t, s.f, cycle.Offers[0].Framework)
	return s
}

func need[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

// TestRefusedCallsChangeNothing makes each call with each thing that can be
// wrong with it: the error has the right code and names what was wrong, and the
// digest of the whole state is what it was before.
func TestRefusedCallsChangeNothing(t *testing.T) {
	held := func(s *small) []alloc.Resource { return []alloc.Resource{alloc.ScalarOf(s.cpus, 8000)} }
	many := func(s *small) []alloc.Resource { return []alloc.Resource{alloc.ScalarOf(s.cpus, 9000)} }
	for _, c := range []struct {
		name string
		code alloc.Code
		text string
		call func(s *small) error
	}{
		{"an agent without an id", alloc.CodeName, "empty", func(s *small) error { return second(s.AddAgent(alloc.AgentInfo{})) }},
		{"an agent named like a path", alloc.CodeName, "slash", func(s *small) error { return second(s.AddAgent(alloc.AgentInfo{ID: "x/y"})) }},
		{"an agent twice", alloc.CodeExists, `"a"`, func(s *small) error { return second(s.AddAgent(alloc.AgentInfo{ID: "a"})) }},
		{"an agent of an unknown kind", alloc.CodeUnknownKind, "kind 999", func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: []alloc.Resource{alloc.ScalarOf(999, 1)}}))
		}},
		{"an agent with less than nothing", alloc.CodeAmount, "negative", func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: []alloc.Resource{alloc.ScalarOf(s.cpus, -1)}}))
		}},
		{"an agent with too much", alloc.CodeLimit, "the sum of cpus would exceed", func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: []alloc.Resource{alloc.ScalarOf(s.cpus, quantities.MaxSum), alloc.ScalarOf(s.cpus, 1)}}))
		}},
		{"an agent with an inverted range", alloc.CodeInvalid, "inverted", func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: []alloc.Resource{alloc.IntervalOf(s.ports, 2, 1)}}))
		}},
		{"an agent with overlapping ranges", alloc.CodeInvalid, "overlaps", func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: []alloc.Resource{alloc.IntervalOf(s.ports, 1, 5), alloc.IntervalOf(s.ports, 5, 9)}}))
		}},
		{"an agent in a region", alloc.CodeInvalid, "no domain", func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Region: "east"}))
		}},
		{"an agent with capabilities of frameworks", alloc.CodeInvalid, `agent "c": no agent has the capabilities GPU_RESOURCES|SHARED_RESOURCES`, func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Capabilities: new(alloc.ModernAgent | alloc.GPUResources | alloc.SharedResources)}))
		}},
		{"an agent with unknown capabilities", alloc.CodeInvalid, "capabilities", func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Capabilities: new(alloc.Capabilities(1 << 30))}))
		}},
		{"an agent used in no role", alloc.CodeUnknownRole, "role 999", func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: held(s), Used: []alloc.Usage{{Framework: "f", Role: 999, Resources: held(s)}}}))
		}},
		{"an agent with maintenance of negative length", alloc.CodeInvalid, "negative", func(s *small) error {
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Unavailability: &alloc.Unavailability{Duration: -1}}))
		}},
		{"ports used twice", alloc.CodeInvalid, "is used twice", func(s *small) error {
			ports := []alloc.Resource{alloc.IntervalOf(s.ports, 1, 2)}
			return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: ports, Used: []alloc.Usage{{Framework: "f", Role: s.web, Resources: ports}, {Framework: "h", Role: s.web, Resources: ports}}}))
		}},
		{"an agent while paused", alloc.CodeState, "paused", func(s *small) error {
			s.Pause()
			defer s.Resume()
			return second(s.AddAgent(alloc.AgentInfo{ID: "c"}))
		}},
		{"removal of an agent that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.RemoveAgent(s.b) }},
		{"removal of an agent that never was", alloc.CodeUnknownAgent, "never", func(s *small) error { return s.RemoveAgent(12345) }},
		{"removal of agent 0", alloc.CodeUnknownAgent, "never", func(s *small) error { return s.RemoveAgent(0) }},
		{"activation of an agent that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.ActivateAgent(s.b) }},
		{"deactivation of an agent that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.DeactivateAgent(s.b) }},
		{"update of an agent that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.UpdateAgent(s.b, alloc.AgentUpdate{}) }},
		{"update of an agent's total to garbage", alloc.CodeUnknownKind, `"a"`, func(s *small) error {
			total := []alloc.Resource{alloc.ScalarOf(s.cpus, 1), alloc.ScalarOf(77, 1)}
			return s.UpdateAgent(s.a, alloc.AgentUpdate{Hostname: new("other"), Total: &total})
		}},
		{"update of an agent's capabilities to unknown ones", alloc.CodeInvalid, `"a"`, func(s *small) error {
			return s.UpdateAgent(s.a, alloc.AgentUpdate{Hostname: new("other"), Capabilities: new(alloc.Capabilities(1 << 30))})
		}},
		{"update of an agent's region", alloc.CodeInvalid, "no domain", func(s *small) error {
			return s.UpdateAgent(s.a, alloc.AgentUpdate{Hostname: new("other"), Region: new("east")})
		}},
		{"a provider of an agent that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.AddResourceProvider(s.b, held(s), nil) }},
		{"a provider of ports that are there", alloc.CodeInvalid, "already", func(s *small) error {
			return s.AddResourceProvider(s.a, []alloc.Resource{alloc.IntervalOf(s.ports, 5, 20)}, nil)
		}},
		{"a framework without an id", alloc.CodeName, "empty", func(s *small) error { return second(s.AddFramework(alloc.FrameworkInfo{})) }},
		{"a framework twice", alloc.CodeExists, `"f"`, func(s *small) error { return second(s.AddFramework(alloc.FrameworkInfo{ID: "f"})) }},
		{"a framework in no role", alloc.CodeUnknownRole, "role 999", func(s *small) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Roles: []alloc.RoleID{s.web, 999}}))
		}},
		{"a framework that suppresses a stranger's role", alloc.CodeNotSubscribed, `"db"`, func(s *small) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Roles: []alloc.RoleID{s.web}, Suppressed: []alloc.RoleID{s.db}}))
		}},
		{"a framework that uses what its agent does not know of", alloc.CodeNotAllocated, `"a"`, func(s *small) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Roles: []alloc.RoleID{s.web}, Used: []alloc.AgentUsage{{Agent: "a", Role: s.web, Resources: held(s)}}}))
		}},
		{"a framework that names a role twice", alloc.CodeInvalid, `framework "h": role "web" is twice in its roles; name it once`, func(s *small) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Roles: []alloc.RoleID{s.web, s.db, s.web}}))
		}},
		{"update of a framework that names a role twice", alloc.CodeInvalid, `role "db" is twice`, func(s *small) error {
			return s.UpdateFramework(s.f, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{s.web, s.db, s.db}})
		}},
		{"a framework with a capability of agents", alloc.CodeInvalid, `framework "h": no framework has the capabilities HIERARCHICAL_ROLE`, func(s *small) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Capabilities: alloc.AllCapabilities}))
		}},
		{"a framework with two minima for a role", alloc.CodeInvalid, `framework "h": role "web" has two minima; give it one`, func(s *small) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Roles: []alloc.RoleID{s.web}, MinAllocatable: []alloc.RoleMinimum{{Role: s.web}, {Role: s.web}}}))
		}},
		{"ranks of a role that is named twice", alloc.CodeInvalid, `ranks: role "web" is named twice`, func(s *small) error {
			return s.SetRanks([]alloc.RoleRank{{Role: s.web, Rank: 1}, {Role: s.db}, {Role: s.web, Rank: 2}}, nil)
		}},
		{"ranks of a framework that is named twice", alloc.CodeInvalid, `ranks: framework "f" is named twice`, func(s *small) error {
			return s.SetRanks([]alloc.RoleRank{{Role: s.web, Rank: 1}}, []alloc.FrameworkRank{{Framework: s.f}, {Framework: s.f}})
		}},
		{"a framework with a negative minimum", alloc.CodeAmount, "negative", func(s *small) error {
			return second(s.AddFramework(alloc.FrameworkInfo{ID: "h", Roles: []alloc.RoleID{s.web}, MinAllocatable: []alloc.RoleMinimum{{Role: s.web, Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: -1}}}}}}))
		}},
		{"removal of a framework that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.RemoveFramework(s.g) }},
		{"removal of a framework that never was", alloc.CodeUnknownFramework, "never", func(s *small) error { return s.RemoveFramework(1 << 40) }},
		{"activation of a framework that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.ActivateFramework(s.g) }},
		{"deactivation of a framework that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.DeactivateFramework(s.g) }},
		{"update of a framework that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.UpdateFramework(s.g, alloc.FrameworkUpdate{}) }},
		{"update of a framework to a bad role", alloc.CodeUnknownRole, "role 999", func(s *small) error {
			return s.UpdateFramework(s.f, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{s.idle, 999}})
		}},
		{"update of a framework to suppress a role that it leaves", alloc.CodeNotSubscribed, `"web"`, func(s *small) error {
			return s.UpdateFramework(s.f, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{s.db, s.idle}, Suppressed: &[]alloc.RoleID{s.web}})
		}},
		{"update of a framework to suppress a role that it is not in", alloc.CodeNotSubscribed, `"idle"`, func(s *small) error {
			return s.UpdateFramework(s.f, alloc.FrameworkUpdate{Suppressed: &[]alloc.RoleID{s.web, s.idle}})
		}},
		{"update of a framework to a minimum for a role that it leaves", alloc.CodeNotSubscribed, `"web"`, func(s *small) error {
			return s.UpdateFramework(s.f, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{s.db}, MinAllocatable: &[]alloc.RoleMinimum{{Role: s.web, Lists: nil}}})
		}},
		{"update of a framework to unknown capabilities", alloc.CodeInvalid, "capabilities", func(s *small) error {
			return s.UpdateFramework(s.f, alloc.FrameworkUpdate{Capabilities: new(alloc.Capabilities(1 << 30)), Suppressed: &[]alloc.RoleID{s.web}})
		}},
		{"suppression of a role not subscribed to", alloc.CodeNotSubscribed, `"idle"`, func(s *small) error { return s.SuppressOffers(s.f, []alloc.RoleID{s.web, s.idle}) }},
		{"revival of a role not subscribed to", alloc.CodeNotSubscribed, `"idle"`, func(s *small) error { return s.ReviveOffers(s.f, []alloc.RoleID{s.web, s.idle}) }},
		{"revival of a framework that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.ReviveOffers(s.g, nil) }},
		{"a request of a framework that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.RequestResources(s.g) }},
		{"exclusion of an agent that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.ExcludeAgents(s.f, s.web, []alloc.AgentID{s.a, s.b}) }},
		{"exclusion for a role not subscribed to", alloc.CodeNotSubscribed, `"idle"`, func(s *small) error { return s.ExcludeAgent(s.f, s.idle, s.a, true) }},
		{"recovery of more than was offered", alloc.CodeNotAllocated, "only cpus:8", func(s *small) error {
			return s.RecoverResources(alloc.RecoverRequest{Now: 1, Framework: s.f, Agent: s.a, Role: s.db, Resources: many(s)})
		}},
		{"recovery in another role", alloc.CodeNotAllocated, `role "idle": nothing is held`, func(s *small) error {
			return s.RecoverResources(alloc.RecoverRequest{Now: 1, Framework: s.f, Agent: s.a, Role: s.idle, Resources: held(s)})
		}},
		{"recovery of what no task uses", alloc.CodeNotAllocated, `role "db": nothing is allocated`, func(s *small) error {
			return s.RecoverResources(alloc.RecoverRequest{Now: 1, Framework: s.f, Agent: s.a, Role: s.db, Resources: held(s), Allocated: true})
		}},
		{"recovery on an agent that is gone", alloc.CodeStale, "removed", func(s *small) error {
			return s.RecoverResources(alloc.RecoverRequest{Now: 1, Framework: s.f, Agent: s.b, Role: s.web, Resources: held(s)})
		}},
		{"recovery from a framework that is gone", alloc.CodeStale, "removed", func(s *small) error {
			return s.RecoverResources(alloc.RecoverRequest{Now: 1, Framework: s.g, Agent: s.a, Role: s.web, Resources: held(s)})
		}},
		{"recovery of less than nothing", alloc.CodeAmount, "recovery, resource 0: cpus of -0.005 is negative", func(s *small) error {
			return s.RecoverResources(alloc.RecoverRequest{Now: 1, Framework: s.f, Agent: s.a, Role: s.db, Resources: []alloc.Resource{alloc.ScalarOf(s.cpus, -5)}})
		}},
		{"tasks on less than nothing", alloc.CodeAmount, "transition, resource 0: cpus of -0.005 is negative", func(s *small) error {
			return s.TransitionOfferedToAllocated(s.a, s.db, []alloc.Resource{alloc.ScalarOf(s.cpus, -5)})
		}},
		{"tasks on more than was offered", alloc.CodeNotAllocated, "and not cpus:9", func(s *small) error {
			return s.TransitionOfferedToAllocated(s.a, s.db, many(s))
		}},
		{"conversion of more than was offered", alloc.CodeNotAllocated, "and not cpus:9", func(s *small) error {
			return s.UpdateAllocation(alloc.AllocationUpdate{Framework: s.f, Agent: s.a, Role: s.db, Offered: many(s)})
		}},
		{"conversion of what is not offered", alloc.CodeNotAvailable, "does not contain", func(s *small) error {
			return s.UpdateAllocation(alloc.AllocationUpdate{Framework: s.f, Agent: s.a, Role: s.db, Offered: held(s), Conversions: []alloc.Conversion{{Consumed: []alloc.Resource{alloc.ScalarOf(s.mount, 5)}, Converted: held(s)}}})
		}},
		{"conversion that creates", alloc.CodeConversion, "of cpus:8", func(s *small) error {
			return s.UpdateAllocation(alloc.AllocationUpdate{Framework: s.f, Agent: s.a, Role: s.db, Offered: held(s), Conversions: []alloc.Conversion{{Consumed: held(s), Converted: many(s)}}})
		}},
		{"an operation on what is in use", alloc.CodeNotAvailable, "does not contain", func(s *small) error {
			return s.UpdateAvailable(s.a, []alloc.Conversion{{Consumed: held(s), Converted: held(s)}})
		}},
		{"an operation that creates", alloc.CodeConversion, "agent", func(s *small) error {
			return s.UpdateAvailable(s.a, []alloc.Conversion{{Converted: many(s)}})
		}},
		{"maintenance of an agent that is gone", alloc.CodeStale, "removed", func(s *small) error { return s.UpdateUnavailability(s.b, nil) }},
		{"an answer without maintenance", alloc.CodeState, "no maintenance", func(s *small) error {
			return s.UpdateInverseOffer(alloc.InverseOfferUpdate{Now: 1, Agent: s.a, Framework: s.f, Status: alloc.Accept})
		}},
		{"quota of no role", alloc.CodeUnknownRole, "role 999", func(s *small) error { return s.SetQuota(999, alloc.Quota{}) }},
		{"quota of a nested role", alloc.CodeInvalid, "top-level", func(s *small) error { return s.SetQuota(s.nested, alloc.Quota{}) }},
		{"a guarantee above the limit", alloc.CodeInvalid, "exceeds", func(s *small) error {
			return s.SetQuota(s.web, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 2}}, Limits: []alloc.Quantity{{Name: "cpus", Amount: 1}}})
		}},
		{"a limit below zero", alloc.CodeAmount, "negative", func(s *small) error {
			return s.SetQuota(s.web, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: -1}}})
		}},
		{"a guarantee named twice", alloc.CodeInvalid, "twice", func(s *small) error {
			return s.SetQuota(s.web, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 1}, {Name: "cpus", Amount: 1}}})
		}},
		{"a weight of zero", alloc.CodeInvalid, "not a positive", func(s *small) error {
			return s.SetWeights([]alloc.RoleWeight{{Role: s.web, Weight: 3}, {Role: s.db, Weight: 0}})
		}},
		{"a weight that is no number", alloc.CodeInvalid, "NaN", func(s *small) error { return s.SetWeights([]alloc.RoleWeight{{Role: s.db, Weight: math.NaN()}}) }},
		{"recovery after agents were added", alloc.CodeState, "1 agents", func(s *small) error { return s.Recover(1, 5, []alloc.RoleQuota{{Role: s.web, Quota: alloc.Quota{}}}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSmall(t)
			before := s.Digest()
			err := c.call(s)
			var typed *alloc.Error
			require.True(t, errors.As(err, &typed), "%v", err)
			require.Equal(t, c.code, typed.Code, typed.Text)
			require.Contains(t, typed.Text, c.text)
			require.Equal(t, before, s.Digest())
			require.NoError(t, s.Validate())
		})
	}
}

func second[T any](_ T, err error) error { return err }

// What a digest does not see, the test above could not either.
func TestDigestSeesChanges(t *testing.T) {
	for name, change := range map[string]func(s *small) error{
		"clock":    func(s *small) error { s.Advance(5); return nil },
		"pause":    func(s *small) error { s.Pause(); return nil },
		"suppress": func(s *small) error { return s.SuppressOffers(s.f, []alloc.RoleID{s.web}) },
		"weight":   func(s *small) error { return s.SetWeights([]alloc.RoleWeight{{Role: s.web, Weight: 2}}) },
		"quota": func(s *small) error {
			return s.SetQuota(s.web, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 0}}})
		},
		"whitelist": func(s *small) error { s.SetWhitelist([]string{}); return nil },
		"exclusion": func(s *small) error { return s.ExcludeAgent(s.f, s.web, s.a, true) },
		"task": func(s *small) error {
			return s.TransitionOfferedToAllocated(s.a, s.db, []alloc.Resource{alloc.ScalarOf(s.cpus, 1)})
		},
		"filter": func(s *small) error {
			return s.RecoverResources(alloc.RecoverRequest{Framework: s.f, Agent: s.a, Role: s.db, Resources: []alloc.Resource{alloc.ScalarOf(s.cpus, 1)}, RefuseFor: 7e9})
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSmall(t)
			before := s.Digest()
			require.NoError(t, change(s))
			require.NotEqual(t, before, s.Digest())
		})
	}
}
