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
	columns := f.roleColumns(rows)
	if f.choice.listed == frameworks {
		columns = f.memberColumns(rows)
	}
	columns = slices.DeleteFunc(columns, func(c column) bool { return f.columns > 0 && f.columns < c.from })
	draw := func(text func(*column) string, style func(*column) lipgloss.Style) string {
		var cells []string
		for i := range columns {
			c := &columns[i]
			cells = append(cells, fit(text(c), c.width, style(c).Align(c.style.GetAlign())))
		}
		return strings.Join(cells, "  ")
	}
	inOne := func(*column) lipgloss.Style { return normal } // the line has a style in all its length
	head := bold
	if f.columns > 0 {
		head = reversed
	}
	lines := []string{fit(draw(func(c *column) string { return c.title }, inOne), f.columns, head)}
	for i := first; i < min(first+most, len(rows)); i++ {
		text := func(c *column) string { return c.text(rows[i]) }
		if i == current {
			lines = append(lines, fit(draw(text, inOne), f.columns, reversed))
			continue
		}
		lines = append(lines, draw(text, func(c *column) lipgloss.Style {
			if c.width == 0 {
				return f.style(rows[i])
			}
			return c.style
		}))
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

// style is that of what is said of a row.
func (f *frame) style(r row) lipgloss.Style {
	switch s := r.share(f.choice.by); {
	case s.Starved() > 0 || f.text(r.overdue()) != "":
		return alarm
	case s.Over() > 0 || f.text(r.idle()) != "":
		return warning
	}
	return normal
}

func (f *frame) roleBar(r row, width int, scale float64) string {
	by := f.choice.by
	s, b := r.share(by), newBar(width, scale)
	b.fill(0, s.Held, '=')
	if k := s.Resource; k >= 0 {
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
