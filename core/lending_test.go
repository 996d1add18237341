package core_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// lendingHost plays clusters in which roles lend CPUs. Frameworks keep what they are offered.
type lendingHost struct {
	*host
	revocable alloc.KindID
	interval  time.Duration
}

// newLendingHost returns one with a grace of ten seconds.
func newLendingHost(t *testing.T, options alloc.Options) *lendingHost {
	return newHostWithGrace(t, 10*time.Second, options)
}

func newHostWithGrace(t *testing.T, grace time.Duration, options alloc.Options) *lendingHost {
	options.LendingGrace = grace
	options.AgentOrder = cmp.Or(options.AgentOrder, alloc.OrderByID)
	h := &lendingHost{host: newHost(t, options), interval: time.Second}
	h.revocable = must(h.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	return h
}

// guaranteed guarantees CPUs to a role.
func (h *lendingHost) guaranteed(role string, cpus alloc.Amount) alloc.RoleID {
	r := h.role(role)
	require.NoError(h.t, h.SetQuota(r, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: cpus * alloc.Unit}}}))
	return r
}

// lends has a role guaranteed CPUs lend as many of them at most.
func (h *lendingHost) lends(role string, guarantee, most alloc.Amount) {
	r := h.guaranteed(role, guarantee)
	require.NoError(h.t, h.SetLending(alloc.Lending{
		Role: r, Guarantee: true, Reservations: true, Most: []alloc.Resource{alloc.ScalarOf(h.revocable, most*alloc.Unit)},
	}))
}

func (h *lendingHost) agents(cpus ...alloc.Amount) (list []alloc.AgentID) {
	for _, n := range cpus {
		h.made++
		list = append(list, must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprintf("a%d", h.made), Total: h.of(n, 0)})))
	}
	return list
}

func (h *lendingHost) framework(id, role string, c alloc.Capabilities) alloc.FrameworkID {
	return must(h.AddFramework(alloc.FrameworkInfo{ID: id, Roles: h.roles(role), Capabilities: c | alloc.MultiRole}))
}

// takesNoLess adds a framework to a role of its name that takes no less CPUs of an agent.
func (h *lendingHost) takesNoLess(role string, cpus alloc.Amount) alloc.FrameworkID {
	return must(h.AddFramework(alloc.FrameworkInfo{ID: role, Roles: h.roles(role), Capabilities: alloc.MultiRole, MinAllocatable: []alloc.RoleMinimum{h.least(role, cpus)}}))
}

// after runs the cycle of all agents that is due so much later. It returns what was offered,
// and what became of recalls.
func (h *lendingHost) after(d time.Duration) []string {
	h.t.Helper()
	h.Advance(h.Now().Add(d))
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	require.NoError(h.t, h.Validate())
	list := []string{}
	for o, resources := range h.cycle.All() {
		list = append(list, fmt.Sprintf("%s to %s", h.say(o.Agent, resources), must(h.FrameworkName(o.Framework))))
	}
	for _, r := range h.cycle.Recalls {
		list = append(list, fmt.Sprintf("%s: %s of %s for %s at %v", r.Stage, h.say(r.Agent, []alloc.Resource{r.Lent}),
			must(h.FrameworkName(r.Framework)), must(h.RoleName(r.For)), time.Duration(r.Due)))
	}
	slices.Sort(list)
	return list
}

// say says resources on an agent: a1:4 or, revocable, a1:~4.
func (h *lendingHost) say(a alloc.AgentID, list []alloc.Resource) string {
	words := []string{}
	for _, r := range list {
		word := r.Amount.String()
		if r.Kind == h.revocable {
			word = "~" + word
		}
		words = append(words, word)
	}
	return must(h.AgentName(a)) + ":" + strings.Join(words, "+")
}

func (h *lendingHost) free(a alloc.AgentID) string { return h.say(a, must(h.AgentFree(nil, a))) }

// gives has a framework give back CPUs of what it holds.
func (h *lendingHost) gives(f alloc.FrameworkID, role string, a alloc.AgentID, kind alloc.KindID, cpus alloc.Amount, refuse time.Duration) {
	h.t.Helper()
	require.NoError(h.t, h.RecoverResources(alloc.RecoverRequest{
		Now: h.Now(), Framework: f, Agent: a, Role: h.role(role), Resources: []alloc.Resource{alloc.ScalarOf(kind, cpus*alloc.Unit)}, RefuseFor: refuse,
	}))
	require.NoError(h.t, h.Validate())
}

func (h *lendingHost) suppresses(f alloc.FrameworkID, role string, on bool) {
	if on {
		require.NoError(h.t, h.SuppressOffers(f, h.roles(role)))
	} else {
		require.NoError(h.t, h.ReviveOffers(f, h.roles(role)))
	}
}

// restored goes on with a copy, which has to be in the same state.
func (h *lendingHost) restored() {
	var out, again bytes.Buffer
	require.NoError(h.t, h.Snapshot(&out))
	first := slices.Clone(out.Bytes())
	copied := must(core.Restore(&out))
	require.NoError(h.t, copied.Validate())
	require.Equal(h.t, h.Digest(), copied.Digest())
	require.NoError(h.t, copied.Snapshot(&again))
	require.Equal(h.t, first, again.Bytes())
	h.Allocator = copied
}

const borrows = alloc.RevocableResources

func TestAnIdleGuaranteeIsLentAndComesBack(t *testing.T) {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	a := h.agents(10)[0]
	h.lends("prod", 8, 6)
	batch := h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:2 to batch"}, h.after(0), "what is not lent comes first; a framework has one offer of an agent in a cycle")
	require.Equal(t, []string{"a1:~6 to batch"}, h.after(h.interval))
	require.Equal(t, "a1:2", h.free(a))
	require.Empty(t, h.after(h.interval), "no more than the most")
	h.restored()

	h.framework("prod", "prod", 0)
	require.Equal(t, []string{"a1:2 to prod", "begins: a1:~6 of batch for prod at 33s"}, h.after(h.interval))
	require.Len(t, h.Loans(nil), 1)
	require.Empty(t, h.after(29*time.Second), "it has been told")
	h.restored()
	require.Empty(t, h.after(time.Second), "it is due now, and not overdue")
	require.Equal(t, []string{"overdue: a1:~6 of batch for prod at 33s"}, h.after(h.interval))
	require.Equal(t, []string{"overdue: a1:~6 of batch for prod at 33s"}, h.after(h.interval))
	h.gives(batch, "batch", a, h.revocable, 6, 0)
	require.Equal(t, "a1:6", h.free(a))
	h.restored()
	require.Equal(t, []string{"a1:6 to prod"}, h.after(h.interval), "what comes back is the lender's")
	require.Empty(t, h.Loans(nil))
}

func TestARecallEndsWithItsNeed(t *testing.T) {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	a := h.agents(10)[0]
	h.lends("prod", 10, 10)
	batch := h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~10 to batch"}, h.after(0))
	prod := h.framework("prod", "prod", 0)
	require.Equal(t, []string{"begins: a1:~10 of batch for prod at 31s"}, h.after(h.interval))
	h.agents(4)
	require.Equal(t, []string{"a2:4 to prod", "ends: a1:~4 of batch for prod at 31s"}, h.after(h.interval), "as little as fills the need")
	require.Len(t, h.Loans(nil), 2)
	h.suppresses(prod, "prod", true)
	require.Equal(t, []string{"ends: a1:~6 of batch for prod at 31s"}, h.after(h.interval), "it does not ask any more")
	require.Len(t, h.Loans(nil), 1, "what was lent at once is one loan again")
	h.suppresses(prod, "prod", false)
	require.Equal(t, []string{"begins: a1:~6 of batch for prod at 34s"}, h.after(h.interval))
	h.restored()
	h.gives(batch, "batch", a, h.revocable, 5, 0)
	require.Equal(t, []string{"a1:5 to prod"}, h.after(h.interval))
	h.gives(batch, "batch", a, h.revocable, 1, 0)
	require.Equal(t, []string{"a1:1 to prod"}, h.after(h.interval), "the guarantee is met")
	require.Len(t, h.Loans(nil), 1)
	require.False(t, h.Loans(nil)[0].Recalled)
}

// After a recall the lender lends again after a time that doubles, and halves when loans end
// by themselves.
func TestLendingWaitsAfterARecall(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	a := h.agents(10)[0]
	h.lends("prod", 10, 10)
	batch := h.framework("batch", "batch", borrows)
	prod := h.framework("prod", "prod", 0)
	h.suppresses(prod, "prod", true)
	waits := []time.Duration{}
	for i := range 4 {
		lent := time.Duration(0)
		for len(h.Loans(nil)) == 0 {
			h.after(h.interval)
			lent += h.interval
		}
		if i > 0 {
			waits = append(waits, lent)
		}
		if i == 2 { // long enough to be a good time to lend
			h.after(time.Hour / 2)
			h.gives(batch, "batch", a, h.revocable, 10, 0)
			require.Equal(t, []string{"a1:~10 to batch"}, h.after(h.interval))
		}
		h.suppresses(prod, "prod", false)
		require.Len(t, h.after(h.interval), 1)
		h.gives(batch, "batch", a, h.revocable, 10, 0)
		require.Equal(t, []string{"a1:10 to prod"}, h.after(h.interval))
		h.gives(prod, "prod", a, h.cpus, 10, 0)
		h.suppresses(prod, "prod", true)
	}
	require.Equal(t, []time.Duration{9 * time.Second, 19 * time.Second, 19 * time.Second}, waits)
}

// Loans that end with their agent end by the names of who borrowed: what waits halve by does not depend on who came first.
func TestLoansOfAnAgentThatGoesEndByName(t *testing.T) {
	for _, names := range [][]string{{"b", "d"}, {"d", "b"}} {
		h := newLendingHost(t, alloc.Options{})
		a := h.agents(4)[0]
		h.lends("prod", 8, 8)
		borrowers := map[string]alloc.FrameworkID{}
		for i, name := range names {
			borrowers[name] = h.framework(name, name, borrows)
			total := h.of(alloc.Amount(4*(i+1)), 0)
			require.NoError(t, h.UpdateAgent(a, alloc.AgentUpdate{Total: &total}))
			require.Equal(t, []string{fmt.Sprintf("a1:~4 to %s", name)}, h.after(h.interval))
		}
		h.costs(borrowers["d"], "d", a, 5)
		h.guaranteed("l", 4)
		l := h.framework("l", "l", 0)
		require.Equal(t, []string{"begins: a1:~4 of b for l at 21s"}, h.after(9*time.Second))
		h.after(14 * time.Second)
		h.suppresses(l, "l", true)
		require.NoError(t, h.RemoveAgent(a))
		h.agents(8)
		lent := func() (sum alloc.Amount) {
			for _, x := range h.Loans(nil) {
				sum += x.Lent.Amount
			}
			return sum
		}
		for range 9 {
			h.after(h.interval)
		}
		require.Equal(t, 4*alloc.Unit, lent(), "the wait of %v halved", names)
		h.after(h.interval)
		require.Equal(t, 8*alloc.Unit, lent())
	}
}

// Two who hold as much of the pool for their weights borrow by name. What they hold is divided by the total as
// sorters divide, where the two are equal: 5 and 1.5 of 130.015, as doubles, by 10 and 3.
func TestEqualSharesOfThePoolGoByName(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.lends("prod", 200, 200)
	h.framework("p", "p", borrows)
	h.framework("s", "s", borrows)
	require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: h.role("p"), Weight: 10}, {Role: h.role("s"), Weight: 3}}))
	agent := func(id string, cpus alloc.Amount) alloc.AgentID {
		return must(h.AddAgent(alloc.AgentInfo{ID: id, Total: []alloc.Resource{alloc.ScalarOf(h.cpus, cpus)}}))
	}
	agent("a1", 5000)
	require.Equal(t, []string{"a1:~5 to p"}, h.after(h.interval))
	agent("a2", 1500)
	require.Equal(t, []string{"a2:~1.5 to s"}, h.after(h.interval))
	require.NoError(t, h.DeactivateAgent(agent("a3", 122_515)))
	agent("a4", 1000)
	require.Equal(t, []string{"a4:~1 to p"}, h.after(h.interval))
}

func TestReservationsAreLent(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	reserved := must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: "prod"}}}))
	h.lends("prod", 0, 7)
	a := must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: []alloc.Resource{alloc.ScalarOf(reserved, 10*alloc.Unit)}}))
	batch := h.framework("batch", "batch", borrows)
	h.framework("plain", "plain", 0)
	require.Equal(t, []string{"a1:~10 to batch"}, h.after(0), "the most is that of the guarantee")
	h.gives(batch, "batch", a, h.revocable, 3, time.Hour)
	h.framework("prod", "prod/web", 0)
	require.Equal(t, []string{"a1:3 to prod", "begins: a1:~7 of batch for prod at 11s"}, h.after(h.interval))
	h.restored()
	require.ErrorIs(t, h.UpdateAllocation(alloc.AllocationUpdate{
		Framework: batch, Agent: a, Role: h.role("batch"), Offered: []alloc.Resource{alloc.ScalarOf(h.revocable, alloc.Unit)},
		Conversions: []alloc.Conversion{{Consumed: []alloc.Resource{alloc.ScalarOf(h.revocable, alloc.Unit)}}},
	}), alloc.ErrNotAvailable, "what is lent cannot be converted")
	require.NoError(t, h.RemoveFramework(batch))
	require.Equal(t, "a1:7", h.free(a), "with its borrower a loan ends")
	require.Equal(t, []string{"a1:7 to prod"}, h.after(h.interval))
}

// loans says how much each loan is of, and for whom it is recalled.
func (h *lendingHost) loans() (list []string) {
	for _, l := range h.Loans(nil) {
		asks := ""
		if l.Recalled {
			asks = " for " + must(h.RoleName(l.For))
		}
		list = append(list, l.Lent.Amount.String()+asks)
	}
	return list
}

// Of what a framework gives back of several loans, what is recalled ends first, then the latest.
func TestWhichLoanEndsFirst(t *testing.T) {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	a := h.agents(8)[0]
	batch := h.framework("batch", "batch", borrows)
	h.lends("prod", 8, 4)
	require.Equal(t, []string{"a1:~4 to batch"}, h.after(0))
	h.lends("prod", 8, 8)
	require.Equal(t, []string{"a1:~4 to batch"}, h.after(h.interval))
	require.Equal(t, []string{"4", "4"}, h.loans())
	h.gives(batch, "batch", a, h.revocable, 3, 0)
	require.Equal(t, []string{"4", "1"}, h.loans())

	h = newHostWithGrace(t, 30*time.Second, alloc.Options{})
	a = h.agents(8)[0]
	batch = h.framework("batch", "batch", borrows)
	h.lends("ops", 4, 4)
	h.lends("prod", 4, 4)
	require.Equal(t, []string{"a1:~8 to batch"}, h.after(0))
	require.Equal(t, []string{"8"}, h.loans())
	h.framework("ops", "ops", 0)
	require.Equal(t, []string{"begins: a1:~4 of batch for ops at 31s"}, h.after(h.interval))
	h.gives(batch, "batch", a, h.revocable, 1, 0)
	require.Equal(t, []string{"3 for ops", "4"}, h.loans())
}

// A loan lasts for the least time, whatever the grace.
func TestALoanLastsForItsLeastTime(t *testing.T) {
	h := newLendingHost(t, alloc.Options{LendingLeast: time.Minute})
	h.agents(10)
	h.lends("prod", 10, 10)
	h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~10 to batch"}, h.after(2*time.Second))
	h.restored()
	h.framework("prod", "prod", 0)
	require.Equal(t, []string{"begins: a1:~10 of batch for prod at 1m2s"}, h.after(h.interval))
}

// What comes back is for the role for which it was recalled, though another is behind it now.
func TestWhatComesBackIsForWhoAsked(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	a := h.agents(6)[0]
	h.lends("prod", 6, 6)
	batch := h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~6 to batch"}, h.after(0))
	h.agents(6)
	h.framework("prod", "prod", 0)
	require.Equal(t, []string{"a2:6 to prod"}, h.after(h.interval))
	h.guaranteed("other", 3)
	h.framework("other", "other", 0)
	h.agents(1)
	require.Equal(t, []string{"a3:1 to other", "begins: a1:~2 of batch for other at 2s"}, h.after(h.interval))
	h.guaranteed("fresh", 2)
	h.framework("fresh", "fresh", 0)
	h.gives(batch, "batch", a, h.revocable, 2, 0)
	require.Equal(t, []string{"a1:2 to other", "begins: a1:~2 of batch for fresh at 3s"}, h.after(h.interval))
}

// What nobody wants is not lent: a guarantee is lent no further than it is unmet.
// Who comes first of those for whom one call gives back follows from their paths, and not from
// how resources are numbered.
func TestWhatComesBackGoesByPath(t *testing.T) {
	h := newLendingHost(t, alloc.Options{OfferGPUsToAll: true})
	a := must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: h.of(4, 4)}))
	most := []alloc.Resource{alloc.ScalarOf(h.revocable, 4*alloc.Unit), alloc.ScalarOf(must(h.InternKind(alloc.Kind{Name: "gpus", Revocable: true})), 4*alloc.Unit)}
	for i, role := range []string{"z", "a"} {
		name := []string{"cpus", "gpus"}[i]
		require.NoError(t, h.SetQuota(h.role(role), alloc.Quota{Guarantees: []alloc.Quantity{{Name: name, Amount: 4 * alloc.Unit}}}))
		require.NoError(t, h.SetLending(alloc.Lending{Role: h.role(role), Guarantee: true, Most: most[i : i+1]}))
	}
	batch := h.framework("batch", "batch", borrows)
	h.after(0)
	require.Len(t, h.Loans(nil), 2)
	h.framework("z", "z", 0)
	h.framework("a", "a", 0)
	h.after(h.interval)
	require.Len(t, h.cycle.Recalls, 2)
	require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Now: h.Now(), Framework: batch, Agent: a, Role: h.role("batch"), Resources: most}))
	h.after(h.interval)
	var order []string
	for o := range h.cycle.All() {
		order = append(order, must(h.RoleName(o.Role)))
	}
	require.Equal(t, []string{"a", "z"}, order)
}

func TestNoMoreIsLentThanIsGuaranteed(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	a := h.agents(10)[0]
	h.lends("prod", 8, 20)
	batch := h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:2 to batch"}, h.after(0))
	require.Equal(t, []string{"a1:~8 to batch"}, h.after(h.interval))
	h.gives(batch, "batch", a, h.cpus, 2, time.Hour)
	require.Empty(t, h.after(h.interval))
	require.Equal(t, "a1:2", h.free(a))
}

// What is lent is headroom: it can be recalled, and nothing else is kept back in its place.
// What nobody could be lent after the most was lent elsewhere can be when that comes back.
func TestAnotherAgentIsLentForOneThatIsRefused(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{AgentOrder: alloc.OrderPack})
	first := h.agents(4, 4)[0]
	h.lends("prod", 8, 4)
	batch := h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~4 to batch"}, h.after(0))
	require.Empty(t, h.after(h.interval))
	h.gives(batch, "batch", first, h.revocable, 4, time.Minute)
	require.Equal(t, []string{"a2:~4 to batch"}, h.after(h.interval))
}

func TestWhatIsLentIsHeadroom(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.agents(8)
	h.lends("prod", 8, 8)
	h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~8 to batch"}, h.after(0))
	h.agents(5)
	require.Equal(t, []string{"a2:5 to batch"}, h.after(h.interval))
}

// Until a loan is due, it is what its lender's guarantee can wait for. From then on, what is free
// is kept for it.
func TestWhatIsOverdueIsNoHeadroom(t *testing.T) {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	a := h.agents(10)[0]
	h.lends("prod", 8, 8)
	batch := h.framework("batch", "batch", 0)
	require.Equal(t, []string{"a1:2 to batch"}, h.after(0))
	h.framework("keeps", "keeps", borrows)
	require.Equal(t, []string{"a1:~8 to keeps"}, h.after(h.interval))
	prod := h.framework("prod", "prod", 0)
	h.gives(batch, "batch", a, h.cpus, 2, 0)
	require.Equal(t, []string{"a1:2 to prod", "begins: a1:~6 of keeps for prod at 32s"}, h.after(h.interval))
	h.gives(prod, "prod", a, h.cpus, 2, time.Hour)
	require.Empty(t, h.after(h.interval), "it would take all 8, and what is free is kept for it")
	require.Equal(t, []string{"overdue: a1:~6 of keeps for prod at 32s"}, h.after(time.Minute), "batch is not offered what is free")
	h.restored()
	require.Len(t, h.after(h.interval), 1)
}

// Nothing is lent to who does not take revocable resources, to the lender and what is below it,
// or to who has not given back in time.
func TestWhoIsLentNothing(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	a := h.agents(10)[0]
	h.lends("prod", 10, 10)
	h.framework("plain", "plain", 0)
	within := h.framework("within", "prod/web", borrows)
	require.Empty(t, h.after(0))
	require.NoError(t, h.RemoveFramework(within))

	batch := h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~10 to batch"}, h.after(h.interval))
	h.framework("prod", "prod", 0)
	require.Equal(t, []string{"begins: a1:~10 of batch for prod at 2s"}, h.after(h.interval))
	reserved := must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: "ops"}}}))
	h.lends("ops", 0, 4)
	must(h.AddAgent(alloc.AgentInfo{ID: "a2", Total: []alloc.Resource{alloc.ScalarOf(reserved, 4*alloc.Unit)}}))
	require.Equal(t, []string{"overdue: a1:~10 of batch for prod at 2s"}, h.after(h.interval))
	h.gives(batch, "batch", a, h.revocable, 10, 0)
	require.Equal(t, []string{"a1:10 to prod", "a2:~4 to batch"}, h.after(h.interval))
}

// Who owes for one role owes no longer once another one needs that instead, and has a time of its own to wait: in that
// cycle already it is lent something else.
func TestWhoOwesForAnotherRoleMayBorrow(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{NestedQuota: true})
	h.agents(1)
	h.lends("idle", 100, 100)
	must(h.AddFramework(alloc.FrameworkInfo{ID: "batch", Roles: h.roles("batch"), Capabilities: alloc.RevocableResources}))
	require.Equal(t, []string{"a1:~1 to batch"}, h.after(0))
	h.guaranteed("web", 1)
	h.framework("web", "web", 0)
	require.Equal(t, []string{"begins: a1:~1 of batch for web at 1s"}, h.after(h.interval))
	must(h.AddAgent(alloc.AgentInfo{ID: "old", Total: h.of(7, 0), Capabilities: new(alloc.Capabilities)})) // for frameworks of one role
	require.Equal(t, []string{"overdue: a1:~1 of batch for web at 1s"}, h.after(h.interval))
	h.guaranteed("web/shop", 1)
	h.framework("shop", "web/shop", 0)
	require.Equal(t, []string{"begins: a1:~1 of batch for web/shop at 3s", "ends: a1:~1 of batch for web at 1s", "old:~7 to batch",
		"overdue: a1:~1 of batch for web at 1s"}, h.after(h.interval))
}

// TestMetricsOfLoans: by lender and by borrower, and who owes what by name.
func TestMetricsOfLoans(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.agents(6, 4)
	h.lends("prod", 10, 10)
	h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~6 to batch", "a2:~4 to batch"}, h.after(0))
	h.framework("prod", "prod", 0)
	h.guaranteed("prod", 6)
	cpus := must2(h.FindResourceName("cpus"))
	of := func(x core.LoanMetrics) (list [4]alloc.Amount) {
		for i, row := range []quantities.Row{x.Lent, x.Borrowed, x.Recalled, x.Overdue} {
			list[i] = row.At(cpus) / alloc.Unit
		}
		return list
	}
	var m core.Metrics
	sums := func() map[string][4]alloc.Amount {
		h.Metrics(&m)
		got := map[string][4]alloc.Amount{"": of(m.Loans)}
		for _, x := range m.Roles {
			got[must(h.RoleName(x.Role))] = of(x.Loans)
		}
		return got
	}
	require.Equal(t, []string{"begins: a1:~6 of batch for prod at 1s"}, h.after(h.interval))
	require.Equal(t, map[string][4]alloc.Amount{"": {10, 10, 6}, "prod": {10}, "batch": {0, 10, 6}}, sums())
	require.Empty(t, m.Overdue)
	require.Equal(t, 10*alloc.Unit, m.Recallable.At(cpus))
	h.after(h.interval)
	require.Equal(t, map[string][4]alloc.Amount{"": {10, 10, 6, 6}, "prod": {10}, "batch": {0, 10, 6, 6}}, sums())
	require.Len(t, m.Overdue, 1)
	require.Equal(t, "batch", m.Overdue[0].FrameworkName)
	require.Equal(t, 6*alloc.Unit, m.Overdue[0].Amounts.At(cpus))
	require.Equal(t, 4*alloc.Unit, m.Recallable.At(cpus), "what is overdue may never come")
}

// What a borrower keeps on several agents is summed up.
func TestOverdueIsSummedUpByBorrower(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.agents(2, 2, 2)
	h.lends("prod", 6, 6)
	h.framework("batch", "batch", borrows)
	require.Len(t, h.after(0), 3)
	h.framework("prod", "prod", 0)
	h.after(time.Second)
	h.after(time.Second)
	var m core.Metrics
	h.Metrics(&m)
	require.Len(t, m.Overdue, 1)
	require.Equal(t, 6*alloc.Unit, m.Overdue[0].Amounts.At(must2(h.FindResourceName("cpus"))))
}

// The state has who lends and what is lent, and nothing of either where nobody lends.
func TestStateHasLoans(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.agents(6, 4)
	batch := h.framework("batch", "batch", borrows)
	lending := func() string {
		var state struct{ Lenders, Loans json.RawMessage }
		require.NoError(t, json.Unmarshal(h.AppendState(nil), &state))
		return string(state.Lenders) + string(state.Loans)
	}
	require.Empty(t, lending())
	h.lends("prod", 10, 10)
	require.Equal(t, []string{"a1:~6 to batch", "a2:~4 to batch"}, h.after(0))
	h.framework("prod", "prod", 0)
	h.guaranteed("prod", 6)
	require.Equal(t, []string{"begins: a1:~6 of batch for prod at 1s"}, h.after(h.interval))
	of := func(overdue bool) string {
		return fmt.Sprintf(`[{"role":"prod","guarantee":true,"reservations":true,"most":{"cpus":10}}]`+
			`[{"agent":"a1","framework":"batch","role":"batch","resource":"cpus","amount":6,"reserved":false,"since_ns":0,`+
			`"recalled_for":"prod","due_ns":1000000000,"overdue":%v},`+
			`{"agent":"a2","framework":"batch","role":"batch","resource":"cpus","amount":4,"reserved":false,"since_ns":0}]`, overdue)
	}
	require.Equal(t, of(false), lending())
	h.after(h.interval)
	require.Equal(t, of(true), lending())
	h.gives(batch, "batch", must2(h.FindAgent("a1")), h.revocable, 6, 0)
	require.NotContains(t, lending(), `"a1"`)
}

// Of the lender's frameworks one is suppressed, and what comes back would be too little for the
// other: nobody asks.
func TestNothingIsRecalledForWhoDoesNotAsk(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.agents(10)
	h.lends("prod", 10, 10)
	h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~10 to batch"}, h.after(0))
	h.suppresses(h.framework("suppressed", "prod", 0), "prod", true)
	must(h.AddFramework(alloc.FrameworkInfo{
		ID: "large", Roles: h.roles("prod"), Capabilities: alloc.MultiRole, MinAllocatable: []alloc.RoleMinimum{h.least("prod", 20)},
	}))
	require.Empty(t, h.after(h.interval))
}

// Agents come in the order of the guarantee stage; nobody is asked for more than is needed.
func TestWhereSomethingIsRecalled(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.lends("prod", 100, 100)
	h.framework("x", "x", borrows)
	h.framework("y", "y", borrows)
	h.agents(4)
	require.Equal(t, []string{"a1:~4 to x"}, h.after(0))
	h.agents(1, 2, 2, 3)
	require.Equal(t, []string{"a2:~1 to y", "a3:~2 to y", "a4:~2 to y", "a5:~3 to x"}, h.after(h.interval))
	h.framework("prod", "prod", 0)
	h.guaranteed("prod", 6)
	require.Equal(t, []string{"begins: a1:~4 of x for prod at 2s", "begins: a2:~1 of y for prod at 2s", "begins: a3:~1 of y for prod at 2s"}, h.after(h.interval))
}

// A recall may be for a role that lends nothing: what its guarantee needs is lent, and the
// lender has got its own from elsewhere.
func TestASurplusIsRecalledForOthers(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.agents(6)
	h.lends("prod", 6, 6)
	h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~6 to batch"}, h.after(0))
	h.agents(6)
	h.framework("prod", "prod", 0)
	require.Equal(t, []string{"a2:6 to prod"}, h.after(h.interval), "nothing is recalled of what is not needed")
	h.guaranteed("other", 2)
	h.framework("other", "other", 0)
	require.Equal(t, []string{"begins: a1:~2 of batch for other at 2s"}, h.after(h.interval))
	h.restored()
}

// What is lent of an agent that shrinks is held like anything else.
func TestAnAgentThatShrinksHasLentIt(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	a := h.agents(10)[0]
	h.lends("prod", 10, 10)
	batch := h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~10 to batch"}, h.after(0))
	total := h.of(4, 0)
	require.NoError(t, h.UpdateAgent(a, alloc.AgentUpdate{Total: &total}))
	h.restored()
	require.Empty(t, h.after(h.interval))
	h.gives(batch, "batch", a, h.revocable, 7, 0)
	require.Equal(t, "a1:1", h.free(a))
	h.gives(batch, "batch", a, h.revocable, 3, 0)
	require.Equal(t, "a1:4", h.free(a))
	h.after(h.interval)
	require.NoError(t, h.RemoveAgent(a))
	require.NoError(t, h.Validate())
	require.Empty(t, h.Loans(nil))
}

func TestWhatCannotBeLent(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	prod := h.role("prod")
	before := h.Digest()
	for want, l := range map[error]alloc.Lending{
		alloc.ErrUnknownRole: {Role: 4711},
		alloc.ErrInvalid:     {Role: prod, Most: h.of(1, 0)},
		alloc.ErrUnknownKind: {Role: prod, Most: []alloc.Resource{alloc.ScalarOf(4711, 1)}},
		alloc.ErrAmount:      {Role: prod, Most: []alloc.Resource{alloc.ScalarOf(h.revocable, -1)}},
	} {
		require.ErrorIs(t, h.SetLending(l), want)
	}
	require.Equal(t, before, h.Digest())
	for _, d := range []time.Duration{-1, alloc.MaxGrace + 1} {
		for _, o := range []alloc.Options{{LendingGrace: d}, {LendingLeast: d}} {
			_, err := core.New(o)
			require.ErrorIs(t, err, alloc.ErrInvalid)
		}
	}
}

// TestMoreIsLentOfAnAgentOfWhichTooLittleWas: who would not take what lenders had room for is asked
// again when that becomes more, whatever it is that has changed.
func TestMoreIsLentOfAnAgentOfWhichTooLittleWas(t *testing.T) {
	begin := func(t *testing.T) *lendingHost {
		h := newHostWithGrace(t, 0, alloc.Options{NestedQuota: true})
		eight := [][]alloc.Quantity{{{Name: "cpus", Amount: 8 * alloc.Unit}}}
		role := h.role("b")
		must(h.AddFramework(alloc.FrameworkInfo{ID: "b", Roles: []alloc.RoleID{role}, Capabilities: alloc.MultiRole | alloc.RevocableResources,
			MinAllocatable: []alloc.RoleMinimum{{Role: role, Lists: eight}}}))
		return h
	}
	t.Run("one of what is lent of one agent, and not of the next", func(t *testing.T) {
		h := begin(t)
		h.lends("p", 100, 8)
		h.agents(7, 8, 7, 8)
		require.Len(t, h.after(h.interval), 1)
		h.lends("p", 100, 12)
		require.Empty(t, h.after(h.interval))
		h.lends("p", 100, 16)
		require.Len(t, h.after(h.interval), 1)
	})
}
