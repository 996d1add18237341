package view

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/view/live"
)

// lend has prod lend what of its guarantee is free, and ask for a part of it in vain.
func (s *scene) lend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range []string{"prod", "prod/web", "analysis", "analysis/night"} {
		s.roles[path] = must(s.a.InternRole(path))
	}
	n := alloc.Amount(len(s.agents))
	s.guarantee("prod", 12*n)
	revocable := must(s.a.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	require.NoError(s.t, s.a.SetLending(alloc.Lending{
		Role: s.roles["prod"], Guarantee: true, Most: []alloc.Resource{alloc.ScalarOf(revocable, 12*n*alloc.Unit)},
	}))
	add := func(name, role string, capabilities alloc.Capabilities) {
		must(s.a.AddFramework(alloc.FrameworkInfo{ID: name, Roles: []alloc.RoleID{s.roles[role]}, Capabilities: capabilities}))
	}
	cycle := func() {
		s.now = s.now.Add(time.Second)
		s.a.Advance(s.now)
		s.a.RequestAllocation()
		var c alloc.Cycle
		s.a.Allocate(s.now, &c)
	}
	add("etl", "analysis/night", alloc.MultiRole|alloc.RevocableResources)
	add("reports-2", "analysis", alloc.MultiRole|alloc.RevocableResources)
	cycle()
	cycle()
	require.NotEmpty(s.t, s.a.Loans(nil))
	s.guarantee("prod", 3*n)
	add("shop", "prod", alloc.MultiRole)
	cycle()
	cycle()
	s.look()
}

// TestThePageShowsLoans: who lends, who has borrowed, and who owes, in words, bars and rows; of a
// framework that has borrowed the panel lists its loans.
func TestThePageShowsLoans(t *testing.T) {
	x, s := newTab(t), newScene(t, 200)
	for range 30 {
		s.step(time.Minute)
	}
	x.size(1180, 940, "light")
	x.serve(s)
	require.Equal(t, "none", eval[string](x, `getComputedStyle(document.querySelector(".key .loans")).display`), "nobody lends")
	require.Equal(t, 0.0, eval[float64](x, `document.querySelectorAll("#word-lends").length`))
	s.lend()
	state := stateOf(&s.a.View)
	require.NotNil(t, state.Loans)
	x.until(`document.querySelector("#word-lends")`)
	require.Equal(t, "inline", eval[string](x, `getComputedStyle(document.querySelector(".key .loans")).display`))
	lent := fmt.Sprintf("%s cpus", state.Loans.Lent[0])
	require.Contains(t, x.text("#word-lends li"), "prod"+lent)
	require.Contains(t, x.text("#resource-0 .figures"), "lent"+state.Loans.Lent[0].String())
	x.click("#unfold")
	eval[bool](x, `(document.querySelector("#by").value = 0, document.querySelector("#by").dispatchEvent(new Event("change")))`) // of cpus, which are lent
	for i := range state.Roles {
		x.loansAreRight(state, &state.Roles[i])
	}
	owes := 0
	for _, m := range state.Members {
		row := fmt.Sprintf(`[...document.querySelectorAll(".framework-row")].find((e) => e.firstChild.textContent === %q)`, m.Name)
		if m.Overdue != nil {
			owes++
			require.Contains(t, eval[string](x, row+".textContent"), fmt.Sprintf("owes %s cpus", m.Overdue[0]))
			require.Contains(t, eval[string](x, row+".title"), fmt.Sprintf("owes %s cpus", m.Overdue[0]))
		} else {
			require.NotContains(t, eval[string](x, row+".textContent"), "owes")
		}
	}
	require.Positive(t, owes)
	x.picture("loans")
	x.size(1180, 1000, "dark")
	x.size(400, 2000, "dark")
	x.until(`document.documentElement.scrollWidth <= 400`)
	x.size(1180, 1000, "light")
	x.click(`.row[title="prod"] .bar`)
	x.until(`document.querySelector("#panel .verdict")`)
	require.LessOrEqual(t, eval[float64](x, `document.querySelector("#panel td.whole").offsetHeight`), 30.0, "a resource's name is one line")
	require.NotContains(t, x.text("#panel thead"), "reserved", "nothing is")
	require.Regexp(t, `^all of the agent is offered or in usemost of them: [^;]*; [^;]*; [^;]*$`, x.text("#panel .reason span"), "who holds the agents of a reason, together")
	require.Contains(t, x.text("#events"), "in analysis has not given back in time")
	require.NotContains(t, x.text("#panel-body"), "Nobody in it asks")
	x.click("#close")
	x.click("#of-role button")
	x.click(`.framework-row[title^="etl "]`)
	x.until(`document.querySelector("#panel .owes")`)
	require.Regexp(t, `^It owes \d+ cpus`, x.text("#panel .owes"))
	require.Regexp(t, `Borrowed, what is due first.*cpus.*prod.*overdue`, x.text("#panel-body"))
	s.mu.Lock()
	shop, _ := s.a.FindFramework("shop")
	require.NoError(t, s.a.SuppressOffers(shop, nil))
	s.look()
	s.mu.Unlock()
	x.click("#close")
	x.until(`[...document.querySelectorAll(".framework-row")].some((e) => e.title.startsWith("shop ") && e.textContent.includes("suppressed"))`)
	x.click(`.row[title="prod"] .bar`)
	x.until(`document.querySelector("#panel-body").textContent.includes("Nobody in it asks: 1 suppressed.")`)
	x.fine()
}

// loansAreRight compares the pieces of a role's bar that are lent and borrowed with the state.
func (x *tab) loansAreRight(state *live.State, r *live.Role) {
	x.t.Helper()
	type pieces struct {
		Scale, Share, Lent, Borrowed float64
		Title, Tag                   string
	}
	bar := eval[pieces](x, fmt.Sprintf(`(() => {
		const row = document.querySelector('.role-row[title=%q]'), width = (c) => (row.querySelector(c).hidden ? 0 : parseFloat(row.querySelector(c).style.width));
		return { Scale: parseFloat(document.querySelector("#role-list .titles").textContent.match(/0 to ([\d.]+)/)[1]) / 100, Share: width(".share"), Lent: width(".lent"), Borrowed: width(".borrowed"), Title: row.querySelector(".bar").title, Tag: row.querySelector(".tag").textContent };
	})()`, r.Path))
	part := func(cpus []alloc.Amount) float64 { return cpus[0].Float() / state.Total[0].Float() }
	width := func(cpus []alloc.Amount) float64 { return 100 * part(cpus) / bar.Scale }
	switch {
	case r.Loans == nil:
		require.Zero(x.t, bar.Lent+bar.Borrowed, r.Path)
		require.Empty(x.t, bar.Title, r.Path)
	case r.Path == "prod":
		require.InDelta(x.t, width(r.Loans.Lent), bar.Lent, 0.1)
		require.Contains(x.t, bar.Title, fmt.Sprintf("lends %s cpus", r.Loans.Lent[0]))
	default:
		require.InDelta(x.t, width(r.Held), bar.Share, 0.1, r.Path)
		require.InDelta(x.t, width(r.Loans.Borrowed), bar.Borrowed, 0.1, r.Path)
		require.LessOrEqual(x.t, bar.Borrowed, bar.Share+0.1)
		require.Contains(x.t, bar.Title, fmt.Sprintf("borrowed %s cpus", r.Loans.Borrowed[0]))
		if r.Loans.Overdue[0] > 0 {
			require.Contains(x.t, bar.Tag, "overdue "+percent(part(r.Loans.Overdue)))
		}
	}
}
