package top

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/apportion/apportion/view/live"
)

// How often an allocator at work is asked, and a recording is moved on.
const (
	every       = time.Second
	everyFailed = 2 * time.Second
	everyFrame  = 250 * time.Millisecond
)

// app is what is on the screen, and what keys do to it. It is used by one goroutine.
type app struct {
	name           string
	model          *model
	choice         *choice
	columns, lines int // of the screen

	rows    []row
	current int // index of the row that is selected
	first   int // of the row at the top
	detail  *detail
	help    bool
	typing  bool   // what is looked for is being typed
	before  string // what was looked for before that

	due      time.Time // to ask for the state
	frame    int       // of a recording, that is to be shown
	playing  bool
	answered time.Time
	failure  error
	restart  time.Time // when the allocator was another one
}

// detail is the explanation, or the list of changes, that is open.
type detail struct {
	of    row // without a role: changes
	asked bool
	text  []byte // the answer
	err   error
	first int // of the line at the top
}

func (d *detail) isChanges() bool { return d.of.role == nil }

func (d *detail) question() string {
	if d.isChanges() {
		return changesQuestion
	}
	return questionOf(d.of)
}

func newApp(m *model, c *choice, name string, now time.Time) *app {
	a := &app{name: name, model: m, choice: c, answered: now, due: now.Add(every)}
	if m.player != nil {
		a.frame = m.player.At
	}
	a.list()
	return a
}

// list lists the rows anew. The selected one stays the same, if it is still there.
func (a *app) list() {
	before := a.rows
	a.rows = a.choice.rows(a.model)
	if a.current < len(before) {
		key := before[a.current].key()
		if at := slices.IndexFunc(a.rows, func(r row) bool { return r.key() == key }); at >= 0 {
			a.current = at
		}
	}
	a.current = min(a.current, max(0, len(a.rows)-1))
}

// question returns what is to be asked now, "" if nothing is.
func (a *app) question(now time.Time) string {
	if d := a.detail; d != nil && !d.asked {
		d.asked = true
		return a.at(d.question())
	}
	if now.Before(a.due) {
		return ""
	}
	a.due = now.Add(every)
	if p := a.model.player; p != nil {
		if a.playing && a.failure == nil {
			a.due = now.Add(everyFrame)
			a.frame = min(a.frame+1, len(p.Times)-1)
			if a.frame == len(p.Times)-1 {
				a.playing = false
			}
		}
		if a.frame == p.At {
			return ""
		}
	}
	return a.at("data?since=" + url.QueryEscape(a.model.cursor))
}

// at adds to a question the frame that it is about.
func (a *app) at(question string) string {
	if a.model.player == nil {
		return question
	}
	return fmt.Sprintf("%s&at=%d", question, a.frame)
}

// take takes an answer in.
func (a *app) take(question string, answer []byte, err error, now time.Time) {
	if !strings.HasPrefix(question, "data?") {
		if d := a.detail; d != nil && a.at(d.question()) == question {
			d.text, d.err = answer, err
		}
		return
	}
	run, cursor := a.model.run, a.model.cursor
	if err == nil {
		err = a.model.merge(answer)
	}
	a.failure = err
	if err != nil {
		a.due = now.Add(everyFailed)
		return
	}
	a.answered = now
	if a.model.run != run && a.model.player == nil {
		a.restart = now
	}
	if a.choice.by >= len(a.model.cluster.Names) {
		a.choice.by = live.Dominant
	}
	if d := a.detail; d != nil && a.model.cursor != cursor {
		d.asked = false
	}
	a.list()
}

// press does what a key says; true: to end.
func (a *app) press(key string) (end bool) {
	switch {
	case key == "ctrl-c":
		return true
	case a.typing:
		a.typed(key)
	case a.help:
		a.help = false
	case a.detail != nil:
		return a.pressInDetail(key)
	default:
		return a.pressInList(key)
	}
	return false
}

// typed takes a key that is a part of what is looked for.
func (a *app) typed(key string) {
	c := a.choice
	switch {
	case key == "enter":
		a.typing = false
	case key == "esc":
		a.typing, c.find = false, a.before
	case key == "backspace" && c.find != "":
		_, size := utf8.DecodeLastRuneInString(c.find)
		c.find = c.find[:len(c.find)-size]
	case utf8.RuneCountInString(key) == 1:
		c.find += key
	}
	a.list()
}

// pressInDetail does what a key says while an explanation is open.
func (a *app) pressInDetail(key string) (end bool) {
	switch key {
	case "q", "esc", "enter", "left":
		a.detail = nil
	case "?":
		a.help = true
	default:
		if to, ok := moved(key, a.detail.first, a.listLines(), len(a.detailLines())); ok {
			a.detail.first = min(to, max(0, len(a.detailLines())-a.listLines()))
		} else {
			a.pressInTime(key)
		}
	}
	return false
}

// moved returns where in a list of n a key goes to from a place.
func moved(key string, at, page, n int) (to int, ok bool) {
	switch key {
	case "down", "j":
		at++
	case "up", "k":
		at--
	case "pgdown":
		at += page
	case "pgup":
		at -= page
	case "home", "g":
		at = 0
	case "end", "G":
		at = n - 1
	default:
		return 0, false
	}
	return min(max(at, 0), max(0, n-1)), true
}

// pressInTime does what a key says about the time of a recording.
func (a *app) pressInTime(key string) {
	p := a.model.player
	if p == nil {
		return
	}
	last := len(p.Times) - 1
	switch key {
	case "]":
		a.frame = min(a.frame+1, last)
	case "[":
		a.frame = max(a.frame-1, 0)
	case "}":
		a.frame = min(a.frame+max(1, len(p.Times)/20), last)
	case "{":
		a.frame = max(a.frame-max(1, len(p.Times)/20), 0)
	case "p", " ":
		a.playing = !a.playing
		if a.playing && a.frame == last {
			a.frame = 0
		}
	default:
		return
	}
	a.due = time.Time{}
}

// pressInList does what a key says while the list is there.
func (a *app) pressInList(key string) (end bool) {
	c := a.choice
	if to, ok := moved(key, a.current, max(1, a.listLines()-1), len(a.rows)); ok {
		a.current = to
		return false
	}
	switch key {
	case "q":
		return true
	case "?":
		a.help = true
	case "/":
		a.typing, a.before, c.find = true, c.find, ""
	case "r":
		c.by++
		if c.by == len(a.model.cluster.Names) {
			c.by = live.Dominant
		}
	case "tab":
		c.frameworks, c.below = !c.frameworks, ""
	case "c":
		a.detail = &detail{}
	case "*":
		c.foldAll(true)
	case "_":
		c.foldAll(false)
	case "esc":
		if c.find == "" {
			c.frameworks, c.below = false, ""
		}
		c.find = ""
	default:
		if !a.pressOnRow(key) && !a.pressToSort(key) {
			a.pressInTime(key)
		}
	}
	a.list()
	return false
}

// pressOnRow does what a key says about the row that is selected.
func (a *app) pressOnRow(key string) bool {
	c := a.choice
	if a.current >= len(a.rows) {
		return false
	}
	r := a.rows[a.current]
	switch key {
	case "enter":
		a.detail = &detail{of: r}
	case "f":
		if c.frameworks {
			c.frameworks, c.below = false, ""
		} else {
			c.frameworks, c.below, c.find = true, r.role.path, ""
		}
	case "right", "+", "left", "-":
		if r.member == nil {
			c.fold(r.role, key == "right" || key == "+")
		}
	default:
		return false
	}
	return true
}

// pressToSort sorts as a key says.
func (a *app) pressToSort(key string) bool {
	at := slices.IndexFunc(roleOrders, func(o order[*role]) bool { return o.key == key })
	into := &a.choice.roleOrder
	if a.choice.frameworks {
		at = slices.IndexFunc(memberOrders, func(o order[*member]) bool { return o.key == key })
		into = &a.choice.memberOrder
	}
	if at >= 0 {
		*into, a.current, a.rows = at, 0, nil // the first is selected, whoever was
	}
	return at >= 0
}

// head are the lines above the list.
func (a *app) head() []line {
	f := a.view()
	lines := []line{a.title()}
	lines = append(lines, f.cluster(max(1, (a.lines-10)/3))...)
	if a.lines >= 14 {
		lines = append(lines, f.words()...)
	}
	if a.lines >= 20 {
		lines = append(lines, nil)
	}
	return lines
}

func (a *app) view() *frame { return &frame{model: a.model, choice: a.choice, columns: a.columns} }

// title is the first line: of what, whether it is alive, and the time.
func (a *app) title() line {
	m := a.model
	clock := m.moment(m.now)
	status := span{"live", good}
	if p := m.player; p != nil {
		clock += " of " + m.moment(p.Times[len(p.Times)-1])
		status = span{"recording", good}
		if a.playing {
			status.text = "playing"
		}
	} else if !a.restart.IsZero() {
		status.text = "live; the allocator restarted at " + a.restart.Format(time.TimeOnly)
	}
	if a.failure != nil {
		status = span{fmt.Sprintf("no answer since %s (%v), trying again", a.answered.Format(time.TimeOnly), a.failure), alarm}
	}
	return line{{"apportion top  ", bold}, {clock + "  ", bold}, status, {"  " + clean(a.name), soft}}
}

// listLines is how many rows there is room for.
func (a *app) listLines() int { return max(1, a.lines-len(a.head())-3) }

// detailLines are those of the explanation or the changes.
func (a *app) detailLines() []line {
	d := a.detail
	switch {
	case d.err != nil:
		return []line{text(d.err.Error())}
	case d.text == nil:
		return []line{text("asking")}
	}
	var lines []line
	var err error
	if d.isChanges() {
		lines, err = a.model.changes(d.text, a.columns)
	} else {
		lines, err = a.model.explain(d.of, d.text, a.columns)
	}
	if err != nil {
		return []line{text(err.Error())}
	}
	return lines
}

var helpLines = strings.Split(strings.Trim(`
up down PgUp PgDn Home End   go through the list or the explanation (also k, j, g, G)
Enter                        explain the role or framework that is selected
right left, + -              unfold and fold a role; * all, _ none
f                            the frameworks of the selected role, and back
c                            what was changed: quota, weights, policies, who is there
Tab                          all frameworks, all roles
/                            search by name; Esc ends it
r                            by the next resource; at first by each role's dominant one
d                            sort by distance from fair; v starved, n name, s share;
                             roles: o over, i idle guarantee, a most above a guarantee,
                             w weight, l lent, b borrowed;
                             frameworks: o offers, l longest without an offer, b overdue,
                             u most in offers that are not answered
[ ] { }                      a recording's time, by one frame and by more; Space plays it
q                            end

In bars = is the share, - the part of it that is borrowed, ~ what is lent besides, | what is
fair, . what a starved role lacks, : the guarantee and ] the limit. Of a resource = is used by
tasks, + offered, : kept for guarantees that are not met (headroom). FILTERED are the offers of
which something came back with a filter.
`, "\n"), "\n")

// draw returns the lines of the screen.
func (a *app) draw() []line {
	lines := a.head()
	room := a.listLines()
	f := a.view()
	switch {
	case a.help:
		lines = append(lines, line{{"Keys", bold}})
		for _, s := range helpLines {
			lines = append(lines, text(s))
		}
	case a.detail != nil:
		of, title := a.detail.of, "Changes"
		switch {
		case of.member != nil:
			title = clean(of.member.name) + " in " + clean(of.role.path)
		case of.role != nil:
			title = clean(of.role.path)
		}
		all := a.detailLines()
		a.detail.first = min(a.detail.first, max(0, len(all)-1))
		lines = append(lines, f.filled(line{{title, reversed}}, reversed))
		lines = append(lines, all[a.detail.first:min(len(all), a.detail.first+room+1)]...)
	default:
		a.first = min(max(a.first, a.current-room+1), a.current)
		chosen := text(f.chosen(len(a.rows)))
		if a.typing {
			chosen = line{{"search: ", bold}, {clean(a.choice.find) + "_", bold}}
		}
		lines = append(append(lines, chosen), f.list(a.rows, a.first, room, a.current)...)
	}
	if len(lines) >= a.lines {
		lines = lines[:max(0, a.lines-1)]
	}
	for len(lines) < a.lines-1 {
		lines = append(lines, nil)
	}
	return append(lines, a.foot())
}

// foot names the keys that matter now.
func (a *app) foot() line {
	keys := "q end  ? keys  Enter explain  f frameworks  / search  right unfold  Tab all  r resource  c changes  d v o i s w n l b sort"
	switch {
	case a.help:
		keys = "any key goes back"
	case a.typing:
		keys = "Enter keeps it  Esc ends the search"
	case a.detail != nil:
		keys = "Esc back  ? keys  up down scroll"
	case a.choice.frameworks:
		keys = "q end  ? keys  Enter explain  f roles  / search  Tab roles  c changes  d v o l s b u n sort"
	}
	if a.model.player != nil && !a.help && !a.typing {
		keys = "[ ] time  Space play  " + keys
	}
	return line{{keys, soft}}
}
