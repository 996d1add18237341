package core_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sorter/policy"
)

// served adds an agent of some CPUs and GPUs again and again. It returns which
// framework had each, and kept it.
func (h *host) served(agents int, cpus, gpus alloc.Amount) []string {
	h.t.Helper()
	list := []string{}
	for range agents {
		before := h.made
		h.made++
		must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprintf("agent-%03d", before), Total: h.of(cpus, gpus)}))
		h.Allocate(h.Now(), &h.cycle)
		require.Len(h.t, h.cycle.Offers, 1)
		list = append(list, must(h.FrameworkName(h.cycle.Offers[0].Framework)))
	}
	return list
}

func (h *host) framework(id string, roles ...string) alloc.FrameworkID {
	return must(h.AddFramework(alloc.FrameworkInfo{ID: id, Roles: h.roles(roles...), Capabilities: alloc.MultiRole | alloc.GPUResources}))
}

func TestPolicyOfParts(t *testing.T) {
	h := newHost(t, alloc.Options{RolePolicies: []alloc.RolePolicy{{Role: "gpu", Policy: alloc.MaxMin("gpus")}}})
	h.framework("g1", "gpu")
	h.framework("g2", "gpu")
	h.framework("s1", "gpu/sub")
	require.Equal(t, []string{"g1", "s1", "g2", "s1"}, h.served(4, 1, 1), "by GPUs, first the role's own frameworks and its subrole, then the frameworks")
	require.Equal(t, []string{"g1"}, h.served(1, 100, 0), "all have as many GPUs")
	require.Equal(t, []string{"s1", "g2"}, h.served(2, 1, 1), "CPUs say nothing")
	require.NoError(t, h.SetPolicy(h.role("gpu"), alloc.ScopeAll, ""))
	require.Equal(t, []string{"s1", "s1", "s1"}, h.served(3, 1, 1), "now they do")
	require.NoError(t, h.Validate())
}

// A role's frameworks go by the nearest policy of the roles above.
func TestFrameworksGoByThePolicyAbove(t *testing.T) {
	h := newHost(t, alloc.Options{RolePolicies: []alloc.RolePolicy{{Role: "gpu", Scope: alloc.ScopeFrameworks, Policy: alloc.MaxMin("gpus")}}})
	h.framework("x", "gpu/sub")
	h.framework("y", "gpu/sub")
	require.Equal(t, []string{"x"}, h.served(1, 1, 1))
	require.Equal(t, []string{"y"}, h.served(1, 100, 1))
	require.Equal(t, []string{"x", "y"}, h.served(2, 1, 1), "the CPUs of y say nothing")
}

// Deadlines are ranks: the earliest comes first, for as long as it is there.
func TestRanksAreDeadlines(t *testing.T) {
	h := newHost(t, alloc.Options{RoleSorter: alloc.Ranked, FrameworkSorter: alloc.Ranked})
	late, soon := h.framework("late", "batch"), h.framework("soon", "batch")
	h.framework("other", "web")
	deadlines := []alloc.FrameworkRank{{Framework: late, Rank: 2000}, {Framework: soon, Rank: 1000}}
	require.NoError(t, h.SetRanks([]alloc.RoleRank{{Role: h.role("web"), Rank: 1}}, deadlines))
	require.Equal(t, []string{"soon", "soon"}, h.served(2, 1, 0))
	require.NoError(t, h.SetRanks(nil, []alloc.FrameworkRank{{Framework: soon, Rank: 3000}}))
	require.Equal(t, []string{"late", "late"}, h.served(2, 1, 0))
	require.NoError(t, h.SetRanks([]alloc.RoleRank{{Role: h.role("batch"), Rank: 1}}, nil))
	require.Equal(t, []string{"other", "other", "other", "other"}, h.served(4, 1, 0), "of one rank the smallest share")
	require.NoError(t, h.SetRanks([]alloc.RoleRank{{Role: h.role("web"), Rank: -1}}, nil))
	require.Equal(t, []string{"other", "other"}, h.served(2, 1, 0))
}

// A framework has its rank in all its roles.
func TestRanksInManyRoles(t *testing.T) {
	h := newHost(t, alloc.Options{FrameworkSorter: alloc.Ranked})
	h.framework("first", "a")
	h.framework("second", "b")
	both := h.framework("third", "a", "b")
	require.NoError(t, h.SetRanks(nil, []alloc.FrameworkRank{{Framework: both, Rank: -1}}))
	require.Equal(t, []string{"third", "third"}, h.served(2, 1, 0), "in one role, then in the other")
}

// Ranks last while nobody is there to be ranked, and are of inner roles, too.
func TestRanksBeforeFrameworks(t *testing.T) {
	h := newHost(t, alloc.Options{})
	require.NoError(t, h.SetRanks([]alloc.RoleRank{{Role: h.role("b"), Rank: -1}, {Role: h.role("b/y"), Rank: -1}}, nil))
	require.NoError(t, h.SetPolicy(alloc.AllRoles, alloc.ScopeRoles, alloc.Ranked))
	for _, role := range []string{"a", "b/x", "b/y"} {
		h.framework("of-"+role[len(role)-1:], role)
	}
	require.Equal(t, []string{"of-y", "of-y"}, h.served(2, 1, 0))
	f, _ := h.FindFramework("of-y")
	require.NoError(t, h.SuppressOffers(f, nil))
	require.Equal(t, []string{"of-x", "of-x"}, h.served(2, 1, 0))
	require.NoError(t, h.SetPolicy(alloc.AllRoles, alloc.ScopeRoles, ""))
	require.Equal(t, []string{"of-a"}, h.served(1, 1, 0))
}

func TestPolicyErrors(t *testing.T) {
	h := newHost(t, alloc.Options{})
	f := h.framework("f", "web")
	digest := h.Digest()
	unknown := alloc.RoleID(77)
	for _, c := range []struct {
		err  error
		want error
		text string
	}{
		{h.SetPolicy(unknown, alloc.ScopeAll, alloc.DRF), alloc.ErrUnknownRole, "role 77"},
		{h.SetPolicy(h.role("web"), 3, alloc.DRF), alloc.ErrInvalid, "order 3 is unknown: there are all, roles and frameworks"},
		{h.SetPolicy(h.role("web"), alloc.ScopeAll, "fifo"), alloc.ErrInvalid, `policy of role "web": no such policy: "fifo" is none of ["drf"`},
		{h.SetPolicy(alloc.AllRoles, alloc.ScopeAll, "max_min"), alloc.ErrInvalid, `policy of all roles: policy has a bad parameter: "max_min": resource=... is missing`},
		{h.SetRanks([]alloc.RoleRank{{Role: h.role("web"), Rank: 1}, {Role: unknown}}, nil), alloc.ErrUnknownRole, "role 77"},
		{h.SetRanks([]alloc.RoleRank{{Role: h.role("web"), Rank: math.NaN()}}, nil), alloc.ErrInvalid, `role "web": the rank is not a number`},
		{h.SetRanks(nil, []alloc.FrameworkRank{{Framework: f, Rank: 1}, {Framework: f, Rank: math.NaN()}}), alloc.ErrInvalid, `framework "f": the rank is not a number`},
		{h.SetRanks([]alloc.RoleRank{{Role: h.role("web"), Rank: 1}}, []alloc.FrameworkRank{{Framework: 7}}), alloc.ErrUnknownFramework, "framework handle 0x7"},
	} {
		require.ErrorIs(t, c.err, c.want)
		require.ErrorContains(t, c.err, c.text)
	}
	require.Equal(t, digest, h.Digest())
	for _, o := range []alloc.Options{
		{RoleSorter: "fifo"}, {FrameworkSorter: "max_min:"},
		{RolePolicies: []alloc.RolePolicy{{Role: "web", Policy: "fifo"}}}, {RolePolicies: []alloc.RolePolicy{{Role: "web//x", Policy: alloc.DRF}}},
		{RolePolicies: []alloc.RolePolicy{{Role: "web", Scope: 9, Policy: alloc.DRF}}},
	} {
		_, err := core.New(o)
		require.Error(t, err)
		require.ErrorContains(t, err, "options: ")
	}
}

// Policies and ranks are part of the digest; the same ones give the same.
func TestDigestSeesPolicies(t *testing.T) {
	digest := func(change func(h *host)) uint64 {
		h := newHost(t, alloc.Options{})
		h.framework("f", "web")
		h.role("idle")
		change(h)
		require.NoError(t, h.Validate())
		return h.Digest()
	}
	policy := func(role string, of alloc.PolicyScope, p alloc.Policy) func(h *host) {
		return func(h *host) {
			id := alloc.AllRoles
			if role != "" {
				id = h.role(role)
			}
			require.NoError(h.t, h.SetPolicy(id, of, p))
		}
	}
	seen := map[uint64]int{}
	for i, change := range []func(h *host){
		func(*host) {},
		policy("", alloc.ScopeAll, alloc.Ranked), policy("", alloc.ScopeRoles, alloc.Ranked), policy("", alloc.ScopeFrameworks, alloc.Ranked),
		policy("web", alloc.ScopeAll, alloc.Ranked), policy("idle", alloc.ScopeAll, alloc.Ranked), policy("idle", alloc.ScopeFrameworks, alloc.Asset),
		func(h *host) { require.NoError(t, h.SetRanks([]alloc.RoleRank{{Role: h.role("web"), Rank: 2}}, nil)) },
		func(h *host) { require.NoError(t, h.SetRanks([]alloc.RoleRank{{Role: h.role("idle"), Rank: 2}}, nil)) },
		func(h *host) {
			f, _ := h.FindFramework("f")
			require.NoError(t, h.SetRanks(nil, []alloc.FrameworkRank{{Framework: f, Rank: 2}}))
		},
	} {
		d := digest(change)
		require.Equal(t, d, digest(change))
		other, ok := seen[d]
		require.False(t, ok, "%d and %d are alike", i, other)
		seen[d] = i
	}
	require.Equal(t, digest(func(*host) {}), digest(func(h *host) {
		policy("web", alloc.ScopeAll, alloc.Ranked)(h)
		policy("web", alloc.ScopeAll, "")(h)
		require.NoError(t, h.SetRanks([]alloc.RoleRank{{Role: h.role("web"), Rank: 2}}, nil))
		require.NoError(t, h.SetRanks([]alloc.RoleRank{{Role: h.role("web")}}, nil))
	}))
}

// A role with a policy or a rank of its own is known until that is taken back.
func TestPoliciesAndRanksHoldRoles(t *testing.T) {
	h := newHost(t, alloc.Options{})
	for _, c := range []func(id alloc.RoleID, on bool) error{
		func(id alloc.RoleID, on bool) error {
			p := alloc.Policy("")
			if on {
				p = alloc.Asset
			}
			return h.SetPolicy(id, alloc.ScopeFrameworks, p)
		},
		func(id alloc.RoleID, on bool) error {
			rank := 0.0
			if on {
				rank = 1
			}
			return h.SetRanks([]alloc.RoleRank{{Role: id, Rank: rank}}, nil)
		},
	} {
		id := h.role("batch")
		require.NoError(t, c(id, true))
		require.NoError(t, h.ReleaseRoles(id))
		require.False(t, h.released(id))
		require.NoError(t, c(id, false))
		require.True(t, h.released(id))
	}
	require.NoError(t, h.Validate())
}

// Under Decayed whoever has used much comes after who has not, for some time after it
// was given back; the state, and which call asked, decide nothing else.
func TestDecayedUsage(t *testing.T) {
	h := newHost(t, alloc.Options{FrameworkSorter: alloc.Decayed(time.Hour)})
	f := h.framework("a-greedy", "batch")
	h.framework("b-modest", "batch")
	require.Equal(t, []string{"a-greedy"}, h.served(1, 8, 0))
	h.Advance(alloc.Time(10 * time.Hour))
	require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
		Now: h.Now(), Framework: f, Agent: must2(h.FindAgent("agent-000")), Role: h.role("batch"), Resources: h.of(8, 0),
	}))
	require.NoError(t, h.RemoveAgent(must2(h.FindAgent("agent-000"))))
	require.Equal(t, []string{"b-modest", "a-greedy", "b-modest"}, h.served(3, 8, 0), "a had almost 8 on average")
	digest := h.Digest()
	_, err := h.Explain(f, h.role("batch"))
	require.NoError(t, err)
	require.Equal(t, digest, h.Digest())
	h.Advance(h.Now().Add(time.Hour))
	require.NotEqual(t, digest, h.Digest())
}

// Under HDRF a role that refuses what there is does not have its group served before
// others; one that has reason to want something again does.
func TestBlockedRoles(t *testing.T) {
	h := newHost(t, alloc.Options{RoleSorter: alloc.HDRF})
	h.framework("a", "a")
	busy, idle := h.framework("b1", "b/1"), h.framework("b2", "b/2")
	refuse := func(id alloc.FrameworkID) {
		t.Helper()
		for _, o := range h.cycle.Offers {
			require.Equal(t, id, o.Framework)
			require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
				Now: h.Now(), Framework: id, Agent: o.Agent, Role: o.Role, Resources: h.cycle.ResourcesOf(&o), RefuseFor: 24 * time.Hour,
			}))
		}
	}
	require.Equal(t, []string{"a", "b1", "b2"}, h.served(3, 1, 0))
	refuse(idle)
	// b has 1 of 3 CPUs, but the least of its members has nothing, so that it counts as 0.
	h.Allocate(h.Now(), &h.cycle)
	require.NoError(t, h.RemoveAgent(must2(h.FindAgent("agent-002"))))
	require.Equal(t, []string{"b2"}, h.served(1, 1, 0))
	refuse(idle)
	// Nobody is offered what is left: a and b/1 are suppressed. b/2 is blocked from then on.
	f, _ := h.FindFramework("a")
	require.NoError(t, h.SuppressOffers(f, nil))
	require.NoError(t, h.SuppressOffers(busy, nil))
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	require.Empty(t, h.cycle.Offers)
	require.NoError(t, h.RemoveAgent(must2(h.FindAgent("agent-003"))))
	require.NoError(t, h.ReviveOffers(f, nil))
	require.NoError(t, h.ReviveOffers(busy, nil))
	h.Allocate(h.Now(), &h.cycle)
	require.Equal(t, []string{"a", "b2"}, h.served(2, 1, 0), "of equals the first by name, then b, and there the least")
	refuse(idle)
	// It was offered something: its group is served for its sake again.
	require.NoError(t, h.RemoveAgent(must2(h.FindAgent("agent-004"))))
	require.NoError(t, h.RemoveAgent(must2(h.FindAgent("agent-005"))))
	require.Equal(t, []string{"b2"}, h.served(1, 1, 0))
	require.NoError(t, h.Validate())
}

// TestMetricsOfPolicies: what a role is ordered by, in the policy that orders it.
func TestMetricsOfPolicies(t *testing.T) {
	decayed := alloc.Decayed(time.Hour)
	h := newHost(t, alloc.Options{RolePolicies: []alloc.RolePolicy{
		{Role: "gpu", Policy: alloc.MaxMin("gpus")}, {Role: "late", Policy: alloc.Ranked},
		{Role: "drawn", Policy: alloc.Random}, {Role: "slow", Policy: decayed}, {Role: "tree", Policy: alloc.HDRF},
	}})
	roles := []string{"plain", "gpu/a", "late/a", "drawn/a", "slow/a", "tree/a"}
	for i, role := range roles { // each holds one of six agents
		id := fmt.Sprint("f", i)
		h.framework(id, role)
		all := h.of(12, alloc.Amount(i+1))
		must(h.AddAgent(alloc.AgentInfo{ID: id, Total: all, Used: []alloc.Usage{{Framework: id, Role: h.role(role), Resources: all}}}))
	}
	require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: h.role("gpu/a"), Weight: 2}}))
	require.NoError(t, h.SetRanks([]alloc.RoleRank{{Role: h.role("late/a"), Rank: 7}}, nil))

	var m core.Metrics
	for range 2 { // before and after a cycle, and into the same memory
		h.Metrics(&m)
		keys := map[string][2]any{}
		for _, r := range m.Roles {
			keys[must(h.RoleName(r.Role))] = [2]any{r.Policy, r.Key}
		}
		require.Equal(t, map[string][2]any{
			"plain":   {alloc.DRF, 1.0 / 6},
			"gpu/a":   {alloc.MaxMin("gpus"), 2.0 / 21 / 2},
			"late/a":  {alloc.Ranked, 7.0},
			"drawn/a": {alloc.Random, 0.0},
			"slow/a":  {decayed, 5.0 / 21 / 2},
			"tree/a":  {alloc.HDRF, 6.0 / 21},
			"gpu":     {alloc.Policy(""), 0.0}, "late": {alloc.Policy(""), 0.0}, "drawn": {alloc.Policy(""), 0.0},
			"slow": {alloc.Policy(""), 0.0}, "tree": {alloc.Policy(""), 0.0},
		}, keys)
		h.RequestAllocation()
		h.Allocate(0, &h.cycle)
	}
}

// TestRandomDoesNotGoByNumbers: which numbers roles got decides nothing, so that a host
// that declares them in another order is offered the same.
func TestRandomDoesNotGoByNumbers(t *testing.T) {
	offers := func(declared ...string) []string {
		h := newHost(t, alloc.Options{RoleSorter: alloc.Random, FrameworkSorter: alloc.Random, Seed: 3})
		h.roles(declared...)
		for i := range 12 {
			h.framework(fmt.Sprint("f", i), []string{"web", "db", "eng"}[i%3])
		}
		for i := range 8 {
			must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: h.of(8, 0)}))
		}
		return h.offers()
	}
	require.Equal(t, offers("web", "db", "eng"), offers("other", "eng", "db", "web"))
}

// TestTwoPoliciesOfARole: a role that options name twice has both, and the host holds it once.
func TestTwoPoliciesOfARole(t *testing.T) {
	h := newHost(t, alloc.Options{RolePolicies: []alloc.RolePolicy{
		{Role: "web", Scope: alloc.ScopeRoles, Policy: alloc.Ranked}, {Role: "web", Scope: alloc.ScopeFrameworks, Policy: alloc.Asset},
	}})
	require.NoError(t, h.Validate())
	require.ElementsMatch(t, []alloc.RolePolicy{
		{Role: "web", Scope: alloc.ScopeRoles, Policy: alloc.Ranked}, {Role: "web", Scope: alloc.ScopeFrameworks, Policy: alloc.Asset},
	}, h.Configuration().RolePolicies)
}

// TestPolicyOfOnesOwn: an allocator knows the policies that it was given, whatever others know, and
// a snapshot of it is for one that was given them, too.
func TestPolicyOfOnesOwn(t *testing.T) {
	own := []policy.Definition{ofFirst}
	h := newHost(t, alloc.Options{Policies: own, RoleSorter: "first:path=vip"})
	own[0] = policy.Definition{} // the list is the host's again
	require.NoError(t, h.SetPolicy(h.role("vip"), alloc.ScopeAll, "first:path=vip/a"))
	var snapshot bytes.Buffer
	require.NoError(t, h.Snapshot(&snapshot))
	h.framework("f", "vip")
	require.NoError(t, h.SetPolicy(h.role("vip"), alloc.ScopeAll, "first:path=vip/b"))

	restored, err := core.Restore(bytes.NewReader(snapshot.Bytes()), h.Configuration().Policies...)
	require.NoError(t, err)
	require.Equal(t, alloc.Policy("first:path=vip"), restored.Configuration().RoleSorter)
	_, err = core.Restore(&snapshot)
	require.ErrorContains(t, err, `, options: role sorter: no such policy: "first" is none of`)
	require.NotContains(t, err.Error(), "options: options")
	_, err = core.Restore(bytes.NewReader(snapshot.Bytes()), ofFirst, ofFirst)
	require.EqualError(t, err, `options: policies: policy "first": there is one of that name`)
	require.ErrorIs(t, err, alloc.ErrInvalid)

	_, err = core.New(alloc.Options{RoleSorter: "first:path=vip"})
	require.ErrorIs(t, err, alloc.ErrInvalid)
	_, err = core.New(alloc.Options{Policies: []policy.Definition{ofFirst, ofFirst}})
	require.EqualError(t, err, `options: policies: policy "first": there is one of that name`)
	require.ErrorIs(t, err, alloc.ErrInvalid)
}
