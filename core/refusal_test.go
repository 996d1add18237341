package core

import (
	"errors"
	"math"
	"testing"

	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// small is a cluster in which every call has something to go wrong with.
type small struct {
	*Allocator
	cpus, ports, volume, mount KindID
	web, db, nested, idle      RoleID
	f, g                       FrameworkID // g is removed
	a, b                       AgentID     // b is removed
}

func newSmall(t *testing.T) *small {
	t.Helper()
	allocator, err := New(Options{Interval: 1e9, AgentOrder: OrderByID})
	require.NoError(t, err)
	s := &small{Allocator: allocator}
	root, id := "/mnt", "v1"
	s.cpus = need(s.InternKind(Kind{Name: "cpus"}))(t)
	s.ports = need(s.InternKind(Kind{Name: "ports", Type: Ranges}))(t)
	s.mount = need(s.InternKind(Kind{Name: "disk", Disk: &Disk{Source: Mount, Root: &root}}))(t)
	s.web, s.db = need(s.InternRole("web"))(t), need(s.InternRole("db"))(t)
	s.nested, s.idle = need(s.InternRole("web/shop"))(t), need(s.InternRole("idle"))(t)
	s.volume = need(s.InternKind(Kind{
		Name: "disk", Shared: true, Disk: &Disk{Persistence: &id},
		Reservations: []Reservation{{Type: Dynamic, Role: "web"}},
	}))(t)
	s.f = need(s.AddFramework(FrameworkInfo{ID: "f", Roles: []RoleID{s.web, s.db}}))(t)
	s.g = need(s.AddFramework(FrameworkInfo{ID: "g", Roles: []RoleID{s.web}}))(t)
	s.a = need(s.AddAgent(AgentInfo{ID: "a", Hostname: "host", Total: []Resource{ScalarOf(s.cpus, 8000), IntervalOf(s.ports, 1, 10)}}))(t)
	s.b = need(s.AddAgent(AgentInfo{ID: "b", Total: []Resource{ScalarOf(s.cpus, 8000)}}))(t)
	require.NoError(t, s.RemoveFramework(s.g))
	require.NoError(t, s.RemoveAgent(s.b))
	var cycle Cycle
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
	held := func(s *small) []Resource { return []Resource{ScalarOf(s.cpus, 8000)} }
	many := func(s *small) []Resource { return []Resource{ScalarOf(s.cpus, 9000)} }
	for _, c := range []struct {
		name string
		code Code
		text string
		call func(s *small) error
	}{
		{"an agent without an id", CodeName, "empty", func(s *small) error { return second(s.AddAgent(AgentInfo{})) }},
		{"an agent named like a path", CodeName, "slash", func(s *small) error { return second(s.AddAgent(AgentInfo{ID: "x/y"})) }},
		{"an agent twice", CodeExists, `"a"`, func(s *small) error { return second(s.AddAgent(AgentInfo{ID: "a"})) }},
		{"an agent of an unknown kind", CodeUnknownKind, "kind 999", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Total: []Resource{ScalarOf(999, 1)}}))
		}},
		{"an agent with less than nothing", CodeAmount, "negative", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Total: []Resource{ScalarOf(s.cpus, -1)}}))
		}},
		{"an agent with too much", CodeLimit, "the sum of cpus would exceed", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Total: []Resource{ScalarOf(s.cpus, quantities.MaxSum), ScalarOf(s.cpus, 1)}}))
		}},
		{"an agent with an inverted range", CodeInvalid, "inverted", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Total: []Resource{IntervalOf(s.ports, 2, 1)}}))
		}},
		{"an agent with overlapping ranges", CodeInvalid, "overlaps", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Total: []Resource{IntervalOf(s.ports, 1, 5), IntervalOf(s.ports, 5, 9)}}))
		}},
		{"an agent in a region", CodeInvalid, "no domain", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Region: "east"}))
		}},
		{"an agent with unknown capabilities", CodeInvalid, "capabilities", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Capabilities: 1 << 30}))
		}},
		{"an agent with no capabilities and some", CodeInvalid, "capabilities", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Capabilities: NoCapabilities | MultiRole}))
		}},
		{"an agent used in no role", CodeUnknownRole, "role 999", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Total: held(s), Used: []Usage{{Framework: "f", Role: 999, Resources: held(s)}}}))
		}},
		{"an agent with maintenance of negative length", CodeInvalid, "negative", func(s *small) error {
			return second(s.AddAgent(AgentInfo{ID: "c", Unavailability: &Unavailability{Duration: -1}}))
		}},
		{"ports used twice", CodeInvalid, "is used twice", func(s *small) error {
			ports := []Resource{IntervalOf(s.ports, 1, 2)}
			return second(s.AddAgent(AgentInfo{ID: "c", Total: ports, Used: []Usage{{Framework: "f", Role: s.web, Resources: ports}, {Framework: "h", Role: s.web, Resources: ports}}}))
		}},
		{"an agent while paused", CodeState, "paused", func(s *small) error {
			s.Pause()
			defer s.Resume()
			return second(s.AddAgent(AgentInfo{ID: "c"}))
		}},
		{"removal of an agent that is gone", CodeStale, "removed", func(s *small) error { return s.RemoveAgent(s.b) }},
		{"removal of an agent that never was", CodeUnknownAgent, "never", func(s *small) error { return s.RemoveAgent(12345) }},
		{"removal of agent 0", CodeUnknownAgent, "never", func(s *small) error { return s.RemoveAgent(0) }},
		{"activation of an agent that is gone", CodeStale, "removed", func(s *small) error { return s.ActivateAgent(s.b) }},
		{"deactivation of an agent that is gone", CodeStale, "removed", func(s *small) error { return s.DeactivateAgent(s.b) }},
		{"update of an agent that is gone", CodeStale, "removed", func(s *small) error { return s.UpdateAgent(s.b, AgentUpdate{}) }},
		{"update of an agent's total to garbage", CodeUnknownKind, `"a"`, func(s *small) error {
			total := []Resource{ScalarOf(s.cpus, 1), ScalarOf(77, 1)}
			return s.UpdateAgent(s.a, AgentUpdate{Hostname: new("other"), Total: &total})
		}},
		{"update of an agent's capabilities to unknown ones", CodeInvalid, `"a"`, func(s *small) error {
			return s.UpdateAgent(s.a, AgentUpdate{Hostname: new("other"), Capabilities: new(Capabilities(1 << 30))})
		}},
		{"update of an agent's region", CodeInvalid, "no domain", func(s *small) error {
			return s.UpdateAgent(s.a, AgentUpdate{Hostname: new("other"), Region: new("east")})
		}},
		{"a provider of an agent that is gone", CodeStale, "removed", func(s *small) error { return s.AddResourceProvider(s.b, held(s), nil) }},
		{"a provider of ports that are there", CodeInvalid, "already", func(s *small) error {
			return s.AddResourceProvider(s.a, []Resource{IntervalOf(s.ports, 5, 20)}, nil)
		}},
		{"a framework without an id", CodeName, "empty", func(s *small) error { return second(s.AddFramework(FrameworkInfo{})) }},
		{"a framework twice", CodeExists, `"f"`, func(s *small) error { return second(s.AddFramework(FrameworkInfo{ID: "f"})) }},
		{"a framework in no role", CodeUnknownRole, "role 999", func(s *small) error {
			return second(s.AddFramework(FrameworkInfo{ID: "h", Roles: []RoleID{s.web, 999}}))
		}},
		{"a framework that suppresses a stranger's role", CodeNotSubscribed, `"db"`, func(s *small) error {
			return second(s.AddFramework(FrameworkInfo{ID: "h", Roles: []RoleID{s.web}, Suppressed: []RoleID{s.db}}))
		}},
		{"a framework that uses what its agent does not know of", CodeNotAllocated, `"a"`, func(s *small) error {
			return second(s.AddFramework(FrameworkInfo{ID: "h", Roles: []RoleID{s.web}, Used: []AgentUsage{{Agent: "a", Role: s.web, Resources: held(s)}}}))
		}},
		{"a framework with a negative minimum", CodeAmount, "negative", func(s *small) error {
			return second(s.AddFramework(FrameworkInfo{ID: "h", Roles: []RoleID{s.web}, MinAllocatable: []RoleMinimum{{Role: s.web, Lists: [][]Quantity{{{Name: "cpus", Amount: -1}}}}}}))
		}},
		{"removal of a framework that is gone", CodeStale, "removed", func(s *small) error { return s.RemoveFramework(s.g) }},
		{"removal of a framework that never was", CodeUnknownFramework, "never", func(s *small) error { return s.RemoveFramework(1 << 40) }},
		{"activation of a framework that is gone", CodeStale, "removed", func(s *small) error { return s.ActivateFramework(s.g) }},
		{"deactivation of a framework that is gone", CodeStale, "removed", func(s *small) error { return s.DeactivateFramework(s.g) }},
		{"update of a framework that is gone", CodeStale, "removed", func(s *small) error { return s.UpdateFramework(s.g, FrameworkUpdate{}) }},
		{"update of a framework to a bad role", CodeUnknownRole, "role 999", func(s *small) error {
			return s.UpdateFramework(s.f, FrameworkUpdate{Roles: &[]RoleID{s.idle, 999}})
		}},
		{"update of a framework to suppress a role that it leaves", CodeNotSubscribed, `"web"`, func(s *small) error {
			return s.UpdateFramework(s.f, FrameworkUpdate{Roles: &[]RoleID{s.db, s.idle}, Suppressed: &[]RoleID{s.web}})
		}},
		{"update of a framework to suppress a role that it is not in", CodeNotSubscribed, `"idle"`, func(s *small) error {
			return s.UpdateFramework(s.f, FrameworkUpdate{Suppressed: &[]RoleID{s.web, s.idle}})
		}},
		{"update of a framework to a minimum for a role that it leaves", CodeNotSubscribed, `"web"`, func(s *small) error {
			return s.UpdateFramework(s.f, FrameworkUpdate{Roles: &[]RoleID{s.db}, MinAllocatable: &[]RoleMinimum{{Role: s.web, Lists: nil}}})
		}},
		{"update of a framework to unknown capabilities", CodeInvalid, "capabilities", func(s *small) error {
			return s.UpdateFramework(s.f, FrameworkUpdate{Capabilities: new(Capabilities(1 << 30)), Suppressed: &[]RoleID{s.web}})
		}},
		{"suppression of a role not subscribed to", CodeNotSubscribed, `"idle"`, func(s *small) error { return s.SuppressOffers(s.f, []RoleID{s.web, s.idle}) }},
		{"revival of a role not subscribed to", CodeNotSubscribed, `"idle"`, func(s *small) error { return s.ReviveOffers(s.f, []RoleID{s.web, s.idle}) }},
		{"revival of a framework that is gone", CodeStale, "removed", func(s *small) error { return s.ReviveOffers(s.g, nil) }},
		{"a request of a framework that is gone", CodeStale, "removed", func(s *small) error { return s.RequestResources(s.g) }},
		{"exclusion of an agent that is gone", CodeStale, "removed", func(s *small) error { return s.ExcludeAgents(s.f, s.web, []AgentID{s.a, s.b}) }},
		{"exclusion for a role not subscribed to", CodeNotSubscribed, `"idle"`, func(s *small) error { return s.ExcludeAgent(s.f, s.idle, s.a, true) }},
		{"recovery of more than was offered", CodeNotAllocated, "only cpus:8", func(s *small) error {
			return s.RecoverResources(RecoverRequest{Now: 1, Framework: s.f, Agent: s.a, Role: s.db, Resources: many(s)})
		}},
		{"recovery in another role", CodeNotAllocated, `role "idle": nothing is held`, func(s *small) error {
			return s.RecoverResources(RecoverRequest{Now: 1, Framework: s.f, Agent: s.a, Role: s.idle, Resources: held(s)})
		}},
		{"recovery of what no task uses", CodeNotAllocated, `role "db": nothing is allocated`, func(s *small) error {
			return s.RecoverResources(RecoverRequest{Now: 1, Framework: s.f, Agent: s.a, Role: s.db, Resources: held(s), Allocated: true})
		}},
		{"recovery on an agent that is gone", CodeStale, "removed", func(s *small) error {
			return s.RecoverResources(RecoverRequest{Now: 1, Framework: s.f, Agent: s.b, Role: s.web, Resources: held(s)})
		}},
		{"recovery from a framework that is gone", CodeStale, "removed", func(s *small) error {
			return s.RecoverResources(RecoverRequest{Now: 1, Framework: s.g, Agent: s.a, Role: s.web, Resources: held(s)})
		}},
		{"recovery of less than nothing", CodeAmount, "recovery, resource 0: cpus of -0.005 is negative", func(s *small) error {
			return s.RecoverResources(RecoverRequest{Now: 1, Framework: s.f, Agent: s.a, Role: s.db, Resources: []Resource{ScalarOf(s.cpus, -5)}})
		}},
		{"tasks on less than nothing", CodeAmount, "transition, resource 0: cpus of -0.005 is negative", func(s *small) error {
			return s.TransitionOfferedToAllocated(s.a, s.db, []Resource{ScalarOf(s.cpus, -5)})
		}},
		{"tasks on more than was offered", CodeNotAllocated, "and not cpus:9", func(s *small) error {
			return s.TransitionOfferedToAllocated(s.a, s.db, many(s))
		}},
		{"conversion of more than was offered", CodeNotAllocated, "and not cpus:9", func(s *small) error {
			return s.UpdateAllocation(AllocationUpdate{Framework: s.f, Agent: s.a, Role: s.db, Offered: many(s)})
		}},
		{"conversion of what is not offered", CodeNotAvailable, "does not contain", func(s *small) error {
			return s.UpdateAllocation(AllocationUpdate{Framework: s.f, Agent: s.a, Role: s.db, Offered: held(s), Conversions: []Conversion{{Consumed: []Resource{ScalarOf(s.mount, 5)}, Converted: held(s)}}})
		}},
		{"conversion that creates", CodeConversion, "of cpus:8", func(s *small) error {
			return s.UpdateAllocation(AllocationUpdate{Framework: s.f, Agent: s.a, Role: s.db, Offered: held(s), Conversions: []Conversion{{Consumed: held(s), Converted: many(s)}}})
		}},
		{"an operation on what is in use", CodeNotAvailable, "does not contain", func(s *small) error {
			return s.UpdateAvailable(s.a, []Conversion{{Consumed: held(s), Converted: held(s)}})
		}},
		{"an operation that creates", CodeConversion, "agent", func(s *small) error {
			return s.UpdateAvailable(s.a, []Conversion{{Converted: many(s)}})
		}},
		{"maintenance of an agent that is gone", CodeStale, "removed", func(s *small) error { return s.UpdateUnavailability(s.b, nil) }},
		{"an answer without maintenance", CodeState, "no maintenance", func(s *small) error {
			return s.UpdateInverseOffer(InverseOfferUpdate{Now: 1, Agent: s.a, Framework: s.f, Status: Accept})
		}},
		{"quota of no role", CodeUnknownRole, "role 999", func(s *small) error { return s.SetQuota(999, Quota{}) }},
		{"quota of a nested role", CodeInvalid, "top-level", func(s *small) error { return s.SetQuota(s.nested, Quota{}) }},
		{"a guarantee above the limit", CodeInvalid, "exceeds", func(s *small) error {
			return s.SetQuota(s.web, Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 2}}, Limits: []Quantity{{Name: "cpus", Amount: 1}}})
		}},
		{"a limit below zero", CodeAmount, "negative", func(s *small) error {
			return s.SetQuota(s.web, Quota{Limits: []Quantity{{Name: "cpus", Amount: -1}}})
		}},
		{"a guarantee named twice", CodeInvalid, "twice", func(s *small) error {
			return s.SetQuota(s.web, Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 1}, {Name: "cpus", Amount: 1}}})
		}},
		{"a weight of zero", CodeInvalid, "not a positive", func(s *small) error {
			return s.SetWeights([]RoleWeight{{Role: s.web, Weight: 3}, {Role: s.db, Weight: 0}})
		}},
		{"a weight that is no number", CodeInvalid, "NaN", func(s *small) error { return s.SetWeights([]RoleWeight{{Role: s.db, Weight: math.NaN()}}) }},
		{"recovery after agents were added", CodeState, "1 agents", func(s *small) error { return s.Recover(1, 5, []RoleQuota{{Role: s.web, Quota: Quota{}}}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSmall(t)
			before := s.Digest()
			err := c.call(s)
			var typed *Error
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
		"clock":     func(s *small) error { s.Advance(5); return nil },
		"pause":     func(s *small) error { s.Pause(); return nil },
		"suppress":  func(s *small) error { return s.SuppressOffers(s.f, []RoleID{s.web}) },
		"weight":    func(s *small) error { return s.SetWeights([]RoleWeight{{Role: s.web, Weight: 2}}) },
		"quota":     func(s *small) error { return s.SetQuota(s.web, Quota{Limits: []Quantity{{Name: "cpus", Amount: 0}}}) },
		"whitelist": func(s *small) error { s.SetWhitelist([]string{}); return nil },
		"exclusion": func(s *small) error { return s.ExcludeAgent(s.f, s.web, s.a, true) },
		"task": func(s *small) error {
			return s.TransitionOfferedToAllocated(s.a, s.db, []Resource{ScalarOf(s.cpus, 1)})
		},
		"filter": func(s *small) error {
			return s.RecoverResources(RecoverRequest{Framework: s.f, Agent: s.a, Role: s.db, Resources: []Resource{ScalarOf(s.cpus, 1)}, RefuseFor: 7e9})
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
