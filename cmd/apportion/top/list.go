package top

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/apportion/apportion/internal/report"
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

func (b *bar) String() string { return "[" + string(b.letters) + "]" }

// column is one of the list's.
type column struct {
	title string
	width int // 0: as wide as its texts, which only the last may be
	from  int // the least width of a screen that has it
	style lipgloss.Style
	text  func(row) string
}

// figure is a column of figures.
func figure(title string, width, from int, text func(row) string) column {
	return column{title, width, from, normal.Align(lipgloss.Right), text}
}

// list draws the titles, and the rows from first on, as many as there are lines.
func (f *frame) list(rows []row, first, most, current int) []string {
	columns, state := f.roleColumns(rows), f.roleStyle
	if f.choice.listed == frameworks {
		columns, state = f.memberColumns(rows), f.memberStyle
	}
	// draw draws a line in its own style, or each column in that of the column.
	draw := func(style *lipgloss.Style, cell func(*column) (string, lipgloss.Style)) string {
		var b strings.Builder
		for i := range columns {
			c := &columns[i]
			if f.columns > 0 && f.columns < c.from {
				continue
			}
			text, own := cell(c)
			if style != nil {
				own = style.Align(c.style.GetAlign())
			}
			if c.width > 0 {
				text = fit(text, c.width, own)
			} else {
				text = own.Render(text)
			}
			b.WriteString(text + own.Render("  "))
		}
		if style == nil {
			return b.String()
		}
		return f.filled(b.String(), *style)
	}
	head := &bold
	if f.columns > 0 {
		head = &reversed
	}
	lines := []string{draw(head, func(c *column) (string, lipgloss.Style) { return c.title, c.style })}
	for i := first; i < min(first+most, len(rows)); i++ {
		var style *lipgloss.Style
		if i == current {
			style = &reversed
		}
		lines = append(lines, draw(style, func(c *column) (string, lipgloss.Style) {
			if c.width == 0 {
				return c.text(rows[i]), state(rows[i])
			}
			return c.text(rows[i]), c.style
		}))
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
	return column{title, longest, from, normal, name}
}

// roleName is a role in the tree, or its path.
func (f *frame) roleName(r row) string {
	mark := "  "
	switch {
	case r.parent && f.choice.isOpen(r.Path):
		mark = "- "
	case r.parent:
		mark = "+ "
	}
	return strings.Repeat("  ", max(0, r.depth)) + mark + clean(r.name)
}

// scale is the share that is a whole bar.
func (f *frame) scale(rows []row) float64 {
	most, by := 0.0, f.choice.by
	for _, r := range rows {
		s := r.share(by)
		most = max(most, s.Held+f.mostPart(r.lent(), by), s.Fair, f.mostPart(r.Guarantee, by))
	}
	for _, step := range []float64{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5} {
		if most <= step {
			return step
		}
	}
	return 1
}

func (f *frame) shareColumns(from int) []column {
	return []column{
		{"SHARE", 8, 0, bold.Align(lipgloss.Right), func(r row) string { return percent(r.share(f.choice.by).Held) }},
		figure("FAIR", 8, from, func(r row) string { return percent(r.share(f.choice.by).Fair) }),
	}
}

func (f *frame) roleColumns(rows []row) []column {
	name := f.nameColumn("ROLE", 0, rows, f.roleName)
	width := 30
	if f.columns > 0 {
		width = min(max(f.columns-name.width-58, 10), 50)
	}
	scale := f.scale(rows)
	return append(append([]column{name}, f.shareColumns(60)...),
		column{"0 - " + percent(scale), width + 2, 76, accent, func(r row) string { return f.roleBar(r, width, scale) }},
		figure("WEIGHT", 6, 110, func(r row) string { return plain(r.Weight, 3) }),
		column{title: "STANDING", from: 30, text: func(r row) string { return f.standing(r, f.choice.by) }})
}

func (f *frame) roleStyle(r row) lipgloss.Style {
	switch s := r.share(f.choice.by); {
	case s.Starved() > 0 || f.mostPart(r.overdue(), live.Dominant) > 0:
		return alarm
	case s.Over() > 0 || f.mostPart(r.idle(), live.Dominant) > 0:
		return warning
	}
	return normal
}

func (f *frame) roleBar(r row, width int, scale float64) string {
	by := f.choice.by
	s, b := r.share(by), newBar(width, scale)
	b.fill(0, s.Held, '=')
	if k := s.Resource; k >= 0 && r.Loans != nil {
		b.fill(s.Held-f.part(r.Loans.Borrowed[k], k), s.Held, '-')
	}
	if s.Starved() > 0 {
		b.fill(s.Held, s.Fair, '.')
	}
	b.fill(s.Held, s.Held+f.mostPart(r.lent(), by), '~')
	b.mark(f.mostPart(r.Guarantee, by), ':')
	if most := f.mostPart(r.Limit, by); most <= scale {
		b.mark(most, ']')
	}
	b.mark(s.Fair, '|')
	return b.String()
}

func (f *frame) memberColumns(rows []row) []column {
	return slices.Concat([]column{
		f.nameColumn("FRAMEWORK", 0, rows, func(r row) string { return clean(r.name) }),
		f.nameColumn("ROLE", 76, rows, func(r row) string { return clean(r.Path) }),
	}, f.shareColumns(64), []column{
		figure("OFFERS", 9, 104, func(r row) string { return report.Count(int(r.member.Offers)) }),
		figure("FILTERED", 9, 116, func(r row) string { return report.Count(int(r.member.Refused)) }),
		figure("FILTERS", 8, 90, func(r row) string { return report.Count(r.member.Filters) }),
		figure("UNANSWERED", 10, 128, func(r row) string { return percent(f.mostPart(r.member.Offered, live.Dominant)) }),
		figure("LAST OFFER", 12, 50, func(r row) string { return f.lastOffer(r.member) }),
		{title: "STATE", from: 30, text: f.memberState},
	})
}

// memberState says how a framework stands, what it owes first.
func (f *frame) memberState(r row) string {
	words := append([]string{state(r.member)}, unfair(r.member.Share)...)
	if owes := f.text(r.overdue()); owes != "" {
		words = append([]string{"owes " + owes}, words...)
	}
	return strings.Join(words, ", ")
}

func (f *frame) memberStyle(r row) lipgloss.Style {
	switch {
	case r.member.Share.Starved() > 0 || f.text(r.overdue()) != "":
		return alarm
	case r.member.Share.Over() > 0:
		return warning
	}
	return normal
}
