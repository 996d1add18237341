package top

import (
	"bytes"
	"math"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/apportion/apportion/view/live"
)

// fit cuts a text that takes more columns than there are, or fills it up.
func fit(text string, columns int, style lipgloss.Style) string {
	if columns <= 0 {
		return ""
	}
	return style.Width(columns).Render(ansi.Truncate(text, columns, "…"))
}

// bar is drawn in letters.
type bar struct {
	scale   float64 // the share that is all of it
	letters []byte
}

func newBar(width int, scale float64) *bar { return &bar{scale, bytes.Repeat([]byte{' '}, width)} }

func (b *bar) at(part float64) int { return int(math.Round(part / b.scale * float64(len(b.letters)))) }

// fill puts a letter from one part to another.
func (b *bar) fill(from, to float64, letter byte) {
	for i := max(0, b.at(from)); i < min(b.at(to), len(b.letters)); i++ {
		b.letters[i] = letter
	}
}

// mark puts a letter where a part ends, if there is one.
func (b *bar) mark(part float64, letter byte) {
	if part > 0 {
		b.letters[min(max(b.at(part)-1, 0), len(b.letters)-1)] = letter
	}
}

func (b *bar) String() string { return string(b.letters) }

// column is one of the list's.
type column struct {
	title string
	width int  // 0: as wide as its texts, which only the last may be
	right bool // its texts are aligned at the right
	from  int  // the least width of a screen that has it
	cell  func(row) (text string, style lipgloss.Style)
}

// figure is a column of figures.
func figure(title string, width, from int, style lipgloss.Style, of func(row) string) column {
	return column{title, width, true, from, func(r row) (string, lipgloss.Style) { return of(r), style }}
}

// list draws the titles, and the rows from first on, as many as there are lines.
func (f *frame) list(rows []row, first, most, current int) []string {
	columns := f.roleColumns(rows)
	if f.choice.frameworks {
		columns = f.memberColumns(rows)
	}
	draw := func(cell func(c *column) (string, lipgloss.Style)) string {
		var b strings.Builder
		for i := range columns {
			c := &columns[i]
			text, style := cell(c)
			switch {
			case f.columns > 0 && f.columns < c.from:
				continue
			case c.width == 0:
				text = style.Render(text)
			case c.right:
				text = fit(text, c.width, style.Align(lipgloss.Right))
			default:
				text = fit(text, c.width, style)
			}
			b.WriteString(text + style.UnsetAlign().Render("  "))
		}
		return b.String()
	}
	head := bold
	if f.columns > 0 {
		head = reversed
	}
	lines := []string{f.filled(draw(func(c *column) (string, lipgloss.Style) { return c.title, head }), head)}
	for i := first; i < min(first+most, len(rows)); i++ {
		if i == current {
			lines = append(lines, f.filled(draw(func(c *column) (string, lipgloss.Style) {
				text, _ := c.cell(rows[i])
				return text, reversed
			}), reversed))
		} else {
			lines = append(lines, draw(func(c *column) (string, lipgloss.Style) { return c.cell(rows[i]) }))
		}
	}
	return lines
}

// filled is a line as wide as the screen.
func (f *frame) filled(line string, style lipgloss.Style) string {
	return line + style.Render(strings.Repeat(" ", max(0, f.columns-lipgloss.Width(line))))
}

// nameColumn is as wide as its names are, but not above a part of the screen.
func (f *frame) nameColumn(title string, from int, rows []row, name func(row) string) column {
	longest := 9
	for _, r := range rows {
		longest = max(longest, lipgloss.Width(name(r)))
	}
	if f.columns > 0 {
		longest = min(longest, max(8, f.columns*3/10))
	}
	return column{title, longest, false, from, func(r row) (string, lipgloss.Style) { return name(r), normal }}
}

func roleName(r row) string {
	if r.depth < 0 {
		return "  " + clean(r.role.path)
	}
	mark := "  "
	if len(r.role.children) > 0 {
		mark = "+ "
		if r.open {
			mark = "- "
		}
	}
	return strings.Repeat("  ", r.depth) + mark + clean(r.role.name)
}

// scale is the share that is a whole bar.
func (f *frame) scale(rows []row) float64 {
	most, by := 0.0, f.choice.by
	for _, r := range rows {
		s := r.role.share(by)
		most = max(most, s.Held+f.model.mostPart(r.role.loans.of(lent), by), s.Fair, f.model.mostPart(r.role.guarantee.at, by))
	}
	for _, step := range []float64{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5} {
		if most <= step {
			return step
		}
	}
	return 1
}

func (f *frame) roleColumns(rows []row) []column {
	m, by := f.model, f.choice.by
	name := f.nameColumn("ROLE", 0, rows, roleName)
	width := 30
	if f.columns > 0 {
		width = min(max(f.columns-name.width-58, 10), 50)
	}
	scale := f.scale(rows)
	return []column{
		name,
		figure("SHARE", 8, 0, bold, func(r row) string { return percent(r.role.share(by).Held) }),
		figure("FAIR", 8, 60, normal, func(r row) string { return percent(r.role.share(by).Fair) }),
		{"0 - " + percent(scale), width + 2, false, 76, func(r row) (string, lipgloss.Style) { return f.roleBar(r.role, width, scale), accent }},
		figure("WEIGHT", 6, 110, normal, func(r row) string { return plain(r.role.weight, 3) }),
		{"STANDING", 0, false, 30, func(r row) (string, lipgloss.Style) {
			s, tag := r.role.share(by), normal
			switch {
			case s.Starved() > 0 || m.mostPart(r.role.loans.of(overdue), live.Dominant) > 0:
				tag = alarm
			case s.Over() > 0 || m.mostPart(r.role.idle, live.Dominant) > 0:
				tag = warning
			}
			return m.standing(r.role, by), tag
		}},
	}
}

func (f *frame) roleBar(r *role, width int, scale float64) string {
	m, by := f.model, f.choice.by
	s, b := r.share(by), newBar(width, scale)
	b.fill(0, s.Held, '=')
	b.fill(s.Held-m.borrowedPart(r, by), s.Held, '-')
	if s.Starved() > 0 {
		b.fill(s.Held, s.Fair, '.')
	}
	b.fill(s.Held, s.Held+m.mostPart(r.loans.of(lent), by), '~')
	b.mark(m.mostPart(r.guarantee.at, by), ':')
	if most := m.mostPart(r.limitOf, by); most <= scale {
		b.mark(most, ']')
	}
	b.mark(s.Fair, '|')
	return "[" + b.String() + "]"
}

func (f *frame) memberColumns(rows []row) []column {
	m := f.model
	return []column{
		f.nameColumn("FRAMEWORK", 0, rows, func(r row) string { return clean(r.member.name) }),
		f.nameColumn("ROLE", 76, rows, func(r row) string { return clean(r.role.path) }),
		figure("SHARE", 8, 0, bold, func(r row) string { return percent(r.member.held) }),
		figure("FAIR", 8, 64, normal, func(r row) string { return percent(r.member.fair) }),
		figure("OFFERS", 9, 104, normal, func(r row) string { return count(r.member.offers) }),
		figure("FILTERED", 9, 116, normal, func(r row) string { return count(r.member.refused) }),
		figure("FILTERS", 8, 90, normal, func(r row) string { return count(float64(r.member.filters)) }),
		figure("UNANSWERED", 10, 128, normal, func(r row) string { return percent(m.mostPart(r.member.offered.at, live.Dominant)) }),
		figure("LAST OFFER", 12, 50, normal, func(r row) string { return m.ago(r.member.lastOffer) }),
		{"STATE", 0, false, 30, func(r row) (string, lipgloss.Style) { return m.memberState(r.member) }},
	}
}

// memberState says how a framework stands, what it owes first.
func (m *model) memberState(x *member) (string, lipgloss.Style) {
	state, tag, s := x.state(), normal, x.share()
	switch {
	case s.Starved() > 0:
		state, tag = state+", starved "+percent(s.Starved()), alarm
	case s.Over() > 0:
		state, tag = state+", over "+percent(s.Over()), warning
	}
	if owes := m.text(x.overdue.at); owes != "" {
		state, tag = "owes "+owes+", "+state, alarm
	}
	return state, tag
}
