package core_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/quantities"
)

// explained is a host with one framework that is asked about, f in role web, and
// agents a1, a2, ... of eight cpus each.
type explained struct {
	*host
	f   alloc.FrameworkID
	web alloc.RoleID
}

func newExplained(t *testing.T, options alloc.Options, info alloc.FrameworkInfo, agents ...alloc.AgentInfo) *explained {
	h := &explained{host: newHost(t, options)}
	h.web = h.role("web")
	info.ID, info.Roles = "f", append([]alloc.RoleID{h.web}, info.Roles...)
	h.f = must(h.AddFramework(info))
	for i, a := range agents {
		a.ID = "a" + string(rune('1'+i))
		if a.Total == nil {
			a.Total = h.of(8, 0)
		}
		must(h.AddAgent(a))
	}
	return h
}

// only returns the one bucket that all agents are in.
func (h *explained) only(code explain.ReasonCode) explain.ReasonGroup {
	h.t.Helper()
	e := must(h.Explain(h.f, h.web))
	require.Len(h.t, e.Reasons, 1)
	b := e.Reasons[0]
	require.Equal(h.t, code, b.Code)
	require.Equal(h.t, e.Agents, b.Agents)
	require.Equal(h.t, code, e.Verdict.Code)
	return b
}

// reasons returns the codes of all that keeps an agent from it.
func (h *explained) reasons(agent alloc.AgentID) (codes []explain.ReasonCode) {
	for _, r := range must(h.ExplainAgent(h.f, h.web, agent)).Reasons {
		codes = append(codes, r.Code)
	}
	return codes
}

// helps returns what is said to help.
func (h *explained) helps() []string {
	h.t.Helper()
	e := must(h.Explain(h.f, h.web))
	list := []string{}
	for _, r := range e.Verdict.Remedies {
		text := ""
		for i := range r {
			if i > 0 {
				text += ", "
			}
			text += r[i].Text(e.Now)
		}
		list = append(list, text)
	}
	return list
}

func (h *explained) cpus(n alloc.Amount) alloc.Amounts {
	return alloc.Amounts{{Name: "cpus", Amount: n * alloc.Unit}}
}

// minimum is a framework's that wants n cpus at least.
func (h *explained) setMinimum(n alloc.Amount) {
	lists := []alloc.RoleMinimum{{Role: h.web, Lists: [][]alloc.Quantity{h.cpus(n)}}}
	require.NoError(h.t, h.UpdateFramework(h.f, alloc.FrameworkUpdate{MinAllocatable: &lists}))
}

func TestExplainNothingKeepsIt(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{}, alloc.AgentInfo{})
	b := h.only(explain.ReasonNone)
	require.Equal(t, h.cpus(8), b.There)
	require.Equal(t, h.cpus(16), b.Free)
	require.Empty(t, h.helps())
	e := must(h.Explain(h.f, h.web))
	require.Equal(t, "Nothing keeps f in role web from 2 of 2 agents; it comes first.", e.Sentence())
	require.True(t, e.Order.IsFirst)
}

func TestExplainNoAgents(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{})
	e := must(h.Explain(h.f, h.web))
	require.Empty(t, e.Reasons)
	require.Equal(t, "There are no agents for f in role web; add an agent with 1 cpu free.", e.Sentence())
}

func TestExplainRecoveringAndPaused(t *testing.T) {
	h := &explained{host: newHost(t, alloc.Options{RecoveryTimeout: time.Minute})}
	h.web = h.role("web")
	require.NoError(t, h.Recover(0, 5, []alloc.RoleQuota{{Role: h.web}}))
	h.f = must(h.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{h.web}}))
	must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: h.of(8, 0)}))
	h.Advance(alloc.Time(20 * time.Second))
	b := h.only(explain.ReasonRecovering)
	require.Equal(t, [2]int{1, 4}, [2]int{b.AgentsBack, b.AgentsExpected})
	require.Equal(t, alloc.Time(time.Minute), *b.Until)
	require.Equal(t, []string{"wait 40 s", "resume allocation"}, h.helps())

	h.Resume()
	h.only(explain.ReasonNone)
	h = newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	h.Pause()
	h.only(explain.ReasonPaused)
	require.Equal(t, []string{"resume allocation"}, h.helps())
}

// TestExplainWaitsForNoTimeThatCannotBeTold: a refusal and a recovery that end behind the last time
// that a host may tell are no reason to wait.
func TestExplainWaitsForNoTimeThatCannotBeTold(t *testing.T) {
	start := alloc.LastTime.Add(-time.Minute)
	h := newExplained(t, alloc.Options{Start: start}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	a1, _ := h.FindAgent("a1")
	h.Allocate(start, &h.cycle)
	require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
		Now: start, Framework: h.f, Agent: a1, Role: h.web, Resources: h.of(8, 0), RefuseFor: time.Hour}))
	require.Equal(t, alloc.LastTime.Add(59*time.Minute), *h.only(explain.ReasonRefused).Until)
	require.Equal(t, []string{"revive", "add an agent with 1 cpu free"}, h.helps())

	h = &explained{host: newHost(t, alloc.Options{Start: start, RecoveryTimeout: time.Hour})}
	h.web = h.role("web")
	require.NoError(t, h.Recover(start, 5, []alloc.RoleQuota{{Role: h.web}}))
	h.f = must(h.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{h.web}}))
	must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: h.of(8, 0)}))
	h.only(explain.ReasonRecovering)
	require.Equal(t, []string{"resume allocation"}, h.helps())
}

func TestExplainAgentsThatAreOut(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{Hostname: "one"})
	h.SetWhitelist([]string{"two"})
	require.Equal(t, "one", h.only(explain.ReasonNotWhitelisted).Host)
	require.Equal(t, []string{"put host one on the whitelist", "add an agent with 1 cpu free on a whitelisted host"}, h.helps())
	h.SetWhitelist([]string{}) // which no new agent is on, either
	require.Equal(t, []string{"put host one on the whitelist"}, h.helps())
	h.SetWhitelist(nil)

	a1, _ := h.FindAgent("a1")
	require.NoError(t, h.DeactivateAgent(a1))
	h.only(explain.ReasonAgentInactive)
	require.Equal(t, "reconnect agent a1", h.helps()[0])
}

// A cluster that has as much as can be counted is given no agent more.
func TestExplainAddsNoAgentThatCannotBe(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{})
	must(h.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: h.roles("db")}))
	all := []alloc.Resource{{Kind: h.of(1, 0)[0].Kind, Amount: quantities.MaxSum}}
	must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: all, Used: []alloc.Usage{{Framework: "g", Role: h.role("db"), Resources: all}}}))
	h.only(explain.ReasonNothingFree)
	require.NotContains(t, strings.Join(h.helps(), "; "), "add an agent")
}

func TestExplainNothingFreeSaysWhoHoldsIt(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{})
	g := must(h.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: h.roles("db")}))
	for i, share := range []alloc.Amount{6, 8} {
		info := alloc.AgentInfo{ID: string(rune('a' + i)), Total: h.of(8, 0)}
		info.Used = []alloc.Usage{{Framework: "g", Role: h.role("db"), Resources: h.of(share, 0)}}
		if share < 8 {
			info.Used = append(info.Used, alloc.Usage{Framework: "f", Role: h.web, Resources: h.of(8-share, 0)})
		}
		must(h.AddAgent(info))
	}
	b := h.only(explain.ReasonNothingFree)
	require.Equal(t, []explain.Holding{
		{Party: explain.Party{Framework: g, FrameworkName: "g", Role: h.role("db"), RoleName: "db"}, Amounts: h.cpus(14)},
		{Party: explain.Party{Framework: h.f, FrameworkName: "f", Role: h.web, RoleName: "web"}, Amounts: h.cpus(2)},
	}, b.Holders)
	require.Contains(t, must(h.Explain(h.f, h.web)).String(), "a: has 8 cpus; on all agents with nothing free: 14 cpus by g in role db; 2 cpus by f in role web\n")
	require.Equal(t, []string{"add an agent with 1 cpu free"}, h.helps())
}

// Of one agent it is told who has that one, though others have nothing free, either: the
// framework itself was offered them.
func TestExplainWhoHasAllOfOneAgent(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	require.Len(t, h.cycle.Offers, 1)
	g := must(h.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: h.roles("db")}))
	must(h.AddAgent(alloc.AgentInfo{ID: "a2", Total: h.of(4, 0), Used: []alloc.Usage{
		{Framework: "g", Role: h.role("db"), Resources: h.of(4, 0)},
	}}))
	groups := must(h.Explain(h.f, h.web)).Reasons
	require.Len(t, groups, 2)
	require.Equal(t, explain.ReasonNothingFree, groups[0].Code)
	require.Equal(t, explain.ReasonUnanswered, groups[1].Code)
	require.Equal(t, []explain.Holding{
		{Party: explain.Party{Framework: g, FrameworkName: "g", Role: h.role("db"), RoleName: "db"}, Amounts: h.cpus(4)},
	}, groups[0].Holders)
}

func TestExplainTheFrameworksOwnDoing(t *testing.T) {
	h := newExplained(t, alloc.Options{Interval: time.Second}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	a1, _ := h.FindAgent("a1")
	require.NoError(t, h.DeactivateFramework(h.f))
	h.only(explain.ReasonFrameworkInactive)
	require.NoError(t, h.SuppressOffers(h.f, nil))
	require.Equal(t, []string{"reconnect the framework, revive"}, h.helps())
	require.NoError(t, h.ActivateFramework(h.f))
	h.only(explain.ReasonSuppressed)
	require.NoError(t, h.ReviveOffers(h.f, nil))

	require.NoError(t, h.ExcludeAgent(h.f, h.web, a1, true))
	h.only(explain.ReasonOfferConstraints)
	require.Equal(t, "let its offer constraints admit agent a1", h.helps()[0])
	require.NoError(t, h.ExcludeAgent(h.f, h.web, a1, false))

	h.Allocate(alloc.Time(time.Second), &h.cycle)
	require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
		Now: alloc.Time(2 * time.Second), Framework: h.f, Agent: a1, Role: h.web, Resources: h.of(8, 0), RefuseFor: time.Hour}))
	h.Advance(alloc.Time(4 * time.Second))
	b := h.only(explain.ReasonRefused)
	require.Equal(t, []alloc.Time{alloc.Time(2 * time.Second), alloc.Time(2*time.Second + time.Hour)}, []alloc.Time{*b.Since, *b.Until})
	require.Equal(t, h.cpus(8), b.There)
	require.Equal(t, []string{"revive", "wait 60 min", "add an agent with 1 cpu free"}, h.helps())
	require.NoError(t, h.ReviveOffers(h.f, nil))
	h.only(explain.ReasonNone)
}

func TestExplainReservations(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{})
	reserved := must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: "db"}}}))
	must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: []alloc.Resource{alloc.ScalarOf(h.host.cpus, 2000), alloc.ScalarOf(reserved, 6000)}}))
	h.only(explain.ReasonNone)
	h.setMinimum(3)
	b := h.only(explain.ReasonReserved)
	require.Equal(t, []alloc.Amounts{h.cpus(3), h.cpus(2), h.cpus(1)}, []alloc.Amounts{b.Needed, b.There, b.Short})
	require.Equal(t, []explain.Holding{{Party: explain.Party{Role: h.role("db"), RoleName: "db"}, Amounts: h.cpus(6)}}, b.Holders)
	require.Equal(t, []string{"lower its minimum to 2 cpus", "subscribe it to role db", "add an agent with 3 cpus free"}, h.helps())
	require.NoError(t, h.SuppressOffers(h.f, nil))
	require.Equal(t, []string{"subscribe it to role db"}, h.helps(), "in which it is not suppressed")
}

func TestExplainMinimum(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{}, alloc.AgentInfo{})
	must(h.AddAgent(alloc.AgentInfo{ID: "large", Total: h.of(10, 0)}))
	h.setMinimum(12)
	b := h.only(explain.ReasonBelowMinimum)
	require.Equal(t, "large", b.NearestName, "the nearest")
	require.Equal(t, []alloc.Amounts{h.cpus(12), h.cpus(10), h.cpus(2)}, []alloc.Amounts{b.Needed, b.There, b.Short})
	require.Equal(t, h.cpus(26), b.Free)
	require.Equal(t, []string{"lower its minimum to 10 cpus", "add an agent with 12 cpus free"}, h.helps())
}

func TestExplainCapabilities(t *testing.T) {
	h := newExplained(t, alloc.Options{Region: "here"}, alloc.FrameworkInfo{})
	gpu := must(h.AddAgent(alloc.AgentInfo{ID: "gpu", Total: h.of(1, 1)}))
	require.Equal(t, alloc.GPUResources, h.only(explain.ReasonGPUsKept).Capabilities)
	require.Equal(t, "give the framework GPU_RESOURCES", h.helps()[0])
	require.NoError(t, h.RemoveAgent(gpu))

	far := must(h.AddAgent(alloc.AgentInfo{ID: "far", Region: "there", Total: h.of(1, 0)}))
	b := h.only(explain.ReasonOtherRegion)
	require.Equal(t, "there", b.Region)
	require.Equal(t, alloc.RegionAware, b.Capabilities)
	require.NoError(t, h.RemoveAgent(far))

	revocable := must(h.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	revoked := must(h.AddAgent(alloc.AgentInfo{ID: "revocable", Total: []alloc.Resource{alloc.ScalarOf(revocable, 1000)}}))
	require.Equal(t, alloc.RevocableResources, h.only(explain.ReasonCapabilitiesMissing).Capabilities)
	require.Equal(t, "give the framework REVOCABLE_RESOURCES", h.helps()[0])
	require.NoError(t, h.RemoveAgent(revoked))

	multi := alloc.MultiRole
	require.NoError(t, h.UpdateFramework(h.f, alloc.FrameworkUpdate{Capabilities: &multi}))
	must(h.AddAgent(alloc.AgentInfo{ID: "old", Capabilities: new(alloc.Capabilities), Total: h.of(1, 0)}))
	require.Equal(t, alloc.MultiRole, h.only(explain.ReasonAgentTooOld).Capabilities)
	require.Equal(t, "upgrade agent old to MULTI_ROLE", h.helps()[0])
}

func TestExplainLimits(t *testing.T) {
	h := newExplained(t, alloc.Options{NestedQuota: true}, alloc.FrameworkInfo{})
	h.web = h.role("eng/web")
	require.NoError(t, h.UpdateFramework(h.f, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{h.web}}))
	must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: h.of(8, 0)}))
	h.setMinimum(4)
	require.NoError(t, h.SetQuota(h.role("eng"), alloc.Quota{Limits: h.cpus(1)}))
	require.NoError(t, h.SetQuota(h.web, alloc.Quota{Limits: h.cpus(6)}))
	b := h.only(explain.ReasonRoleLimit)
	require.Equal(t, []alloc.Amounts{h.cpus(4), h.cpus(1), h.cpus(3)}, []alloc.Amounts{b.Needed, b.There, b.Short})
	require.Equal(t, []explain.LimitState{
		{Party: explain.Party{Role: h.web, RoleName: "eng/web"}, Resource: "cpus", Limit: 6000},
		{Party: explain.Party{Role: h.role("eng"), RoleName: "eng"}, Resource: "cpus", Limit: 1000, Short: 3000},
	}, b.Limits)
	require.Equal(t, []string{"lower its minimum to 1 cpu", "raise the limit of eng by 3 cpus"}, h.helps())
}

func TestExplainHeadroom(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	require.NoError(t, h.SetQuota(h.role("db"), alloc.Quota{Guarantees: h.cpus(7)}))
	h.setMinimum(2)
	b := h.only(explain.ReasonHeadroom)
	require.Equal(t, []alloc.Amounts{h.cpus(2), h.cpus(1), h.cpus(1)}, []alloc.Amounts{b.Needed, b.There, b.Short})
	require.Equal(t, []explain.GuaranteeState{
		{Party: explain.Party{Role: h.role("db"), RoleName: "db"}, Resource: "cpus", Guarantee: 7000, Lacks: 7000},
	}, b.Guarantees)
	require.Equal(t, []string{"lower its minimum to 1 cpu", "lower the guarantee of db by 1 cpu", "add an agent with 2 cpus free"}, h.helps())
}

// TestExplainOwnGuarantee: headroom kept for its own role keeps nobody from an
// agent; what it has refused of it does.
func TestExplainOwnGuarantee(t *testing.T) {
	h := newExplained(t, alloc.Options{Interval: time.Second}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	a1, _ := h.FindAgent("a1")
	require.NoError(t, h.SetQuota(h.web, alloc.Quota{Guarantees: h.cpus(20)}))
	require.Equal(t, h.cpus(8), h.only(explain.ReasonNone).There)
	h.Allocate(0, &h.cycle)
	require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Framework: h.f, Agent: a1, Role: h.web, Resources: h.of(8, 0), RefuseFor: time.Hour}))
	h.only(explain.ReasonRefused)
	require.Equal(t, []string{"revive", "wait 1 h", "add an agent with 1 cpu free"}, h.helps())
}

// TestExplainRefusedInTheGuaranteeStage: what the guarantee stage would offer was
// refused, and the fair stage keeps it for others' guarantees: refused is what is said,
// beside what else keeps the agent back.
func TestExplainRefusedInTheGuaranteeStage(t *testing.T) {
	h := newExplained(t, alloc.Options{Interval: time.Second}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	a1, _ := h.FindAgent("a1")
	require.NoError(t, h.SetQuota(h.web, alloc.Quota{Guarantees: h.cpus(2)}))
	require.NoError(t, h.SetQuota(h.role("db"), alloc.Quota{Guarantees: h.cpus(20)}))
	h.Allocate(0, &h.cycle)
	require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Framework: h.f, Agent: a1, Role: h.web, Resources: h.of(2, 0), RefuseFor: time.Hour}))
	h.setMinimum(12)
	require.Equal(t, []explain.ReasonCode{explain.ReasonBelowMinimum, explain.ReasonRefused}, h.reasons(a1))
}

// TestExplainAllReasons: for one agent, all that has to go for it to be offered.
func TestExplainAllReasons(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	a1, _ := h.FindAgent("a1")
	h.setMinimum(10)
	h.Pause()
	require.NoError(t, h.SuppressOffers(h.f, nil))
	require.NoError(t, h.SetQuota(h.web, alloc.Quota{Limits: h.cpus(0)}))
	e := must(h.ExplainAgent(h.f, h.web, a1))
	require.Equal(t, []explain.ReasonCode{explain.ReasonPaused, explain.ReasonSuppressed, explain.ReasonBelowMinimum, explain.ReasonRoleLimit}, h.reasons(a1))
	require.Len(t, e.Verdict.Remedies, 1)
	require.Len(t, e.Verdict.Remedies[0], 4)
	h.Resume()
	h.setMinimum(8)
	require.NoError(t, h.ReviveOffers(h.f, nil))
	require.NoError(t, h.SetQuota(h.web, alloc.Quota{Limits: h.cpus(8)}))
	require.Equal(t, []string{"a1 to f as web"}, h.offers())
}

// TestExplainWhatNoAgentCanHave: guarantees may lack more than there can be.
func TestExplainWhatNoAgentCanHave(t *testing.T) {
	const most = "add an agent with 9223372036854767.807 cpus free" // beside a1's 8
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	for _, guarantee := range []quantities.Amount{quantities.MaxSum - 1, quantities.MaxSum} {
		all := alloc.Amounts{{Name: "cpus", Amount: guarantee}}
		require.NoError(t, h.SetQuota(h.role("db"), alloc.Quota{Guarantees: all}))
		require.Equal(t, explain.ReasonHeadroom, must(h.Explain(h.f, h.web)).Verdict.Code)
		if guarantee < quantities.MaxSum {
			require.Contains(t, h.helps(), most)
			continue
		}
		for _, text := range h.helps() { // an agent alone is not enough
			require.True(t, strings.HasPrefix(text, "lower the guarantee of db by "), text)
		}
	}
}

// An agent that would be added may need more resources than quota is quick to put in
// order.
func TestExplainNewAgentOfManyResources(t *testing.T) {
	least := []alloc.Quantity{}
	for _, c := range "abcdefghi" {
		least = append(least, alloc.Quantity{Name: string(c), Amount: alloc.Unit})
	}
	h := newExplained(t, alloc.Options{MinAllocatable: [][]alloc.Quantity{least}}, alloc.FrameworkInfo{})
	require.NoError(t, h.SetQuota(h.web, alloc.Quota{Limits: []alloc.Quantity{{Name: "a", Amount: 2 * alloc.Unit}}}))
	require.Equal(t, []string{"add an agent with 1 a, 1 b, 1 c, 1 d, 1 e, 1 f, 1 g, 1 h and 1 i free"}, h.helps())
}
