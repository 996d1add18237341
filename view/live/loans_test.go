package live

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// lend has web lend 4 cpus to a framework in db/night, which keeps them when they are recalled.
func (w *world) lend() {
	revocable := need(w.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))(w.t)
	require.NoError(w.t, w.SetLending(alloc.Lending{Role: w.web, Guarantee: true, Most: []alloc.Resource{alloc.ScalarOf(revocable, 9*alloc.Unit)}}))
	night := need(w.InternRole("db/night"))(w.t)
	need(w.AddFramework(alloc.FrameworkInfo{ID: "keeps", Roles: []alloc.RoleID{night}, Capabilities: alloc.MultiRole | alloc.RevocableResources}))(w.t)
	require.NoError(w.t, w.SuppressOffers(w.storage, nil))
	require.NoError(w.t, w.SuppressOffers(w.frontend, nil))
}

// recall has a framework of web ask for what is lent, in two cycles.
func (w *world) recall() {
	need(w.AddFramework(alloc.FrameworkInfo{ID: "lender", Roles: []alloc.RoleID{w.web}, Capabilities: alloc.MultiRole}))(w.t)
	w.cycle()
	w.cycle()
}

func (w *world) cycle() {
	w.Advance(w.Now().Add(time.Second))
	w.RequestAllocation()
	var c alloc.Cycle
	w.Allocate(w.Now(), &c)
}

// What is lent is told by role, with those above; what is kept free for a guarantee is what it
// lacks and cannot recall.
func TestStateHasLoans(t *testing.T) {
	w := newWorld(t)
	require.Nil(t, stateOf(&w.Allocator.View).Loans)
	w.lend()
	w.cycle()
	require.Equal(t, amounts(4, 0), stateOf(&w.Allocator.View).Headroom, "nothing is lent in the cycle in which a framework is offered what is free there")
	w.cycle()
	s := stateOf(&w.Allocator.View)
	roles := map[string]*Role{}
	for i := range s.Roles {
		roles[s.Roles[i].Path] = &s.Roles[i]
	}
	none := amounts(0, 0)
	require.Equal(t, &Loans{amounts(4, 0), amounts(4, 0), none, none}, s.Loans)
	require.Equal(t, &Loans{amounts(4, 0), none, none, none}, roles["web"].Loans)
	for _, path := range []string{"db", "db/night"} {
		require.Equal(t, &Loans{none, amounts(4, 0), none, none}, roles[path].Loans, path)
	}
	require.Nil(t, roles["web/shop"].Loans)
	require.Equal(t, none, s.Headroom, "it can be recalled")
	require.Equal(t, none, roles["web"].Idle, "lent is not idle")

	w.recall()
	s = stateOf(&w.Allocator.View)
	require.Equal(t, &Loans{amounts(4, 0), amounts(4, 0), amounts(4, 0), amounts(4, 0)}, s.Loans)
	require.Equal(t, "keeps", s.Members[1].Name)
	require.Equal(t, amounts(4, 0), s.Members[1].Overdue)
	require.Nil(t, s.Members[0].Overdue)
}

// Rows have loans as last columns, and no such columns where there are none.
func TestRowsHaveLoans(t *testing.T) {
	w := newWorld(t)
	w.lend()
	f := NewFeed(Options{Every: -1})
	columns := func(rows string, first any) (list []any) {
		for _, row := range w.ask(f, "data", explain.Hidden{})[rows].([]any) {
			if x := row.([]any); x[0] == first || x[1] == first {
				list = x
			}
		}
		return list
	}
	require.Len(t, columns("roles", "web"), 15)
	require.Len(t, columns("members", "keeps"), 13)
	w.cycle()
	w.cycle()
	text := func(x any) string { return string(need(json.Marshal(x))(t)) }
	require.Equal(t, "[[4,0],[0,0],[0,0],[0,0]]", text(columns("roles", "web")[15]))
	w.recall()
	require.Equal(t, "[[0,0],[4,0],[4,0],[4,0]]", text(columns("roles", "db")[15]))
	require.Equal(t, "[4,0]", text(columns("members", "keeps")[13]))
	borrowed := func(hidden explain.Hidden) string {
		return text(w.ask(f, "explain?framework=keeps", hidden)["borrowed"])
	}
	require.Regexp(t, `^{"first":\[{"agent":"a[12]","due":\d+,"recalledFor":"web","what":\[\["cpus",4,"revocable"\]\]}\],"loans":1}$`, borrowed(explain.Hidden{}))
	require.NotContains(t, borrowed(explain.Hidden{Role: func(id alloc.RoleID) bool { return id == w.web }}), "web")
	events := func(hidden explain.Hidden) string { return text(w.ask(f, "history?points=10", hidden)["events"]) }
	require.Contains(t, events(explain.Hidden{}), "keeps in db/night has not given back in time 4 cpus")
	require.NotContains(t, events(explain.Hidden{Framework: func(alloc.FrameworkID) bool { return true }}), "keeps")
	cluster := w.ask(f, "data", explain.Hidden{})["cluster"].(map[string]any)
	require.Equal(t, "[[4,0],[4,0],[4,0],[4,0]]", text(cluster["loans"]))

	keeps, ok := w.FindFramework("keeps")
	require.True(t, ok)
	lent := w.Loans(nil)[0]
	require.NoError(t, w.RecoverResources(alloc.RecoverRequest{Now: w.Now(), Framework: keeps, Agent: lent.Agent, Role: lent.Role, Resources: []alloc.Resource{lent.Lent}}))
	require.Nil(t, columns("members", "keeps")[13])
	require.Contains(t, events(explain.Hidden{}), "keeps in db/night owes nothing any more")
}
