package cycle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
)

// cluster is a state with the cycle that decides on it. Agents are visited by id.
type cluster struct {
	*statetest.State
	cycle *cycle.Cycle
	out   alloc.Cycle
}

func newCluster(t *testing.T, options alloc.Options) *cluster {
	options.AgentOrder = alloc.OrderByID
	s := statetest.New(t, options)
	return &cluster{State: s, cycle: cycle.New(s.State)}
}

func (c *cluster) agent(name, total string) slots.Agent {
	return c.Agent(alloc.AgentInfo{ID: name}, total)
}

// offers runs a cycle of all agents, and returns what it offers, in order: "a to f as web: cpus:4".
func (c *cluster) offers(t *testing.T) []string {
	c.Schedule.RequestAll(c.Agents.Alive)
	c.out = alloc.Cycle{}
	c.Schedule.Counters.CycleRuns(c.Schedule.Now)
	c.cycle.Run(&c.out)
	c.Schedule.CycleIsOver(true)
	c.Check()
	require.NoError(t, c.cycle.Validate())
	list := []string{}
	for o, resources := range c.out.All() {
		g, _, err := c.Agents.AgentOf(o.Agent)
		require.Nil(t, err)
		f, fslot, err := c.Frameworks.FrameworkOf(o.Framework)
		require.Nil(t, err)
		var b resource.Bag
		require.Nil(t, c.Kinds.ReadBag(&b, resources, "offer"))
		i := g.FindEntry(c.Frameworks.FindSubscription(fslot, o.Role))
		require.True(t, c.Ledger.Entries.At(i).Held().Contains(&b), "what is offered is held")
		list = append(list, g.Name+" to "+f.Name+" as "+c.Roles.Path(o.Role)+": "+c.Kinds.Format(&b))
	}
	slices.Sort(list)
	return list
}

// What is free goes to whoever is furthest below its fair share, all of an agent to one.
func TestWhatIsFreeGoesByFairShare(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	for _, name := range []string{"a", "b", "c", "d"} {
		c.agent(name, "cpus:4")
	}
	c.Framework("f", "web")
	c.Framework("g", "web")
	c.Framework("h", "db")
	require.Equal(t, []string{"a to h as db: cpus:4", "b to f as web: cpus:4", "c to h as db: cpus:4", "d to g as web: cpus:4"}, c.offers(t))
	require.Empty(t, c.offers(t), "nothing is free")
	require.EqualValues(t, 4, c.Schedule.Counters.Offers)
	require.True(t, c.out.Report.HasQuota == false && c.out.Report.Candidates == 4)
}

// Nobody is offered what it may not have, and whoever may is asked next.
func TestWhoMayNotHaveItIsPassedOver(t *testing.T) {
	c := newCluster(t, alloc.Options{MinAllocatable: [][]alloc.Quantity{{{Name: "cpus", Amount: 1000}}}})
	first, second := c.Framework("f", "web"), c.Framework("g", "web", alloc.GPUResources)
	slot := c.agent("a", "cpus:2; gpus:1")
	require.Equal(t, []string{"a to g as web: cpus:2; gpus:1"}, c.offers(t))
	c.GiveBack(slot, second, "cpus:0.5; gpus:1")
	require.Empty(t, c.offers(t), "too little is free")
	c.GiveBack(slot, second, "cpus:1.5")
	c.Frameworks.AddFilter(slot, second, c.Bag("cpus:2; gpus:1"), 0, 100)
	c.Ledger.ApplyTotal(slot, c.Bag("cpus:2"))
	require.Equal(t, []string{"a to f as web: cpus:2"}, c.offers(t))
	c.GiveBack(slot, first, "cpus:2")
	c.Agents.Activate(slot, false)
	require.Empty(t, c.offers(t))
	c.Agents.Activate(slot, true)
	require.Len(t, c.offers(t), 1)
}

// A role gets no more than its limit, and what is reserved for it besides.
func TestLimitsBindARole(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	m := c.Framework("f", "web")
	slot := c.agent("a", "cpus:4; cpus(web):2; mem:8; ports:[1-5]")
	c.Quota("web", "nothing", "cpus:5")
	require.Equal(t, []string{"a to f as web: cpus:3; cpus(web):2; mem:8; ports:[1-5]"}, c.offers(t))
	c.GiveBack(slot, m, "cpus:1; cpus(web):2")
	require.Equal(t, []string{"a to f as web: cpus:1; cpus(web):2"}, c.offers(t), "what is reserved counts anyway")
	c.agent("b", "cpus:4")
	c.agent("c", "cpus:4")
	c.Quota("web", "nothing", "cpus:10")
	require.Equal(t, []string{"a to f as web: cpus:1", "b to f as web: cpus:4"}, c.offers(t), "what it was offered in this cycle counts")
}

// Guarantees come first, whatever the shares, and what they lack is kept for them.
func TestGuaranteesComeFirst(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	m := c.Framework("f", "web")
	slots := []slots.Agent{c.agent("a", "cpus:4"), c.agent("b", "cpus:4"), c.agent("c", "cpus:4")}
	require.Len(t, c.offers(t), 3)
	db := c.Framework("g", "db")
	c.Quota("web", "cpus:12", "nothing")
	for _, slot := range slots[:2] {
		c.GiveBack(slot, m, "cpus:4")
	}
	require.Equal(t, []string{"a to f as web: cpus:4", "b to f as web: cpus:4"}, c.offers(t))
	c.Frameworks.Suppress(m)
	for _, slot := range slots {
		c.GiveBack(slot, m, "cpus:4")
	}
	require.Empty(t, c.offers(t), "all is kept for the guarantee")
	report := &c.out.Report
	require.Equal(t, "cpus:12 of cpus:12, cpus:12 held back", c.Kinds.FormatRow(report.RequiredAfter)+" of "+c.Kinds.FormatRow(report.AvailableAfter)+", "+c.Kinds.FormatRow(report.HeldBack)+" held back")
	c.Quota("web", "cpus:7", "nothing")
	require.Equal(t, []string{"a to g as db: cpus:4", "b to g as db: cpus:1"}, c.offers(t))
	c.GiveBack(slots[0], db, "cpus:4")
	c.Frameworks.Revive(m)
	c.Changes.SubscriptionsChanged(m)
	require.Equal(t, []string{"a to f as web: cpus:4", "b to f as web: cpus:3", "c to g as db: cpus:4"}, c.offers(t))
}

// A role is offered what its guarantee lacks once, however many frameworks it has.
func TestAGuaranteeIsFilledOnce(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	c.Framework("f", "web")
	c.Framework("g", "web")
	c.agent("a", "cpus:4")
	c.Quota("web", "cpus:2", "nothing")
	c.Quota("db", "cpus:2", "nothing")
	require.Equal(t, []string{"a to f as web: cpus:2"}, c.offers(t))
}

// What a framework is offered of an agent in both stages is one offer: what is reserved for a role above
// comes with the second.
func TestBothStagesMakeOneOffer(t *testing.T) {
	c := newCluster(t, alloc.Options{NestedQuota: true})
	c.Framework("f", "web/a")
	c.agent("a", "cpus:4; disk:6; mem(web):3; disk(web)(web/x):2")
	c.Quota("web/a", "cpus:1", "nothing")
	require.Equal(t, []string{"a to f as web/a: cpus:4; disk:6; mem(web):3"}, c.offers(t))
	require.Len(t, c.out.Offers, 1)
}

// Who holds something on an agent that is to go down is asked to leave it once, until it answers.
func TestInverseOffersAreMadeOnce(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	m, other := c.Framework("f", "web"), c.Framework("g", "db")
	slot := c.agent("a", "cpus:4")
	c.Offer(slot, m, "cpus:2")
	c.Offer(slot, other, "cpus:2")
	c.Frameworks.Deactivate(c.Frameworks.At(c.Frameworks.ByName["g"]))
	asked := func() (names []string) {
		require.Empty(t, c.offers(t))
		for _, o := range c.out.InverseOffers {
			f, _, err := c.Frameworks.FrameworkOf(o.Framework)
			require.Nil(t, err)
			names = append(names, f.Name)
			require.EqualValues(t, 50, o.Unavailability.Start)
		}
		return names
	}
	require.Empty(t, asked())
	c.Agents.SetUnavailability(slot, &alloc.Unavailability{Start: 50})
	require.Equal(t, []string{"f"}, asked(), "g is not connected")
	require.Empty(t, asked())
	c.Agents.InverseOffersChanged(slot)
	require.Empty(t, asked())
	g := c.Agents.At(slot)
	g.Maintenance.Answer("f", alloc.Decline)
	g.Maintenance.AddFilter(c.Frameworks.ByName["f"], 10)
	c.Agents.InverseOffersChanged(slot)
	require.Empty(t, asked())
	c.Schedule.AdvanceTo(10)
	require.Equal(t, []string{"f"}, asked(), "its filter has ended")
}

// The same state and number of a cycle give the same outcome; the draws of cycles and stages differ.
func TestTheSameCycleGivesTheSameOffers(t *testing.T) {
	run := func() []string {
		c := newCluster(t, alloc.Options{RoleSorter: alloc.Random, FrameworkSorter: alloc.Random, Seed: 3})
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			c.agent(name, "cpus:1")
		}
		for _, name := range []string{"f", "g", "h"} {
			c.Framework(name, name)
			c.Framework(name, "shared")
		}
		return c.offers(t)
	}
	require.Equal(t, run(), run())
	seen := map[uint64]bool{}
	for n := range uint64(100) {
		for stage := range uint64(2) {
			seen[cycle.DrawsOf(n, stage+1)] = true
		}
	}
	require.Len(t, seen, 200)
}

// What quota leaves of an offer is within limits and, of that, beyond the headroom. Quota bounds neither
// what is reserved or revocable, nor ranges; a disk fits whole or not at all.
func TestWhatQuotaLeavesOfAnOffer(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	var report alloc.Report
	report.AvailableAfter, report.RequiredAfter = c.Row("cpus:10; mem:10; disk:10"), c.Row("cpus:8; mem:3")
	s := cycle.NewShrinker(c.State.State, &report)
	offer := "cpus:4; cpus(web):7; cpus{revocable}:7; mem:4; disk[volume v]:5; ports:[1-5]"
	for _, x := range []struct {
		limits        string
		needsHeadroom bool
		want          string
		isCut         bool
	}{
		{"none", false, offer, false},
		{"cpus:3", false, "cpus:3; cpus(web):7; cpus{revocable}:7; mem:4; disk[volume v]:5; ports:[1-5]", true},
		{"cpus:9; mem:9", false, offer, false},
		{"disk:4.999", false, "cpus:4; cpus(web):7; cpus{revocable}:7; mem:4; ports:[1-5]", true},
		{"none", true, "cpus:2; cpus(web):7; cpus{revocable}:7; mem:4; disk[volume v]:5; ports:[1-5]", true},
		{"cpus:1; mem:0", true, "cpus:1; cpus(web):7; cpus{revocable}:7; disk[volume v]:5; ports:[1-5]", true},
	} {
		var limits *roles.Limits
		if x.limits != "none" {
			limits = new(roles.Limits)
			for _, r := range c.Resources(x.limits) {
				limits.Set(c.Kinds.Get(c.Kinds.ItemOf(r.Kind)).Name, r.Amount)
			}
		}
		s.Consider(0, 1)
		within, isCut := s.ShrinkToQuota(c.Bag(offer), limits, x.needsHeadroom)
		require.True(t, c.Bag(x.want).Equal(within), "%s, %v: %s", x.limits, x.needsHeadroom, c.Kinds.Format(within))
		require.Equal(t, x.isCut, isCut, x.limits)
	}
	require.Equal(t, "cpus:2", c.Kinds.FormatRow(report.HeldBack))
	require.Equal(t, 1, report.HeldBackAgents)
}

// An offer of the guarantee stage fills what is lacking; with it go what is within limits and beyond the
// headroom, and what is the role's own.
func TestAnOfferThatFillsAGuarantee(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	var report alloc.Report
	report.AvailableAfter, report.RequiredAfter = c.Row("cpus:10; mem:10"), c.Row("cpus:9; mem:10")
	s := cycle.NewShrinker(c.State.State, &report)
	fill := func(offer, lacks, limits string) string {
		l := &roles.Limits{}
		for _, r := range c.Resources(limits) {
			l.Set(c.Kinds.Get(c.Kinds.ItemOf(r.Kind)).Name, r.Amount)
		}
		s.Consider(0, 1)
		x, ok := s.FillingOffer(c.Role("web"), c.Bag(offer), c.Row(lacks), l)
		if !ok {
			return "nothing"
		}
		return c.Kinds.Format(x.Offer)
	}
	require.Equal(t, "cpus:3; ports:[1-5]", fill("cpus:8; mem:4; ports:[1-5]", "cpus:2", "nothing"), "one cpu is beyond the headroom")
	require.Equal(t, "cpus:2; mem:1", fill("cpus:2; mem:1", "cpus:8; mem:8", "nothing"))
	require.Equal(t, "cpus:2", fill("cpus:8", "cpus:2", "cpus:2"), "the limit leaves no more")
	require.Equal(t, "cpus:2; cpus(web):3; cpus{revocable}:1", fill("cpus:2; cpus(web):3; cpus(web)(web/x):4; cpus{revocable}:1", "cpus:2", "nothing"))
	require.Equal(t, "nothing", fill("mem:4; ports:[1-5]; cpus(web):1", "cpus:2", "nothing"))
}
