package top

import (
	"fmt"
	"math"
	"strings"

	"github.com/apportion/apportion/view/live"
)

// style is how a part of a line looks. Without colours there are still bold and reversed.
type style string

const (
	normal   style = ""
	bold     style = "1"
	reversed style = "7"
	soft     style = "2"
	accent   style = "36"
	good     style = "32"
	warning  style = "33"
	alarm    style = "1;31"
)

// span is a part of a line.
type span struct {
	text  string
	style style
}

// line is a line of the screen.
type line []span

func text(s string) line { return line{{text: s}} }

// String is the line without styles, and without spaces at its end.
func (l line) String() string {
	var b strings.Builder
	for _, x := range l {
		b.WriteString(x.text)
	}
	return strings.TrimRight(b.String(), " ")
}

// ansi is the line as a terminal shows it, cut to a width.
func (l line) ansi(columns int, colours bool) string {
	var b strings.Builder
	for _, x := range l {
		if columns <= 0 {
			break
		}
		part := x.text
		if widthOf(part) > columns {
			part = fit(part, columns)
		}
		columns -= widthOf(part)
		if shown := x.style.shown(colours); shown != "" {
			b.WriteString("\x1b[" + shown + "m" + part + "\x1b[m")
		} else {
			b.WriteString(part)
		}
	}
	return b.String()
}

// shown is the style on a terminal that has colours or shall have none.
func (s style) shown(colours bool) string {
	switch {
	case colours || s == bold || s == reversed || s == soft:
		return string(s)
	case s == alarm:
		return string(bold)
	}
	return ""
}

// frame is what is shown where: columns is 0 where lines may be of any length.
type frame struct {
	model   *model
	choice  *choice
	columns int
}

// barWidth is that of the bars of the cluster's resources.
func (f *frame) barWidth() int {
	if f.columns == 0 {
		return 30
	}
	return min(max((f.columns-20)/3, 8), 40)
}

// cluster draws the sums, a line for each resource up to a number of them.
func (f *frame) cluster(most int) []line {
	m := f.model
	c := &m.cluster
	facts := fmt.Sprintf("%s  %s  %s  %s  %s", number(int(c.Agents), "agent"), number(int(c.Frameworks), "framework"), number(len(m.roles), "role"), number(int(c.Cycles), "cycle"), number(int(c.Offers), "offer"))
	if c.TotalRun > 0 && c.Cycles > 0 {
		facts += fmt.Sprintf("  last cycle %s, mean %s", seconds(c.LastRun), seconds(c.TotalRun/c.Cycles))
	}
	lines := []line{text(facts)}
	names := 0
	for _, name := range c.Names {
		names = max(names, min(widthOf(label(name)), 16))
	}
	for k, name := range c.Names[:min(len(c.Names), most)] {
		free, offered := max(0, c.Total[k]-c.Held[k]), max(0, c.Held[k]-c.Used[k])
		bar := bars{width: f.barWidth(), most: 1}
		bar.fill(0, m.part(c.Used[k], k), '=')
		bar.fill(m.part(c.Used[k], k), m.part(c.Held[k], k), '+')
		bar.fill(m.part(c.Held[k], k), m.part(c.Held[k]+c.Headroom[k], k), ':')
		short := func(v float64) string { return strings.TrimSuffix(amount(name, v), " "+clean(name)) }
		said := fmt.Sprintf("%7s of %s: %s used, %s free", percent(m.part(c.Held[k], k)), amount(name, c.Total[k]), short(c.Used[k]), short(free))
		for _, x := range []struct {
			v    float64
			what string
		}{{offered, "offered"}, {c.Headroom[k], "headroom"}, {c.Reserved[k], "reserved"}, {c.Loans.at(lent, k), "lent"}} {
			if x.v > 0 {
				said += ", " + short(x.v) + " " + x.what
			}
		}
		lines = append(lines, line{{fit(label(name), names+1), bold}, {"[", normal}, {bar.String(), accent}, {"] ", normal}, {said, normal}})
	}
	if more := max(0, len(c.Names)-most) + c.More; more > 0 {
		lines = append(lines, line{{"and " + number(more, "more resource"), soft}})
	}
	return append(lines, f.alert()...)
}

// alert says in large letters that nothing is offered.
func (f *frame) alert() []line {
	c := &f.model.cluster
	switch {
	case c.Recovery != nil:
		return []line{{{fmt.Sprintf("RECOVERY: allocation waits for %s agents, %s are back; it goes on at %s at the latest",
			count(c.Recovery.Expected), count(c.Agents), f.model.moment(c.Recovery.Until)), alarm}}}
	case c.Paused:
		return []line{{{"ALLOCATION IS PAUSED", alarm}}}
	}
	return nil
}

// words draws who is starved, who is over, whose guarantee is idle, who lends, and who owes.
func (f *frame) words() []line {
	var lines []line
	for _, w := range f.model.words(f.choice.by) {
		tag := good
		if len(w.roles) > 0 {
			tag = warning
		}
		l := line{{fit(w.name, 15), tag}, {fitRight(count(float64(len(w.roles))), 4), bold}, {"  ", normal}}
		const first = 3
		for i, r := range w.roles[:min(len(w.roles), first)] {
			if i > 0 {
				l = append(l, span{text: "; "})
			}
			l = append(l, span{clean(r.path), bold}, span{text: " " + w.tells(r)})
		}
		if more := len(w.roles) - first; more > 0 {
			l = append(l, span{fmt.Sprintf("; %d more", more), soft})
		}
		if len(w.roles) == 0 {
			l = append(l, span{"nobody", soft})
		}
		lines = append(lines, l)
	}
	return lines
}

// bars is a bar made of letters.
type bars struct {
	width   int
	most    float64 // the share that is all of it
	letters []byte
}

func (b *bars) at(part float64) int { return int(math.Round(part / b.most * float64(b.width))) }

// fill puts a letter from one part to another.
func (b *bars) fill(from, to float64, letter byte) {
	if b.letters == nil {
		b.letters = []byte(strings.Repeat(" ", b.width))
	}
	for i := max(0, b.at(from)); i < min(b.at(to), b.width); i++ {
		b.letters[i] = letter
	}
}

// mark puts a letter where a part ends. Below 0 there is none.
func (b *bars) mark(part float64, letter byte) {
	if part >= 0 {
		b.letters[min(max(b.at(part)-1, 0), b.width-1)] = letter
	}
}

func (b *bars) String() string { return string(b.letters) }

// column is one of the list's.
type column struct {
	title string
	width int  // 0: as wide as its texts, which only the last may be
	right bool // its texts are aligned at the right
	from  int  // the least width of a screen that has it
}

func (f *frame) has(c *column) bool { return f.columns == 0 || f.columns >= c.from }

// list draws the titles, and the rows from first on, as many as there are lines.
func (f *frame) list(rows []row, first, most, current int) []line {
	columns := f.roleColumns(rows)
	cells := f.roleCells
	if f.choice.frameworks {
		columns, cells = f.memberColumns(rows), f.memberCells
	}
	draw := func(texts []span, whole style) line {
		var l line
		for i := range columns {
			c := &columns[i]
			if !f.has(c) {
				continue
			}
			x := texts[i]
			switch {
			case c.width == 0: // the last
			case c.right:
				x.text = fitRight(x.text, c.width)
			default:
				x.text = fit(x.text, c.width)
			}
			if whole != normal {
				x.style = whole
			}
			l = append(l, x, span{"  ", whole})
		}
		return l
	}
	titles := make([]span, len(columns))
	for i, c := range columns {
		titles[i].text = c.title
	}
	head := bold
	if f.columns > 0 {
		head = reversed
	}
	lines := []line{f.filled(draw(titles, head), head)}
	scale := f.scale(rows)
	for i := first; i < min(first+most, len(rows)); i++ {
		l := draw(cells(rows[i], columns, scale), normal)
		if i == current {
			l = f.filled(draw(cells(rows[i], columns, scale), reversed), reversed)
		}
		lines = append(lines, l)
	}
	return lines
}

// filled is a line as wide as the screen.
func (f *frame) filled(l line, with style) line {
	if n := f.columns - widthOf(l.whole()); n > 0 {
		l = append(l, span{strings.Repeat(" ", n), with})
	}
	return l
}

func (l line) whole() string {
	var b strings.Builder
	for _, x := range l {
		b.WriteString(x.text)
	}
	return b.String()
}

// nameWidth is that of the first column: as wide as names are, but not above a part of
// the screen.
func (f *frame) nameWidth(rows []row, name func(row) string) int {
	longest := 9
	for _, r := range rows {
		longest = max(longest, widthOf(name(r)))
	}
	if f.columns > 0 {
		longest = min(longest, max(8, f.columns*3/10))
	}
	return longest
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
	most := 0.0
	for _, r := range rows {
		if r.member == nil {
			s := r.role.share(f.choice.by)
			most = max(most, s.Held+f.model.mostPart(r.role.lentOf(lent), f.choice.by), s.Fair, f.model.guaranteed(r.role, f.choice.by))
		}
	}
	for _, step := range []float64{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5} {
		if most <= step {
			return step
		}
	}
	return 1
}

func (f *frame) roleColumns(rows []row) []column {
	name := f.nameWidth(rows, roleName)
	bar := 30
	if f.columns > 0 {
		bar = min(max(f.columns-name-58, 10), 50)
	}
	scale := f.scale(rows)
	return []column{
		{"ROLE", name, false, 0}, {"SHARE", 8, true, 0}, {"FAIR", 8, true, 60},
		{fmt.Sprintf("0 - %s", percent(scale)), bar + 2, false, 76}, {"WEIGHT", 6, true, 110}, {"STANDING", 0, false, 30},
	}
}

func (f *frame) roleCells(r row, columns []column, scale float64) []span {
	m, by := f.model, f.choice.by
	s := r.role.share(by)
	bar := bars{width: max(columns[3].width-2, 1), most: scale}
	bar.fill(0, s.Held, '=')
	bar.fill(s.Held-m.borrowedPart(r.role, by), s.Held, '-')
	if s.Starved() > 0 {
		bar.fill(s.Held, s.Fair, '.')
	}
	bar.fill(s.Held, s.Held+m.mostPart(r.role.lentOf(lent), by), '~')
	bar.mark(m.guaranteed(r.role, by), ':')
	if most := m.limited(r.role, by); most <= scale {
		bar.mark(most, ']')
	}
	bar.mark(s.Fair, '|')
	tag := normal
	switch {
	case s.Starved() > 0 || m.mostPart(r.role.lentOf(overdue), live.Dominant) > 0:
		tag = alarm
	case s.Over() > 0 || m.idlePart(r.role) > 0:
		tag = warning
	}
	return []span{
		{roleName(r), normal}, {percent(s.Held), bold}, {percent(s.Fair), normal}, {"[" + bar.String() + "]", accent},
		{plain(r.role.weight, 3), normal}, {m.standing(r.role, by), tag},
	}
}

func (f *frame) memberColumns(rows []row) []column {
	name := f.nameWidth(rows, func(r row) string { return clean(r.member.name) })
	role := f.nameWidth(rows, func(r row) string { return clean(r.role.path) })
	return []column{
		{"FRAMEWORK", name, false, 0}, {"ROLE", role, false, 76}, {"SHARE", 8, true, 0}, {"FAIR", 8, true, 64},
		{"OFFERS", 9, true, 104}, {"FILTERED", 9, true, 116}, {"FILTERS", 8, true, 90}, {"UNANSWERED", 10, true, 128}, {"LAST OFFER", 12, true, 50}, {"STATE", 0, false, 30},
	}
}

func (f *frame) memberCells(r row, _ []column, _ float64) []span {
	x := r.member
	s := x.share()
	state, tag := x.state(), normal
	switch {
	case s.Starved() > 0:
		state, tag = state+", starved "+percent(s.Starved()), alarm
	case s.Over() > 0:
		state, tag = state+", over "+percent(s.Over()), warning
	}
	if owes := f.model.text(x.owes); owes != "" {
		state, tag = "owes "+owes+", "+state, alarm
	}
	return []span{
		{clean(x.name), normal}, {clean(r.role.path), normal}, {percent(x.held), bold}, {percent(x.fair), normal}, {count(x.offers), normal}, {count(x.refused), normal},
		{count(float64(x.filters)), normal}, {percent(f.model.mostPart(x.unanswered, live.Dominant)), normal}, {f.model.ago(x.lastOffer), normal}, {state, tag},
	}
}

// chosen says what is listed, by what, and in which order.
func (f *frame) chosen(rows int) string {
	c := f.choice
	what, sorted := number(rows, "role"), roleOrders[c.roleOrder].name
	if c.frameworks {
		what, sorted = number(rows, "framework"), memberOrders[c.memberOrder].name
	}
	by := "dominant resource"
	if c.by != live.Dominant {
		by = label(f.model.cluster.Names[c.by])
	}
	list := fmt.Sprintf("%s by %s, sorted by %s", what, by, sorted)
	if c.below != "" {
		list += ", in " + clean(c.below)
	}
	if c.find != "" {
		list += fmt.Sprintf(", with %q", clean(c.find))
	}
	return list
}
