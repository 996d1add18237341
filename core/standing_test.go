package core_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/quantities"
)

// exampleOfStandings is the cluster of docs/standing.md: of 100 CPUs prod is guaranteed 40 and uses 12, dev uses 8, and
// both ask for no more. Batch, which always asks, holds what is left, and what prod lends.
func exampleOfStandings(t *testing.T) *lendingHost {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	agents := h.agents(slices.Repeat([]alloc.Amount{10}, 10)...)
	h.lends("prod", 40, 40)
	for _, x := range []struct {
		name string
		uses []alloc.Amount // by agent
	}{{"prod", []alloc.Amount{6, 6}}, {"dev", []alloc.Amount{0, 0, 8}}} {
		f := h.framework(x.name, x.name, 0)
		h.after(time.Second)
		for i, a := range agents {
			keeps := alloc.Amount(0)
			if i < len(x.uses) {
				keeps = x.uses[i]
			}
			if list := must(h.OfferedOrAllocated(nil, a, f, h.role(x.name))); len(list) > 0 {
				if back := list[0].Amount/alloc.Unit - keeps; back > 0 {
					h.gives(f, x.name, a, h.cpus, back, 0)
				}
				if keeps > 0 {
					require.NoError(t, h.TransitionOfferedToAllocated(a, h.role(x.name), h.of(keeps, 0)))
				}
			}
		}
		h.suppresses(f, x.name, true)
	}
	h.framework("batch", "batch", borrows)
	h.after(time.Second)
	h.after(time.Second)
	return h
}

func TestStandingsOfAClusterThatLends(t *testing.T) {
	h := exampleOfStandings(t)
	before := h.Digest()
	s := h.Standings()
	require.Equal(t, before, h.Digest())
	of := func(role string) map[string]string { return figuresOf(&s.Role(h.role(role)).Standing) }
	require.Equal(t, map[string]string{
		"deserved": "33.334", "asks": "100", "fair": "52", "holds": "80", "offered": "80", "borrowed": "28", "exposed": "28",
	}, of("batch"))
	require.Equal(t, map[string]string{"deserved": "33.333", "asks": "8", "fair": "8", "holds": "8"}, of("dev"))
	require.Equal(t, map[string]string{
		"deserved": "33.333", "asks": "12", "fair": "12", "holds": "12", "guaranteed": "40", "met": "12", "kept": "28", "lent": "28",
	}, of("prod"))
	require.Equal(t, map[string]string{
		"deserved": "100", "asks": "100", "fair": "72", "holds": "100", "offered": "80", "guaranteed": "40", "met": "12", "kept": "28",
		"borrowed": "28", "exposed": "28", "lent": "28",
	}, figuresOf(&s.All))
	require.Equal(t, []alloc.Amount{0}, s.NotAsked)
	require.True(t, s.Role(h.role("batch")).IsAsking && !s.Role(h.role("dev")).IsAsking)
	batch, _ := h.FindFramework("batch")
	require.Equal(t, of("batch"), figuresOf(&s.Framework(batch, h.role("batch")).Standing))
	require.Nil(t, s.Framework(batch, h.role("dev")))
	require.Nil(t, s.Role(h.role("nobody's")))

	prod, _ := h.FindFramework("prod")
	h.suppresses(prod, "prod", false)
	h.after(time.Second)
	s = h.Standings()
	require.Equal(t, map[string]string{
		"deserved": "33.334", "asks": "100", "fair": "46", "holds": "80", "offered": "80", "borrowed": "28",
	}, of("batch"), "all that was lent is recalled")
	require.Equal(t, "46", of("prod")["fair"])
}

// figuresOf says of each figure that is not 0 how many CPUs it is.
func figuresOf(of *alloc.Standing) map[string]string {
	x := map[string]string{}
	for i, v := range of.Figures[0].List() {
		if v != 0 {
			x[alloc.FigureNames[i]] = v.String()
		}
	}
	return x
}

// Those whose demand is known get no more than that, and what they leave goes to the others.
func TestStandingsOfRequests(t *testing.T) {
	h := exampleOfStandings(t)
	batch, _ := h.FindFramework("batch")
	dev, _ := h.FindFramework("dev")
	of := func(cpus alloc.Amount) alloc.Request {
		return alloc.Request{Framework: dev, Role: h.role("dev"), Amounts: quantities.NewRow(cpus * alloc.Unit)}
	}
	s := must(h.RequestedStandings([]alloc.Request{of(10), {Framework: batch, Role: h.role("batch")}}))
	require.Equal(t, map[string]string{"deserved": "33.333", "asks": "18", "fair": "18", "holds": "8"}, figuresOf(&s.Role(h.role("dev")).Standing))
	require.Equal(t, "42", s.Role(h.role("batch")).Figures[0].Fair.String(), "of the 80 that it holds and asks for, what the others and the 28 that are kept leave")
	require.True(t, s.Role(h.role("dev")).IsAsking && !s.Role(h.role("batch")).IsAsking)
	share := s.Share(&s.Role(h.role("dev")).Standing, 0)
	require.InDelta(t, 0.1, share.Lacks(), 1e-9)
	require.InDelta(t, 0.1, share.Starved(), 1e-9, "all is held")
	s = must(h.RequestedStandings([]alloc.Request{of(quantities.MaxSum / alloc.Unit)}))
	require.Equal(t, "30", s.Role(h.role("dev")).Figures[0].Fair.String(), "half of what prod leaves and is not kept for it")
	s = must(h.RequestedStandings(nil))
	require.Equal(t, h.Standings().Role(h.role("dev")).Figures[0], s.Role(h.role("dev")).Figures[0])

	for code, wrong := range map[alloc.Code]alloc.Request{
		alloc.CodeUnknownFramework: {Framework: 1 << 40, Role: h.role("dev")}, alloc.CodeUnknownRole: {Framework: dev, Role: 1 << 20},
		alloc.CodeNotSubscribed: {Framework: dev, Role: h.role("batch")}, alloc.CodeAmount: of(-1),
	} {
		_, err := h.RequestedStandings([]alloc.Request{of(1), wrong})
		require.ErrorIs(t, err, &alloc.Error{Code: code})
		require.ErrorContains(t, err, "request 1")
	}
}

// Several filters on one agent are no refusal of another one.
func TestWhoRefusesAnAgentTwiceStillAsks(t *testing.T) {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	agents := h.agents(8, 8)
	web := h.framework("web", "web", 0)
	h.after(time.Second)
	refuses := func(agent alloc.AgentID, cpus alloc.Amount) {
		require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
			Now: h.Now(), Framework: web, Agent: agent, Role: h.role("web"), Resources: h.of(cpus, 0), RefuseFor: time.Hour,
		}))
	}
	asks := func() (is, load bool) {
		return h.Standings().Role(h.role("web")).IsAsking, !h.SubscriptionLoads(nil)[0].KeptFromAll
	}
	refuses(agents[0], 4)
	refuses(agents[0], 3)
	is, load := asks()
	require.True(t, is && load)
	refuses(agents[1], 8)
	is, load = asks()
	require.False(t, is || load)
	for _, agent := range agents {
		require.NoError(t, h.RemoveAgent(agent))
	}
	_, load = asks()
	require.True(t, load, "nothing keeps it from agents that there are none of")
}

// A sentence for each case that docs/standing.md has.
func TestWhyANeighbourHasMore(t *testing.T) {
	h := exampleOfStandings(t)
	require.Equal(t, "Role batch holds 80 % of all cpus where 52 % is fair, since role dev asks for 8 % of the 33.3 % that it deserves; "+
		"28 % of all is lent to it by role prod, and due back within 30 s of a recall; role prod holds 12 % where 12 % is fair, since it asks for no more.",
		h.sentence("prod", "batch"))
	batch, _ := h.FindFramework("batch")
	x := must(h.ExplainStanding(alloc.StandingQuestion{Role: h.role("prod"), OtherRole: h.role("batch"), OtherFramework: batch}))
	require.Contains(t, x.Comparison.Sentence(), "batch in role batch holds", "a name is written as it is")
	x = must(h.ExplainStanding(alloc.StandingQuestion{Role: h.role("prod"), OtherRole: h.role("batch")}))
	x.Hide(explain.Hidden{Role: func(id alloc.RoleID) bool { return id == h.role("dev") || id == h.role("prod") }})
	require.Len(t, x.List, 0)
	require.Contains(t, x.String(), "since 1 role that you may not view asks for 8 %")
	require.Contains(t, x.String(), "lent to it by 1 role that you may not view")
	require.NotContains(t, string(must(x.MarshalJSON())), "dev")

	prod, _ := h.FindFramework("prod")
	h.suppresses(prod, "prod", false)
	h.after(time.Second)
	h.Advance(h.Now().Add(5 * time.Second))
	require.Contains(t, h.sentence("prod", "batch"), "due back within 25 s of a recall, as 28 % is recalled already")
	require.NoError(t, h.SetQuota(h.role("prod"), alloc.Quota{
		Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 20 * alloc.Unit}}, Limits: []alloc.Quantity{{Name: "cpus", Amount: 20 * alloc.Unit}},
	}))
	require.Contains(t, h.sentence("prod", "batch"), "role prod holds 12 % where 20 % is fair, since limits allow it no more than 20 %.")
	h.guaranteed("prod", 70)
	require.Contains(t, h.sentence("batch", "prod"), "Role prod holds 12 % of all cpus where 70 % is fair, since 70 % is guaranteed to it, or reserved for it; "+
		"role batch holds 80 % where 22 % is fair, since 70 % is guaranteed to role prod, or reserved for it;")
	h.suppresses(prod, "prod", true)
	require.Contains(t, h.sentence("prod", "batch"), "where 22 % is fair, since 58 % is kept for role prod, which does not ask for it;")
}

// TestWhatMovesAFairShare: a limit below what is held is named, and so is the role below for which something is kept; what
// is kept does not matter where guarantees leave nothing of it, nor do siblings of who has its guarantee or limit.
func TestWhatMovesAFairShare(t *testing.T) {
	h := exampleOfStandings(t)
	require.NoError(t, h.SetQuota(h.role("dev"), alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 6 * alloc.Unit}}}))
	require.Contains(t, h.sentence("batch", "dev"), "Role dev holds 8 % of all cpus where 6 % is fair, since limits allow it no more than 6 %;")

	h = newHostWithGrace(t, 0, alloc.Options{NestedQuota: true})
	h.agents(slices.Repeat([]alloc.Amount{10}, 10)...)
	h.guaranteed("prod/db", 60)
	for _, role := range []string{"prod", "prod/web", "batch"} {
		h.framework(strings.ReplaceAll(role, "/", "-"), role, 0)
	}
	h.after(time.Second)
	require.Contains(t, h.sentence("prod", "batch"), "where 20 % is fair, since 60 % is kept for role prod/db, which does not ask for it;")
	require.Contains(t, h.sentence("batch", "prod"), "where 20 % is fair, since 60 % is kept for role prod/db, which does not ask for it;")
	require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: h.role("prod/db"), Weight: 10}}))
	require.Contains(t, h.sentence("batch", "prod/web"), "where 10 % is fair, since role prod/db asks for 0 % of the 41.7 % that it deserves;",
		"what is kept is not divided below prod")
	h.guaranteed("prod", 90)
	for _, role := range []string{"prod", "prod/web"} {
		f, _ := h.FindFramework(strings.ReplaceAll(role, "/", "-"))
		h.suppresses(f, role, true)
	}
	require.Contains(t, h.sentence("prod/web", "batch"), "since 70 % is kept for role prod, which does not ask for it;", "that is more than what is kept for prod/db")

	h = newHostWithGrace(t, 0, alloc.Options{})
	h.agents(slices.Repeat([]alloc.Amount{10}, 10)...)
	h.guaranteed("a", 51)
	h.framework("b", "b", 0)
	asks, not := h.framework("asks", "a", 0), h.framework("not", "a", 0)
	h.suppresses(not, "a", true)
	of := alloc.StandingQuestion{Role: h.role("b"), OtherRole: h.role("a"), OtherFramework: asks}
	require.Contains(t, must(h.ExplainStanding(of)).Comparison.Sentence(), "where 51 % is fair, since not in role a asks for 0 % of the 25 % that it deserves;",
		"the guarantee gives its role 1 % more")
}

// TestOfWhomANeighbourHasBorrowed: not of itself, and not of who has lent reservations to others alone.
func TestOfWhomANeighbourHasBorrowed(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	reserved := must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Role: "r", Type: alloc.Static}}}))
	most := []alloc.Resource{alloc.ScalarOf(h.revocable, alloc.Unit)}
	require.NoError(t, h.SetLending(alloc.Lending{Role: h.role("r"), Reservations: true, Most: most}))
	must(h.AddAgent(alloc.AgentInfo{ID: "reserved", Total: []alloc.Resource{alloc.ScalarOf(reserved, 6*alloc.Unit)}}))
	x := h.framework("x", "x", borrows)
	require.Equal(t, []string{"reserved:~6 to x"}, h.after(time.Second))
	h.suppresses(x, "x", true)

	h.lends("a", 5, 5)
	h.lends("c", 8, 8)
	least := []alloc.RoleMinimum{h.least("a", 7)} // so it is not offered what its guarantee lacks
	must(h.AddFramework(alloc.FrameworkInfo{ID: "a", Roles: h.roles("a"), Capabilities: alloc.MultiRole | borrows, MinAllocatable: least}))
	h.agents(14)
	require.Equal(t, []string{"a1:~8 to a"}, h.after(time.Second))
	h.framework("b", "b", borrows)
	require.Equal(t, []string{"a1:1 to b"}, h.after(time.Second))
	require.Equal(t, []string{"a1:~5 to b"}, h.after(time.Second))
	require.Contains(t, h.sentence("c", "x"), "; 30 % of all is lent to it by role r, and due back")
	require.Contains(t, h.sentence("c", "a"), "; 40 % of all is lent to it by role c, and due back")
	require.Contains(t, h.sentence("c", "b"), "; 25 % of all is lent to it by role c and 1 other role, and due back")
	h.guaranteed("c", 1)
	require.Contains(t, h.sentence("c", "a"), "; 40 % of all is lent to it, a part of it by role c, and due back")
}

func (h *lendingHost) sentence(own, other string) string {
	return must(h.ExplainStanding(alloc.StandingQuestion{Role: h.role(own), OtherRole: h.role(other)})).Comparison.Sentence()
}

// TestNobodyTakesAllNamesOfANewcomer: frameworks and roles that are called as it would be are no reason not to answer.
func TestNobodyTakesAllNamesOfANewcomer(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.agents(4)
	for i := range 300 {
		for _, name := range []string{"newcomer" + strings.Repeat("'", i%248), fmt.Sprint("newcomer-", i)} {
			if _, known := h.FindFramework(name); !known {
				must(h.AddFramework(alloc.FrameworkInfo{ID: name, Roles: []alloc.RoleID{h.role(name)}, MinAllocatable: []alloc.RoleMinimum{
					{Role: h.role(name), Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: 99 * alloc.Unit}}}},
				}}))
			}
		}
	}
	require.Equal(t, 1, must(h.WouldFit(alloc.Newcomer{In: alloc.AllRoles})).Agents)
	require.Equal(t, 1, must(h.WouldFit(alloc.Newcomer{In: h.role("newcomer"), IsFramework: true})).Agents)
}

// What a newcomer would come to hold is what it is offered, once it is there.
// TestWhatANewcomerWouldBeOfferedNow: the next cycle offers it to whoever comes, and what is said changes nothing.
func TestWhatANewcomerWouldBeOfferedNow(t *testing.T) {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{NestedQuota: true})
	h.agents(4, 8)
	db := h.role("db")
	require.NoError(t, h.SetQuota(db, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 2 * alloc.Unit}}}))
	asks := func(cpus alloc.Amount) []alloc.Quantity {
		return []alloc.Quantity{{Name: "cpus", Amount: cpus * alloc.Unit}}
	}
	for _, c := range []struct {
		comes alloc.Newcomer
		says  string
	}{
		{alloc.Newcomer{In: alloc.AllRoles}, "In the next cycle it would be offered 12 cpus of 2 agents."},
		{alloc.Newcomer{In: alloc.AllRoles, Weight: 3, Request: asks(6)}, "In the next cycle it would be offered 8 cpus of 1 agent."},
		{alloc.Newcomer{In: alloc.AllRoles, Minimum: asks(3), Request: asks(100)}, "In the next cycle it would be offered 12 cpus of 2 agents."},
		{alloc.Newcomer{In: db, IsFramework: true}, "In the next cycle it would be offered 2 cpus of 1 agent."},
		{alloc.Newcomer{In: db, Request: asks(2)}, "In the next cycle it would be offered 2 cpus of 1 agent."},
	} {
		before := h.Digest()
		require.Equal(t, c.says, must(h.WouldFit(c.comes)).Sentence(), "%+v", c.comes)
		x := must(h.ExplainStanding(alloc.StandingQuestion{Role: alloc.AllRoles, OtherRole: alloc.AllRoles, Newcomer: &c.comes}))
		require.Equal(t, before, h.Digest())
		require.Contains(t, x.String(), c.says)
	}
	comes := alloc.Newcomer{In: db, IsFramework: true, Request: asks(3)}
	fit := must(h.WouldFit(comes))
	require.Zero(t, fit.Agents)
	require.Contains(t, fit.Sentence(), "limit")
	var said struct {
		Newcomer struct {
			Now struct {
				Agents   int
				Sentence string
				Why      struct{ Reasons []any }
			}
		}
	}
	x := must(h.ExplainStanding(alloc.StandingQuestion{Role: alloc.AllRoles, OtherRole: alloc.AllRoles, Newcomer: &comes}))
	require.NoError(t, json.Unmarshal(must(json.Marshal(x)), &said))
	require.Equal(t, fit.Sentence(), said.Newcomer.Now.Sentence)
	require.NotEmpty(t, said.Newcomer.Now.Why.Reasons)

	// By its weight it is offered more of what another one asks for, too.
	two := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	two.agents(slices.Repeat([]alloc.Amount{1}, 12)...)
	two.framework("web", "web", 0)
	require.Equal(t, 6, must(two.WouldFit(alloc.Newcomer{In: alloc.AllRoles})).Agents)
	require.Equal(t, 9, must(two.WouldFit(alloc.Newcomer{In: alloc.AllRoles, Weight: 3})).Agents)

	// Who is there already, or uses something, has its name.
	used := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	must(used.AddAgent(alloc.AgentInfo{ID: "a", Total: used.of(8, 0), Used: []alloc.Usage{{Framework: "newcomer", Role: used.role("web"), Resources: used.of(8, 0)}}}))
	used.agents(slices.Repeat([]alloc.Amount{4}, 4)...)
	used.framework("web", "web", 0)
	require.Equal(t, 2, must(used.WouldFit(alloc.Newcomer{In: used.role("web"), IsFramework: true})).Agents, "every other one")
	h.framework("newcomer", "newcomer", 0)
	require.Equal(t, 1, must(h.WouldFit(alloc.Newcomer{In: alloc.AllRoles})).Agents, "the other one is for the namesake")
	_, err := h.WouldFit(alloc.Newcomer{In: 1 << 20})
	require.ErrorIs(t, err, alloc.ErrUnknownRole)
	h.Pause()
	require.Contains(t, must(h.WouldFit(alloc.Newcomer{In: alloc.AllRoles})).Sentence(), "paused")
}

func TestANewcomerHoldsWhatWasSaid(t *testing.T) {
	h := exampleOfStandings(t)
	of := func(n alloc.Newcomer) string { return must(h.NewcomerStanding(n)).Newcomer.Figures[0].Fair.String() }
	require.Equal(t, "26", of(alloc.Newcomer{In: alloc.AllRoles}))
	require.Equal(t, "10", of(alloc.Newcomer{In: alloc.AllRoles, Request: []alloc.Quantity{{Name: "cpus", Amount: 10 * alloc.Unit}, {Name: "fpgas", Amount: 1}}}))
	require.Equal(t, "0", of(alloc.Newcomer{In: alloc.AllRoles, Minimum: []alloc.Quantity{{Name: "cpus", Amount: 11 * alloc.Unit}}}))
	require.Equal(t, "0", of(alloc.Newcomer{In: alloc.AllRoles, Minimum: []alloc.Quantity{{Name: "fpgas", Amount: 1}}}))
	require.Equal(t, "26", of(alloc.Newcomer{In: h.role("batch"), IsFramework: true}))
	require.Equal(t, "26", of(alloc.Newcomer{In: h.role("batch"), Weight: 1}))
	require.Equal(t, "39", of(alloc.Newcomer{In: h.role("batch"), Weight: 3}))
	require.Equal(t, "26", of(alloc.Newcomer{In: h.role("new/below"), IsFramework: true, Weight: 7}), "new/below is one new role")
	s := must(h.NewcomerStanding(alloc.Newcomer{In: alloc.AllRoles}))
	require.Equal(t, s.Total[0], s.All.Figures[0].Fair+s.All.Figures[0].Kept+s.NotAsked[0])

	for _, wrong := range []struct {
		newcomer alloc.Newcomer
		code     alloc.Code
	}{
		{alloc.Newcomer{In: 1 << 20}, alloc.CodeUnknownRole},
		{alloc.Newcomer{In: alloc.AllRoles, IsFramework: true}, alloc.CodeInvalid},
		{alloc.Newcomer{In: alloc.AllRoles, Weight: -1}, alloc.CodeInvalid},
		{alloc.Newcomer{In: alloc.AllRoles, Weight: math.Inf(1)}, alloc.CodeInvalid},
		{alloc.Newcomer{In: alloc.AllRoles, Request: []alloc.Quantity{{}}}, alloc.CodeName},
		{alloc.Newcomer{In: alloc.AllRoles, Minimum: []alloc.Quantity{{Name: "cpus", Amount: -1}}}, alloc.CodeAmount},
	} {
		_, err := h.NewcomerStanding(wrong.newcomer)
		require.ErrorIs(t, err, &alloc.Error{Code: wrong.code})
		_, err = h.ExplainStanding(alloc.StandingQuestion{Role: alloc.AllRoles, OtherRole: alloc.AllRoles, Newcomer: &wrong.newcomer})
		require.ErrorIs(t, err, &alloc.Error{Code: wrong.code})
	}
	_, err := h.ExplainStanding(alloc.StandingQuestion{Role: alloc.AllRoles, OtherRole: h.role("dev")})
	require.ErrorIs(t, err, alloc.ErrInvalid)
	_, err = h.ExplainStanding(alloc.StandingQuestion{Role: h.role("dev"), OtherRole: h.role("empty")})
	require.ErrorIs(t, err, alloc.ErrUnknownRole)
	batch, _ := h.FindFramework("batch")
	_, err = h.ExplainStanding(alloc.StandingQuestion{Role: h.role("dev"), OtherRole: h.role("dev"), OtherFramework: batch})
	require.ErrorIs(t, err, alloc.ErrNotSubscribed)
	_, err = h.ExplainStanding(alloc.StandingQuestion{Role: h.role("dev"), Framework: batch, OtherRole: alloc.AllRoles})
	require.ErrorIs(t, err, alloc.ErrNotSubscribed)
}

// In random clusters siblings add up to their parent and all to the cluster, and each comparison says what standings do.
func TestStandingsOfRandomClusters(t *testing.T) {
	kinds := map[explain.CauseKind]int{}
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 7))
		h := randomCluster(t, random)
		h.changesQuota(random)
		before := h.Digest()
		s := h.Standings()
		requireStandingsAddUp(t, h, s)
		for range 5 {
			if len(s.Roles) < 2 {
				break
			}
			own, other := s.Roles[random.IntN(len(s.Roles))], s.Roles[random.IntN(len(s.Roles))]
			x := must(h.ExplainStanding(alloc.StandingQuestion{Role: own.Role, OtherRole: other.Role}))
			kinds[requireCompared(t, h, s, x.Comparison, x.Comparison.Other, &other.Standing)]++
			kinds[requireCompared(t, h, s, x.Comparison, x.Comparison.Own, &own.Standing)]++
			require.True(t, json.Valid(must(x.MarshalJSON())))
		}
		require.Equal(t, before, h.Digest())
	}
	require.Len(t, kinds, int(explain.CauseOthers)+1, "each cause is there: %v", kinds)
}

// randomCluster is one with roles in roles, weights, quota, reservations, loans and tasks.
func randomCluster(t *testing.T, random *rand.Rand) *lendingHost {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{NestedQuota: true})
	paths := []string{"a", "a/x", "a/y", "a/y/z", "b", "b/x", "c", "d"}
	random.Shuffle(len(paths), func(i, k int) { paths[i], paths[k] = paths[k], paths[i] })
	paths = paths[:2+random.IntN(7)]
	for i := range 1 + random.IntN(8) {
		total := h.of(1+alloc.Amount(random.IntN(20)), alloc.Amount(random.IntN(3)))
		if random.IntN(4) == 0 {
			reserved := must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Role: paths[0], Type: alloc.Static}}}))
			total = append(total, alloc.ScalarOf(reserved, alloc.Amount(1+random.IntN(8000))))
		}
		must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: total}))
	}
	for _, path := range paths {
		if random.IntN(2) == 0 {
			require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: h.role(path), Weight: float64(1+random.IntN(30)) / 10}}))
		}
		if random.IntN(3) == 0 {
			quota := alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: alloc.Amount(random.IntN(30_000))}}}
			if random.IntN(2) == 0 {
				quota.Limits = []alloc.Quantity{{Name: "cpus", Amount: quota.Guarantees[0].Amount + alloc.Amount(random.IntN(5_000))}}
			}
			if h.SetQuota(h.role(path), quota) == nil && random.IntN(2) == 0 {
				require.NoError(t, h.SetLending(alloc.Lending{Role: h.role(path), Guarantee: true, Reservations: true, Most: []alloc.Resource{alloc.ScalarOf(h.revocable, 20_000)}}))
			}
		}
		for k := range random.IntN(4) {
			h.framework(fmt.Sprint("f", k, strings.ReplaceAll(path, "/", "-")), path, alloc.Capabilities(random.IntN(2))*borrows|alloc.GPUResources)
		}
	}
	for range 1 + random.IntN(5) {
		h.after(time.Second)
		for o, list := range h.cycle.All() {
			switch random.IntN(4) {
			case 0:
				require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Now: h.Now(), Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: list}))
			case 1:
				require.NoError(t, h.TransitionOfferedToAllocated(o.Agent, o.Role, list))
			case 2:
				require.NoError(t, h.SuppressOffers(o.Framework, []alloc.RoleID{o.Role}))
			}
		}
	}
	return h
}

// changesQuota sets the quota of some roles, which may be less than they hold, and more than there is.
func (h *lendingHost) changesQuota(random *rand.Rand) {
	s := h.Standings()
	for _, r := range s.Roles {
		if random.IntN(3) > 0 {
			continue
		}
		amount := func() []alloc.Quantity {
			return []alloc.Quantity{{Name: "cpus", Amount: alloc.Amount(random.IntN(30_000))}}
		}
		quota := alloc.Quota{Guarantees: amount()}
		if random.IntN(2) == 0 {
			quota = alloc.Quota{Limits: amount()}
		}
		require.NoError(h.t, h.SetQuota(r.Role, quota))
	}
}

func requireStandingsAddUp(t *testing.T, h *lendingHost, s *alloc.Standings) {
	var m core.Metrics
	h.Metrics(&m)
	for k, name := range s.Names {
		require.Equal(t, s.Total[k], s.All.Figures[k].Fair+s.All.Figures[k].Kept+s.NotAsked[k]+s.Unregistered[k])
		require.True(t, s.Total[k] == s.All.Figures[k].Deserved || len(s.Roles) == 0)
		require.Equal(t, m.OfferedOrAllocated.At(name), s.All.Figures[k].Holds+s.Unregistered[k])
		require.Equal(t, m.Loans.Borrowed.At(name), s.All.Figures[k].Borrowed)
		require.Equal(t, m.Loans.Borrowed.At(name)-m.Loans.Recalled.At(name), s.All.Figures[k].Exposed)
		require.LessOrEqual(t, s.All.Figures[k].Lent, m.Loans.Lent.At(name))
	}
	loads := h.SubscriptionLoads(nil)
	for _, f := range s.Frameworks {
		i := slices.IndexFunc(loads, func(l core.SubscriptionLoad) bool {
			return l.Framework == f.Framework && l.Role == s.Roles[f.Role].Role
		})
		for k, name := range s.Names {
			require.Equal(t, loads[i].Held.At(name), f.Figures[k].Holds)
			require.Equal(t, loads[i].Offered.At(name), f.Figures[k].Offered)
		}
	}
	// Deserved, Fair, Holds, Offered, Borrowed, Exposed.
	for _, figure := range []int{0, 2, 3, 4, 9, 10} {
		for i := range s.Roles {
			parts, hasBelow := make([]alloc.Amount, len(s.Names)), false
			add := func(x *alloc.Standing) {
				hasBelow = true
				for k := range parts {
					parts[k] += x.Figures[k].List()[figure]
				}
			}
			for j := range s.Roles {
				if s.Roles[j].Parent == i {
					add(&s.Roles[j].Standing)
				}
			}
			for j := range s.Frameworks {
				if s.Frameworks[j].Role == i {
					add(&s.Frameworks[j].Standing)
				}
			}
			if hasBelow {
				for k := range parts {
					require.Equal(t, s.Roles[i].Figures[k].List()[figure], parts[k], alloc.FigureNames[figure])
				}
			}
		}
	}
}

// requireCompared holds a half of a comparison to a standing, and what its sentence says.
func requireCompared(t *testing.T, h *lendingHost, s *alloc.Standings, c *explain.Comparison, x explain.ComparedStanding, is *alloc.Standing) explain.CauseKind {
	k := slices.IndexFunc(s.Names, func(n quantities.Name) bool { return must(h.ResourceName(n)) == c.Resource })
	percent := func(v alloc.Amount) string {
		if text := fmt.Sprintf("%.3g %%", 100*float64(v)/float64(s.Total[k])); v == 0 || 10_000*v >= s.Total[k] {
			return text
		}
		return "less than 0.01 %"
	}
	sentence := c.Sentence()
	require.Contains(t, sentence, "ole "+x.RoleName+" holds "+percent(is.Figures[k].Holds))
	require.Contains(t, sentence, "where "+percent(is.Figures[k].Fair)+" is fair")
	if is.Figures[k].Borrowed > 0 {
		require.Contains(t, sentence, percent(is.Figures[k].Borrowed)+" of all is lent to it")
		require.Positive(t, x.BackIn)
	}
	for _, l := range x.Lenders {
		require.LessOrEqual(t, l.Amount, s.Role(l.Role).Figures[k].Lent)
	}
	var of *alloc.Standing
	switch {
	case x.Cause.Framework != 0:
		of = &s.Framework(x.Cause.Framework, x.Cause.Role).Standing
	case x.Cause.Kind != explain.CauseNone:
		of = &s.Role(x.Cause.Role).Standing
	}
	if kind := x.Cause.Kind; kind == explain.CauseAsksLess || kind == explain.CauseKept || kind == explain.CauseOthers {
		requireOnTheWay(t, h, s, &x, k)
	}
	switch x.Cause.Kind {
	case explain.CauseNone:
		require.InDelta(t, int64(is.Figures[k].Deserved), int64(is.Figures[k].Fair), 5, "%s: what is rounded at each step down", sentence)
	case explain.CauseAsksLess:
		require.Contains(t, sentence, "asks for "+percent(of.Figures[k].Asks)+" of the "+percent(of.Figures[k].Deserved)+" that it deserves")
		require.True(t, of.Figures[k].Asks < of.Figures[k].Deserved && is.Figures[k].Fair > is.Figures[k].Deserved)
	case explain.CausePromised:
		require.Contains(t, sentence, percent(x.Cause.Amount)+" is guaranteed to ")
		require.True(t, of.Figures[k].Fair > of.Figures[k].Deserved && is.Figures[k].Fair > is.Figures[k].Deserved)
		require.LessOrEqual(t, of.Figures[k].Fair, x.Cause.Amount)
	case explain.CauseAsksNoMore:
		require.True(t, !is.IsAsking && is.Figures[k].Fair == is.Figures[k].Asks)
		require.GreaterOrEqual(t, is.Figures[k].Asks, is.Figures[k].Holds, "%s: else limits let it ask for no more", sentence)
	case explain.CauseLimit:
		require.Contains(t, sentence, "no more than "+percent(of.Figures[k].Asks))
		require.True(t, of.Figures[k].Fair == of.Figures[k].Asks && is.Figures[k].Fair < is.Figures[k].Deserved)
	case explain.CauseKept:
		require.Contains(t, sentence, "since "+percent(of.Figures[k].Kept)+" is kept for ")
		require.Less(t, is.Figures[k].Fair, is.Figures[k].Deserved)
		require.Less(t, s.All.Figures[k].Fair, s.Total[k]-s.Unregistered[k], "%s: else guarantees leave nothing of it", sentence)
		below := alloc.Amount(0)
		for i := range s.Roles {
			if s.Roles[i].Parent >= 0 && s.Roles[s.Roles[i].Parent].Role == x.Cause.Role {
				below += s.Roles[i].Figures[k].Kept
			}
		}
		require.Less(t, below, of.Figures[k].Kept, "%s: else it is kept for those below", sentence)
	case explain.CauseOthers:
		require.Contains(t, sentence, "since "+percent(x.Cause.Amount)+" is guaranteed to ")
		require.True(t, is.Figures[k].Fair < is.Figures[k].Deserved && of.Figures[k].Fair > of.Figures[k].Deserved)
	}
	return x.Cause.Kind
}

// requireOnTheWay holds somebody else who moves a role's fair share to be where that is so: what is above the role, and not
// above who is named, comes to have more than it deserves as the role does, or less.
func requireOnTheWay(t *testing.T, h *lendingHost, s *alloc.Standings, x *explain.ComparedStanding, k int) {
	for role := x.RoleName; role != "." && (x.Cause.Kind == explain.CauseKept || !strings.HasPrefix(x.Cause.RoleName+"/", role+"/")); role = path.Dir(role) {
		is := s.Role(h.role(role)).Figures[k]
		if x.Cause.Kind == explain.CauseAsksLess {
			require.Greater(t, is.Fair, is.Deserved, "%s of %+v", role, x)
		} else {
			require.Less(t, is.Fair, is.Deserved, "%s of %+v", role, x)
		}
	}
}

func BenchmarkStandings(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprintf("roles=%d", n), func(b *testing.B) {
			h := clusterOfRoles(b, n)
			for b.Loop() {
				require.Len(b, h.Standings().Roles, n)
			}
		})
	}
}

// clusterOfRoles is one of so many roles in groups of ten, nine of which have a framework that was offered something. A
// third of the frameworks asks no more; some groups have quota.
func clusterOfRoles(t testing.TB, n int) *host {
	h := newHost(t, alloc.Options{})
	names := []string{"mem", "disk", "gpus", "network"}
	total := []alloc.Resource{alloc.ScalarOf(h.cpus, 16*alloc.Unit)}
	for _, name := range names {
		total = append(total, alloc.ScalarOf(must(h.InternKind(alloc.Kind{Name: name})), 64*alloc.Unit))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n / 10 * 9 {
		role := h.role(fmt.Sprintf("g%d/r%d", i/9, i))
		if i%36 == 0 {
			require.NoError(t, h.SetQuota(h.role(fmt.Sprintf("g%d", i/9)), alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 5 * alloc.Unit}}}))
		}
		require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: role, Weight: 1 + float64(random.IntN(5))}}))
		info := alloc.FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []alloc.RoleID{role}, Capabilities: alloc.MultiRole | alloc.GPUResources}
		if i%3 == 0 {
			info.Suppressed = info.Roles
		}
		must(h.AddFramework(info))
		must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: total}))
	}
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	return h
}
