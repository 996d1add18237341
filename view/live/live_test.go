package live

import (
	"encoding/json"
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/quantities"
)

// world is a small cluster: web is guaranteed 6 cpus and holds 2, db is above its fair share.
type world struct {
	*core.Allocator
	t                 *testing.T
	cpus, mem         alloc.KindID
	web, shop, db     alloc.RoleID
	first             alloc.AgentID
	storage, frontend alloc.FrameworkID
}

func need[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

func newWorld(t *testing.T) *world {
	w := &world{t: t}
	w.Allocator = need(core.New(alloc.Options{Interval: time.Second, AgentOrder: alloc.OrderByID}))(t)
	w.cpus, w.mem = need(w.InternKind(alloc.Kind{Name: "cpus"}))(t), need(w.InternKind(alloc.Kind{Name: "mem"}))(t)
	w.web, w.shop, w.db = need(w.InternRole("web"))(t), need(w.InternRole("web/shop"))(t), need(w.InternRole("db"))(t)
	require.NoError(t, w.SetQuota(w.web, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 6 * alloc.Unit}}, Limits: []alloc.Quantity{{Name: "cpus", Amount: 12 * alloc.Unit}}}))
	w.first = need(w.AddAgent(alloc.AgentInfo{ID: "a1", Total: w.of(8, 64), Used: []alloc.Usage{
		{Framework: "storage", Role: w.db, Resources: w.of(6, 32)}, {Framework: "<script>", Role: w.shop, Resources: w.of(2, 8)},
	}}))(t)
	need(w.AddAgent(alloc.AgentInfo{ID: "a2", Total: w.of(8, 64)}))(t)
	w.storage = need(w.AddFramework(alloc.FrameworkInfo{ID: "storage", Roles: []alloc.RoleID{w.db}}))(t)
	w.frontend = need(w.AddFramework(alloc.FrameworkInfo{ID: "<script>", Roles: []alloc.RoleID{w.shop}}))(t)
	return w
}

func (w *world) of(cpus, mem quantities.Amount) []alloc.Resource {
	return []alloc.Resource{alloc.ScalarOf(w.cpus, cpus*alloc.Unit), alloc.ScalarOf(w.mem, mem*alloc.Unit)}
}

// stateOf is how an allocator stands.
func stateOf(a *core.View) *State {
	var x Raw
	x.Take(a)
	return x.State()
}

func amounts(units ...quantities.Amount) []quantities.Amount {
	for i := range units {
		units[i] *= alloc.Unit
	}
	return units
}

// ask asks a feed, and reads the answer.
func (w *world) ask(f *Feed, question string, hidden explain.Hidden) map[string]any {
	w.t.Helper()
	answer := need(f.Ask(&w.Allocator.View, question, hidden))(w.t)
	var document map[string]any
	text := need(answer())(w.t)
	require.NoError(w.t, json.Unmarshal(text, &document), string(text))
	return document
}

func TestStateAddsUp(t *testing.T) {
	w := newWorld(t)
	s := stateOf(&w.Allocator.View)
	require.Equal(t, []string{"cpus", "mem"}, s.Names)
	require.Equal(t, amounts(16, 128), s.Total)
	require.Equal(t, amounts(8, 40), s.Held)
	require.Equal(t, amounts(8, 40), s.Used)
	require.Equal(t, amounts(4, 0), s.Headroom, "web lacks 4 cpus of its guarantee")
	require.Equal(t, 2, s.Agents)

	var paths []string
	for _, r := range s.Roles {
		paths = append(paths, r.Path)
	}
	require.Equal(t, []string{"db", "web", "web/shop"}, paths)
	db, web, shop := &s.Roles[0], &s.Roles[1], &s.Roles[2]
	require.Equal(t, 1, shop.Parent)
	require.Equal(t, amounts(2, 8), web.Held, "with what is below it")
	require.Equal(t, amounts(6, 0), web.Guarantee)
	require.Equal(t, []quantities.Amount{12 * alloc.Unit, NoLimit}, web.Limit)
	require.Equal(t, 1, web.Asking)

	// Half of the cluster is fair for each. Both ask, and what they lack is free.
	require.InDelta(t, 6.0/16, db.Share.Held, 1e-9)
	require.InDelta(t, 2.0/16, web.Share.Held, 1e-9)
	require.InDelta(t, 0.5, web.Share.Fair, 1e-9)
	require.InDelta(t, 0.5, db.Share.Fair, 1e-9)
	require.InDelta(t, 0.5, web.Share.Free, 1e-9)
	require.Zero(t, web.Share.Starved())
	require.Zero(t, db.Share.Over())
	require.Equal(t, amounts(4, 0), web.Idle)
	require.InDelta(t, 32.0/128, s.sharesOf(0)[1].Held, 1e-9)
	require.Equal(t, 0, db.Share.Resource, "6 of 16 cpus are more than 32 of 128 of memory")

	require.Len(t, s.Members, 2)
	require.Equal(t, "storage", s.Members[0].Name)
	require.True(t, s.Members[0].Asks)
	require.NoError(t, w.SuppressOffers(w.storage, nil))
	s = stateOf(&w.Allocator.View)
	require.False(t, s.Members[0].Asks)
	require.Zero(t, s.Roles[0].Asking)
}

// A guarantee is not idle where reservations meet it, and is where only revocable resources are held.
func TestIdleGuaranteeIsThatOfStandings(t *testing.T) {
	w := newWorld(t)
	idle := func() quantities.Amount { return stateOf(&w.Allocator.View).Roles[1].Idle[0] }
	revocable := need(w.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))(t)
	oversubscribed := []alloc.Resource{alloc.ScalarOf(revocable, 4*alloc.Unit)}
	need(w.AddAgent(alloc.AgentInfo{ID: "a3", Total: oversubscribed, Used: []alloc.Usage{{Framework: "<script>", Role: w.web, Resources: oversubscribed}}}))(t)
	require.Equal(t, 4*alloc.Unit, idle())
	reserved := need(w.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web"}}}))(t)
	need(w.AddAgent(alloc.AgentInfo{ID: "a4", Total: []alloc.Resource{alloc.ScalarOf(reserved, 3*alloc.Unit)}}))(t)
	require.Equal(t, alloc.Unit, idle())
}

// Who asks is starved of what others hold of its fair share, and not of what is free; who does not ask is not.
func TestStarvedIsWhoAsksForWhatOthersHold(t *testing.T) {
	w := newWorld(t)
	second := need(w.AddAgent(alloc.AgentInfo{ID: "a3", Total: w.of(8, 64), Used: []alloc.Usage{{Framework: "storage", Role: w.db, Resources: w.of(8, 8)}}}))(t)
	s := stateOf(&w.Allocator.View)
	db, web := &s.Roles[0], &s.Roles[1]
	require.InDelta(t, 14.0/24, db.Share.Held, 1e-9)
	require.InDelta(t, 12.0/24, db.Share.Fair, 1e-9)
	require.InDelta(t, 2.0/24, db.Share.Over(), 1e-9)
	require.InDelta(t, 2.0/24, web.Share.Starved(), 1e-9, "of the 10 that it lacks 8 are free")
	require.InDelta(t, 2.0/24, s.Members[1].Share.Starved(), 1e-9)
	require.NoError(t, w.SuppressOffers(w.frontend, nil))
	s = stateOf(&w.Allocator.View)
	require.Zero(t, s.Roles[1].Share.Starved())
	require.InDelta(t, 2.0/24, s.Roles[1].Share.Fair, 1e-9, "it asks for no more than it holds")
	require.InDelta(t, 18.0/24, s.Roles[0].Share.Fair, 1e-9, "4 are kept for web's guarantee")
	require.NoError(t, w.RemoveAgent(second))
}

// The explanation of a role says where it stands, and why the sibling with the largest share has it.
func TestARolesExplanationSaysWhereItStands(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1})
	standing := func(path string, hidden explain.Hidden) map[string]any {
		x, _ := w.ask(f, "explain?role="+path, hidden)["standing"].(map[string]any)
		return x
	}
	web := standing("web", explain.Hidden{})
	require.Len(t, web["standings"], 1)
	own := web["standings"].([]any)[0].(map[string]any)
	require.Equal(t, "web", own["role"])
	require.Equal(t, map[string]any{"cpus": 8.0, "mem": 64.0}, own["fair"])
	require.Contains(t, web["comparison"].(map[string]any)["sentence"], "Role db holds 37.5 % of all cpus where 50 % is fair")
	require.NotContains(t, standing("web/shop", explain.Hidden{}), "comparison", "it has no sibling")
	hidden := explain.Hidden{Role: func(id alloc.RoleID) bool { return id == w.db }}
	require.NotContains(t, standing("web", hidden), "comparison")
}

func TestFeedTellsWhatChanged(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1, Run: "r"})
	all := w.ask(f, "data?", explain.Hidden{})
	require.Equal(t, true, all["full"])
	require.Len(t, all["roles"], 3)
	require.Len(t, all["members"], 2)
	cursor := all["cursor"].(string)

	same := w.ask(f, "data?since="+cursor, explain.Hidden{})
	require.Equal(t, false, same["full"])
	for _, part := range []string{"cluster", "roles", "members", "cells", "lost"} {
		require.NotContains(t, same, part, "nothing has changed")
	}

	require.NoError(t, w.SetWeights([]alloc.RoleWeight{{Role: w.shop, Weight: 3}}))
	changed := w.ask(f, "data?since="+cursor, explain.Hidden{})
	require.Len(t, changed["roles"], 1)
	require.Equal(t, "web/shop", changed["roles"].([]any)[0].([]any)[1])
	again := w.ask(f, "data?since="+cursor, explain.Hidden{})
	require.Equal(t, changed["roles"], again["roles"], "another viewer has not seen it either")

	require.NoError(t, w.RemoveFramework(w.storage))
	gone := w.ask(f, "data?since="+changed["cursor"].(string), explain.Hidden{})
	require.Contains(t, gone["lost"], []any{"storage", float64(w.db)})
	require.Contains(t, gone["lost"], float64(w.db), "nothing keeps the role in use")
	require.Equal(t, map[string]any{"at": []any{0.0}, "bytes": "AzIy"}, restrict(gone["cells"]))

	other := NewFeed(Options{Every: -1, Run: "s"})
	require.Equal(t, true, w.ask(other, "data?since="+cursor, explain.Hidden{})["full"], "of another run")
	history := w.ask(f, "history?points=10&roles=1", explain.Hidden{})
	events, _ := json.Marshal(history["events"])
	require.Contains(t, string(events), "web/shop: weight 3, was 1")
}

// A framework that left a role and came back is as hidden as before: what went in between does not name it.
func TestWhatWentIsHidden(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1, Run: "r"})
	guest := need(w.AddFramework(alloc.FrameworkInfo{ID: "guest", Roles: []alloc.RoleID{w.db}, Capabilities: alloc.MultiRole}))(t)
	hidden := explain.Hidden{Framework: func(id alloc.FrameworkID) bool { return id == guest }}
	before := w.ask(f, "data?", hidden)
	for _, roles := range [][]alloc.RoleID{{w.shop}, {w.db}} {
		require.NoError(t, w.UpdateFramework(guest, alloc.FrameworkUpdate{Roles: &roles}))
		f.Look(&w.Allocator.View)
		f.State()
	}
	after := w.ask(f, "data?since="+before["cursor"].(string), hidden)
	require.Equal(t, false, after["full"])
	require.NotContains(t, after, "lost")
}

// The name of a run may be anything, such as the address of a host.
func TestChangesAreToldWhateverTheRunIsCalled(t *testing.T) {
	w := newWorld(t)
	for _, run := range []string{"master.example.org:5050", ".", "a\x01\"b"} {
		f := NewFeed(Options{Every: -1, Run: run})
		all := w.ask(f, "data?", explain.Hidden{})
		require.Equal(t, run, all["run"])
		require.Equal(t, false, w.ask(f, "data?since="+url.QueryEscape(all["cursor"].(string)), explain.Hidden{})["full"], run)
	}
}

// TestWeightThatCounts: a role that has frameworks only below it goes on with its first weight,
// which is told, and beside it the one that was set.
func TestWeightThatCounts(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1, Run: "r"})
	var cycle alloc.Cycle
	w.Allocate(0, &cycle)
	before, fair := w.ask(f, "data?", explain.Hidden{}), stateOf(&w.Allocator.View).Roles[1].Share.Fair
	require.NoError(t, w.SetWeights([]alloc.RoleWeight{{Role: w.web, Weight: 3}}))
	s := stateOf(&w.Allocator.View)
	require.Equal(t, 1.0, s.Roles[1].Weight)
	require.Equal(t, 3.0, s.Roles[1].SetWeight)
	require.Equal(t, fair, s.Roles[1].Share.Fair, "by the weight that counts")
	after := w.ask(f, "data?since="+before["cursor"].(string), explain.Hidden{})
	row := after["roles"].([]any)[0].([]any)
	require.Equal(t, []any{"web", 1.0, nil, 3.0}, []any{row[1], row[3], row[len(row)-2], row[len(row)-1]})
	events, _ := json.Marshal(w.ask(f, "history?points=10", explain.Hidden{})["events"])
	require.Contains(t, string(events), "web: weight 3, was 1; 1 goes on to count")
}

// TestUnansweredOffers follows what a framework is offered until it answers.
func TestUnansweredOffers(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1, Run: "r"})
	before := w.ask(f, "data?", explain.Hidden{})
	require.Nil(t, stateOf(&w.Allocator.View).Members[0].Offered, "tasks use all that it holds")
	w.Advance(alloc.Time(time.Hour))
	w.RequestAllocation()
	var cycle alloc.Cycle
	w.Allocate(w.Now(), &cycle)
	require.NotEmpty(t, cycle.Offers)
	offered := map[string]quantities.Amount{}
	for offer, resources := range cycle.All() {
		name, _ := w.FrameworkName(offer.Framework)
		for _, r := range resources {
			if r.Kind == w.cpus {
				offered[name] += r.Amount
			}
		}
	}
	for _, m := range stateOf(&w.Allocator.View).Members {
		if offered[m.Name] > 0 {
			require.Equal(t, offered[m.Name], m.Offered[0], m.Name)
			require.Positive(t, m.OfferedOn)
		} else {
			require.Nil(t, m.Offered, m.Name)
		}
	}
	after := w.ask(f, "data?since="+before["cursor"].(string), explain.Hidden{})
	require.Regexp(t, `null,\[\d`, string(need(json.Marshal(after["members"]))(t)))
}

// TestRolesNameTheLeastServed: the explanation of a role has that of the framework in it, or below
// it, that asks and holds least.
func TestRolesNameTheLeastServed(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1, Run: "r"})
	gpus := need(w.InternKind(alloc.Kind{Name: "gpus"}))(t)
	need(w.AddAgent(alloc.AgentInfo{ID: "gpu", Total: append(w.of(8, 64), alloc.ScalarOf(gpus, alloc.Unit))}))(t)
	need(w.AddFramework(alloc.FrameworkInfo{ID: "poor", Roles: []alloc.RoleID{w.db}}))(t)
	least := func(question string, hidden explain.Hidden) any { return w.ask(f, question, hidden)["least"] }
	poor := least("explain?role=db", explain.Hidden{}).(map[string]any)
	require.Equal(t, "poor", poor["framework"])
	require.Contains(t, poor["verdict"], "poor")
	require.Equal(t, "<script>", least("explain?role=web", explain.Hidden{}).(map[string]any)["framework"])
	hidden := explain.Hidden{Framework: func(id alloc.FrameworkID) bool { return id != w.storage }}
	require.Equal(t, "storage", least("explain?role=db", hidden).(map[string]any)["framework"])
	require.NoError(t, w.SuppressOffers(w.frontend, nil))
	w.ask(f, "data?", explain.Hidden{})
	require.Nil(t, least("explain?role=web", explain.Hidden{}), "nobody asks")
}

// restrict leaves cells alone if they came as a list of those that changed, and makes that
// list of them if they came all together.
func restrict(cells any) any {
	m := cells.(map[string]any)
	if _, ok := m["at"]; !ok {
		return map[string]any{"at": []any{0.0}, "bytes": m["bytes"].(string)[:4]}
	}
	return m
}

// readState asks a feed for the state, and reads it.
func (w *world) readState(f *Feed, hidden explain.Hidden) *State {
	answer := need(need(f.Ask(&w.Allocator.View, "state", hidden))(w.t)())(w.t)
	var x struct{ State *State }
	require.NoError(w.t, json.Unmarshal(answer, &x))
	require.NoError(w.t, x.State.Check())
	return x.State
}

// TestStateIsRead: who reads the answer has the state, with the shares of roles by each resource.
func TestStateIsRead(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1})
	got, want := w.readState(f, explain.Hidden{}), stateOf(&w.Allocator.View)
	for i := range want.Roles {
		want.Roles[i].Shares = want.sharesOf(i)
		want.Roles[i].consumed = nil
	}
	for i := range want.Members {
		want.Members[i].SubscriptionLoad.Role = 0 // Member.Role is told
	}
	want.Loads, want.standings, want.places = nil, nil, nil
	require.Equal(t, want, got)
}

// TestSharesOfAStateAreChecked: who reads a state looks resources up by the numbers in it.
func TestSharesOfAStateAreChecked(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1})
	for _, change := range []func(s *State, resource int){
		func(s *State, resource int) { s.Roles[1].Share.Resource = resource },
		func(s *State, resource int) { s.Roles[1].Shares[0].Resource = resource },
		func(s *State, resource int) { s.Members[0].Share.Resource = resource },
	} {
		for _, resource := range []int{Dominant - 1, 2} {
			s := w.readState(f, explain.Hidden{})
			change(s, resource)
			require.ErrorContains(t, s.Check(), "its amounts are not those of 2 resources")
		}
	}
}

// TestLookKeepsAHistory: of times in which nobody asks, who looks now and then has the history.
func TestLookKeepsAHistory(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1, HistoryStep: time.Second})
	for i := range 3 {
		now := alloc.Time(i+1) * alloc.Time(time.Second)
		w.Advance(now)
		f.Look(&w.Allocator.View)
		require.Eventually(t, func() bool { s := f.latest.Load(); return s != nil && s.Now == now }, time.Minute, time.Millisecond)
	}
	var history struct{ T []float64 }
	require.NoError(t, json.Unmarshal(need(need(f.Ask(nil, "history?points=10", explain.Hidden{}))(t)())(t), &history))
	require.Equal(t, []float64{1, 2, 3}, history.T)
}

func TestAViewerSeesNoMoreThanItMay(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1, Run: "r"})
	hidden := explain.Hidden{
		Role:      func(id alloc.RoleID) bool { return id == w.db },
		Framework: func(id alloc.FrameworkID) bool { return id == w.storage },
	}
	all := w.ask(f, "data?", hidden)
	require.Len(t, all["roles"], 2)
	require.Len(t, all["members"], 1)
	require.Equal(t, []any{16.0, 128.0}, all["cluster"].(map[string]any)["total"], "the sums are seen")
	text, _ := json.Marshal(all)
	require.NotContains(t, string(text), "storage")

	text, _ = json.Marshal(w.ask(f, "state", hidden))
	require.NotContains(t, string(text), "storage")
	require.NotContains(t, string(text), `"db"`)
	top := explain.Hidden{Role: func(id alloc.RoleID) bool { return id == w.web }}
	seen := w.readState(f, top)
	require.Equal(t, []string{"db", "web/shop"}, []string{seen.Roles[0].Path, seen.Roles[1].Path})
	require.Equal(t, -1, seen.Roles[1].Parent, "the one above it is hidden")
	require.Equal(t, "web/shop", seen.Roles[seen.Members[1].Role].Path)

	rows := w.ask(f, "data?", top)["roles"].([]any)
	require.Equal(t, []any{"web/shop", -1.0}, rows[1].([]any)[1:3], "nor is its number told")
	kind := need(w.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web/shop"}}}))(t)
	reserved := []alloc.Resource{alloc.ScalarOf(kind, alloc.Unit)}
	need(w.AddAgent(alloc.AgentInfo{ID: "a3", Total: reserved, Used: []alloc.Usage{{Framework: "<script>", Role: w.shop, Resources: reserved}}}))(t)
	w.ask(f, "data?", hidden)
	require.Equal(t, 2.0, w.ask(f, "explain?role=web", explain.Hidden{})["holds"].(map[string]any)["agents"])
	below := explain.Hidden{Role: func(id alloc.RoleID) bool { return id == w.shop }}
	require.Equal(t, 0.0, w.ask(f, "explain?role=web", below)["holds"].(map[string]any)["agents"], "what is held below it is not told")
	whom := explain.Hidden{Framework: func(id alloc.FrameworkID) bool { return id == w.frontend }}
	require.Equal(t, 0.0, w.ask(f, "explain?role=web", whom)["holds"].(map[string]any)["agents"])

	require.NoError(t, w.SetWeights([]alloc.RoleWeight{{Role: w.db, Weight: 3}}))
	text, _ = json.Marshal(w.ask(f, "history?points=10&roles=0,1,2", hidden))
	require.NotContains(t, string(text), "db")
	require.NotContains(t, string(text), "share2")
	require.Contains(t, string(text), "share0")
	text, _ = json.Marshal(w.ask(f, "explain?agent=a1", hidden))
	require.NotContains(t, string(text), "storage")
	require.Contains(t, string(text), `"hiddenHolders":1`)
	for _, question := range []string{"explain?role=db", "explain?framework=storage", "explain?framework=storage&role=db"} {
		_, err := f.Ask(&w.Allocator.View, question, hidden)
		require.ErrorIs(t, err, ErrUnknown, question)
	}
	// Who may see more than before is given it.
	require.Len(t, w.ask(f, "data?since="+all["cursor"].(string), explain.Hidden{})["roles"], 3)
}

func TestExplanations(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1})
	role := w.ask(f, "explain?role=web", explain.Hidden{})
	require.Equal(t, "web", role["explanation"].(map[string]any)["role"])
	require.Equal(t, 1.0, role["holds"].(map[string]any)["agents"], "what is below it counts")
	framework := w.ask(f, "explain?framework=storage", explain.Hidden{})
	require.Len(t, framework["explanations"], 1)
	need(w.AddFramework(alloc.FrameworkInfo{ID: "idle", Roles: []alloc.RoleID{w.db}}))(t)
	idle := w.ask(f, "explain?framework=idle&role=db", explain.Hidden{})
	require.Equal(t, map[string]any{"agents": 0.0, "most": []any{}}, idle["holds"], "who holds nothing holds it on no agent")
	agent := w.ask(f, "explain?slot=0", explain.Hidden{})
	require.Equal(t, "a1", agent["agent"])
	require.Len(t, agent["holders"], 2)
	need(w.AddAgent(alloc.AgentInfo{ID: "new", Total: w.of(4, 8), Used: []alloc.Usage{{Framework: "storage", Role: w.db, Resources: w.of(2, 2)}}}))(t)
	agent = w.ask(f, "explain?agent=new", explain.Hidden{})
	require.Equal(t, []any{0.5, 0.5, true}, []any{agent["held"], agent["used"], agent["admitted"]}, "it has come since the state was worked out")
	found := w.ask(f, "find?agent=2", explain.Hidden{})
	require.Equal(t, []any{map[string]any{"slot": 1.0, "name": "a2"}}, found["agents"])
	for question, want := range map[string]error{
		"explain?": ErrQuestion, "explain?agent=x": ErrUnknown, "explain?slot=7": ErrUnknown, "explain?slot=x": ErrUnknown, "nothing?": ErrPath,
		"explain?framework=storage&role=web": ErrUnknown, "data?%zz": ErrQuestion,
	} {
		_, err := f.Ask(&w.Allocator.View, question, explain.Hidden{})
		require.ErrorIs(t, err, want, question)
	}
	for _, question := range []string{"history?", "history?points=1", "history?points=10&roles=x", "history?points=9999"} {
		_, err := f.Ask(&w.Allocator.View, question, explain.Hidden{})
		require.ErrorIs(t, err, ErrQuestion, question)
	}
	for question, want := range map[string]error{
		"explain?role=x": alloc.ErrUnknownRole, "explain?framework=x": alloc.ErrUnknownFramework, "explain?agent=x": alloc.ErrUnknownAgent,
		"explain?framework=storage&role=web": alloc.ErrNotSubscribed,
	} {
		_, err := f.Ask(&w.Allocator.View, question, explain.Hidden{})
		require.ErrorIs(t, err, want, question)
	}
}

// Whoever asks for explanations alone is told how things stand now, and not when it asked first.
func TestExplanationsAloneAreOfNow(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1})
	agents := func() any { return w.ask(f, "explain?role=web", explain.Hidden{})["holds"].(map[string]any)["agents"] }
	require.Equal(t, 1.0, agents())
	need(w.AddAgent(alloc.AgentInfo{ID: "a3", Total: w.of(8, 64), Used: []alloc.Usage{{Framework: "<script>", Role: w.shop, Resources: w.of(2, 8)}}}))(t)
	f.latest.Load().taken = time.Now().Add(-time.Hour)
	require.Equal(t, 2.0, agents())
}

// Of a resource in very many pieces the first are named, and as many bytes are written.
func TestManyIntervalsAreCounted(t *testing.T) {
	w := newWorld(t)
	ports, items := need(w.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))(t), need(w.InternKind(alloc.Kind{Name: "items", Type: alloc.Set}))(t)
	var list []alloc.Resource
	for n := range uint64(30000) {
		list = append(list, alloc.IntervalOf(ports, 2*n, 2*n))
	}
	first := need(w.InternItem("i0"))(t)
	for i := range 59 {
		need(w.InternItem(fmt.Sprint("i", i+1)))(t)
	}
	list = append(list, alloc.IntervalOf(items, uint64(first), uint64(first)+59))
	texts := (&describer{a: &w.View}).describe(list)
	require.Len(t, texts, 2)
	require.Regexp(t, `^0-0, 2-2, (.*, ){47}98-98, and 29950 more$`, texts[0][1])
	require.Regexp(t, `^i0, i1, (.*, ){47}i49, and 10 more$`, texts[1][1])
	require.Equal(t, []described{{"ports", "7-9", ""}}, (&describer{a: &w.View}).describe([]alloc.Resource{alloc.IntervalOf(ports, 7, 9)}))
}

// Who asks waits for no other viewer's answer, and is shown at least what that one is.
func TestAskingWaitsForNobody(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1})
	w.ask(f, "data?", explain.Hidden{})
	f.taking.Lock() // as while a state is worked out
	f.mu.Lock()     // and while it is compared and sent
	for _, question := range []string{"data?", "history?points=10", "find?agent=a", "explain?role=web", "explain?slot=0"} {
		need(f.Ask(&w.Allocator.View, question, explain.Hidden{}))(t)
	}
	f.mu.Unlock()
	f.taking.Unlock()
}

func TestTimesAreDatesWhereTheClockSaysSo(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1})
	require.NotContains(t, w.ask(f, "data?", explain.Hidden{}), "epoch")
	w.Advance(unixTimes)
	require.Equal(t, 0.0, w.ask(f, "data?", explain.Hidden{})["epoch"])
	f = NewFeed(Options{Every: -1, Epoch: time.Unix(1_700_000_999, 5e8)})
	require.Equal(t, 1_700_000_999.5, w.ask(f, "data?", explain.Hidden{})["epoch"])
}

func TestHistoryKeepsWithinItsBytes(t *testing.T) {
	h := newHistory(&Options{HistoryStep: time.Second, HistoryBytes: 20000, HistoryAge: -1})
	s := &State{Names: []string{"cpus"}, Total: amounts(10), Held: amounts(5), Used: amounts(5), Reserved: amounts(0), Headroom: amounts(0)}
	for i := range 50 {
		s.Roles = append(s.Roles, Role{ID: alloc.RoleID(i), Share: Share{Share: alloc.Share{Held: 0.25, Fair: 0.5}}})
	}
	for i := range 1000 {
		s.Now = alloc.Time(i) * alloc.Time(time.Second)
		s.LastRun = time.Duration(i) * time.Millisecond
		h.add(s)
		sum := 0
		for _, x := range h.samples {
			sum += x.size
		}
		require.Equal(t, sum, h.bytes)
		require.LessOrEqual(t, h.bytes, 20000)
	}
	require.Greater(t, len(h.samples), 20)
	require.Equal(t, alloc.Time(999*time.Second), h.samples[len(h.samples)-1].at)
	require.Less(t, h.samples[0].at, alloc.Time(500*time.Second), "the old is thinned, not cut off")
	var columns map[string][]float64
	require.NoError(t, json.Unmarshal(encoded(h.columns(s.Names, []alloc.RoleID{7}, 10)), &columns))
	require.LessOrEqual(t, len(columns["t"]), 12)
	require.InDelta(t, 0.25, columns["share7"][0], 1e-4)
	require.InDelta(t, 0.5, columns["held0"][0], 1e-6)

	h.age = 100 * time.Second
	s.Now += alloc.Time(time.Second)
	h.add(s)
	require.GreaterOrEqual(t, h.samples[0].at, s.Now-alloc.Time(100*time.Second))
	s.Now = 0
	h.add(s)
	require.Len(t, h.samples, 1, "the clock began anew")
}
