package core_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// The promise: whoever asks for a guarantee has it within the grace and two cycles, if borrowers comply;
// nothing is recalled that is not then offered.

// compliant is a cluster whose borrowers give back each recall at once when it is due.
type compliant struct {
	*lendingHost
	recalled, offered alloc.Amount // in all, and not as loans
}

func newCompliant(t *testing.T, options alloc.Options) *compliant {
	options.NestedQuota = true
	return &compliant{lendingHost: newLendingHost(t, options)}
}

// cycles runs cycles, a second after each other. Who is offered something keeps it.
func (h *compliant) cycles(n int) {
	for range n {
		h.after(h.interval)
		for _, r := range h.cycle.Recalls {
			if r.Stage == alloc.RecallBegins {
				h.recalled += r.Lent.Amount
			}
		}
		for _, resources := range h.cycle.All() {
			for _, r := range resources {
				if r.Kind != h.revocable {
					h.offered += r.Amount
				}
			}
		}
		for _, l := range h.Loans(nil) {
			if l.Recalled && h.Now() >= l.Due {
				require.NoError(h.t, h.RecoverResources(alloc.RecoverRequest{
					Now: h.Now(), Framework: l.Framework, Agent: l.Agent, Role: l.Role, Resources: []alloc.Resource{l.Lent},
				}))
			}
		}
	}
}

// asks adds a framework that asks for a guarantee, and returns how much more it is offered within the
// grace and two cycles.
func (h *compliant) asks(id, role string, least alloc.Amount, c alloc.Capabilities) alloc.Amount {
	h.offered = 0
	info := alloc.FrameworkInfo{ID: id, Roles: h.roles(role), Capabilities: c | alloc.MultiRole}
	if least > 0 {
		info.MinAllocatable = []alloc.RoleMinimum{h.least(role, least)}
	}
	must(h.AddFramework(info))
	h.cycles(12)
	return h.offered / alloc.Unit
}

// A loan lies on the one agent that a role may use which lends nothing, and whose guarantee another
// agent could not meet.
func TestAGuaranteeIsMetWhereItsRoleMayUseIt(t *testing.T) {
	for name, x := range map[string]struct {
		options alloc.Options
		place   func(h *compliant, info *alloc.AgentInfo) // makes the agent the one that l may use
		asks    func(h *compliant) alloc.Amount
	}{
		"constraints": {asks: func(h *compliant) alloc.Amount {
			f := must(h.AddFramework(alloc.FrameworkInfo{ID: "l", Roles: h.roles("l"), Capabilities: alloc.MultiRole}))
			require.NoError(h.t, h.ExcludeAgents(f, h.role("l"), []alloc.AgentID{must2(h.FindAgent("other"))}))
			h.cycles(12)
			return h.offered / alloc.Unit
		}},
		"a region": {options: alloc.Options{Region: "here"}, place: func(h *compliant, info *alloc.AgentInfo) {
			if info.ID == "other" {
				info.Region = "there"
			}
		}},
		"a minimum": {place: func(h *compliant, info *alloc.AgentInfo) {
			if info.ID == "other" {
				info.Total = h.of(3, 0)
			}
		}, asks: func(h *compliant) alloc.Amount { return h.asks("l", "l", 4, 0) }},
		"of gpus": {place: func(h *compliant, info *alloc.AgentInfo) {
			if info.ID == "other" {
				info.Total = h.of(4, 1)
			}
		}},
	} {
		for _, both := range []bool{false, true} { // l lends, too
			t.Run(fmt.Sprint(name, " ", both), func(t *testing.T) {
				h := newCompliant(t, x.options)
				for _, id := range []string{"lent", "other"} {
					info := alloc.AgentInfo{ID: id, Total: h.of(4, 0), Capabilities: new(alloc.MultiRole)}
					if x.place != nil {
						x.place(h, &info)
					}
					must(h.AddAgent(info))
				}
				h.lends("k", 4, 4)
				if both {
					h.lends("l", 4, 4)
				} else {
					h.guaranteed("l", 4)
				}
				b := must(h.AddFramework(alloc.FrameworkInfo{ID: "b", Roles: h.roles("b"), Capabilities: alloc.MultiRole | borrows}))
				require.NoError(t, h.ExcludeAgents(b, h.role("b"), []alloc.AgentID{must2(h.FindAgent("other"))}))
				h.cycles(2)
				require.Equal(t, must2(h.FindAgent("lent")), h.Loans(nil)[0].Agent)
				if x.asks == nil {
					x.asks = func(h *compliant) alloc.Amount { return h.asks("l", "l", 0, 0) }
				}
				h.offered = 0
				require.EqualValues(t, 4, x.asks(h))
				require.Equal(t, 4*alloc.Unit, h.recalled)
			})
		}
	}
}

// Each of 16 agents is lent in four loans; who asks takes no less than a whole agent. One is recalled.
func TestARecallIsOfAsMuchOfOneAgentAsAMinimumNeeds(t *testing.T) {
	h := newCompliant(t, alloc.Options{})
	h.lends("k", 64, 64)
	for i := range 4 {
		must(h.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("b", i), Roles: h.roles("b"), Capabilities: alloc.MultiRole | borrows}))
	}
	for range 16 {
		a := h.agents(1)[0]
		for cpus := range alloc.Amount(4) {
			total := h.of(cpus+1, 0)
			require.NoError(t, h.UpdateAgent(a, alloc.AgentUpdate{Total: &total}))
			h.cycles(1)
		}
	}
	require.Len(t, h.Loans(nil), 64)
	h.guaranteed("l", 4)
	require.EqualValues(t, 4, h.asks("l", "l", 4, 0))
	require.Equal(t, 4*alloc.Unit, h.recalled)
}

// What is free of an agent counts for a minimum, and is kept until the rest is back.
func TestWhatIsFreeIsKeptForAMinimum(t *testing.T) {
	h := newCompliant(t, alloc.Options{})
	h.agents(2)
	h.lends("k", 4, 4)
	batch := h.framework("b", "b", borrows)
	h.cycles(2)
	total := h.of(4, 0)
	require.NoError(t, h.UpdateAgent(must2(h.FindAgent("a1")), alloc.AgentUpdate{Total: &total}))
	h.suppresses(batch, "b", true)
	h.guaranteed("l", 4)
	h.takesNoLess("l", 4)
	h.cycles(1)
	require.Equal(t, 2*alloc.Unit, h.recalled)
	h.framework("greedy", "greedy", 0)
	h.offered = 0
	h.cycles(12)
	require.Equal(t, 4*alloc.Unit, h.offered, "nobody else has had what was free")
	require.Equal(t, 2*alloc.Unit, h.recalled)
	for o := range h.cycle.All() {
		require.NotEqual(t, h.role("greedy"), o.Role)
	}
}

// TestWhatComesBackIsOfferedToThoseForWhomItIs: somebody for whom more is recalled there has to wait.
func TestWhatComesBackIsOfferedToThoseForWhomItIs(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	agent := h.agents(10)[0]
	asks := map[string]alloc.FrameworkID{}
	for _, name := range []string{"y", "z"} {
		h.lends(name, 5, 5)
		asks[name] = h.framework(name, name, 0)
		h.suppresses(asks[name], name, true)
	}
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.suppresses(asks["z"], "z", false)
	require.Equal(t, []string{"begins: a1:~5 of b for z at 11s"}, h.after(time.Second))
	h.suppresses(asks["y"], "y", false)
	require.Equal(t, []string{"begins: a1:~5 of b for y at 12s"}, h.after(time.Second))
	h.gives(b, "b", agent, h.revocable, 5, 0)
	require.Equal(t, []string{"a1:5 to z"}, h.after(time.Second))
	h.gives(b, "b", agent, h.revocable, 5, 0)
	require.Equal(t, []string{"a1:5 to y"}, h.after(time.Second))
}

// TestWhatIsFreeIsKeptForWhomItWasRecalledFirst: what is recalled for it is as much less.
func TestWhatIsFreeIsKeptForWhomItWasRecalledFirst(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	agent := h.agents(8)[0]
	h.lends("k", 8, 8)
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.gives(b, "b", agent, h.revocable, 2, 0)
	h.suppresses(b, "b", true)
	h.guaranteed("z", 4)
	h.takesNoLess("z", 4)
	require.Equal(t, []string{"begins: a1:~2 of b for z at 11s"}, h.after(time.Second))
	h.guaranteed("a", 2)
	h.framework("a", "a", 0)
	require.Equal(t, []string{"begins: a1:~2 of b for a at 12s"}, h.after(time.Second))
	require.Empty(t, h.after(time.Second), "two are free, and kept for z")
	h.gives(b, "b", agent, h.revocable, 2, 0)
	require.Equal(t, []string{"a1:4 to z"}, h.after(time.Second))
}

// TestALoanGoesWithItsAgent, and is borrowed no longer.
func TestALoanGoesWithItsAgent(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	agents := h.agents(4, 4)
	h.lends("k", 8, 8)
	h.framework("b", "b", borrows)
	h.after(0)
	require.Len(t, h.Loans(nil), 2)
	require.NoError(t, h.RemoveAgent(agents[0]))
	require.Len(t, h.Loans(nil), 1)
	require.NoError(t, h.Validate())
}

// TestPiecesThatComeBackAreKeptTogether: for a minimum that takes all of them, though something is recalled for
// somebody else, too.
func TestPiecesThatComeBackAreKeptTogether(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	agent := h.agents(8)[0]
	h.lends("k", 8, 8)
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.guaranteed("z", 4)
	h.takesNoLess("z", 4)
	h.after(time.Second)
	h.guaranteed("a", 4)
	h.framework("a", "a", 0)
	h.after(time.Second)
	for range 3 {
		h.gives(b, "b", agent, h.revocable, 1, 0)
		require.Empty(t, h.after(time.Second))
	}
	h.gives(b, "b", agent, h.revocable, 1, 0)
	require.Equal(t, []string{"a1:4 to z"}, h.after(time.Second))
}

// TestLoansEndAlikeOnceRestored: which of a framework's loans ends first decides how long a wait is.
func TestLoansEndAlikeOnceRestored(t *testing.T) {
	for younger := range 2 {
		h := newHostWithGrace(t, 0, alloc.Options{})
		agents := h.agents(10, 10)
		h.lends("l", 20, 20)
		lender := h.framework("l", "l", 0)
		h.suppresses(lender, "l", true)
		b := h.framework("b", "b", borrows)
		returns := func(f alloc.FrameworkID, role string) {
			for _, on := range agents {
				if held := must(h.OfferedOrAllocated(nil, on, f, h.role(role))); len(held) > 0 {
					h.gives(f, role, on, held[0].Kind, held[0].Amount/alloc.Unit, 0)
				}
			}
		}
		h.after(0)
		seconds := func(n int) {
			for range n {
				h.after(time.Second)
			}
		}
		for _, wait := range []int{13, 23, 0} { // the first two are longer than what comes back is not lent again
			h.suppresses(lender, "l", false)
			h.after(time.Second)
			returns(b, "b")
			h.after(time.Second)
			h.suppresses(lender, "l", true)
			returns(lender, "l")
			seconds(wait)
		}
		require.NoError(t, h.DeactivateAgent(agents[younger]))
		seconds(70)
		require.NoError(t, h.ActivateAgent(agents[younger]))
		seconds(31)
		require.Len(t, h.Loans(nil), 2)
		var out bytes.Buffer
		require.NoError(t, h.Snapshot(&out))
		restored := must(core.Restore(&out))
		require.NoError(t, h.RemoveFramework(b))
		require.NoError(t, restored.RemoveFramework(b))
		require.Equal(t, h.Digest(), restored.Digest())
	}
}

// What fills a guarantee and cannot be lent is free, so as much less is recalled, whatever is drawn.
func TestARecallIsOfWhatIsNotFreeOtherwise(t *testing.T) {
	for earlier := range 20 { // cycles, whose number seeds what is drawn
		provider, h := "p", newCompliant(t, alloc.Options{})
		provided := must(h.InternKind(alloc.Kind{Name: "cpus", Provider: &provider}))
		h.cycles(earlier)
		h.lends("k", 4, 4)
		h.framework("b", "b", borrows)
		agent := h.agents(4)[0]
		h.cycles(1)
		h.guaranteed("l", 3)
		total := append(h.of(4, 0), alloc.ScalarOf(provided, 2*alloc.Unit))
		require.NoError(t, h.UpdateAgent(agent, alloc.AgentUpdate{Total: &total}))
		require.EqualValues(t, 3, h.asks("l", "l", 3, 0))
		require.Equal(t, alloc.Unit, h.recalled)
	}
}

// What came back is offered as it would have been when it was recalled, whatever is drawn: the framework has
// refused the agent with the one kind of memory, and not with the other one.
func TestWhatIsRecalledIsNotRefusedOnceItIsBack(t *testing.T) {
	for earlier := range 20 { // cycles, whose number seeds what is drawn
		provider, h := "p", newCompliant(t, alloc.Options{})
		h.cycles(earlier)
		mem, provided := must(h.InternKind(alloc.Kind{Name: "mem"})), must(h.InternKind(alloc.Kind{Name: "mem", Provider: &provider}))
		require.NoError(t, h.SetQuota(h.role("l"), alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 2 * alloc.Unit}, {Name: "mem", Amount: 4 * alloc.Unit}}}))
		require.NoError(t, h.SetQuota(h.role("idle"), alloc.Quota{Guarantees: []alloc.Quantity{{Name: "mem", Amount: 100 * alloc.Unit}}}))
		total := append(h.of(2, 0), alloc.ScalarOf(mem, 4*alloc.Unit))
		agent := must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: total, Capabilities: new(alloc.MultiRole)}))
		l := h.takesNoLess("l", 2)
		h.cycles(1)
		require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Now: h.Now(), Framework: l, Agent: agent, Role: h.role("l"), Resources: total, RefuseFor: time.Hour}))
		h.lends("k", 2, 2)
		h.framework("b", "b", borrows)
		h.cycles(1)
		require.Len(t, h.Loans(nil), 1)
		total = append(total, alloc.ScalarOf(provided, 4*alloc.Unit))
		require.NoError(t, h.UpdateAgent(agent, alloc.AgentUpdate{Total: &total}))
		for len(h.Loans(nil)) > 0 {
			h.cycles(1)
		}
		h.offered = 0
		h.cycles(1)
		require.Equal(t, 2*alloc.Unit, h.recalled)
		require.Equal(t, 6*alloc.Unit, h.offered)
	}
}

// A framework refuses the agent with what its guarantee lacks. It would take more, which is lent as well, but
// that is no part of the guarantee, and stays lent.
func TestWhatIsRefusedWithoutMoreIsNotRecalled(t *testing.T) {
	h := newCompliant(t, alloc.Options{})
	l := h.framework("l", "l", 0)
	a := h.agents(2)[0]
	h.cycles(1)
	h.gives(l, "l", a, h.cpus, 2, time.Hour)
	require.NoError(t, h.UpdateAgent(a, alloc.AgentUpdate{Total: &[]alloc.Resource{alloc.ScalarOf(h.cpus, 4*alloc.Unit)}}))
	other := must(h.AddAgent(alloc.AgentInfo{ID: "other", Total: h.of(4, 0)})) // the headroom has some to spare
	require.NoError(t, h.ExcludeAgents(l, h.role("l"), []alloc.AgentID{other}))
	nothing := alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus"}}}
	require.NoError(t, h.SetQuota(h.role("l"), nothing))
	h.lends("k", 4, 4)
	b := h.framework("b", "b", borrows)
	require.NoError(t, h.ExcludeAgents(b, h.role("b"), []alloc.AgentID{other}))
	require.NoError(t, h.SetQuota(h.role("b"), nothing))
	h.cycles(1)
	require.Equal(t, 4*alloc.Unit, h.Loans(nil)[0].Lent.Amount)
	h.guaranteed("l", 2)
	h.cycles(20)
	require.Zero(t, h.recalled)
	require.NoError(t, h.ReviveOffers(l, nil)) // ends the filter
	h.offered = 0
	h.cycles(12)
	require.Equal(t, 2*alloc.Unit, h.recalled)
	require.Equal(t, 2*alloc.Unit, h.offered)
}

// What was recalled for a role that asks no longer is recalled in the same cycle for another one, for which
// some of the agent is recalled already.
func TestWhatIsNoLongerRecalledIsRecalledForAnother(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.lends("k", 4, 4)
	h.framework("b", "b", borrows)
	h.agents(4)
	h.after(h.interval)
	h.guaranteed("l", 1)
	h.framework("l", "l", 0)
	require.Equal(t, []string{"begins: a1:~1 of b for l at 12s"}, h.after(h.interval))
	h.guaranteed("x", 3)
	x := h.framework("x", "x", 0)
	require.Equal(t, []string{"begins: a1:~3 of b for x at 13s"}, h.after(h.interval))
	h.suppresses(x, "x", true)
	h.guaranteed("l", 4)
	require.Equal(t, []string{"begins: a1:~3 of b for l at 14s", "ends: a1:~3 of b for x at 13s"}, h.after(h.interval))
}

// lendsMemory has role k guaranteed memory, and lend as much, and returns both kinds of it.
func (h *lendingHost) lendsMemory(n alloc.Amount) (mem, revocable alloc.KindID) {
	mem, revocable = must(h.InternKind(alloc.Kind{Name: "mem"})), must(h.InternKind(alloc.Kind{Name: "mem", Revocable: true}))
	h.guaranteedOf("k", "mem", n)
	most := []alloc.Resource{alloc.ScalarOf(revocable, n*alloc.Unit)}
	require.NoError(h.t, h.SetLending(alloc.Lending{Role: h.role("k"), Guarantee: true, Most: most}))
	return mem, revocable
}

// guaranteedOf guarantees a role so much of one resource.
func (h *lendingHost) guaranteedOf(role, name string, n alloc.Amount) {
	require.NoError(h.t, h.SetQuota(h.role(role), alloc.Quota{Guarantees: []alloc.Quantity{{Name: name, Amount: n * alloc.Unit}}}))
}

// What is free, and nobody counts on, is offered for guarantees, also where an agent is kept for one role after another.
func TestAGuaranteeIsMetOfWhatNobodyCountsOn(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	mem, _ := h.lendsMemory(8)
	h.guaranteed("q", 4) // so the CPUs stay free
	must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: append(h.of(4, 0), alloc.ScalarOf(mem, 8*alloc.Unit))}))
	h.framework("b", "b", borrows)
	h.after(0)
	h.guaranteedOf("s", "mem", 1)
	h.framework("s", "s", 0)
	require.Equal(t, []string{"begins: a1:1 of b for s at 11s"}, h.after(time.Second))
	h.framework("q", "q", 0)
	require.Equal(t, []string{"a1:4 to q"}, h.after(time.Second))
}

// What is free of another resource makes up for a minimum as well, and so it is nobody else's.
func TestWhatIsFreeOfAnotherResourceIsKeptForAMinimum(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	mem, revocable := h.lendsMemory(4)
	h.lends("cpus", 4, 4)
	a := must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: append(h.of(4, 0), alloc.ScalarOf(mem, 4*alloc.Unit))}))
	b := h.framework("b", "b", borrows)
	h.after(0)
	require.Len(t, h.Loans(nil), 2)
	h.suppresses(b, "b", true)
	h.guaranteedOf("k", "mem", 0)
	h.gives(b, "b", a, revocable, 1, 0)
	h.guaranteed("z", 4)
	least := alloc.RoleMinimum{Role: h.role("z"), Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: 4 * alloc.Unit}, {Name: "mem", Amount: alloc.Unit}}}}
	must(h.AddFramework(alloc.FrameworkInfo{ID: "z", Roles: h.roles("z"), Capabilities: alloc.MultiRole, MinAllocatable: []alloc.RoleMinimum{least}}))
	require.Equal(t, []string{"begins: a1:~4 of b for z at 11s"}, h.after(time.Second))
	h.guaranteedOf("a", "mem", 2)
	h.framework("a", "a", 0)
	require.Equal(t, []string{"begins: a1:2 of b for a at 12s"}, h.after(time.Second), "the free one is z's")
	h.gives(b, "b", a, revocable, 2, 0)
	require.Equal(t, []string{"a1:2 to a"}, h.after(time.Second))
	h.gives(b, "b", a, h.revocable, 4, 0)
	require.Equal(t, []string{"a1:4+1 to z"}, h.after(time.Second))
}

// So does what cannot be lent.
func TestWhatCannotBeLentIsKeptForAMinimum(t *testing.T) {
	provider, h := "p", newLendingHost(t, alloc.Options{})
	provided := must(h.InternKind(alloc.Kind{Name: "cpus", Provider: &provider}))
	agent := h.agents(6)[0]
	h.lends("k", 20, 20)
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.suppresses(b, "b", true)
	total := append(h.of(6, 0), alloc.ScalarOf(provided, alloc.Unit))
	require.NoError(t, h.UpdateAgent(agent, alloc.AgentUpdate{Total: &total}))
	h.guaranteed("z", 5)
	h.takesNoLess("z", 5)
	require.Equal(t, []string{"begins: a1:~4 of b for z at 11s"}, h.after(time.Second), "one cannot be lent, and is free")
	h.guaranteed("a", 9)
	h.framework("a", "a", 0)
	require.Equal(t, []string{"begins: a1:~2 of b for a at 12s"}, h.after(time.Second))
	h.restored()
	h.gives(b, "b", agent, h.revocable, 6, 0)
	require.Equal(t, []string{"a1:2 to a", "a1:4+1 to z"}, h.after(time.Second))
}

// What has come back is offered though a little more was recalled later, as l's own tasks end elsewhere.
func TestWhatCameBackDoesNotWaitForWhatIsRecalledLater(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.guaranteed("l", 12)
	l := h.takesNoLess("l", 4)
	old := h.agents(8)[0]
	require.Equal(t, []string{"a1:8 to l"}, h.after(0))
	a := h.agents(12)[0]
	h.suppresses(l, "l", true)
	h.lends("k", 20, 20)
	b := h.framework("b", "b", borrows)
	require.Equal(t, []string{"a2:~12 to b"}, h.after(0))
	h.suppresses(b, "b", true)
	h.suppresses(l, "l", false)
	require.Equal(t, []string{"begins: a2:~4 of b for l at 11s"}, h.after(time.Second))
	h.gives(l, "l", old, h.cpus, 1, time.Hour)
	require.Equal(t, []string{"begins: a2:~1 of b for l at 18s"}, h.after(7*time.Second))
	h.gives(b, "b", a, h.revocable, 2, 0)
	h.after(time.Second) // the other two are due no later
	h.restored()
	h.gives(b, "b", a, h.revocable, 2, 0)
	require.Contains(t, h.after(time.Second), "a2:4 to l")
}

// What is free where something is recalled, and makes up for that, is not recalled elsewhere.
func TestWhatIsFreeAndMakesUpForARecallIsNotRecalledElsewhere(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	agents := h.agents(4, 4)
	h.lends("k", 8, 8)
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.guaranteed("z", 2)
	z := h.framework("z", "z", 0)
	require.Equal(t, []string{"begins: a1:~2 of b for z at 11s"}, h.after(time.Second))
	h.guaranteed("a", 2)
	h.framework("a", "a", 0)
	require.Equal(t, []string{"begins: a1:~2 of b for a at 12s"}, h.after(time.Second))
	h.gives(b, "b", agents[0], h.revocable, 2, 0) // what is due first
	h.suppresses(z, "z", true)
	require.Contains(t, append(h.after(time.Second), h.after(time.Second)...), "a1:2 to a")
	require.Len(t, h.cycle.Recalls, 0)
	for _, x := range h.Loans(nil) {
		require.False(t, x.Recalled)
	}
}

// Of what is free and cannot be lent, and fills guarantees, each role has its own.
func TestWhatFillsAGuaranteeIsGivenOnce(t *testing.T) {
	provider, h := "p", newLendingHost(t, alloc.Options{})
	provided := must(h.InternKind(alloc.Kind{Name: "cpus", Provider: &provider}))
	h.lends("k", 4, 4)
	h.framework("b", "b", borrows)
	agent := h.agents(4)[0]
	require.Equal(t, []string{"a1:~4 to b"}, h.after(h.interval))
	total := append(h.of(4, 0), alloc.ScalarOf(provided, 2*alloc.Unit))
	require.NoError(t, h.UpdateAgent(agent, alloc.AgentUpdate{Total: &total}))
	for _, role := range []string{"l", "m"} {
		h.guaranteed(role, 3)
		h.takesNoLess(role, 3)
	}
	h.after(h.interval)
	recalled := alloc.Amount(0)
	for _, r := range h.cycle.Recalls {
		recalled += r.Lent.Amount
	}
	require.Equal(t, 4*alloc.Unit, recalled, "one for the role that has the two, three for the other")
}

// What is reserved for a role is a part of its minimum, and that much less is recalled.
func TestAReservationIsAPartOfAMinimum(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	reserved := must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "l"}}}))
	h.lends("k", 4, 4)
	h.framework("b", "b", borrows)
	agent := h.agents(4)[0]
	require.Equal(t, []string{"a1:~4 to b"}, h.after(h.interval))
	total := append(h.of(4, 0), alloc.ScalarOf(reserved, 2*alloc.Unit))
	require.NoError(t, h.UpdateAgent(agent, alloc.AgentUpdate{Total: &total}))
	h.guaranteed("l", 4) // of which the reservation is two
	must(h.AddFramework(alloc.FrameworkInfo{ID: "l", Roles: h.roles("l"), Capabilities: alloc.MultiRole | alloc.ReservationRefinement, MinAllocatable: []alloc.RoleMinimum{h.least("l", 4)}}))
	h.after(h.interval)
	recalled := alloc.Amount(0)
	for _, r := range h.cycle.Recalls {
		recalled += r.Lent.Amount
	}
	require.Equal(t, 2*alloc.Unit, recalled)
}

// Where a role lends, and one below it, too, what the one above lends is all.
func TestNestedGuaranteesAreLentOnce(t *testing.T) {
	h := newLendingHost(t, alloc.Options{NestedQuota: true})
	h.agents(12)
	h.lends("p", 4, 4)
	h.lends("p/x", 4, 4)
	h.guaranteed("q", 8) // lends nothing
	h.framework("b", "b", borrows)
	require.Equal(t, []string{"a1:~4 to b"}, h.after(h.interval))
	require.Empty(t, h.after(h.interval))
}

// Nothing is recalled without need.
func TestNothingIsRecalledThatIsNotOffered(t *testing.T) {
	t.Run("nested guarantees count once", func(t *testing.T) {
		h := newCompliant(t, alloc.Options{})
		h.agents(20, 20)
		h.lends("k", 40, 40)
		h.framework("b", "b", borrows)
		h.cycles(2)
		h.guaranteed("p", 20)
		h.guaranteed("p/c", 20)
		require.EqualValues(t, 20, h.asks("c", "p/c", 0, 0))
		h.asks("p", "p", 0, 0)
		require.Equal(t, 20*alloc.Unit, h.recalled)
	})
	t.Run("a limit above is used up", func(t *testing.T) {
		h := newCompliant(t, alloc.Options{})
		h.agents(20)
		cpus := func(n alloc.Amount) []alloc.Quantity { return []alloc.Quantity{{Name: "cpus", Amount: n * alloc.Unit}} }
		require.NoError(t, h.SetQuota(h.role("p"), alloc.Quota{Guarantees: cpus(4), Limits: cpus(4)}))
		require.EqualValues(t, 4, h.asks("d", "p/d", 0, 0))
		h.lends("k", 16, 16)
		h.framework("b", "b", borrows)
		h.cycles(2)
		require.NotEmpty(t, h.Loans(nil))
		h.guaranteed("p/c", 4)
		h.asks("c", "p/c", 0, 0)
		h.cycles(30)
		require.Zero(t, h.recalled)
	})
	t.Run("the same is not recalled again while it is not back", func(t *testing.T) {
		h := newCompliant(t, alloc.Options{})
		h.agents(8, 8)
		h.lends("k", 16, 16)
		b := h.framework("b", "b", borrows)
		h.cycles(2)
		h.guaranteed("l", 4)
		h.framework("l", "l", 0)
		for range 60 { // the borrower does not comply
			h.after(h.interval)
			for _, r := range h.cycle.Recalls {
				if r.Stage == alloc.RecallBegins {
					h.recalled += r.Lent.Amount
				}
			}
		}
		require.Equal(t, 4*alloc.Unit, h.recalled)
		h.offered = 0
		for _, l := range h.Loans(nil) {
			if l.Recalled {
				h.gives(b, "b", l.Agent, h.revocable, l.Lent.Amount/alloc.Unit, 0)
			}
		}
		h.cycles(2)
		require.Equal(t, 4*alloc.Unit, h.offered)
	})
	t.Run("extra comes of what is free", func(t *testing.T) {
		h := newCompliant(t, alloc.Options{})
		h.agents(20)
		h.lends("k", 20, 20)
		h.framework("b", "b", borrows)
		h.cycles(2)
		h.guaranteed("l", 3)
		require.EqualValues(t, 3, h.asks("l", "l", 0, 0))
		require.Equal(t, 3*alloc.Unit, h.recalled)
	})
	t.Run("limits that a cycle has used up", func(t *testing.T) {
		h := newLendingHost(t, alloc.Options{})
		mem := must(h.InternKind(alloc.Kind{Name: "mem"}))
		first := h.agents(4)[0]
		h.lends("k", 4, 4)
		batch := h.framework("b", "b", borrows)
		h.after(h.interval)
		require.Len(t, h.Loans(nil), 1)
		h.suppresses(batch, "b", true)
		total := append(h.of(4, 0), alloc.ScalarOf(mem, alloc.Unit))
		require.NoError(t, h.UpdateAgent(first, alloc.AgentUpdate{Total: &total}))
		second := must(h.AddAgent(alloc.AgentInfo{ID: "a2", Total: []alloc.Resource{alloc.ScalarOf(mem, 8*alloc.Unit)}}))
		require.NoError(t, h.SetQuota(h.role("p"), alloc.Quota{
			Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 4 * alloc.Unit}}, Limits: []alloc.Quantity{{Name: "mem", Amount: 8 * alloc.Unit}},
		}))
		least := h.least("p", 4)
		least.Lists[0] = append(least.Lists[0], alloc.Quantity{Name: "mem", Amount: alloc.Unit})
		p := must(h.AddFramework(alloc.FrameworkInfo{ID: "p", Roles: h.roles("p"), Capabilities: alloc.MultiRole, MinAllocatable: []alloc.RoleMinimum{least}}))
		d := must(h.AddFramework(alloc.FrameworkInfo{ID: "d", Roles: h.roles("p/d"), Capabilities: alloc.MultiRole}))
		require.NoError(t, h.ExcludeAgents(p, h.role("p"), []alloc.AgentID{second}))
		require.NoError(t, h.ExcludeAgents(d, h.role("p/d"), []alloc.AgentID{first}))
		require.Equal(t, []string{"a2:8 to d"}, h.after(h.interval), "nothing of a1 would be offered to p")
		require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
			Now: h.Now(), Framework: d, Agent: second, Role: h.role("p/d"), Resources: []alloc.Resource{alloc.ScalarOf(mem, 8*alloc.Unit)}, RefuseFor: time.Hour,
		}))
		require.Equal(t, []string{"begins: a1:~4 of b for p at 13s"}, h.after(h.interval))
	})
	t.Run("limits that reservations use up", func(t *testing.T) {
		h := newLendingHost(t, alloc.Options{})
		mem := must(h.InternKind(alloc.Kind{Name: "mem"}))
		reserved := must(h.InternKind(alloc.Kind{Name: "mem", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: "p"}}}))
		first := h.agents(4)[0]
		h.lends("k", 4, 4)
		batch := h.framework("b", "b", borrows)
		h.after(h.interval)
		require.Len(t, h.Loans(nil), 1)
		h.suppresses(batch, "b", true)
		total := append(h.of(4, 0), alloc.ScalarOf(mem, alloc.Unit))
		require.NoError(t, h.UpdateAgent(first, alloc.AgentUpdate{Total: &total}))
		second := must(h.AddAgent(alloc.AgentInfo{ID: "a2", Total: []alloc.Resource{alloc.ScalarOf(reserved, 8*alloc.Unit)}}))
		require.NoError(t, h.SetQuota(h.role("p"), alloc.Quota{
			Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 4 * alloc.Unit}}, Limits: []alloc.Quantity{{Name: "mem", Amount: 8 * alloc.Unit}},
		}))
		least := h.least("p", 4)
		least.Lists[0] = append(least.Lists[0], alloc.Quantity{Name: "mem", Amount: alloc.Unit})
		p := must(h.AddFramework(alloc.FrameworkInfo{ID: "p", Roles: h.roles("p"), Capabilities: alloc.MultiRole, MinAllocatable: []alloc.RoleMinimum{least}}))
		require.NoError(t, h.ExcludeAgents(p, h.role("p"), []alloc.AgentID{second}))
		require.Empty(t, h.after(h.interval))
	})
	t.Run("reservations that would be declined are not recalled again", func(t *testing.T) {
		h := newCompliant(t, alloc.Options{})
		reserved := must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: "k"}}}))
		h.lends("k", 8, 4)
		must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: append(h.of(4, 0), alloc.ScalarOf(reserved, 4*alloc.Unit))}))
		h.framework("b", "b", borrows)
		h.cycles(2)
		h.takesNoLess("k", 6)
		h.guaranteed("k", 0)
		h.recalled = 0
		h.cycles(30)
		require.Zero(t, h.recalled, "the reservations alone are too little for it")
	})
	t.Run("it ends with the need", func(t *testing.T) {
		h := newCompliant(t, alloc.Options{LendingLeast: time.Hour})
		a := h.agents(8)[0]
		h.lends("k", 8, 8)
		h.framework("b", "b", borrows)
		h.cycles(2)
		k := h.framework("k", "k", 0)
		h.cycles(1)
		require.True(t, h.Loans(nil)[0].Recalled)
		require.NoError(t, h.ExcludeAgents(k, h.role("k"), []alloc.AgentID{a}))
		h.cycles(1)
		require.False(t, h.Loans(nil)[0].Recalled)
	})
}

// What was recalled for a role stays out of the pool while its wait lasts, and other loans do not.
func TestWhatCameBackIsNotLentAgainAtOnce(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.lends("k", 16, 8)
	a := h.agents(8)[0]
	b := h.framework("b", "b", borrows)
	require.Equal(t, []string{"a1:~8 to b"}, h.after(h.interval))
	k := h.framework("k", "k", 0)
	h.guaranteed("k", 4)
	require.Equal(t, []string{"begins: a1:~4 of b for k at 12s"}, h.after(h.interval))
	h.gives(b, "b", a, h.revocable, 4, 0)
	require.Equal(t, []string{"a1:4 to k"}, h.after(h.interval))
	require.NoError(t, h.RemoveFramework(k))
	h.guaranteed("k", 12)
	require.Empty(t, h.after(h.interval), "4 of 8 wait, and 4 are lent")
	require.Equal(t, []string{"a1:~4 to b"}, h.after(time.Minute))
}

// An agent is kept for a role that does not ask any more. What is free there is not lent in that cycle: who
// lacks it has not been offered it yet.
func TestWhatIsKeptNoLongerIsNotLentBeforeItIsOffered(t *testing.T) {
	h := newCompliant(t, alloc.Options{})
	h.agents(8)
	h.lends("k", 16, 8)
	h.framework("b", "b", borrows)
	h.cycles(2)
	total := h.of(11, 0)
	require.NoError(t, h.UpdateAgent(must2(h.FindAgent("a1")), alloc.AgentUpdate{Total: &total}))
	require.NoError(t, h.SetQuota(h.role("r"), alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 11 * alloc.Unit}}}))
	r := h.takesNoLess("r", 11)
	h.lends("k", 16, 16)
	h.cycles(1)
	require.Equal(t, 8*alloc.Unit, h.recalled)
	require.NoError(t, h.DeactivateFramework(r))
	require.Equal(t, []string{"ends: a1:~8 of b for r at 13s"}, h.after(h.interval))
	h.guaranteed("l", 3)
	h.framework("l", "l", 0)
	require.Equal(t, []string{"a1:3 to l"}, h.after(h.interval)[:1])
}

// A recall stays where it is, though the next cycle goes through the agents in another order, and more could be
// recalled where it came first: else it had a new deadline each time.
func TestRecallsDoNotMove(t *testing.T) {
	h := &lendingHost{host: newHost(t, alloc.Options{LendingGrace: 30 * time.Second, AgentOrder: alloc.OrderRandom}), interval: time.Second}
	h.revocable = must(h.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	h.agents(10, 10)
	h.lends("prod", 20, 20)
	h.framework("batch", "batch", borrows)
	require.Len(t, h.after(0), 2)
	h.guaranteed("prod", 12)
	h.framework("prod", "prod", 0)
	require.Len(t, h.after(h.interval), 2, "of one agent all, of the other one the rest")
	for range 10 {
		require.Empty(t, h.after(h.interval))
	}
	h.guaranteed("prod", 15)
	begins := h.after(h.interval)
	require.Len(t, begins, 1)
	require.Regexp(t, "begins: a.:~3 of batch for prod", begins[0], "more of an agent of which something is recalled")
	for range 10 {
		require.Empty(t, h.after(h.interval))
	}
}

// A minimum is made up for once: what is recalled of an agent besides joins what is recalled for the role already.
func TestAMinimumIsMadeUpForOnce(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.agents(10)
	h.lends("lender", 10, 10)
	h.framework("batch", "batch", borrows)
	require.Len(t, h.after(0), 1)
	h.guaranteed("lender", 0)
	h.guaranteed("prod", 1)
	h.takesNoLess("prod", 4)
	require.Equal(t, []string{"begins: a1:~4 of batch for prod at 11s"}, h.after(h.interval))
	h.guaranteed("prod", 6)
	require.Equal(t, []string{"begins: a1:~2 of batch for prod at 12s"}, h.after(h.interval))
	require.Empty(t, h.after(h.interval))
}

// What headroom can spare for minima is spared once: who would have the rest of a minimum from it second has nothing
// recalled.
func TestWhatTheHeadroomSparesIsRecalledOnce(t *testing.T) {
	h := newCompliant(t, alloc.Options{})
	h.agents(10)
	h.lends("k", 10, 10)
	h.framework("b", "b", borrows)
	h.cycles(2)
	h.guaranteed("k", 5)
	for _, role := range []string{"l", "m"} {
		h.guaranteed(role, 1)
		h.takesNoLess(role, 4)
	}
	h.offered = 0
	h.cycles(60)
	require.Equal(t, 4*alloc.Unit, h.offered)
	require.Equal(t, 4*alloc.Unit, h.recalled)
}

// Where a role comes to need less, what is due last ends, whatever the order of the agents.
func TestWhatIsDueFirstStaysRecalled(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	a := h.agents(10, 10)
	h.lends("k", 20, 20)
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.costs(b, "b", a[0], 5)
	h.guaranteed("l", 4)
	h.framework("l", "l", 0)
	require.Equal(t, []string{"begins: a2:~4 of b for l at 11s"}, h.after(h.interval))
	h.costs(b, "b", a[0], -1)
	h.guaranteed("l", 8)
	require.Equal(t, []string{"begins: a1:~4 of b for l at 12s"}, h.after(h.interval))
	h.guaranteed("l", 6)
	require.Equal(t, []string{"ends: a1:~2 of b for l at 12s"}, h.after(h.interval))
	h.guaranteed("l", 3)
	require.Equal(t, []string{"ends: a1:~2 of b for l at 12s", "ends: a2:~1 of b for l at 11s"}, h.after(h.interval))
}

// What a role below has of a guarantee is a part of the one above: it is recalled once, for the one below, whoever asked
// first.
func TestAGuaranteeBelowComesFirst(t *testing.T) {
	nested := func(t *testing.T, cpus ...alloc.Amount) (*lendingHost, []alloc.AgentID) {
		h := newLendingHost(t, alloc.Options{NestedQuota: true})
		agents := h.agents(cpus...)
		h.lends("k", 20, 20)
		h.framework("b", "b", borrows)
		h.after(h.interval)
		h.guaranteed("p", 10)
		h.guaranteed("p/c", 10)
		return h, agents
	}
	t.Run("in one cycle", func(t *testing.T) {
		h, _ := nested(t, 10, 10)
		h.framework("p", "p", 0)
		h.framework("c", "p/c", 0)
		require.Equal(t, []string{"begins: a1:~10 of b for p/c at 12s"}, h.after(h.interval))
		require.Empty(t, h.after(h.interval))
	})
	t.Run("where each may use another agent", func(t *testing.T) {
		for _, later := range []time.Duration{0, time.Second} {
			h, agents := nested(t, 10, 10)
			p := h.framework("p", "p", 0)
			require.NoError(t, h.ExcludeAgents(p, h.role("p"), agents[1:]))
			if later > 0 {
				require.Equal(t, []string{"begins: a1:~10 of b for p at 12s"}, h.after(later))
			}
			c := h.framework("c", "p/c", 0)
			require.NoError(t, h.ExcludeAgents(c, h.role("p/c"), agents[:1]))
			happens := h.after(h.interval)
			require.Contains(t, happens, fmt.Sprintf("begins: a2:~10 of b for p/c at %v", time.Duration(h.Now())+10*time.Second))
			if later > 0 {
				require.Contains(t, happens, "ends: a1:~10 of b for p at 12s")
			} else {
				require.Len(t, happens, 1)
			}
			require.Empty(t, h.after(h.interval))
		}
	})
	t.Run("what is recalled for the one above is the one's below", func(t *testing.T) {
		h, agents := nested(t, 10)
		h.framework("p", "p", 0)
		require.Equal(t, []string{"begins: a1:~10 of b for p at 12s"}, h.after(h.interval))
		h.guaranteed("p/c", 6)
		h.framework("c", "p/c", 0)
		require.Equal(t, []string{"begins: a1:~6 of b for p/c at 13s", "ends: a1:~6 of b for p at 12s"}, h.after(h.interval))
		h.restored()
		require.Empty(t, h.after(h.interval))
		h.gives(h.Loans(nil)[0].Framework, "b", agents[0], h.revocable, 10, 0)
		require.Equal(t, []string{"a1:4 to p", "a1:6 to c"}, h.after(h.interval))
	})
}

// What a role above needs no longer is recalled in the same cycle for another one, though those of its level were asked before.
func TestWhatARoleAboveNeedsNoLongerIsRecalledAtOnce(t *testing.T) {
	h := newLendingHost(t, alloc.Options{NestedQuota: true})
	agent := h.agents(4)
	h.lends("k", 4, 4)
	h.framework("b", "b", borrows)
	h.after(h.interval)
	h.guaranteed("p", 4)
	p := h.framework("p", "p", 0)
	require.Equal(t, []string{"begins: a1:~4 of b for p at 12s"}, h.after(h.interval))
	gpus := alloc.Quantity{Name: "gpus", Amount: alloc.Unit}
	require.NoError(t, h.SetQuota(h.role("p"), alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 4 * alloc.Unit}, gpus}}))
	require.NoError(t, h.SetQuota(h.role("p/c"), alloc.Quota{Guarantees: []alloc.Quantity{gpus}}))
	h.framework("c", "p/c", 0) // so p is asked after it, and after z
	require.NoError(t, h.ExcludeAgents(p, h.role("p"), agent))
	h.guaranteed("z", 4)
	h.framework("z", "z", 0)
	require.Equal(t, []string{"begins: a1:~4 of b for z at 13s", "ends: a1:~4 of b for p at 12s"}, h.after(h.interval))
}

// What came back of one agent for two roles is offered to both, though the first would take all of it.
func TestWhatComesBackForTwoIsOfferedToBoth(t *testing.T) {
	for _, first := range []string{"a", "z"} {
		h := newLendingHost(t, alloc.Options{})
		agents := h.agents(6, 4)
		h.lends("k", 10, 10)
		b := h.framework("b", "b", borrows)
		h.after(0)
		other := map[string]string{"a": "z", "z": "a"}[first]
		h.guaranteed(other, 3)
		h.framework(other, other, 0)
		require.Equal(t, []string{"begins: a1:~3 of b for " + other + " at 11s"}, h.after(h.interval))
		h.guaranteed(first, 5)
		h.framework(first, first, 0)
		require.Equal(t, []string{"begins: a1:~3 of b for " + first + " at 12s", "begins: a2:~2 of b for " + first + " at 12s"}, h.after(h.interval))
		h.gives(b, "b", agents[0], h.revocable, 6, 0)
		h.restored()
		require.Equal(t, []string{"a1:3 to a", "a1:3 to z"}, h.after(h.interval))
		h.gives(b, "b", agents[1], h.revocable, 2, 0)
		require.Equal(t, []string{"a2:2 to " + first}, h.after(h.interval))
	}
}

// What is free of an agent makes up for a minimum together with what is recalled, and is kept for it, though something
// comes back there for another role before.
func TestWhatIsFreeBesidesIsKeptForAMinimum(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	agents := h.agents(8, 4)
	h.lends("k", 12, 12)
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.gives(b, "b", agents[0], h.revocable, 1, 0)
	h.suppresses(b, "b", true)
	h.guaranteed("z", 4)
	z := h.takesNoLess("z", 4)
	require.NoError(t, h.ExcludeAgents(z, h.role("z"), agents[1:]))
	require.Equal(t, []string{"begins: a1:~3 of b for z at 11s"}, h.after(h.interval), "one is free")
	h.guaranteed("a", 5)
	h.framework("a", "a", 0)
	require.Equal(t, []string{"begins: a1:~4 of b for a at 12s", "begins: a2:~1 of b for a at 12s"}, h.after(h.interval))
	h.gives(b, "b", agents[0], h.revocable, 4, 0) // ends what is due first
	h.restored()
	require.Equal(t, []string{"a1:1 to a", "a1:4 to z"}, h.after(h.interval))
}

// What a recall counts on of what is free stays kept once all that was recalled is back, of another resource.
func TestWhatIsFreeIsKeptOnceTheRecalledIsBack(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	mem, revocable := must(h.InternKind(alloc.Kind{Name: "mem"})), must(h.InternKind(alloc.Kind{Name: "mem", Revocable: true}))
	of := func(cpus, amount alloc.Amount) []alloc.Resource {
		return append(h.of(cpus, 0), alloc.ScalarOf(mem, amount*alloc.Unit))
	}
	guaranteed := func(role string, cpus, mem alloc.Amount) alloc.RoleID {
		r := h.role(role)
		require.NoError(t, h.SetQuota(r, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: cpus * alloc.Unit}, {Name: "mem", Amount: mem * alloc.Unit}}}))
		return r
	}
	a1 := must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: of(4, 4)}))
	a2 := must(h.AddAgent(alloc.AgentInfo{ID: "a2", Total: h.of(1, 0)}))
	lent := []alloc.Resource{alloc.ScalarOf(h.revocable, 5*alloc.Unit), alloc.ScalarOf(revocable, 4*alloc.Unit)}
	require.NoError(t, h.SetLending(alloc.Lending{Role: guaranteed("k", 5, 4), Guarantee: true, Most: lent}))
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.gives(b, "b", a1, h.revocable, 1, 0)
	h.suppresses(b, "b", true)
	guaranteed("z", 1, 4)
	least := alloc.RoleMinimum{Role: h.role("z"), Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: alloc.Unit}, {Name: "mem", Amount: 4 * alloc.Unit}}}}
	z := must(h.AddFramework(alloc.FrameworkInfo{ID: "z", Roles: h.roles("z"), Capabilities: alloc.MultiRole, MinAllocatable: []alloc.RoleMinimum{least}}))
	require.NoError(t, h.ExcludeAgents(z, h.role("z"), []alloc.AgentID{a2}))
	h.after(h.interval)
	require.Equal(t, 4*alloc.Unit, h.recalledOf(a1), "the cpu is free")
	guaranteed("a", 4, 0)
	h.framework("a", "a", 0)
	h.after(h.interval)
	require.Equal(t, 7*alloc.Unit, h.recalledOf(a1))
	h.gives(b, "b", a1, revocable, 4, 0)
	h.gives(b, "b", a1, h.revocable, 3, 0)
	h.after(h.interval)
	require.Equal(t, of(1, 4), must(h.OfferedOrAllocated(nil, a1, z, h.role("z"))))
}

// recalledOf sums what is recalled of an agent.
func (h *lendingHost) recalledOf(a alloc.AgentID) (sum alloc.Amount) {
	for _, l := range h.Loans(nil) {
		if l.Agent == a && l.Recalled {
			sum += l.Lent.Amount
		}
	}
	return sum
}

// What came back in part for a role is left to it in the review of the others, who would count on it in place of what
// is recalled for them elsewhere.
func TestWhatCameBackInPartIsNotCountedOnByOthers(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	a := h.agents(4)[0]
	h.lends("k", 10, 10)
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.suppresses(b, "b", true)
	c := h.framework("c", "c", borrows)
	total := h.of(8, 0)
	require.NoError(t, h.UpdateAgent(a, alloc.AgentUpdate{Total: &total}))
	h.agents(2)
	h.after(h.interval)
	h.costs(c, "c", a, 1)
	for role, n := range map[string]alloc.Amount{"x": 6, "z": 4} {
		h.guaranteed(role, n)
	}
	h.framework("x", "x", 0)
	h.takesNoLess("z", 4)
	require.Equal(t, []string{"begins: a1:~4 of b for x at 12s", "begins: a1:~4 of c for z at 12s", "begins: a2:~2 of c for x at 12s"}, h.after(h.interval))
	h.gives(c, "c", a, h.revocable, 2, 0)
	h.restored()
	require.Empty(t, h.after(h.interval), "it is too little for z")
	h.gives(b, "b", a, h.revocable, 4, 0)
	h.restored()
	require.Equal(t, []string{"a1:4 to x"}, h.after(h.interval))
	h.gives(c, "c", a, h.revocable, 2, 0)
	require.Equal(t, []string{"a1:4 to z"}, h.after(h.interval))
}

// Who takes no less than a minimum is offered what comes back piece by piece once the rest would do alone, or is back: what
// is less would never be taken.
func TestAPieceIsNotLeftThatIsLessThanAMinimum(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	a := h.agents(12)[0]
	h.lends("k", 12, 12)
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.guaranteed("l", 12)
	h.takesNoLess("l", 4)
	require.Equal(t, []string{"begins: a1:~12 of b for l at 11s"}, h.after(h.interval))
	h.gives(b, "b", a, h.revocable, 6, 0)
	require.Equal(t, []string{"a1:6 to l"}, h.after(h.interval))
	h.gives(b, "b", a, h.revocable, 4, 0)
	require.Empty(t, h.after(h.interval))
	h.restored()
	h.gives(b, "b", a, h.revocable, 2, 0)
	require.Equal(t, []string{"a1:6 to l"}, h.after(h.interval))
}

// What is overdue is waited for no longer.
func TestAPieceIsOfferedOnceTheRestIsOverdue(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	a := h.agents(6)[0]
	h.lends("k", 6, 6)
	b := h.framework("b", "b", borrows)
	h.after(0)
	h.guaranteed("l", 6)
	h.takesNoLess("l", 4)
	require.Equal(t, []string{"begins: a1:~6 of b for l at 11s"}, h.after(h.interval))
	h.gives(b, "b", a, h.revocable, 4, 0)
	for range 10 {
		require.Empty(t, h.after(h.interval))
	}
	require.Equal(t, []string{"a1:4 to l"}, h.after(h.interval)[:1])
}
