package top

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/apportion/apportion/report"
	"github.com/apportion/apportion/view/live"
)

var (
	normal   = lipgloss.NewStyle()
	bold     = lipgloss.NewStyle().Bold(true)
	reversed = lipgloss.NewStyle().Reverse(true)
	soft     = lipgloss.NewStyle().Faint(true)
	accent   = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
	good     = lipgloss.NewStyle().Foreground(lipgloss.Green)
	warning  = lipgloss.NewStyle().Foreground(lipgloss.Yellow)
	alarm    = lipgloss.NewStyle().Foreground(lipgloss.Red).Bold(true)
)

// frame is what is shown where: columns is 0 where lines may be of any length.
type frame struct {
	model   *model
	choice  *choice
	columns int
}

// counted shows how many there are of something.
func counted[T int | float64](n T, what string) string { return report.Counted(int(n), what) }

// barWidth is that of the bars of the cluster's resources.
func (f *frame) barWidth() int {
	if f.columns == 0 {
		return 30
	}
	return min(max((f.columns-20)/3, 8), 40)
}

// cluster draws the sums, a line for each resource up to a number of them.
func (f *frame) cluster(most int) []string {
	m := f.model
	c := &m.cluster
	facts := strings.Join([]string{counted(c.Agents, "agent"), counted(c.Frameworks, "framework"), counted(len(m.roles), "role"), counted(c.Cycles, "cycle"), counted(c.Offers, "offer")}, "  ")
	if c.TotalRun > 0 && c.Cycles > 0 {
		facts += fmt.Sprintf("  last cycle %s, mean %s", seconds(c.LastRun), seconds(c.TotalRun/c.Cycles))
	}
	lines := []string{facts}
	names := 0
	for _, name := range c.Names {
		names = max(names, min(lipgloss.Width(label(name)), 16))
	}
	for k, name := range c.Names[:min(len(c.Names), most)] {
		free, offered := max(0, c.Total[k]-c.Held[k]), max(0, c.Held[k]-c.Used[k])
		b := newBar(f.barWidth(), 1)
		b.fill(0, m.part(c.Used[k], k), '=')
		b.fill(m.part(c.Used[k], k), m.part(c.Held[k], k), '+')
		b.fill(m.part(c.Held[k], k), m.part(c.Held[k]+c.Headroom[k], k), ':')
		short := func(v float64) string { return strings.TrimSuffix(amount(name, v), " "+clean(name)) }
		said := fmt.Sprintf("%7s of %s: %s used, %s free", percent(m.part(c.Held[k], k)), amount(name, c.Total[k]), short(c.Used[k]), short(free))
		for _, x := range []struct {
			v    float64
			what string
		}{{offered, "offered"}, {c.Headroom[k], "headroom"}, {c.Reserved[k], "reserved"}, {c.Loans.of(lent)(k), "lent"}} {
			if x.v > 0 {
				said += ", " + short(x.v) + " " + x.what
			}
		}
		lines = append(lines, fit(label(name), names+1, bold)+"["+accent.Render(b.String())+"] "+said)
	}
	if more := max(0, len(c.Names)-most) + c.More; more > 0 {
		lines = append(lines, soft.Render("and "+counted(more, "more resource")))
	}
	switch { // that nothing is offered
	case c.Recovery != nil:
		lines = append(lines, alarm.Render(fmt.Sprintf("RECOVERY: allocation waits for %s agents, %s are back; it goes on at %s at the latest",
			count(c.Recovery.Expected), count(c.Agents), m.moment(c.Recovery.Until))))
	case c.Paused:
		lines = append(lines, alarm.Render("ALLOCATION IS PAUSED"))
	}
	return lines
}

// standing says in words how a role stands. All that is overdue is recalled.
func (m *model) standing(r *role, by int) string {
	var words []string
	s := r.share(by)
	if v := s.Starved(); v > 0 {
		words = append(words, "starved "+percent(v))
	}
	if v := s.Over(); v > 0 {
		words = append(words, "over "+percent(v))
	}
	for _, x := range []struct {
		word string
		of   amounts
	}{{"idle guarantee", r.idle}, {"overdue", r.loans.of(overdue)}, {"lends", r.loans.of(lent)}, {"borrowed", r.loans.of(borrowed)}, {"recalled", r.pending}} {
		if text := m.text(x.of); text != "" {
			words = append(words, x.word+" "+text)
		}
	}
	if r.weight != r.setWeight {
		words = append(words, fmt.Sprintf("weight %s was set, %s counts", plain(r.setWeight, 3), plain(r.weight, 3)))
	}
	return strings.Join(words, ", ")
}

// word is one of the words that people look for: how much it is said of a role, and what is said.
type word struct {
	name   string
	figure func(*role) float64
	tells  func(*role) string
}

// wordsOf lists them. Of loans they are said only while there are any.
func (f *frame) wordsOf() []word {
	m, by := f.model, f.choice.by
	share := func(name string, of func(live.Share) float64) word {
		return word{name, func(r *role) float64 { return of(r.share(by)) }, func(r *role) string {
			s := r.share(by)
			return percent(of(s)) + " (has " + percent(s.Held) + " of " + percent(s.Fair) + ")"
		}}
	}
	held := func(name string, of func(r *role) amounts) word {
		return word{name, func(r *role) float64 { return m.mostPart(of(r), live.Dominant) }, func(r *role) string { return m.text(of(r)) }}
	}
	list := []word{
		share("starved", live.Share.Starved), share("over", live.Share.Over),
		held("idle guarantee", func(r *role) amounts { return r.idle }),
	}
	if m.cluster.Loans != nil {
		list = append(list, held("lends", func(r *role) amounts { return r.loans.of(lent) }),
			held("overdue", func(r *role) amounts { return r.loans.of(overdue) }))
	}
	return list
}

// words draws who is starved, who is over, whose guarantee is idle, who lends, and who owes: of
// each the first three, and how many there are.
func (f *frame) words() []string {
	const most = 3
	var lines []string
	for _, w := range f.wordsOf() {
		roles := slices.DeleteFunc(f.model.allRoles(), func(r *role) bool { return !(w.figure(r) > 0) })
		slices.SortFunc(roles, func(a, b *role) int {
			return cmp.Or(cmp.Compare(w.figure(b), w.figure(a)), cmp.Compare(a.path, b.path))
		})
		tag, said := warning, []string{}
		for _, r := range roles[:min(len(roles), most)] {
			said = append(said, bold.Render(clean(r.path))+" "+w.tells(r))
		}
		switch more := len(roles) - most; {
		case len(roles) == 0:
			tag, said = good, []string{soft.Render("nobody")}
		case more > 0:
			said = append(said, soft.Render(fmt.Sprintf("%d more", more)))
		}
		lines = append(lines, fit(w.name, 15, tag)+fit(count(float64(len(roles))), 4, bold.Align(lipgloss.Right))+"  "+strings.Join(said, "; "))
	}
	return lines
}

// chosen says what is listed, by what, and in which order.
func (f *frame) chosen(rows int) string {
	c := f.choice
	what, sorted := counted(rows, "role"), roleOrders[c.roleOrder].name
	if c.frameworks {
		what, sorted = counted(rows, "framework"), memberOrders[c.memberOrder].name
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
