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

const (
	every      = time.Second            // an allocator at work is asked
	everyFrame = 250 * time.Millisecond // a recording that plays is moved on, and the app looks what is to be asked
)

// Usable reports whether both files are terminals that can be drawn on.
func Usable(in, out *os.File) bool {
	return term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd())) && os.Getenv("TERM") != "dumb"
}

// Run shows it in a terminal until somebody ends it.
func Run(ctx context.Context, in, out *os.File, source view.Source, o Options) error {
	f, err := o.begin(source)
	if err != nil {
		return err
	}
	_, err = tea.NewProgram(newApp(f, source), tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// app is what is on the screen, and what keys do to it.
type app struct {
	*frame // columns are those of the screen
	lines  int

	source  view.Source
	rows    []row
	current int // index of the row that is selected
	first   int // of the row at the top
	detail  *detail
	help    bool
	typing  bool   // what is looked for is being typed
	before  string // what was looked for before that

	asking   bool      // nothing else is asked until there is an answer
	due      time.Time // to ask for the state
	at       int       // the frame of a recording that is to be shown
	playing  bool
	answered time.Time
	failure  error
	restart  time.Time // when the allocator was another one
}

func newApp(f *frame, source view.Source) *app {
	now := time.Now()
	a := &app{frame: f, lines: 24, source: source, answered: now, due: now.Add(every)}
	a.columns = 80
	if f.Player != nil {
		a.at = f.Player.At
	}
	a.list()
	return a
}

// answer is a message that takes in what a source said, when Update has it.
type answer func()

// look is a message: it may be time to ask.
type look struct{}

func lookSoon() tea.Cmd { return tea.Tick(everyFrame, func(time.Time) tea.Msg { return look{} }) }

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
		x()
	case look:
		next = lookSoon()
	}
	return a, tea.Batch(next, a.askWhatIsDue(time.Now()))
}

// askWhatIsDue asks for what explains the row that is open, or for the state; nil: neither is due.
func (a *app) askWhatIsDue(now time.Time) tea.Cmd {
	if a.asking {
		return nil
	}
	if d := a.detail; d != nil && !d.asked {
		d.asked = true
		return a.ask(d.question(), func(text []byte, err error) { d.text, d.err = text, err })
	}
	if now.Before(a.due) {
		return nil
	}
	a.due = now.Add(every)
	if p := a.Player; p != nil {
		if a.playing && a.failure == nil {
			a.due = now.Add(everyFrame)
			a.at = min(a.at+1, len(p.Times)-1)
			a.playing = a.at < len(p.Times)-1
		}
		if a.at == p.At {
			return nil
		}
	}
	return a.ask("state?", a.take)
}

// ask asks a question, about the frame that is to be shown if there are any.
func (a *app) ask(question string, take func(text []byte, err error)) tea.Cmd {
	a.asking = true
	if a.Player != nil {
		question = fmt.Sprintf("%s&at=%d", question, a.at)
	}
	return func() tea.Msg {
		text, err := a.source.Ask(question, explain.Hidden{})
		return answer(func() {
			a.asking = false
			take(text, err)
		})
	}
}

// take takes a state in.
func (a *app) take(text []byte, err error) {
	m := a.model
	if err == nil {
		m, err = read(text)
	}
	if a.failure = err; err != nil {
		return
	}
	now := time.Now()
	if m.Run != a.Run && m.Player == nil {
		a.restart = now
	}
	a.model, a.answered = m, now
	if a.by >= len(m.Names) {
		a.by = live.Dominant
	}
	a.list()
	if d := a.detail; d != nil {
		d.asked = false
		if r := a.selected(); r.same(d.of) { // else it is gone, and explained as it was last
			d.of = r
		}
	}
}

// selected is the row that is selected; without a role: there are none.
func (a *app) selected() row {
	if a.current < len(a.rows) {
		return a.rows[a.current]
	}
	return row{}
}

// list lists the rows anew. The selected one stays the same, if it is still there.
func (a *app) list() {
	before := a.selected()
	a.rows = a.listedRows()
	if at := slices.IndexFunc(a.rows, before.same); at >= 0 {
		a.current = at
	}
	a.current = min(a.current, max(0, len(a.rows)-1))
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
		all := d.lines(a.frame)
		d.first = min(d.first, max(0, len(all)-1))
		lines = append(lines, fit(d.title(), a.columns, reversed))
		lines = append(lines, all[d.first:min(len(all), d.first+room+1)]...)
	default:
		a.first = min(max(a.first, a.current-room+1), a.current)
		chosen := a.chosen(len(a.rows))
		if a.typing {
			chosen = bold.Render("search: " + clean(a.find) + "_")
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
	case a.listed == frameworks:
		keys = "q end  ? keys  Enter explain  f roles  / search  Tab roles  c changes  d v o l s b u n sort"
	}
	if a.Player != nil {
		keys = "[ ] time  Space play  " + keys
	}
	return keys
}
