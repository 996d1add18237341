package view

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/view/live"
)

// played is a player of a scene, in which the weight of ads is another one.
func played(t *testing.T, weight float64) *Player {
	s := newScene(t, 100)
	require.NoError(t, s.a.SetWeights([]alloc.RoleWeight{{Role: s.roles["ads"], Weight: weight}}))
	p := NewPlayer(live.Options{HistoryStep: time.Second})
	for range 90 {
		s.step(time.Minute)
		require.NoError(t, p.Observe(&s.a.View))
	}
	return p
}

// TestTwoSideBySide: one slider moves both, and what is chosen in one is chosen in the other.
func TestTwoSideBySide(t *testing.T) {
	x := newTab(t)
	server := httptest.NewServer(Pair([2]Side{{"ads weight 1", played(t, 1)}, {"ads weight 4 " + script, played(t, 4)}}, nil))
	t.Cleanup(server.Close)
	x.size(1500, 1000, "light")
	x.do(chromedp.Navigate(server.URL))
	inside := func(side int, expression string) string {
		return fmt.Sprintf("((d) => %s)(document.querySelectorAll('iframe')[%d]?.contentDocument ?? document)", expression, side)
	}
	both := func(expression string) {
		t.Helper()
		x.until(inside(0, expression))
		x.until(inside(1, expression))
	}
	both(`d.querySelector("#status.live") && d.querySelector(".chart canvas")`)
	require.Equal(t, "ads weight 1\nads weight 4 "+script, x.text("#sides h2"), "names are text")
	x.until(`document.querySelector("#slider").max === "89"`)
	both(`d.querySelector("#player").hidden`)

	x.until(`document.querySelector("#moment").textContent === "01:30:00 of 01:30:00"`)
	both(`d.querySelector("#clock").textContent === "01:30:00"`)
	x.until(`document.querySelector("#differences .link").textContent === "science"`)
	first := eval[string](x, inside(0, `d.querySelector('.row[title="ads"]').textContent`))
	second := eval[string](x, inside(1, `d.querySelector('.row[title="ads"]').textContent`))
	require.NotEqual(t, first, second)
	both(`d.querySelector("#role-list .titles").textContent.includes("0 to 50 % of all")`)

	for side, whose := range []string{"ads weight 1", "ads weight 4 " + script} {
		require.Equal(t, "Cluster, "+whose, eval[string](x, inside(side, `d.querySelector("#cluster").getAttribute("aria-label")`)), "screen readers tell the landmarks of both apart")
		require.Equal(t, "roles-title whose", eval[string](x, inside(side, `d.querySelector("#roles").getAttribute("aria-labelledby")`)))
		require.Equal(t, whose, eval[string](x, inside(side, `d.querySelector("#whose").textContent`)))
	}
	eval[bool](x, inside(0, `(d.querySelector("#unfold").click(), true)`))
	both(`d.querySelector('.row[title="ads/bidding"]:not([hidden])')`)
	eval[bool](x, inside(1, `(d.querySelector("#sort").value = "over", d.querySelector("#sort").dispatchEvent(new Event("change")), true)`))
	both(`d.querySelector("#sort").value === "over"`)
	x.picture("sides")
	eval[bool](x, inside(0, `(d.querySelector('.row[title="ads"] .bar').click(), true)`))
	both(`d.querySelector("#panel-title").textContent === "ads" && d.querySelector("#panel .verdict")`)
	x.until(`location.hash === "#role=ads&at=5400"`)
	eval[bool](x, `(location.hash = "#role=ads&at=3600", location.reload(), true)`)
	both(`d.querySelector("#clock")?.textContent === "01:00:00" && d.querySelector("#panel-title").textContent === "ads" && d.querySelector("#panel .verdict")`)
	eval[bool](x, inside(1, `(d.querySelector("#close").click(), true)`))
	both(`d.querySelector("#panel").hidden`)
	x.until(`location.hash === "#at=3600"`)
	eval[bool](x, inside(0, `(d.querySelector("#charts").focus(), d.querySelector("#charts").dispatchEvent(new KeyboardEvent("keydown", {key: "Home"})), true)`))
	cursor := `d.querySelector("#cursor").textContent`
	x.until(inside(0, cursor) + ` === "00:01:00"`)
	x.until(inside(1, cursor) + ` === "00:01:00"`)

	eval[bool](x, `(document.querySelector("#slider").focus(), true)`)
	x.keys(kb.Home)
	both(`d.querySelector("#clock").textContent === "00:01:00"`)
	x.click("#play")
	x.until(`Number(document.querySelector("#slider").value) > 2`)
	x.click("#play")
	x.size(400, 900, "dark")
	require.LessOrEqual(t, eval[float64](x, `document.documentElement.scrollWidth`), 400.0)
	require.Equal(t, "0/ 1/", eval[string](x, `[...document.querySelectorAll("#sides h2 a")].map((e) => e.getAttribute("href")).join(" ")`), "each by itself, which prints whole")
	note := `getComputedStyle(document.querySelector("#print-note")).display`
	require.Equal(t, "none", eval[string](x, note))
	_, err := chromedp.Call(x, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	require.NoError(t, err)
	require.Equal(t, "block", eval[string](x, note))
	x.fine()
}

func TestAPairIsServed(t *testing.T) {
	s := newScene(t, 1)
	s.step(time.Minute)
	pair := Pair([2]Side{{"a", s}, {"b", s}}, nil)
	for path, want := range map[string]int{
		"/": 200, "/side.js": 200, "/names": 200, "/0/": 200, "/1/view.js": 200, "/0/data?": 200, "/data?": 404, "/2/": 404, "/1/explain?role=x": 404,
	} {
		w := httptest.NewRecorder()
		pair.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		require.Equal(t, want, w.Code, path)
		require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'")
	}
	_, err := pairSource{}.Ask("data?", explain.Hidden{})
	require.ErrorContains(t, err, "is asked at 0/ or 1/")
	w := httptest.NewRecorder()
	pair.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/names", nil))
	require.Equal(t, `["a","b"]`, w.Body.String())
}
