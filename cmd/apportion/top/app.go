package top

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/view"
	"github.com/apportion/apportion/view/live"
)

// How often an allocator at work is asked, and a recording is moved on; and how often is looked
// whether it is time.
const (
	every       = time.Second
	everyFailed = 2 * time.Second
	everyFrame  = 250 * time.Millisecond
	everyLook   = 250 * time.Millisecond
)

// Usable reports whether both files are terminals that can be drawn on.
func Usable(in, out *os.File) bool {
	return term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd())) && os.Getenv("TERM") != "dumb"
}

// Run shows it in a terminal until somebody ends it.
func Run(ctx context.Context, in, out *os.File, source view.Source, o Options) error {
	m, c, err := o.begin(source)
	if err != nil {
		return err
	}
	a := newApp(m, c, o.Name, time.Now())
	a.source = source
	_, err = tea.NewProgram(a, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// app is what is on the screen, and what keys do to it.
type app struct {
	frame // columns are those of the screen
	name  string
	lines int // of the screen

	source  view.Source
	rows    []row
	current int // index of the row that is selected
	first   int // of the row at the top
	detail  *detail
	help    bool
	typing  bool   // what is looked for is being typed
	before  string // what was looked for before that

	asking   bool
	due      time.Time // to ask for the state
	at       int       // the frame of a recording that is to be shown
	playing  bool
	answered time.Time
	failure  error
	restart  time.Time // when the allocator was another one
}

func newApp(m *model, c *choice, name string, now time.Time) *app {
	a := &app{frame: frame{m, c, 80}, name: name, answered: now, due: now.Add(every), lines: 24}
	if m.Player != nil {
		a.at = m.Player.At
	}
	a.list()
	return a
}

// answer is what a source says to a question.
type answer struct {
	question string
	text     []byte
	err      error
}

// look is a message: it may be time to ask.
type look time.Time

func lookSoon() tea.Cmd { return tea.Tick(everyLook, func(now time.Time) tea.Msg { return look(now) }) }

// Init begins to look what is due.
func (a *app) Init() tea.Cmd { return lookSoon() }

// Update takes keys and answers in, and asks what is to be asked.
func (a *app) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	var next tea.Cmd
	switch x := message.(type) {
	case tea.WindowSizeMsg:
		a.columns, a.lines = x.Width, x.Height
	case tea.KeyPressMsg:
		if a.press(x.String()) {
			return a, tea.Quit
		}
	case answer:
		a.asking = false
		a.take(x.question, x.text, x.err, time.Now())
	case look:
		next = lookSoon()
	}
	if a.asking {
		return a, next
	}
	question := a.question(time.Now())
	if question == "" {
		return a, next
	}
	a.asking = true
	return a, tea.Batch(next, func() tea.Msg {
		text, err := a.source.Ask(question, explain.Hidden{})
		return answer{question, text, err}
	})
}

// list lists the rows anew. The selected one stays the same, if it is still there.
func (a *app) list() {
	before := a.rows
	a.rows = a.choice.rows(a.model)
	if a.current < len(before) {
		if at := slices.IndexFunc(a.rows, before[a.current].same); at >= 0 {
			a.current = at
		}
	}
	a.current = min(a.current, max(0, len(a.rows)-1))
}

// question returns what is to be asked now, "" if nothing is.
func (a *app) question(now time.Time) string {
	if d := a.detail; d != nil && !d.asked {
		d.asked = true
		return a.ofFrame(d.question())
	}
	if now.Before(a.due) {
		return ""
	}
	a.due = now.Add(every)
	if p := a.Player; p != nil {
		if a.playing && a.failure == nil {
			a.due = now.Add(everyFrame)
			a.at = min(a.at+1, len(p.Times)-1)
			a.playing = a.at < len(p.Times)-1
		}
		if a.at == p.At {
			return ""
		}
	}
	return a.ofFrame("state?")
}

// ofFrame adds to a question the frame that it is about.
func (a *app) ofFrame(question string) string {
	if a.Player == nil {
		return question
	}
	return fmt.Sprintf("%s&at=%d", question, a.at)
}

// take takes an answer in.
func (a *app) take(question string, answer []byte, err error, now time.Time) {
	d := a.detail
	if !strings.HasPrefix(question, "state?") {
		if d != nil && a.ofFrame(d.question()) == question {
			d.text, d.err = answer, err
		}
		return
	}
	m := a.model
	if err == nil {
		m, err = read(answer)
	}
	a.failure = err
	if err != nil {
		a.due = now.Add(everyFailed)
		return
	}
	if m.Run != a.Run && m.Player == nil {
		a.restart = now
	}
	a.model, a.answered = m, now
	if a.choice.by >= len(m.Names) {
		a.choice.by = live.Dominant
	}
	if d != nil {
		d.asked = false
		d.follow(m)
	}
	a.list()
}

// head are the lines above the list.
func (a *app) head() []string {
	lines := append([]string{a.title()}, a.cluster(max(1, (a.lines-10)/3))...)
	if a.lines >= 14 {
		lines = append(lines, a.words()...)
	}
	if a.lines >= 20 {
		lines = append(lines, "")
	}
	return lines
}

// title is the first line: of what, whether it is alive, and the time.
func (a *app) title() string {
	clock, status, style := a.moment(seconds(a.Now)), "live", good
	switch p := a.Player; {
	case a.failure != nil:
		status, style = fmt.Sprintf("no answer since %s (%v), trying again", a.answered.Format(time.TimeOnly), a.failure), alarm
	case p != nil && a.playing:
		status = "playing"
	case p != nil:
		status = "recording"
	case !a.restart.IsZero():
		status = "live; the allocator restarted at " + a.restart.Format(time.TimeOnly)
	}
	if p := a.Player; p != nil {
		clock += " of " + a.moment(p.Times[len(p.Times)-1])
	}
	return bold.Render("apportion top  "+clock+"  ") + style.Render(status) + soft.Render("  "+clean(a.name))
}

// room is how many lines there are for rows or an explanation.
func (a *app) room() int { return max(1, a.lines-len(a.head())-3) }

// draw returns the lines of the screen.
func (a *app) draw() []string {
	lines, room := a.head(), a.room()
	switch d := a.detail; {
	case a.help:
		lines = append(append(lines, bold.Render("Keys")), helpLines...)
	case d != nil:
		all := d.lines(a.columns)
		d.first = min(d.first, max(0, len(all)-1))
		lines = append(lines, fit(d.title(), a.columns, reversed))
		lines = append(lines, all[d.first:min(len(all), d.first+room+1)]...)
	default:
		a.first = min(max(a.first, a.current-room+1), a.current)
		chosen := a.chosen(len(a.rows))
		if a.typing {
			chosen = bold.Render("search: " + clean(a.choice.find) + "_")
		}
		lines = append(append(lines, chosen), a.frame.list(a.rows, a.first, room, a.current)...)
	}
	lines = append(lines, make([]string, max(0, a.lines-1-len(lines)))...)
	return append(lines[:max(0, a.lines-1)], soft.Render(a.foot()))
}

// View is the screen.
func (a *app) View() tea.View {
	lines := a.draw()
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], a.columns, "…")
	}
	view := tea.NewView(strings.Join(lines, "\n"))
	view.AltScreen = true
	return view
}

// foot names the keys that matter now.
func (a *app) foot() string {
	keys := "q end  ? keys  Enter explain  f frameworks  / search  right unfold  Tab all  r resource  c changes  d v o i s w n l b sort"
	switch {
	case a.help:
		return "any key goes back"
	case a.typing:
		return "Enter keeps it  Esc ends the search"
	case a.detail != nil:
		keys = "Esc back  ? keys  up down scroll"
	case a.choice.listed == frameworks:
		keys = "q end  ? keys  Enter explain  f roles  / search  Tab roles  c changes  d v o l s b u n sort"
	}
	if a.Player != nil {
		keys = "[ ] time  Space play  " + keys
	}
	return keys
}
