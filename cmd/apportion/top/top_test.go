package top

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/view"
	"github.com/apportion/apportion/view/live"
)

// escape is a name that would turn the letters around that follow it.
const escape = "esc\u202eape"

// world is a small cluster that is served: web is guaranteed 6 cpus and holds 2, db is
// above its fair share.
type world struct {
	*core.Allocator
	t         *testing.T
	mu        sync.Mutex
	feed      *live.Feed
	gone      error
	cpus, mem alloc.KindID
	web, db   alloc.RoleID
	address   string
}

func need[T any](t *testing.T, v T, err error) T {
	t.Helper()
	require.NoError(t, err)
	return v
}

func newWorld(t *testing.T) *world { return newWorldWith(t, 6) }

// newWorldWith returns a world where storage uses so many cpus on the second agent.
func newWorldWith(t *testing.T, used quantities.Amount) *world {
	a, err := core.New(alloc.Options{Interval: time.Second, AgentOrder: alloc.OrderByID})
	w := &world{t: t, Allocator: need(t, a, err), feed: live.NewFeed(live.Options{Every: -1, Run: "r"})}
	kind := func(name string) alloc.KindID {
		k, err := w.InternKind(alloc.Kind{Name: name})
		return need(t, k, err)
	}
	w.cpus, w.mem = kind("cpus"), kind("mem")
	w.web, w.db = w.role("web"), w.role("db")
	shop := w.role("web/shop")
	require.NoError(t, w.SetQuota(w.web, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 6 * alloc.Unit}}, Limits: []alloc.Quantity{{Name: "cpus", Amount: 12 * alloc.Unit}}}))
	_, err = w.AddAgent(alloc.AgentInfo{ID: "a1", Total: w.of(8, 64), Used: []alloc.Usage{
		{Framework: "storage", Role: w.db, Resources: w.of(6, 32)}, {Framework: escape, Role: shop, Resources: w.of(2, 8)},
	}})
	require.NoError(t, err)
	_, err = w.AddAgent(alloc.AgentInfo{ID: "a2", Total: w.of(8, 64), Used: []alloc.Usage{{Framework: "storage", Role: w.db, Resources: w.of(used, 32*min(used, 1))}}})
	require.NoError(t, err)
	_, err = w.AddFramework(alloc.FrameworkInfo{ID: "storage", Roles: []alloc.RoleID{w.db}})
	require.NoError(t, err)
	_, err = w.AddFramework(alloc.FrameworkInfo{ID: escape, Roles: []alloc.RoleID{shop}})
	require.NoError(t, err)
	server := httptest.NewServer(http.StripPrefix("/allocator/view", view.Handler(w, nil)))
	t.Cleanup(server.Close)
	w.address = server.URL + "/allocator/view"
	return w
}

func (w *world) of(cpus, mem quantities.Amount) []alloc.Resource {
	return []alloc.Resource{alloc.ScalarOf(w.cpus, cpus*alloc.Unit), alloc.ScalarOf(w.mem, mem*1024*alloc.Unit)}
}

// Ask is what the server asks.
func (w *world) Ask(question string, hidden explain.Hidden) ([]byte, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.gone != nil {
		return nil, w.gone
	}
	return (&view.Live{Feed: w.feed, Read: func(f func(*core.View)) error { f(&w.Allocator.View); return nil }}).Ask(question, hidden)
}

func (w *world) set(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
}

// open is an app on a screen of a size that shows the world.
func (w *world) open(columns, lines int) *app {
	w.t.Helper()
	f, err := (&Options{Name: "world"}).begin(w.source())
	require.NoError(w.t, err)
	a := newApp(f, w.source())
	a.columns, a.lines = columns, lines
	return a
}

// document is what is printed as JSON.
func (w *world) document(o Options) string {
	document, err := Document(w.source(), o)
	require.NoError(w.t, err)
	text, err := json.Marshal(document)
	require.NoError(w.t, err)
	return string(text)
}

func (w *world) source() view.Source {
	s, err := Server(w.address)
	require.NoError(w.t, err)
	return s
}

// ask asks all that is to be asked.
func (w *world) ask(a *app) {
	for range 3 {
		askOnce(a)
	}
}

// askOnce asks what is due, and takes the answer in.
func askOnce(a *app) {
	if ask := a.askWhatIsDue(time.Now()); ask != nil {
		ask().(answer)()
	}
}

// shown is what is on the screen, without styles.
func shown(a *app) string {
	var b strings.Builder
	for _, l := range a.draw() {
		b.WriteString(strings.TrimRight(ansi.Strip(l), " ") + "\n")
	}
	return b.String()
}

const once = `apportion top  world  00:00:00
2 agents  2 frameworks  3 roles  0 cycles  0 offers
cpus   [==========================::::]  87.5 % of 16 cpus: 14 used, 2 free, 2 headroom
memory [=================             ]  56.2 % of 128 GiB: 72 GiB used, 56 GiB free
starved           2  web 25.0 % (has 12.5 % of 50.0 %); web/shop 25.0 % (has 12.5 % of 50.0 %)
over              1  db 25.0 % (has 75.0 % of 50.0 %)
idle guarantee    1  web 4 cpus

3 roles by dominant resource, sorted by distance
ROLE          SHARE      FAIR  0 - 100.0 %                       WEIGHT  STANDING
  db         75.0 %    50.0 %  [==============|========       ]       1  over 25.0 %
- web        12.5 %    50.0 %  [====......:...|       ]       ]       1  starved 25.0 %, idle guarantee 4 cpus
    shop     12.5 %    50.0 %  [====..........|               ]       1  starved 25.0 %

2 frameworks by dominant resource, sorted by distance
FRAMEWORK  ROLE          SHARE      FAIR     OFFERS   FILTERED   FILTERS  UNANSWERED    LAST OFFER  STATE
esc�ape    web/shop     12.5 %    50.0 %          0          0         0         0 %         never  asks, starved 25.0 %
storage    db           75.0 %    50.0 %          0          0         0         0 %         never  asks, over 25.0 %
`

func TestOnce(t *testing.T) {
	w := newWorld(t)
	var out strings.Builder
	require.NoError(t, Once(&out, w.source(), Options{Name: "world"}))
	require.Equal(t, once, out.String())
}

// TestItFitsTheScreen: on screens of all sizes no line is too wide, there are as many as
// the screen has, and who is furthest from fair is seen where there is any room.
func TestItFitsTheScreen(t *testing.T) {
	w, lends := newWorld(t), newLendingWorld(t)
	for _, columns := range []int{1, 10, 20, 30, 40, 60, 80, 100, 132, 250} {
		for _, lines := range []int{1, 3, 8, 14, 24, 60} {
			w.fits(columns, lines)
			lends.fits(columns, lines)
		}
		if columns >= 30 {
			require.Contains(t, shown(w.open(columns, 24)), "25.0 %")
			require.Contains(t, shown(lends.open(columns, 24)), "overdue ")
		}
	}
}

// fits fails if what is shown has more lines or columns than the screen.
func (w *world) fits(columns, lines int) {
	a := w.open(columns, lines)
	for _, keys := range []string{"", "*", "f", "enter", "esc tab", "?", "x / w e b"} {
		for key := range strings.FieldsSeq(keys) {
			a.press(key)
		}
		w.ask(a)
		drawn := strings.Split(a.View().Content, "\n")
		require.Len(w.t, drawn, lines)
		for _, l := range drawn {
			seen := ansi.Strip(l)
			require.NotContains(w.t, seen, "\x1b")
			require.LessOrEqual(w.t, ansi.StringWidth(seen), columns, seen)
		}
	}
}

const screen80 = `apportion top  00:00:00  live  world
2 agents  2 frameworks  3 roles  0 cycles  0 offers
cpus   [==================::]  87.5 % of 16 cpus: 14 used, 2 free, 2 headroom
memory [===========         ]  56.2 % of 128 GiB: 72 GiB used, 56 GiB free
starved           2  web 25.0 % (has 12.5 % of 50.0 %); web/shop 25.0 % (has 12…
over              1  db 25.0 % (has 75.0 % of 50.0 %)
idle guarantee    1  web 4 cpus
2 roles by dominant resource, sorted by distance
ROLE          SHARE      FAIR  0 - 100.0 %      STANDING
  db         75.0 %    50.0 %  [======|===   ]  over 25.0 %
+ web        12.5 %    50.0 %  [==..:.|  ]   ]  starved 25.0 %, idle guarantee …




q end  ? keys  Enter explain  f frameworks  / search  right unfold  Tab all  r …
`

const screen40 = `apportion top  00:00:00  live  world
2 agents  2 frameworks  3 roles  0 cycl…
cpus   [=======:]  87.5 % of 16 cpus: 1…
and 1 more resource
starved           2  web 25.0 % (has 12…
over              1  db 25.0 % (has 75.…
idle guarantee    1  web 4 cpus
2 roles by dominant resource, sorted by…
ROLE          SHARE  STANDING
  db         75.0 %  over 25.0 %
+ web        12.5 %  starved 25.0 %, id…


q end  ? keys  Enter explain  f framewo…
`

// cut is what is on the screen, and the screen's width cuts off.
func (a *app) cut() string {
	var b strings.Builder
	for line := range strings.SplitSeq(a.View().Content, "\n") {
		b.WriteString(strings.TrimRight(ansi.Strip(line), " ") + "\n")
	}
	return b.String()
}

// TestScreens: what a screen shows that is as wide as usual, and one that is narrow.
func TestScreens(t *testing.T) {
	w := newWorld(t)
	for _, test := range []struct {
		columns, lines int
		want           string
	}{{80, 16, screen80}, {40, 14, screen40}} {
		a := w.open(test.columns, test.lines)
		require.Equal(t, test.want, a.cut())
	}
}

func TestKeys(t *testing.T) {
	w := newWorld(t)
	a := w.open(120, 30)
	press := func(keys ...string) string {
		for _, key := range keys {
			require.False(t, a.press(key), key)
		}
		w.ask(a)
		return shown(a)
	}
	names := func() (list []string) {
		for _, r := range a.rows {
			if r.member != nil {
				list = append(list, r.member.Name)
			} else {
				list = append(list, r.Path)
			}
		}
		return list
	}
	require.Equal(t, []string{"db", "web"}, names(), "as far from fair as each other")
	press("down", "right")
	require.Equal(t, []string{"db", "web", "web/shop"}, names())
	press("left")
	require.Equal(t, []string{"db", "web"}, names())
	press("v")
	require.Equal(t, []string{"web", "db"}, names(), "starved first")
	press("o")
	require.Equal(t, []string{"db", "web"}, names(), "over first")
	press("i")
	require.Equal(t, []string{"web", "db"}, names(), "idle guarantees first")
	press("n", "*")
	require.Equal(t, []string{"db", "web", "web/shop"}, names())
	require.Contains(t, press("r"), "by cpus")
	require.Contains(t, press("r"), "by memory")
	require.Contains(t, press("r"), "by dominant resource")

	require.Contains(t, press("home", "down", "f"), "1 framework by")
	require.Equal(t, []string{escape}, names())
	require.Contains(t, shown(a), "esc\ufffdape")
	press("f", "tab")
	require.Equal(t, []string{escape, "storage"}, names())
	press("/", "s", "t", "o", "x", "backspace")
	require.Equal(t, []string{"storage"}, names())
	require.Contains(t, shown(a), "search: sto_")
	press("esc")
	require.Len(t, names(), 2)
	press("/", "s", "h", "o", "p", "enter", "tab")
	require.Equal(t, []string{"web/shop"}, names(), "found though it is folded")
	press("esc", "_")

	e, err := w.ExplainRole(w.web)
	require.NoError(t, err)
	text := press("end", "enter")
	require.Contains(t, strings.Join(strings.Fields(text), " "), e.Sentence())
	require.Contains(t, press("end"), "a1: 2 cpus, 8 GiB")
	require.Contains(t, shown(a), "role web holds 12.5 % where 50 % is fair.")
	a.lines = 18
	text = press("home")
	require.NotEqual(t, text, press("down"), "it is scrolled")
	press("esc", "tab", "end", "enter")
	require.Contains(t, shown(a), "storage in db")
	require.Contains(t, press("end"), "offered never anything")
	require.Contains(t, press("esc", "c"), "Nothing has changed since somebody looked first.")
	press("esc", "?")
	require.Contains(t, shown(a), "Keys")
	press("x")
	require.True(t, a.press("q"))
	require.True(t, a.press("ctrl+c"))
}

// TestWhatChangesIsSeen: a row that is selected stays so, and one that goes is gone.
func TestWhatChangesIsSeen(t *testing.T) {
	w := newWorld(t)
	a := w.open(100, 30)
	a.press("n")
	a.press("end")
	require.Equal(t, "web", a.rows[a.current].Path)
	w.set(func() {
		_, err := w.AddFramework(alloc.FrameworkInfo{ID: "new", Roles: []alloc.RoleID{w.role("aaa")}})
		require.NoError(t, err)
	})
	a.due = time.Time{}
	w.ask(a)
	require.Equal(t, []string{"aaa", "db", "web"}, []string{a.rows[0].Path, a.rows[1].Path, a.rows[2].Path})
	require.Equal(t, "web", a.rows[a.current].Path)

	w.set(func() { w.gone = errors.New("the actor has ended") })
	a.due = time.Time{}
	w.ask(a)
	require.Contains(t, shown(a), "(the actor has ended), trying again")
	require.Nil(t, a.askWhatIsDue(time.Now()), "it does not ask at once again")
	w.set(func() { w.gone, w.feed = nil, live.NewFeed(live.Options{Every: -1, Run: "s"}) })
	a.due = time.Time{}
	w.ask(a)
	require.Contains(t, shown(a), "live; the allocator restarted at")
}

// TestWhatIsGoneIsExplained: a role stays as it was last, also where the allocator now has other resources.
func TestWhatIsGoneIsExplained(t *testing.T) {
	w := newWorld(t)
	a := w.open(100, 40)
	press := func(keys ...string) string {
		for _, key := range keys {
			a.press(key)
		}
		w.ask(a)
		return shown(a)
	}
	require.Contains(t, press("r", "r", "n", "enter"), "over 25.0 %")
	a.source = said{"state?": `{"state":{"Names":["gpus"],"Total":[1],"Held":[1],"Used":[1],"Reserved":[0],"Headroom":[0]}}`}
	a.due = time.Time{}
	askOnce(a)
	require.Contains(t, shown(a), "0 roles")
	require.Contains(t, shown(a), "over 25.0 %")
	require.Contains(t, shown(a), "holds 12 cpus")
	require.Contains(t, press("esc"), "0 roles by dominant resource")
}

// TestChangesAreListed: the latest comes first, and one that is made meanwhile joins them.
func TestChangesAreListed(t *testing.T) {
	w := newWorld(t)
	a := w.open(100, 30)
	weigh := func(weight float64) string {
		w.set(func() { require.NoError(t, w.SetWeights([]alloc.RoleWeight{{Role: w.web, Weight: weight}})) })
		a.due = time.Time{}
		w.ask(a)
		return shown(a)
	}
	weigh(2)
	a.press("c")
	text := weigh(3)
	require.Contains(t, text, "00:00:00  web: weight 3, was 2\n00:00:00  web: weight 2, was 1\n")
	require.Contains(t, text, "\nChanges\n")
	a.press("esc")
	require.NotContains(t, shown(a), "was 2")
}

func (w *world) role(path string) alloc.RoleID {
	id, err := w.InternRole(path)
	return need(w.t, id, err)
}

// TestARecordingIsMoved: it begins at the end.
func TestARecordingIsMoved(t *testing.T) {
	w := newWorld(t)
	p := view.NewPlayer(live.Options{})
	for i := range 5 {
		w.Advance(alloc.Time(i) * alloc.Time(time.Minute))
		require.NoError(t, p.Observe(&w.Allocator.View))
	}
	f, err := (&Options{Name: "recording"}).begin(p)
	require.NoError(t, err)
	a := newApp(f, p)
	a.columns, a.lines = 80, 24
	ask := func() { askOnce(a) }
	require.Contains(t, shown(a), "00:04:00 of 00:04:00")
	ask()
	a.press("[")
	ask()
	require.Contains(t, shown(a), "00:03:00 of 00:04:00")
	a.press("enter")
	ask()
	require.Contains(t, shown(a), "Why it is offered what it is")
	a.press("esc")
	a.press("]")
	a.press("space")
	for range 10 {
		ask()
		a.due = time.Time{}
	}
	require.Contains(t, shown(a), "00:04:00 of 00:04:00")
	require.False(t, a.playing, "it ends at the end")
}

func TestJSON(t *testing.T) {
	w := newWorld(t)
	text := w.document(Options{Find: "web", Sort: "starved"})
	var document struct {
		Agents float64
		Roles  []struct {
			Role    string
			Starved float64
			Idle    map[string]float64 `json:"idle_guarantee"`
		}
		Frameworks []struct{ Framework string }
	}
	require.NoError(t, json.Unmarshal([]byte(text), &document))
	require.Len(t, document.Roles, 2)
	require.Equal(t, "web", document.Roles[0].Role)
	require.InDelta(t, 0.25, document.Roles[0].Starved, 1e-6)
	require.Equal(t, map[string]float64{"cpus": 4}, document.Roles[0].Idle)
	require.Empty(t, document.Frameworks)
	text = w.document(Options{})
	require.Contains(t, text, `"refused":0`)
}

func TestWrongOptions(t *testing.T) {
	w := newWorld(t)
	for want, o := range map[string]Options{
		`no resource "gold"; there are ["cpus" "mem"]`: {By: "gold"}, `sorted by "size"`: {Sort: "size"}, `no role "we"`: {Role: "we"},
	} {
		require.ErrorContains(t, Once(new(strings.Builder), w.source(), o), want)
		_, err := Document(w.source(), o)
		require.ErrorContains(t, err, want)
	}
	_, err := Server("http://")
	require.ErrorContains(t, err, "no address of a page")
}

// said answers some questions, and the others with what is no answer.
type said map[string]string

func (s said) Ask(question string, _ explain.Hidden) ([]byte, error) {
	return []byte(cmp.Or(s[question], "{")), nil
}

// TestWrongAnswers: what is no state of an allocator is an error that says so.
func TestWrongAnswers(t *testing.T) {
	const state = `"State":{"Names":["cpus"],"Total":[1],"Held":[1],"Used":[1],"Reserved":[0],"Headroom":[0]`
	const role = `,"Roles":[{"Path":"web","Parent":-1,"Held":[1],"Reserved":[0],"Guarantee":[0],"Limit":[-1],"Idle":[0],"Share":{},"Shares":[{}]}]`
	for answer, want := range map[string]string{
		"<html>":                                                   "not the state of an allocator",
		`{"agents":[]}`:                                            "not the state of an allocator: {\"agents\":[]}",
		`{"State":{"Names":["cpus"]}}`:                             "cluster: its amounts are not those of 1 resources",
		`{` + state + `,"Roles":[1]}}`:                             "not the state of an allocator",
		`{` + state + `},"Player":{}}`:                             "frame 0 of 0",
		`{` + state + role[:10] + `{}]}}`:                          `role "": its amounts are not those of 1 resources`,
		`{` + state + `,"Members":[{}]}}`:                          `framework "": its amounts are not those of 1 resources`,
		`{` + state + `,"Loans":{}}}`:                              "cluster: its amounts are not those of 1 resources",
		`{` + state + `,"Members":[{"Held":[1]}]}}`:                `framework "": there is no role 0`,
		`{` + state + strings.Replace(role, "-1,", "0,", 1) + `}}`: `role "web": its parent is not above it`,
		`{` + state + strings.Replace(role, "{}", `{"Resource":1}`, 1) + `}}`: `role "web": its amounts are not those of 1 resources`,
	} {
		_, err := read([]byte(answer))
		require.ErrorContains(t, err, want, answer)
	}
	source := said{"state?": `{` + state + role + `}}`}
	f, err := (&Options{}).begin(source)
	require.NoError(t, err)
	a := newApp(f, source)
	a.press("enter")
	askOnce(a)
	require.Contains(t, shown(a), "this is no explanation")

	for status, text := range map[int]string{http.StatusNotFound: "404", http.StatusUnauthorized: "401", http.StatusOK: "not the state"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		s, err := Server(server.URL)
		require.NoError(t, err)
		_, err = (&Options{}).begin(s)
		require.ErrorContains(t, err, text)
		server.Close()
	}
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for part := make([]byte, 1<<20); ; {
			if _, err := w.Write(part); err != nil {
				return
			}
		}
	}))
	defer endless.Close()
	most := mostAnswer
	mostAnswer = 1 << 20
	defer func() { mostAnswer = most }()
	s, err := Server(endless.URL)
	require.NoError(t, err)
	_, err = s.Ask("state?", explain.Hidden{})
	require.ErrorContains(t, err, "more than")
	s, err = Server("http://127.0.0.1:1/")
	require.NoError(t, err)
	_, err = (&Options{}).begin(s)
	require.ErrorContains(t, err, "refused")
}

func TestTimesAreShown(t *testing.T) {
	for s, want := range map[float64]string{
		0: "0 s", 2e-6: "2 us", 0.0015: "1.5 ms", 1.5: "1.5 s", 119: "119 s", 150: "2.5 min", 9000: "2.5 h", 216_000: "2.5 d",
	} {
		require.Equal(t, want, duration(s))
	}
}

// TestWordsOfFrameworks: whose constraints exclude all agents refuses nothing.
func TestWordsOfFrameworks(t *testing.T) {
	there := live.Member{SubscriptionLoad: core.SubscriptionLoad{Active: true, Subscribed: true, Excluded: 3}}
	asks, refuses, suppressed := there, there, there
	asks.Asks, refuses.Filters, suppressed.Suppressed = true, 1, true
	require.Equal(t, []string{"asks", "excludes all", "refuses all", "suppressed"}, []string{state(&asks), state(&there), state(&refuses), state(&suppressed)})
}
