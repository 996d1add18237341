package view

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/view/live"
)

// text is what the elements of a selector say, one a line.
func (x *tab) text(selector string) string {
	x.t.Helper()
	return eval[string](x, fmt.Sprintf("[...document.querySelectorAll(%q)].filter((e) => !e.hidden).map((e) => e.textContent).join(\"\\n\")", selector))
}

// percent shows a part as the page does.
func percent(part float64) string {
	switch p := 100 * part; {
	case p == 0:
		return "0 %"
	case p < 0.01:
		return "< 0.01 %"
	case p < 1:
		return fmt.Sprintf("%.2f %%", p)
	default:
		return fmt.Sprintf("%.1f %%", p)
	}
}

// TestThePageShowsTheState compares all that the page shows with the state that it was served.
// With APPORTION_PICTURES=FOLDER it also makes the pictures of docs/view.md.
func TestThePageShowsTheState(t *testing.T) {
	x := newTab(t)
	s := newScene(t, 1000)
	s.play()
	state := stateOf(&s.a.View)
	x.size(1180, 1250, "light")
	x.serve(s)

	require.Contains(t, x.text("#facts"), "1,000")
	require.Contains(t, x.text("#resource-0 .top"), percent(state.Held[0].Float()/state.Total[0].Float()))
	require.Contains(t, x.text("#resource-0 .figures"), "headroom2,000", "the guarantee of reserve is kept free")
	x.wordIsRight("#word-starved", state, live.Share.Starved)
	x.wordIsRight("#word-over", state, live.Share.Over)
	require.Contains(t, x.text("#word-idle"), "reserve2,000 cpus")

	x.rolesAreRight(state, func(r *live.Role) bool { return r.Parent < 0 })
	x.click("#unfold")
	x.rolesAreRight(state, func(*live.Role) bool { return true })
	require.Equal(t, fmt.Sprint(len(state.Members)), x.text("#of-role"))
	for _, m := range state.Members {
		row := eval[string](x, fmt.Sprintf("[...document.querySelectorAll(\".framework-row\")].find((e) => e.firstChild.textContent === %q).textContent", m.Name))
		require.Contains(t, row, percent(m.Share.Held))
		if m.Filters > 0 {
			require.Contains(t, row, fmt.Sprintf("%d filters", m.Filters))
		}
	}
	require.Contains(t, x.text("#legend"), "1,000 agents")
	require.Contains(t, x.text("#legend"), "40 not offered")
	require.Contains(t, x.text("#legend"), "40 under maintenance")
	require.Regexp(t, `batch: weight 2, was 1; ads: weight 3, was 1; 1 goes on to count .*batch has [\d.]+ % → [\d.]+ %, fair is [\d.]+ % → [\d.]+ %`, x.text("#events"), "what the change did")
	require.Equal(t, "weight 1; 3 was set, and counts when nobody is below it any more and somebody comes back", eval[string](x, `document.querySelector('.row[title="ads"] [title^="weight"]').title`))
	require.Contains(t, x.text("#events"), "40 agents not offered any more")
	require.Contains(t, x.text("#events"), "40 agents under maintenance")
	require.Equal(t, 4.0, eval[float64](x, `document.querySelectorAll(".chart canvas").length`))
	const painted = `[...document.querySelectorAll("canvas")].filter((c) => c.offsetParent !== null).every((c) => c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some((v) => v !== 0))`
	x.until(painted)
	require.Equal(t, 1.0, eval[float64](x, `document.querySelectorAll("script").length`), "names are text, not markup")

	x.picture("light")
	x.size(1180, 1250, "dark")
	require.Equal(t, "rgb(20, 23, 26)", eval[string](x, `getComputedStyle(document.body).backgroundColor`))
	x.picture("dark")
	x.size(360, 2000, "light") // nothing is wider than a phone
	x.until(`document.documentElement.scrollWidth <= 360 && [...document.querySelectorAll(".list .scroll")].every((e) => e.scrollWidth <= e.clientWidth)`)
	x.size(320, 2000, "light") // nor is a figure cut off on the smallest
	x.until(`document.documentElement.clientWidth === 320 && [...document.querySelectorAll(".row .n:not(.wide, .said)")].every((e) => {
		const before = e.textContent;
		if (before.endsWith(" %") && !e.classList.contains("tag")) e.textContent = "100.0 %";
		const whole = e.scrollWidth <= e.clientWidth;
		e.textContent = before;
		return whole;
	})`)
	x.size(1240, 860, "light")
	x.sortsByGuarantee(s)
	x.clicksExplain(s)
	x.keysAreEnough()
	x.focusStays(s)
	x.fine()
}

// focusStays: what is drawn anew does not take the focus away.
func (x *tab) focusStays(s *scene) {
	x.t.Helper()
	for _, selector := range []string{"#word-starved .link", "#word-over button"} {
		const now = `document.activeElement.closest(".word")?.id + " " + document.activeElement.className`
		eval[bool](x, fmt.Sprintf(`(document.querySelector(%q).focus(), true)`, selector))
		before, clock := eval[string](x, now), x.text("#clock")
		s.step(time.Minute)
		x.until(fmt.Sprintf(`document.querySelector("#clock").textContent !== %q`, clock))
		require.Equal(x.t, before, eval[string](x, now))
	}
	eval[bool](x, `(document.querySelector("#skip").click(), true)`)
	require.Equal(x.t, "Roles", eval[string](x, `document.activeElement.getAttribute("aria-label")`))
}

// wordIsRight compares a list of roles that stand out: how many, and the four furthest first.
func (x *tab) wordIsRight(selector string, state *live.State, by func(live.Share) float64) {
	x.t.Helper()
	var roles []live.Role
	for _, r := range state.Roles {
		if by(r.Share) > 0 {
			roles = append(roles, r)
		}
	}
	require.NotEmpty(x.t, roles)
	slices.SortFunc(roles, func(a, b live.Role) int { return cmp.Compare(by(b.Share), by(a.Share)) })
	require.Contains(x.t, x.text(selector+" h2"), fmt.Sprintf("Show %d", len(roles)))
	var want []string
	for _, r := range roles[:min(4, len(roles))] {
		want = append(want, fmt.Sprintf("%s%s, has %s of %s", r.Path, percent(by(r.Share)), percent(r.Share.Held), percent(r.Share.Fair)))
	}
	require.Equal(x.t, strings.Join(want, "\n"), x.text(selector+" li"))
}

// rolesAreRight compares the rows of roles that are wanted with the state.
func (x *tab) rolesAreRight(state *live.State, wanted func(*live.Role) bool) {
	x.t.Helper()
	type row struct {
		Title, Text string
		Width, Fair float64
	}
	rows := map[string]row{}
	for _, r := range eval[[]row](x, `[...document.querySelectorAll(".row.role-row")].filter((e) => !e.hidden).map((e) => ({
		Title: e.title, Text: e.innerText, Width: parseFloat(e.querySelector(".share").style.width), Fair: parseFloat(e.querySelector(".fair").style.left)}))`) {
		rows[r.Title] = r
	}
	n := 0
	for i := range state.Roles {
		r := &state.Roles[i]
		if !wanted(r) {
			continue
		}
		n++
		shown := rows[r.Path]
		require.Contains(x.t, shown.Text, percent(r.Share.Held), r.Path)
		require.Contains(x.t, shown.Text, percent(r.Share.Fair), r.Path)
		require.InDelta(x.t, 100*r.Share.Held/0.5, shown.Width, 0.1, r.Path) // half of the cluster is a whole bar
		require.InDelta(x.t, 100*r.Share.Fair/0.5, shown.Fair, 0.1, r.Path)
		if r.Share.Starved() > 0 {
			require.Contains(x.t, shown.Text, "starved "+percent(r.Share.Starved()))
		}
	}
	require.Len(x.t, rows, n)
}

// sortsByGuarantee: of the two roles with a guarantee the one that holds more comes first, however
// little that is of the cluster.
func (x *tab) sortsByGuarantee(s *scene) {
	x.t.Helper()
	sort := func(by string) string {
		return eval[string](x, fmt.Sprintf(`(document.querySelector("#sort").value = %q, document.querySelector("#sort").onchange(),
			[...document.querySelectorAll(".row.role-row:not([hidden])")].find((e) => e.getAttribute("aria-posinset") === "1").title)`, by))
	}
	require.NotEqual(x.t, "search", sort("share"))
	require.Equal(x.t, "search", sort("guarantee"))
	sort("name")
}

// clicksExplain clicks from one explanation to the next.
func (x *tab) clicksExplain(s *scene) {
	x.t.Helper()
	x.click(`.row[title="search"] .bar`)
	x.until(`document.querySelector("#panel .verdict")`)
	require.Equal(x.t, "search", x.text("#panel-title"))
	require.Regexp(x.t, `Below it: (index|query) [\d.]+ % of [\d.]+ %, (index|query) `, x.text("#panel .below"))
	filters := 0
	for _, r := range stateOf(&s.a.View).Roles {
		if r.Path == "search" || strings.HasPrefix(r.Path, "search/") {
			filters += r.Filters
		}
	}
	require.Positive(x.t, filters)
	require.Contains(x.t, x.text("#panel .figures"), fmt.Sprintf("filters%d", filters), "with those of the roles below")
	require.Contains(x.t, x.text("#panel-body"), "Frameworks, 2", "those of the roles below")
	e := must(s.a.ExplainRole(s.roles["search"]))
	require.Equal(x.t, e.Sentence(), x.text("#panel .verdict"))
	require.Regexp(x.t, `Of those in it that ask, (frontend|indexer) holds least\. .*\d+ agents?: `, x.text("#panel-body"))
	require.Contains(x.t, x.text("#of-role"), "2 in search", "its frameworks are listed")
	x.picture("panel")
	x.click(`#panel .holds .link`)
	x.until(`document.querySelector("#panel-title").textContent.startsWith("rack-") && document.querySelector("#panel-body h3")`)
	require.Contains(x.t, x.text("#panel-body"), "Who has refused it")
	require.Contains(x.t, eval[string](x, "location.hash"), "#agent=rack-")
	x.click(`#panel table .link`)
	x.until(`document.querySelector("#panel .verdict")`)
	require.Contains(x.t, x.text("#panel-body"), "In role")
	x.keys(kb.Escape)
	x.until(`document.querySelector("#panel").hidden && location.hash === ""`)
	x.click("#of-role button")
	x.click("#word-starved .link")
	x.until(`document.querySelector("#panel-title").textContent === document.querySelector("#word-starved .link").textContent && document.querySelector("#panel .standing")`)
	require.Contains(x.t, x.text("#panel .standing"), "is fair")
	require.Contains(x.t, x.text("#panel-body"), "Where it stands")
	x.click("#close")
	x.click("#of-role button")
	x.click(`.framework-row[title^="leftovers "]`)
	x.until(`document.querySelector("#panel-title").textContent === "leftovers in batch" && document.querySelector("#panel .verdict")`)
	require.Contains(x.t, x.text("#panel .verdict"), "leftovers", "it holds nothing, and is explained")
	require.Contains(x.t, x.text("#panel-body"), "and used nothing of it", "why it has nothing")
	require.Contains(x.t, x.text("#panel .holds"), "of 0none")
	x.click("#close")
	x.click("#events .link")
	x.until(`document.querySelector("#cursor").textContent.includes("40 agents not offered any more")`)
}

// keysAreEnough does without a mouse what can be done with one.
func (x *tab) keysAreEnough() {
	x.t.Helper()
	x.click("#fold")
	eval[bool](x, `(document.querySelector("#role-list .scroll").focus(), true)`)
	x.keys(kb.Home, kb.ArrowDown, kb.ArrowRight)
	x.until(`document.querySelector('.row[title="ads"][aria-expanded="true"]') && document.querySelector('.row[title="ads/bidding"]:not([hidden])')`)
	x.keys(kb.ArrowDown, kb.Enter)
	x.until(`document.querySelector("#panel-title").textContent === "ads/bidding" && document.querySelector("#panel .verdict")`)
	x.keys(kb.Escape)
	x.until(`document.activeElement === document.querySelector("#role-list .scroll")`)
	x.keys("/")
	x.until(`document.activeElement.id === "find"`)
	eval[string](x, `document.querySelector("#find").value = ""`) // the driver also types a key that the page takes
	x.keys("node-777")
	x.until(`document.querySelector("#found-0")`)
	x.keys(kb.ArrowDown, kb.Enter)
	x.until(`document.querySelector("#panel-title").textContent === "rack-19-node-777"`)
	x.keys(kb.Escape)
	eval[bool](x, `(document.querySelector("#charts").focus(), true)`)
	x.keys(kb.ArrowLeft)
	x.until(`document.querySelector("#cursor").textContent !== ""`)
	eval[bool](x, `(document.querySelector("#heat canvas").focus(), true)`)
	x.keys(kb.ArrowRight, kb.ArrowRight)
	x.until(`document.querySelector("#agent").textContent.startsWith("rack-00-node-001")`)
	x.keys(kb.Enter)
	x.until(`document.querySelector("#panel-title").textContent === "rack-00-node-001"`)
	x.keys(kb.Escape)
}

// TestThePageRecovers: it says when the server is slow, has gone, is back, and when another
// allocator answers.
func TestThePageRecovers(t *testing.T) {
	x := newTab(t)
	s := newScene(t, 100)
	s.step(time.Minute)
	x.serve(s)
	x.fine()
	s.set(errors.New("the actor has ended"), 0)
	x.until(`document.querySelector("#status.gone") && document.querySelector("#status").textContent.includes("the actor has ended")`)
	s.set(nil, 0)
	x.until(`document.querySelector("#status.live")`)
	s.set(nil, 2500*time.Millisecond)
	x.until(`document.querySelector("#status.slow")`)
	s.set(nil, 0)
	x.until(`document.querySelector("#status.live")`)

	s.restart(50)
	s.step(time.Minute)
	x.until(`document.querySelector("#status").textContent.includes("restarted")`)
	x.until(`document.querySelector("#facts").textContent.includes("agents50")`)
	s.mu.Lock()
	s.a.Pause()
	s.mu.Unlock()
	x.until(`document.querySelector("#alert").textContent === "Allocation is paused" && !document.querySelector("#alert").hidden`)
	for _, e := range x.errors {
		require.Contains(t, e, "503", "the browser notes each answer that says no")
	}
}

// TestTheServerGoesAndComesBack: the page and an explanation that is asked for meanwhile say that
// nobody answers, and go on by themselves.
func TestTheServerGoesAndComesBack(t *testing.T) {
	x, s := newTab(t), newScene(t, 100)
	s.step(time.Minute)
	listen := func(address string) *httptest.Server {
		server := httptest.NewUnstartedServer(Handler(s, nil))
		require.NoError(t, server.Listener.Close())
		server.Listener = must(net.Listen("tcp", address))
		server.Start()
		t.Cleanup(server.Close)
		return server
	}
	server := listen("127.0.0.1:0")
	x.do(chromedp.Navigate(server.URL))
	x.until(`document.querySelector("#status.live")`)
	address := server.Listener.Addr().String()
	server.CloseClientConnections()
	server.Close()
	x.until(`document.querySelector("#status.gone")`)
	x.click(`.row[title="search"] .bar`)
	x.until(`document.querySelector("#panel .verdict")?.textContent === "The server does not answer. It is asked again."`)
	listen(address)
	x.until(`document.querySelector("#status.live") && document.querySelector("#panel .verdict").textContent.includes("role search")`)
	for _, e := range x.errors {
		require.Contains(t, e, "net::ERR_CONNECTION", "the browser notes each answer that does not come")
	}
}

// TestTimeCanBeMoved: the page shows a player's frames.
func TestTimeCanBeMoved(t *testing.T) {
	s := newScene(t, 100)
	p := NewPlayer(live.Options{HistoryStep: time.Second})
	var used []string
	for minute := range 40 {
		if minute == 20 {
			p.Mark(s.now.Add(59*time.Second), "more for batch")
			require.NoError(t, s.a.SetWeights([]alloc.RoleWeight{{Role: s.roles["batch"], Weight: 3}}))
		}
		s.step(time.Minute)
		require.NoError(t, p.Observe(&s.a.View))
		state := stateOf(&s.a.View)
		used = append(used, percent(state.Held[0].Float()/state.Total[0].Float()))
	}
	require.Len(t, p.frames, 40)
	require.NotEqual(t, used[0], used[39])
	_, err := p.Ask("data?at=40", explain.Hidden{})
	require.ErrorIs(t, err, live.ErrQuestion)

	x := newTab(t)
	x.serve(p)
	shows := func(minute int) {
		t.Helper()
		x.until(fmt.Sprintf(`document.querySelector("#resource-0 .top").textContent.includes(%q)`, used[minute-1]))
	}
	shows(40)
	require.Contains(t, x.text("#moment"), "00:40:00 of 00:40:00", "it opens at the end")
	hues := map[string]string{}
	x.huesAreTheSame(hues)
	eval[bool](x, `(document.querySelector("#slider").focus(), true)`)
	x.keys(kb.Home)
	shows(1)
	x.huesAreTheSame(hues)
	x.keys(kb.End)
	shows(40)
	x.until(`document.querySelector("#charts").textContent.includes("science")`)
	x.huesAreTheSame(hues)
	require.Greater(t, len(hues), 3)
	require.Regexp(t, `batch: weight 3, was 1; more for batch batch has`, x.text("#events li"), "what is told twice is one change")
	x.keys(kb.ArrowLeft)
	shows(39)
	x.click(`.row[title="batch"] .bar`)
	x.until(`document.querySelector("#panel .verdict") && location.hash === "#role=batch&at=2340"`)
	x.keys(kb.Escape)
	x.until(`location.hash === "#at=2340"`)

	// The address says who and when, also to a page that is open, and on the way back.
	eval[bool](x, `(location.hash = "#role=science&at=600", true)`)
	shows(10)
	x.until(`document.querySelector("#panel-title").textContent === "science" && document.querySelector("#panel .verdict")`)
	x.do(chromedp.Reload())
	x.until(`document.querySelector("#slider").value === "9" && document.querySelector("#panel-title").textContent === "science" && document.querySelector("#panel .verdict")`)
	shows(10)
	eval[bool](x, `(history.back(), true)`)
	x.until(`location.hash === "#at=2340"`)
	shows(39)
	eval[bool](x, `(document.querySelector("#slider").focus(), true)`)
	x.keys(kb.Home)
	shows(1)
	x.click("#play")
	x.until(`document.querySelector("#slider").value > 3`)
	x.click("#play")
	x.fine()
}

// huesAreTheSame: a role has the same colour at all times.
func (x *tab) huesAreTheSame(hues map[string]string) {
	x.t.Helper()
	type entry struct{ Name, Hue string }
	for _, e := range eval[[]entry](x, `[...document.querySelectorAll(".chart:nth-child(2) li")].map((e) => ({Name: e.textContent.split(" ")[0], Hue: e.firstChild.style.background}))`) {
		require.Equal(x.t, cmp.Or(hues[e.Name], e.Hue), e.Hue, e.Name)
		hues[e.Name] = e.Hue
	}
}

// TestAPlayerThins: however long it observes, frames are few, evenly over the time.
func TestAPlayerThins(t *testing.T) {
	s := newScene(t, 1)
	p := NewPlayer(live.Options{})
	for range 1000 {
		s.now += alloc.Time(time.Second)
		s.a.Advance(s.now)
		require.NoError(t, p.Observe(&s.a.View))
		require.LessOrEqual(t, len(p.frames), mostFrames)
	}
	require.NoError(t, p.End(&s.a.View))
	require.Greater(t, len(p.frames), mostFrames/3)
	for i := range p.frames[2:] {
		require.Less(t, p.frames[i+1].at-p.frames[i].at, 3*p.width)
	}
	require.Equal(t, s.now, p.frames[len(p.frames)-1].at)
	require.True(t, strings.Contains(string(must(p.Ask("history?points=10", explain.Hidden{}))), `"t":[`))
}
