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

// fit cuts a text that takes more columns than there are, or fills it up; 0 columns: as many as it takes.
func fit(text string, columns int, style lipgloss.Style) string {
	if columns == 0 {
		return style.Render(text)
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
	width int // 0: as wide as its texts, and in the style of the row, which only the last may be
	from  int // the least width of a screen that has it
	style lipgloss.Style
	text  func(row) string
}

// list draws the titles, and the rows from first on, as many as there are lines.
func (f *frame) list(rows []row, first, most, current int) []string {
	columns := slices.DeleteFunc(f.listColumns(rows), func(c column) bool { return f.columns > 0 && f.columns < c.from })
	line := func(text func(column) string, last lipgloss.Style) string {
		var cells []string
		for _, c := range columns {
			style := c.style
			if c.width == 0 {
				style = last
			}
			cells = append(cells, fit(text(c), c.width, style))
		}
		return strings.Join(cells, "  ")
	}
	highlighted := func(line string) string { return fit(ansi.Strip(line), f.columns, reversed) }
	lines := []string{highlighted(line(func(c column) string { return c.title }, normal))}
	for i := first; i < min(first+most, len(rows)); i++ {
		l := line(func(c column) string { return c.text(rows[i]) }, rows[i].style(f.by))
		if i == current {
			l = highlighted(l)
		}
		lines = append(lines, l)
	}
	return lines
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

// listColumns are those of roles, or of frameworks.
func (f *frame) listColumns(rows []row) []column {
	by, right := f.by, normal.Align(lipgloss.Right)
	label := func(r row) string { return r.label }
	share := column{"SHARE", 8, 0, bold.Align(lipgloss.Right), func(r row) string { return percent(held(r, by)) }}
	fair := column{"FAIR", 8, 60, right, func(r row) string { return percent(r.share(by).Fair) }}
	standing := column{title: "STANDING", from: 30, text: func(r row) string { return r.standing(by) }}
	if f.listed == frameworks {
		fair.from, standing.title = 64, "STATE"
		return []column{
			f.nameColumn("FRAMEWORK", 0, rows, label),
			f.nameColumn("ROLE", 76, rows, func(r row) string { return clean(r.Path) }),
			share, fair,
			{"OFFERS", 9, 104, right, func(r row) string { return report.Count(int(r.member.Offers)) }},
			{"FILTERED", 9, 116, right, func(r row) string { return report.Count(int(r.member.Refused)) }},
			{"FILTERS", 8, 90, right, func(r row) string { return report.Count(r.member.Filters) }},
			{"UNANSWERED", 10, 128, right, func(r row) string { return percent(f.part(r.unanswered(), live.Dominant)) }},
			{"LAST OFFER", 12, 50, right, row.lastOffer},
			standing,
		}
	}
	name := f.nameColumn("ROLE", 0, rows, label)
	width, scale := 30, f.scale(rows)
	if f.columns > 0 {
		width = min(max(f.columns-name.width-58, 10), 50)
	}
	return []column{
		name, share, fair,
		{"0 - " + percent(scale), width + 2, 76, accent, func(r row) string { return f.roleBar(r, width, scale) }},
		{"WEIGHT", 6, 110, right, func(r row) string { return plain(r.Weight, 3) }},
		standing,
	}
}

// scale is the share that is a whole bar.
func (f *frame) scale(rows []row) float64 {
	most, by := 0.0, f.by
	for _, r := range rows {
		s := r.share(by)
		most = max(most, s.Held+f.part(r.lent(), by), s.Fair, f.part(r.Guarantee, by))
	}
	return min(max(report.NiceStep(most, false), 0.001), 1)
}

func (f *frame) roleBar(r row, width int, scale float64) string {
	by := f.by
	s, b := r.share(by), newBar(width, scale)
	b.fill(0, s.Held, '=')
	b.fill(s.Held-f.part(r.borrowed(), s.Resource), s.Held, '-')
	if s.Starved() > 0 {
		b.fill(s.Held, s.Fair, '.')
	}
	b.fill(s.Held, s.Held+f.part(r.lent(), by), '~')
	b.mark(f.part(r.Guarantee, by), ':')
	if most := f.part(r.Limit, by); most <= scale {
		b.mark(most, ']')
	}
	b.mark(s.Fair, '|')
	return b.String()
}
